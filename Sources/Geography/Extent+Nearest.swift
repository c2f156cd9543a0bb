import Glibc

extension Extent {
  /// Where an extent is nearest to a position.
  public struct Nearest: Hashable, Sendable {
    /// Its nearest point; the position itself inside an area.
    public let point: Coordinate
    /// The distance over the ground; zero inside an area.
    public let distance: Distance
    /// The direction to the nearest point; none inside an area, and exactly on an edge.
    public let bearing: Bearing?
    /// Whether the position lies inside an area.
    public let isInside: Bool
  }

  /// How near it is to a valid position.
  ///
  /// Within a centimetre of the geodesic up to 100 km, and within 0.1 % beyond.
  public func nearest(to position: Coordinate) -> Nearest {
    if contains(position) { return Nearest(point: position, distance: .zero, bearing: nil, isInside: true) }
    return nearestOfEdges(to: position)
  }

  /// Whether nothing is lost of another that comes from the same lines: as of a way within its relation, or of a lake
  /// with islands within its outline.
  package func standsFor(_ other: Extent) -> Bool {
    // Each of them may have been simplified by a metre.
    let reach = Distance(metres: 2 + accuracy + other.accuracy)
    if other.runsAlong(self, within: reach) { return true }
    let box = other.boundingBox
    let corners = [(box.south, box.west), (box.north, box.east)].map(Coordinate.init(latitude:longitude:))
    return corners.allSatisfy { mayBeWithin(reach, of: $0) } && runsAlong(other, within: reach)
  }

  /// Whether it lies on the lines and outlines of another, by a few of its corners.
  private func runsAlong(_ other: Extent, within reach: Distance) -> Bool {
    let corners = parts.flatMap(\.points)
    return stride(from: 0, to: corners.count, by: max(1, corners.count / Self.telling)).allSatisfy {
      let corner = corners[$0].coordinate
      return other.mayBeWithin(reach, of: corner) && other.nearestOfEdges(to: corner).distance <= reach
    }
  }

  /// How many corners.
  private static let telling = 16

  /// Metres from which the plane around a position says too little of distances from it.
  private static let farFromPlane = 100_000.0

  /// The way from a valid position to the nearest of its edges, also from inside.
  package func distanceToEdge(from position: Coordinate) -> Distance {
    nearestOfEdges(to: position).distance
  }

  private func nearestOfEdges(to position: Coordinate) -> Nearest {
    let plane = LocalPlane(about: position)
    let far = { (run: Run) in runs.count == 1 ? 0 : run.bounds.leastDistance(from: position) }
    let near = runs.map { ($0, far($0)) }.sorted { $0.1 < $1.1 }
    var candidates = candidates(of: near, distortion: { 1e-6 + 12 * $0 * $0 / Self.squaredEarthRadius }) {
      plane.point(of: $0.coordinate)
    }
    let vicinity = WGS84.Vicinity(of: position)
    if candidates.bound > Self.farFromPlane {
      // The least distances are over the ground, those in space are shorter.
      candidates = self.candidates(of: runs.map { ($0, 0) }, distortion: { _ in 0 }) {
        WGS84.cartesian($0.coordinate) - vicinity.point
      }
    }
    var nearest: Nearest?
    for edge in candidates.edges.sorted(by: { $0.least < $1.least }) {
      if let nearest, nearest.distance.metres <= edge.least { break }
      let found = Self.nearest(from: vicinity, onEdge: edge.from.coordinate, edge.to.coordinate)
      if nearest.map({ found.distance < $0.distance }) ?? true { nearest = found }
    }
    // There is always an edge, if only of one point.
    return nearest ?? Nearest(point: position, distance: .zero, bearing: nil, isInside: false)
  }

  /// Edges of which one is the nearest.
  private struct Candidates {
    struct Edge {
      let from: Point
      let to: Point
      /// Metres; it is no nearer.
      let least: Double
    }

    var edges: [Edge] = []
    /// Metres; the nearest is no farther.
    var bound = Double.infinity
    private var checked = 16

    mutating func take(_ edge: Edge, bound: Double) {
      if bound < self.bound { self.bound = bound }
      if edges.count == checked {
        removeFarther()
        checked = max(16, 2 * edges.count)
      }
      edges.append(edge)
    }

    mutating func removeFarther() {
      edges.removeAll { $0.least > bound }
    }
  }

  /// The edges that can be the nearest, seen from the origin of a plane or of space.
  ///
  /// - Parameters:
  ///   - runs: with the metres that they are away, at least, the nearest first.
  ///   - distortion: by what part a distance of some metres may be off.
  ///   - project: metres from the position.
  @inline(__always)
  private func candidates<Vector: SIMD>(
    of runs: [(Run, Double)], distortion: (Double) -> Double, _ project: (Point) -> Vector
  ) -> Candidates where Vector.Scalar == Double {
    var candidates = Candidates()
    for (run, distance) in runs {
      if distance > candidates.bound { break }
      let corners = corners(of: run)
      guard var from = corners.first else { continue }
      var start = project(from)
      // A single point is an edge, too.
      for to in corners.count == 1 ? corners : corners.dropFirst() {
        let end = project(to)
        let way = end - start
        let squaredLength = (way * way).sum()
        let along = squaredLength > 0 ? -(start * way).sum() / squaredLength : 0
        let nearest = start + way * min(1, max(0, along))
        let metres = (nearest * nearest).sum().squareRoot()
        // An edge is bent in the plane and in space: by an eighth of its square at most, over the radius.
        let slack = metres * distortion(metres) + squaredLength * Self.bend + Self.rounding
        let isLong = squaredLength > Self.squaredLengthOfLongEdge
        let least = isLong ? 0 : metres - slack
        if least <= candidates.bound {
          candidates.take(
            .init(from: from, to: to, least: least), bound: isLong ? .infinity : metres + slack)
        }
        (from, start) = (to, end)
      }
    }
    candidates.removeFarther()
    return candidates
  }

  private static let squaredEarthRadius = 6_371_000.0 * 6_371_000
  private static let bend = 1 / (6_371_000.0 * 4)
  private static let rounding = 0.01
  /// Square metres from which neither the plane nor space say anything of an edge.
  private static let squaredLengthOfLongEdge = 1e12

  /// The nearest point of the great ellipse between two points.
  private static func nearest(
    from vicinity: WGS84.Vicinity, onEdge from: Coordinate, _ to: Coordinate
  ) -> Nearest {
    var (start, end) = (WGS84.cartesian(from), WGS84.cartesian(to))
    let isWhole = (end - start).squaredLength <= squaredLongChord
    if !isWhole {
      (start, end) = piece(of: start, end, around: vicinity.point)
    }
    let way = end - start
    let squaredLength = way.squaredLength
    let along = squaredLength > 0 ? ((vicinity.point - start) * way).sum() / squaredLength : 0
    let ground = onCoverage(start + way * min(1, max(0, along)))
    let corner = along <= 0 ? from : along >= 1 ? to : nil
    // A corner of the edge is not one of its piece.
    let coordinate = corner.flatMap { isWhole ? $0 : nil } ?? WGS84.coordinate(of: ground)
    let (distance, bearing) = vicinity.inverse(to: ground, at: coordinate)
    return Nearest(point: coordinate, distance: distance, bearing: bearing, isInside: false)
  }

  /// Square metres: 5 km, whose chord is 0.5 m below the ground.
  private static let squaredLongChord = 25e6

  /// The half-axes of the ellipsoid, which make a sphere of it and great circles of great ellipses.
  private static let axes = SIMD3(
    WGS84.equatorialRadius, WGS84.equatorialRadius, WGS84.equatorialRadius * (1 - WGS84.flattening))

  /// The point of the ellipsoid in the same direction from the centre of the earth.
  private static func onCoverage(_ point: SIMD3<Double>) -> SIMD3<Double> {
    point / (point / axes).squaredLength.squareRoot()
  }

  /// The few kilometres of a long edge that are nearest to a point.
  private static func piece(
    of start: SIMD3<Double>, _ end: SIMD3<Double>, around point: SIMD3<Double>
  ) -> (SIMD3<Double>, SIMD3<Double>) {
    let (first, last, seen) = (start / axes, end / axes, point / axes)
    let aside = last - first * (first * last).sum()
    let isNearerStart = (start - point).squaredLength <= (end - point).squaredLength
    // Between antipodes there is no shortest way, only the ends.
    guard aside.squaredLength > 1e-24 else { return isNearerStart ? (start, start) : (end, end) }
    // The edge turns from `first` towards `ahead`.
    let ahead = aside / aside.squaredLength.squareRoot()
    let turn = atan2((ahead * last).sum(), (first * last).sum())
    let foot = atan2((ahead * seen).sum(), (first * seen).sum())
    let isOnEdge = foot >= 0 && foot <= turn
    let middle = isOnEdge ? foot : isNearerStart ? 0 : turn
    func onEdge(_ turn: Double) -> SIMD3<Double> { (first * cos(turn) + ahead * sin(turn)) * axes }
    return (
      onEdge(max(0, middle - Self.halfOfPiece)), onEdge(min(turn, middle + Self.halfOfPiece))
    )
  }

  /// Radians: 2 km.
  private static let halfOfPiece = 2000 / 6_371_000.0
}

extension SIMD3<Double> {
  fileprivate var squaredLength: Double { (self * self).sum() }

  @inlinable package var length: Double { (self * self).sum().squareRoot() }
}
