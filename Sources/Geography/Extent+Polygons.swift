import Glibc

extension Extent {
  /// The rings as RFC 7946 has them: each polygon is an outer ring, counterclockwise, and then its holes, clockwise.
  public var polygons: [[[Coordinate]]] {
    let rings = nestedRings
    let holes = Dictionary(grouping: rings.indices) { rings[$0].outer }
    return rings.indices.filter { rings[$0].isOuter }.map { outer in
      ([outer] + (holes[outer] ?? [])).map { index in
        let points = rings[index].points.map(\.coordinate)
        let isCounterclockwise = Self.signedArea(of: rings[index].points) > 0
        return isCounterclockwise == rings[index].isOuter ? points : points.reversed()
      }
    }
  }

  /// How large the areas are, in square metres.
  var areaOfRings: Double {
    nestedRings.reduce(0) { $0 + ($1.isOuter ? 1 : -1) * abs(Self.signedArea(of: $1.points)) }
  }

  private struct NestedRing {
    let points: [Point]
    let isOuter: Bool
    /// The index of the ring that it is a hole of.
    let outer: Int?
  }

  /// The rings, each with the smallest other that surrounds it; a ring within a hole is an outer one again.
  private var nestedRings: [NestedRing] {
    let rings = parts.filter(\.isRing)
    guard rings.count > 1 else {
      return rings.map { NestedRing(points: $0.points, isOuter: true, outer: nil) }
    }
    let areas = rings.map { abs(Self.signedArea(of: $0.points)) }
    let alone = rings.map { Extent(parts: [$0], accuracy: 0) }
    let bySize = rings.indices.sorted { (areas[$0], $1) > (areas[$1], $0) }
    var ranks = [Int](repeating: 0, count: rings.count)
    for (rank, index) in bySize.enumerated() { ranks[index] = rank }
    var surrounding = [Int?](repeating: nil, count: rings.count)
    // Of the rings that may surround another, made once: a shore has thousands of corners, and hundreds of islands.
    var corners = [Set<Point>?](repeating: nil, count: rings.count)
    var steps = rings.reduce(0) { $0 + $1.points.count } * Self.stepsOfCorner
    /// Whether the ring is the smallest one so far that surrounds the other.
    func surrounds(_ other: Int, _ index: Int) -> Bool {
      steps -= 1
      guard surrounding[index].map({ ranks[$0] < ranks[other] }) ?? true else { return false }
      let points = rings[index].points
      steps -= points.count
      guard points.contains(where: { alone[other].bounds.contains($0.coordinate) }) else { return false }
      steps -= points.count * (alone[other].runs.count + Self.stepsOfMember)
      let own = corners[other] ?? Set(rings[other].points)
      corners[other] = own
      return alone[other].surrounds(points, beside: own)
    }
    // From the south on, those that reach as far north as the current one.
    var open: [Int] = []
    for index in rings.indices.sorted(by: { alone[$0].bounds.south < alone[$1].bounds.south }) {
      open.removeAll {
        alone[$0].bounds.north < alone[index].bounds.south
          || steps <= 0 && ranks[$0] >= Self.mostSurrounding
      }
      for other in open {
        let (larger, smaller) = ranks[other] < ranks[index] ? (other, index) : (index, other)
        if surrounds(larger, smaller) { surrounding[smaller] = larger }
      }
      open.append(index)
    }
    var depths = [Int](repeating: 0, count: rings.count)
    for index in bySize { depths[index] = surrounding[index].map { depths[$0] + 1 } ?? 0 }
    return rings.indices.map { index in
      let isOuter = depths[index] % 2 == 0
      return NestedRing(
        points: rings[index].points, isOuter: isOuter, outer: isOuter ? nil : surrounding[index])
    }
  }

  /// How many corners and runs to look at for each corner. If rings lie across so many others, further ones are looked for
  /// only in the largest.
  private static let stepsOfCorner = 500
  /// How many runs take as long as to look whether a corner is also one of the other ring.
  private static let stepsOfMember = 32
  private static let mostSurrounding = 8

  /// Whether a ring lies inside: most of its corners do, as rings may touch, and else the middles of its edges.
  ///
  /// - Parameter own: its own corners.
  private func surrounds(_ points: [Point], beside own: Set<Point>) -> Bool {
    let corners = points.dropFirst().map(\.coordinate).filter { !own.contains(Point($0)) }
    let telling =
      corners.isEmpty
      ? zip(points, points.dropFirst()).map { start, end in
        Coordinate(
          latitude: (start.coordinate.latitude + end.coordinate.latitude) / 2,
          longitude: (start.coordinate.longitude + end.coordinate.longitude) / 2)
      } : corners
    return 2 * telling.count(where: contains) > telling.count
  }

  /// Square metres on the sphere, greater than 0 for a counterclockwise ring: Chamberlain and Duquette, "Some
  /// algorithms for polygons on a sphere" (2007).
  private static func signedArea(of ring: [Point]) -> Double {
    let coordinates = ring.map(\.coordinate)
    var (area, turned) = (0.0, 0.0)
    for (start, end) in zip(coordinates, coordinates.dropFirst()) {
      let turn = LocalPlane.turn(from: start.longitude, to: end.longitude) * .pi / 180
      area -= turn * (sin(start.latitude * .pi / 180) + sin(end.latitude * .pi / 180)) / 2
      turned += turn
    }
    // Around a pole, the sum reaches from the equator to the ring; the nearer pole is the one inside.
    if abs(turned) > .pi { area += area.sign == turned.sign ? -turned : turned }
    return area * 6_371_007.2 * 6_371_007.2
  }
}
