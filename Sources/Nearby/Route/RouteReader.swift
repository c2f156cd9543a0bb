import CivilTime
import Geography
import Input
import Positioning

public struct RouteReader: Sendable {
  /// The part of the file that became the route.
  public enum Kind: String, Hashable, Sendable {
    case track, route, line, log
  }

  public let route: Route
  public let kind: Kind
  public private(set) var name: String?
  /// Whether a GPX file has a planned route in addition to the track, which was ignored.
  public let hasRouteBesidesTrack: Bool
  /// How many points or lines of the file could not be read.
  public let badPoints: BadLines
  /// What people must know of the times of a log; `nil` for nothing.
  public private(set) var notice: String?

  /// The largest number of points that is taken.
  public static let mostPoints = 5_000_000

  /// - Parameters:
  ///   - format: what the file is in; not `foreign`.
  ///   - pieces: the bytes, piece by piece; `nil` at their end.
  public init(in format: RouteFormat, from pieces: () -> [UInt8]?) throws(RouteFileProblem) {
    switch format {
    case .gpx: try self.init(gpx: pieces)
    case .geoJSON: try self.init(geoJSON: pieces)
    case .nmea: try self.init(log: .nmea, pieces)
    case .gpsdJSON: try self.init(log: .gpsdJSON, pieces)
    case .foreign: throw .formatUnknown
    }
  }

  private init(
    _ points: Points, isRecorded: Bool, kind: Kind, hasRouteBesidesTrack: Bool = false, badPoints: BadLines
  ) throws(RouteFileProblem) {
    route = try points.route(isRecorded: isRecorded)
    self.kind = kind
    self.hasRouteBesidesTrack = hasRouteBesidesTrack
    self.badPoints = badPoints
  }

  /// The points of a route as they are read; what is wrong with them is kept until it is asked for.
  private struct Points {
    private(set) var count = 0
    /// How many of them have a time.
    private(set) var timed = 0

    private var builder = RouteLineBuilder()
    private var segment = 0
    private var error: RouteError?

    var isWay: Bool { builder.pointCount > 0 }

    mutating func add(_ point: RoutePoint, ofSegment segment: Int = 0) {
      count += 1
      if point.time != nil { timed += 1 }
      guard error == nil else { return }
      if segment != self.segment { builder.endSegment() }
      self.segment = segment
      do throws(RouteError) {
        try builder.add(point)
      } catch {
        self.error = error
      }
    }

    func route(isRecorded: Bool) throws(RouteFileProblem) -> Route {
      do throws(RouteError) {
        if let error { throw error }
        return try Route(builder, isRecorded: isRecorded)
      } catch {
        throw .noRoute(error)
      }
    }
  }

  private init(gpx pieces: () -> [UInt8]?) throws(RouteFileProblem) {
    var track = Points()
    var plan = Points()
    var name: String?
    var firstBadLine: Int?
    let end = GPXReader.read(
      from: pieces, noteName: { name = $0.isEmpty ? nil : $0 },
      refuse: { firstBadLine = firstBadLine ?? $0.line }
    ) { point, _ in
      guard point.kind != .waypoint else { return true }
      let time = point[.time].flatMap { Timestamp.date(parsing: $0) }
      let made = RoutePoint(coordinate: point.coordinate, altitude: point.number(.ele), time: time)
      if point.kind == .trackPoint {
        track.add(made, ofSegment: point.segment)
      } else {
        plan.add(made, ofSegment: point.segment)
      }
      return track.count + plan.count < Self.mostPoints
    }
    guard track.count + plan.count < Self.mostPoints else { throw .tooManyPoints }
    switch end {
    case .foreign: throw .formatUnknown
    case .malformed(let line, _): throw .malformed(line: line)
    case .complete(let badPoints):
      // A file with both has the same way twice: as it was asked for, and as it leads over the roads.
      let usesTrack = track.isWay || plan.count == 0
      try self.init(
        usesTrack ? track : plan, isRecorded: usesTrack && 2 * track.timed > track.count,
        kind: usesTrack ? .track : .route, hasRouteBesidesTrack: usesTrack && plan.count > 0,
        badPoints: BadLines(badPoints, first: firstBadLine))
      self.name = name
    }
  }

  private init(geoJSON pieces: () -> [UInt8]?) throws(RouteFileProblem) {
    var bytes: [UInt8] = []
    while let piece = pieces() {
      bytes += piece
      guard bytes.count <= InputLimits.routeDocument else {
        throw .tooLarge(limit: InputLimits.routeDocument)
      }
    }
    let found = try JSONParser().parse(bytes.span, orThrow: { _ in .notJSON }) {
      document throws(RouteFileProblem) in
      do {
        return try GeoJSONLines(document)
      } catch {
        throw .notGeoJSON
      }
    }
    var points = Points()
    for (number, line) in found.lines.enumerated() {
      for point in line { points.add(point, ofSegment: number) }
    }
    try self.init(points, isRecorded: false, kind: .line, badPoints: 0)
    name = found.name
  }

  private init(log format: LogFixes.Format, _ pieces: () -> [UInt8]?) throws(RouteFileProblem) {
    var points = Points()
    var size = 0
    let end = LogFixes.read(
      format,
      from: {
        // Without a position by now, it has none, or no end.
        guard points.count > 0 || size <= InputLimits.routeDocument else { return nil }
        let piece = pieces()
        size += piece?.count ?? 0
        return piece
      }
    ) { fixes, _ in
      // What a receiver itself doubts makes no way.
      for fix in fixes where (fix.accuracy ?? 0) <= Self.worstAccuracy && points.count < Self.mostPoints {
        points.add(RoutePoint(coordinate: fix.coordinate, altitude: fix.altitude, time: fix.time))
      }
    }
    guard points.count < Self.mostPoints else { throw .tooManyPoints }
    if points.count == 0, end.badLines > 1, end.badLines >= end.lines { throw .formatUnknown }
    try self.init(
      points, isRecorded: true, kind: .log, badPoints: BadLines(end.badLines, first: end.firstBadLine))
    notice = end.notice
  }

  /// Metres.
  private static let worstAccuracy = 100.0
}

/// Why a file has no route to offer.
public enum RouteFileProblem: Error, Hashable, Sendable {
  case formatUnknown
  /// The XML breaks off, or is none, at a line.
  case malformed(line: Int)
  case notJSON
  /// The JSON holds no lines of GeoJSON, or a position out of range.
  case notGeoJSON
  case tooManyPoints
  /// Bytes.
  case tooLarge(limit: Int)
  case noRoute(RouteError)

  public var description: String {
    switch self {
    case .formatUnknown:
      "neither GPX nor GeoJSON, NMEA 0183, gpsd JSON, FIT, TCX or KML"
    case .malformed(let line): "line \(line): the XML is not well-formed"
    case .notJSON: "the JSON is not well-formed"
    case .notGeoJSON: "no GeoJSON with lines: it needs LineStrings of [longitude, latitude] in degrees"
    case .tooManyPoints: "more than \(RouteReader.mostPoints) points; simplify the route"
    case .tooLarge(let limit): "more than \(limit / 1024 / 1024) MiB of GeoJSON; simplify the route"
    case .noRoute(let error): "\(error)"
    }
  }
}

/// The lines of a GeoJSON document (RFC 7946), in their order; points and areas are left aside.
struct GeoJSONLines {
  private(set) var lines: [[RoutePoint]] = []
  /// What the first feature with a name calls itself.
  private(set) var name: String?

  /// - Throws: `JSONProblem.malformed` if it is not GeoJSON, or a position on a line is out of range.
  init(_ document: ParsedJSON) throws(JSONProblem) {
    try add(document)
  }

  private mutating func add(_ object: ParsedJSON) throws(JSONProblem) {
    switch try object.text("type") {
    case "LineString": try addLine(object["coordinates"])
    case "MultiLineString":
      for line in try Self.elements(of: object, "coordinates") { try addLine(line) }
    case "GeometryCollection":
      for geometry in try Self.elements(of: object, "geometries") { try add(geometry) }
    case "Feature":
      name = name ?? (try? object["properties"]?.text("name"))
      if let geometry = object["geometry"], !geometry.isNull { try add(geometry) }
    case "FeatureCollection":
      for feature in try Self.elements(of: object, "features") { try add(feature) }
    case nil: throw .malformed
    default: break
    }
  }

  private static func elements(
    of object: ParsedJSON, _ name: StaticString
  ) throws(JSONProblem) -> ParsedJSON.Elements {
    guard let elements = try object.elements(name) else { throw .malformed }
    return elements
  }

  private mutating func addLine(_ coordinates: ParsedJSON?) throws(JSONProblem) {
    guard let elements = coordinates?.elements else { throw .malformed }
    var line: [RoutePoint] = []
    for element in elements { line.append(try Self.point(element)) }
    lines.append(line)
  }

  /// Longitude, latitude, and perhaps the height.
  private static func point(_ position: ParsedJSON) throws(JSONProblem) -> RoutePoint {
    guard var numbers = position.elements, let longitude = numbers.next()?.number,
      let latitude = numbers.next()?.number
    else { throw .malformed }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    guard coordinate.isValid else { throw .malformed }
    return RoutePoint(coordinate: coordinate, altitude: numbers.next()?.number)
  }
}
