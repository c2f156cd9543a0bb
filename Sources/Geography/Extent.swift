import Glibc
import Synchronization

/// The shape of a place that is more than a point: its lines, and the area within an odd number of its rings.
///
/// Between two corners it runs along the great ellipse, which is the geodesic to within half a metre on 100 km and
/// 15 m on 500 km; the shorter way round, so the date line and the poles are nothing special.
public struct Extent: Sendable {
  /// A corner, in the ten-millionths of a degree that OpenStreetMap has.
  struct Point: Hashable, Comparable {
    let latitude: Int32
    let longitude: Int32

    static let unit = 1e7

    init(latitude: Int32, longitude: Int32) {
      (self.latitude, self.longitude) = (latitude, longitude)
    }

    /// - Parameter coordinate: valid.
    init(_ coordinate: Coordinate) {
      latitude = Int32(clamping: Int(clamping: (coordinate.latitude * Self.unit).rounded()))
      longitude = Int32(clamping: Int(clamping: (coordinate.longitude * Self.unit).rounded()))
    }

    static func < (left: Point, right: Point) -> Bool {
      (left.latitude, left.longitude) < (right.latitude, right.longitude)
    }

    var coordinate: Coordinate {
      Coordinate(latitude: Double(latitude) / Self.unit, longitude: Double(longitude) / Self.unit)
    }
  }

  /// A line, a ring, or a single point.
  struct Part: Hashable {
    let isRing: Bool
    /// A ring ends with its first point.
    var points: [Point]

    init(isRing: Bool, points: [Point]) {
      (self.isRing, self.points) = (isRing, points)
    }

    /// Lines come first, then points, then rings.
    fileprivate var rank: Int { isRing ? 2 : points.count == 1 ? 1 : 0 }

    /// A ring from its least corner on, towards the lesser of the two beside it: the same wherever and in whichever
    /// direction it is written.
    ///
    /// - Parameter corners: each once.
    init(ring corners: [Point]) {
      isRing = true
      guard let least = corners.indices.min(by: { corners[$0] < corners[$1] }) else {
        points = corners
        return
      }
      var ring = Array(corners[least...] + corners[..<least])
      if let last = ring.last, last < ring[1] { ring[1...].reverse() }
      points = ring + ring.prefix(1)
    }
  }

  /// Shared by all copies of a place, and computed once.
  private final class Shape: Sendable {
    let parts: [Part]
    let accuracy: Double
    let runs: [Run]
    let bounds: Bounds
    /// Not a number until it was asked for.
    let area = Atomic(Double.nan)
    /// From the point that was asked for first, mostly that of its place.
    let reach = AtomicLazyReference<Reach>()

    init(parts: [Part], accuracy: Double) {
      (self.parts, self.accuracy) = (parts, accuracy)
      (runs, bounds) = Run.runs(of: parts)
    }
  }

  private final class Reach: Sendable {
    let centre: Coordinate
    let metres: Double

    init(from centre: Coordinate, _ metres: Double) {
      (self.centre, self.metres) = (centre, metres)
    }
  }

  private let shape: Shape

  var parts: [Part] { shape.parts }
  var runs: [Run] { shape.runs }
  var bounds: Bounds { shape.bounds }
  /// How large the areas are, in square metres; computed once.
  package var area: Double {
    let known = shape.area.load(ordering: .relaxed)
    guard known.isNaN else { return known }
    let area = areaOfRings
    shape.area.store(area, ordering: .relaxed)
    return area
  }

  /// Metres by which any of its edges may be off because it was simplified.
  public var accuracy: Double { shape.accuracy }

  /// How many corners it has.
  package var pointCount: Int { parts.reduce(0) { $0 + $1.points.count } }

  /// - Parameter parts: not empty, and none of them is; their order does not matter.
  init(parts: [Part], accuracy: Double) {
    let inOrder =
      parts.count < 2 ? parts : parts.sorted { ($0.rank, $0.points[0]) < ($1.rank, $1.points[0]) }
    shape = Shape(parts: inOrder, accuracy: accuracy)
  }

  /// Lines and rings; `nil` if all of it is one point.
  ///
  /// - Parameters:
  ///   - lines: of valid coordinates; one of a single point is that point.
  ///   - rings: of valid coordinates; whether the first is repeated at the end does not matter. What has fewer than
  ///     three corners is a line.
  public init?(lines: [[Coordinate]] = [], rings: [[Coordinate]] = []) {
    var parts = lines.map(Self.distinct).filter { !$0.isEmpty }.map { Part(isRing: false, points: $0) }
    for ring in rings {
      var points = Self.distinct(ring)
      guard let first = points.first else { continue }
      // As a line, it need not come back.
      if points.count > 1, points.last == first { points.removeLast() }
      let isRing = points.count > 2
      parts.append(isRing ? Part(ring: points) : Part(isRing: false, points: points))
    }
    guard let first = parts.first?.points.first, parts.contains(where: { $0.points.contains { $0 != first } })
    else { return nil }
    self.init(parts: parts, accuracy: 0)
  }

  /// The corners without repetitions; steps all the way round the earth run along the parallel.
  private static func distinct(_ line: [Coordinate]) -> [Point] {
    var points: [Point] = []
    points.reserveCapacity(line.count + 1)
    for coordinate in line {
      let next = Point(coordinate)
      guard let last = points.last else {
        points.append(next)
        continue
      }
      if abs(Int(next.longitude) - Int(last.longitude)) == Self.fullTurn {
        let step = next.longitude > last.longitude ? 1 : -1
        for degrees in 1..<360 {
          points.append(
            Point(
              latitude: last.latitude,
              longitude: Int32(clamping: Int(last.longitude) + step * degrees * Int(Point.unit))))
        }
      }
      if next != last { points.append(next) }
    }
    return points
  }

  private static let fullTurn = 3_600_000_000

  public var lines: [[Coordinate]] { parts.filter { !$0.isRing }.map { $0.points.map(\.coordinate) } }

  /// The rings, each ending with its first point.
  public var rings: [[Coordinate]] { parts.filter(\.isRing).map { $0.points.map(\.coordinate) } }

  public var isArea: Bool { parts.contains(where: \.isRing) }

  /// Metres from a position within which all of it lies; half of the earth's girth if it is that large.
  package func reach(from centre: Coordinate) -> Double {
    if let known = shape.reach.load(), known.centre == centre { return known.metres }
    let metres = reachOfCorners(from: centre)
    // Few corners are measured as fast as remembered.
    if pointCount > Self.fewCorners { _ = shape.reach.storeIfNil(Reach(from: centre, metres)) }
    return metres
  }

  private static let fewCorners = 64

  private func reachOfCorners(from centre: Coordinate) -> Double {
    let origin = WGS84.cartesian(centre)
    var squared = 0.0
    for part in parts {
      for point in part.points {
        let offset = WGS84.cartesian(point.coordinate) - origin
        squared = max(squared, (offset * offset).sum())
      }
    }
    let chord = squared.squareRoot()
    // A circle of that size is convex, and has the edges and the area, too.
    return chord < 900_000 ? WGS84.longestWay(overChord: chord) : Self.longestWay
  }

  /// Metres; no two points of the earth are farther apart.
  private static let longestWay = 20_004_000.0

  public var boundingBox: BoundingBox { bounds.box }
}

extension Extent: Hashable {
  public static func == (left: Extent, right: Extent) -> Bool {
    left.shape === right.shape || left.parts == right.parts && left.accuracy == right.accuracy
  }

  /// Hashes as many corners as tell most places apart.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(parts.count)
    hasher.combine(parts.first?.points.prefix(4))
  }

  /// Edges of a part that follow each other, and the box around them: those that are far away, or on one side, are passed
  /// over without a look at their corners.
  struct Run: Sendable {
    let part: Int
    /// The last corner is the first of the next run. A single point is a run, too.
    let corners: ClosedRange<Int>
    let bounds: Bounds

    private static let mostEdges = 128

    /// The runs of all parts, and the box around them.
    static func runs(of parts: [Part]) -> (runs: [Run], bounds: Bounds) {
      var runs: [Run] = []
      var bounds = Bounds()
      guard let start = parts.first?.points.first?.coordinate.longitude else { return (runs, bounds) }
      for (index, part) in parts.enumerated() {
        guard var previous = part.points.first?.coordinate else { continue }
        let firstLongitude = start + LocalPlane.turn(from: start, to: previous.longitude)
        var longitude = firstLongitude
        for first in stride(from: 0, to: max(1, part.points.count - 1), by: mostEdges) {
          let last = min(first + mostEdges, part.points.count - 1)
          var box = Bounds()
          box.add(previous, longitude: longitude)
          for corner in part.points[first...last].dropFirst() {
            let next = corner.coordinate
            let turn = LocalPlane.turn(from: previous.longitude, to: next.longitude)
            longitude += turn
            box.add(next, longitude: longitude)
            box.addBulge(ofEdgeFrom: previous, to: next, turn: turn)
            previous = next
          }
          runs.append(Run(part: index, corners: first...last, bounds: box))
          bounds.add(box)
        }
        if part.isRing, abs(longitude - firstLongitude) > 180 {
          // The nearer pole is the one inside.
          bounds.addPole(isNorth: part.points.reduce(0) { $0 + Int($1.latitude) } > 0)
        }
      }
      return (runs, bounds)
    }
  }

  func corners(of run: Run) -> ArraySlice<Point> { parts[run.part].points[run.corners] }

  /// A box around edges, with longitudes that go on beyond 180°.
  struct Bounds: Sendable {
    private(set) var south = 90.0
    private(set) var north = -90.0
    private(set) var west = Double.infinity
    private(set) var east = -Double.infinity
    /// How many rings are wound around the north pole.
    private(set) var ringsAroundNorthPole = 0

    fileprivate mutating func add(_ corner: Coordinate, longitude: Double) {
      (south, north) = (min(south, corner.latitude), max(north, corner.latitude))
      (west, east) = (min(west, longitude), max(east, longitude))
    }

    fileprivate mutating func addBulge(ofEdgeFrom from: Coordinate, to: Coordinate, turn: Double) {
      let bulge = Extent.bulge(overLongitudes: turn)
      south = max(-90, min(south, min(from.latitude, to.latitude) - bulge))
      north = min(90, max(north, max(from.latitude, to.latitude) + bulge))
    }

    fileprivate mutating func add(_ other: Bounds) {
      (south, north) = (min(south, other.south), max(north, other.north))
      (west, east) = (min(west, other.west), max(east, other.east))
    }

    fileprivate mutating func addPole(isNorth: Bool) {
      if isNorth {
        ringsAroundNorthPole += 1
        north = 90
      } else {
        south = -90
      }
    }

    var box: BoundingBox {
      // Corners are stored in these units, so rounding brings back what the sum of many steps has lost.
      func onGlobe(_ degrees: Double) -> Double {
        (remainder(degrees, 360) * Point.unit).rounded() / Point.unit
      }
      let isAllAround = east - west >= 360 - Self.rounding
      let box = BoundingBox(
        west: isAllAround ? -180 : onGlobe(west), south: south, east: isAllAround ? 180 : onGlobe(east),
        north: north)
      return box ?? .world
    }

    /// Degrees of longitude from the sides of the box; less than 0 between them.
    private func longitudes(from coordinate: Coordinate) -> Double {
      abs(remainder(coordinate.longitude - (west + east) / 2, 360)) - (east - west) / 2
    }

    /// Whether a position is within the box.
    func contains(_ coordinate: Coordinate) -> Bool {
      coordinate.latitude >= south && coordinate.latitude <= north && isCrossed(byMeridianOf: coordinate)
    }

    /// Whether a position is between the eastern and the western side, as it is at a pole.
    func isCrossed(byMeridianOf coordinate: Coordinate) -> Bool {
      longitudes(from: coordinate) <= Self.rounding || abs(coordinate.latitude) == 90
    }

    /// Degrees by which the sum of thousands of steps may be off.
    private static let rounding = 1e-7

    /// Whether any of the box can lie within some degrees of a position, with a margin in longitude that fits the
    /// latitude.
    func isWithin(latitudes: Double, longitudes: Double, of coordinate: Coordinate) -> Bool {
      coordinate.latitude >= south - latitudes && coordinate.latitude <= north + latitudes
        && self.longitudes(from: coordinate) <= longitudes
    }

    /// Metres over the ground from a position to the box, at least: to its parallels, or to its meridians.
    func leastDistance(from position: Coordinate) -> Double {
      let toParallel = max(0, south - position.latitude, position.latitude - north)
      let turn = min(90, max(0, longitudes(from: position))) * .pi / 180
      let toMeridian = asin(min(1, cos(position.latitude * .pi / 180) * sin(turn))) * 180 / .pi
      return max(toParallel, toMeridian) * Extent.leastMetresInDegree
    }
  }

  /// Metres over the ground in a degree of the sphere with the same latitudes, at least.
  static let leastMetresInDegree = 110_500.0

  /// Degrees of latitude by which a geodesic can lie beyond both of its ends, by the degrees of longitude between
  /// them: Δλ² sin φ cos φ / 8 and little more, unless these are many.
  static func bulge(overLongitudes turn: Double) -> Double {
    abs(turn) < 60 ? turn * turn * .pi / 180 / 16 * 1.1 : 90
  }
}
