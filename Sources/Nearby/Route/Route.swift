import FoundationEssentials
import Geography

/// A point of a route as its file gives it.
public struct RoutePoint: Hashable, Sendable {
  /// Valid.
  public var coordinate: Coordinate
  /// Metres above mean sea level.
  public var altitude: Double?
  /// The recorded or expected time there.
  public var time: Date?
}

/// A way over the ground: a recorded track or a planned route, in one or several segments.
///
/// Between two points it is the geodesic; between two segments there is no way.
public struct Route: Sendable {
  /// A place where one segment ends and the next begins somewhere else.
  public struct Break: Hashable, Sendable {
    /// How far along the route it is.
    public let along: Distance
    /// How far apart the two ends are in a straight line.
    public let distance: Distance
  }

  /// The length on the ellipsoid along the points as given, breaks not included.
  public let length: Distance
  /// The breaks in order of the route.
  public let breaks: [Break]
  /// Whether it was recorded, so that its points scatter about the way.
  public let isRecorded: Bool
  /// How many points of the file make it, doubled ones not counted.
  public let pointCount: Int
  /// The longest distance between two of its points.
  public let longestLeg: Distance
  /// The points, close enough to each other to be joined by straight lines.
  let line: RouteLine

  /// The longest route that is taken: five times around the earth.
  public static let longest = Distance(metres: 200_000_000)
}

extension Route {
  /// A route of segments of valid points; segments without two different points are left out.
  public init(segments: [[RoutePoint]], isRecorded: Bool) throws(RouteError) {
    var builder = RouteLineBuilder()
    for segment in segments {
      for point in segment { try builder.add(point) }
      builder.endSegment()
    }
    try self.init(builder, isRecorded: isRecorded)
  }

  /// The route of the points that a builder was given.
  init(_ builder: RouteLineBuilder, isRecorded: Bool) throws(RouteError) {
    guard builder.pointCount > 0 else { throw builder.isTouched ? .onePoint : .noPoints }
    self.isRecorded = isRecorded
    line = RouteLine(builder)
    length = Distance(metres: line.length)
    breaks = builder.breaks
    pointCount = builder.pointCount
    longestLeg = Distance(metres: builder.longestLeg)
  }

  /// The same way from its end to its start; times run on as they ran between the same points.
  public var reversed: Route {
    Route(
      length: length,
      breaks: breaks.reversed().map {
        Break(along: Distance(metres: length.metres - $0.along.metres), distance: $0.distance)
      },
      isRecorded: isRecorded, pointCount: pointCount, longestLeg: longestLeg, line: line.reversed)
  }

  /// Whether it ends where it starts, so that you can keep going.
  public var isLoop: Bool {
    let apart = WGS84.inverse(from: coordinate(at: 0), to: coordinate(at: length.metres)).distance
    return apart.metres <= min(Self.loopClosure, length.metres / 10)
  }

  /// The most metres between the start and the end of a loop.
  private static let loopClosure = 100.0

  /// The points of a part of it, in metres along it, as a line for each stretch without a break.
  ///
  /// - Parameter most: of a longer route some points are left out.
  public func lines(in range: ClosedRange<Double>, atMost most: Int = 20_000) -> [[Coordinate]] {
    let (first, last) = (coordinate(at: range.lowerBound), coordinate(at: range.upperBound))
    let inside = line.along.indices.filter { range.contains(line.along[$0]) }
    let step = max(1, inside.count / max(1, most))
    var lines = [[first]]
    for (position, index) in inside.enumerated() {
      let isBreak = index > 0 && position > 0 && !line.isLeg(index - 1)
      if isBreak { lines.append([]) }
      let endsHere = index < line.legCount && !line.isLeg(index)
      if isBreak || endsHere || position % step == 0 {
        lines[lines.count - 1].append(WGS84.coordinate(of: line.points[index]))
      }
    }
    lines[lines.count - 1].append(last)
    return lines.filter { $0.count > 1 }
  }

  /// Metres to go from one point of the route to a later one, with the breaks between in straight lines.
  func way(from start: Double, to end: Double) -> Double {
    breaks.reduce(end - start) { way, gap in
      way + (start < gap.along.metres && gap.along.metres < end ? gap.distance.metres : 0)
    }
  }

  /// Metres along the route up to which one has passed all: nothing yet of a segment at whose start one is.
  func passed(at along: Double) -> Double {
    breaks.first { (0..<RouteLine.overBreak).contains(along - $0.along.metres) }?.along.metres ?? along
  }

  /// The point this many metres along the route.
  public func coordinate(at along: Double) -> Coordinate {
    WGS84.coordinate(of: line.point(at: along))
  }
}

/// Why points make no route.
public enum RouteError: Error, Hashable, Sendable, CustomStringConvertible {
  case noPoints
  case onePoint
  case tooLong

  public var description: String {
    switch self {
    case .noPoints: "there is no track or route in it"
    case .onePoint: "a route needs two different points, and it has only one"
    case .tooLong:
      "the route is longer than \(Int(clamping: Route.longest.metres / 1000)) km: its points jump to and fro"
    }
  }
}
