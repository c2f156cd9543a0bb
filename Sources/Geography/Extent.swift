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
    var parts: [Part] = []
    for line in lines {
      let points = Self.distinct(line)
      if !points.isEmpty { parts.append(Part(isRing: false, points: points)) }
    }
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
}
