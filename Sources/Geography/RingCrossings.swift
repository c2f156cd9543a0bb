/// Where rings with fewer corners cross or touch each other or themselves, which makes an area of another shape.
enum RingCrossings {
  /// An edge between two of the corners that a ring keeps, in degrees from the first corner of all.
  private struct Edge {
    let part: Int
    /// Its number along the ring.
    let number: Int
    let start: SIMD2<Double>
    let end: SIMD2<Double>
    /// Whether it stands for a longer way.
    let hasLost: Bool

    var west: Double { min(start.x, end.x) }
    var east: Double { max(start.x, end.x) }

    /// Whether both have a point in common.
    func meets(_ other: Edge) -> Bool {
      guard max(start.y, end.y) >= min(other.start.y, other.end.y),
        min(start.y, end.y) <= max(other.start.y, other.end.y)
      else { return false }
      let sides = (Self.side(of: other.start, from: self), Self.side(of: other.end, from: self))
      let otherSides = (Self.side(of: start, from: other), Self.side(of: end, from: other))
      // Boxes that overlap, of edges on one line, are edges that do.
      return sides.0 * sides.1 <= 0 && otherSides.0 * otherSides.1 <= 0
    }

    /// Whether it comes back on the edge before.
    func returns(on before: Edge) -> Bool {
      Self.side(of: end, from: before) == 0 && ((before.end - before.start) * (end - start)).sum() < 0
    }

    /// Greater than 0 on the left, less on the right.
    private static func side(of point: SIMD2<Double>, from edge: Edge) -> Double {
      let (way, offset) = (edge.end - edge.start, point - edge.start)
      let side = way.x * offset.y - way.y * offset.x
      return side > 0 ? 1 : side < 0 ? -1 : 0
    }
  }

  /// How often to look again: corners that are put back may meet others.
  private static let mostRounds = 32

  /// How many pairs of edges to compare for each edge; a shape whose edges lie across so many others keeps all corners.
  private static let mostPairs = 300

  /// Puts corners back until no edges meet that stand for longer ways.
  ///
  /// - Parameter kept: for each part the indices of the corners that it keeps, in order.
  static func keepApart(_ kept: inout [[Int]], of parts: [Extent.Part]) {
    let rings = parts.indices.filter { parts[$0].isRing }
    guard rings.contains(where: { kept[$0].count < parts[$0].points.count }),
      let origin = parts.first?.points.first
    else { return }
    var pairs = mostPairs * rings.reduce(0) { $0 + kept[$1].count }
    for _ in 0..<mostRounds {
      var restored: [Int: Set<Int>] = [:]
      /// Whether the edge has lost corners, which it gets back.
      func restore(_ edge: Edge) {
        let corners = kept[edge.part]
        let lost = corners[edge.number] + 1..<corners[edge.number + 1]
        if !lost.isEmpty { restored[edge.part, default: []].formUnion(lost) }
      }
      let isDone = forEachMeeting(
        among: rings.flatMap { edges(of: parts[$0], $0, kept[$0], from: origin) }, kept, atMost: &pairs
      ) {
        restore($0)
        restore($1)
      }
      guard isDone else { return rings.forEach { kept[$0] = Array(parts[$0].points.indices) } }
      if restored.isEmpty { return }
      for (part, corners) in restored { kept[part] = (kept[part] + corners).sorted() }
    }
  }

  private static func edges(
    of part: Extent.Part, _ index: Int, _ kept: [Int], from origin: Extent.Point
  ) -> [Edge] {
    let corners = kept.map { corner in
      let point = part.points[corner].coordinate
      let turn = LocalPlane.turn(from: origin.coordinate.longitude, to: point.longitude)
      return SIMD2(turn, point.latitude)
    }
    return zip(corners, corners.dropFirst()).enumerated().map { number, ends in
      Edge(
        part: index, number: number, start: ends.0, end: ends.1,
        hasLost: kept[number + 1] - kept[number] > 1)
    }
  }

  /// Hands over the pairs that meet, of which one has lost corners.
  ///
  /// - Returns: `false` if there are too many pairs to compare.
  private static func forEachMeeting(
    among edges: [Edge], _ kept: [[Int]], atMost pairs: inout Int, _ body: (Edge, Edge) -> Void
  ) -> Bool {
    let edges = edges.sorted { $0.west < $1.west }
    /// Those that reach as far east as the current one: those that have lost corners, and the others.
    var (lossy, whole): ([Edge], [Edge]) = ([], [])
    for edge in edges {
      lossy.removeAll { $0.east < edge.west }
      if edge.hasLost { whole.removeAll { $0.east < edge.west } }
      pairs -= lossy.count + (edge.hasLost ? whole.count : 0)
      guard pairs >= 0 else { return false }
      for other in edge.hasLost ? lossy + whole : lossy {
        let last = kept[edge.part].count - 2
        let step = edge.part == other.part ? abs(edge.number - other.number) : .max
        let areNeighbours = step == 1 || step == last && last > 0
        guard !areNeighbours else {
          let isLater = (edge.number == other.number + 1) || (edge.number == 0 && step == last && step != 1)
          if isLater ? edge.returns(on: other) : other.returns(on: edge) { body(edge, other) }
          continue
        }
        if edge.meets(other) { body(edge, other) }
      }
      if edge.hasLost { lossy.append(edge) } else { whole.append(edge) }
    }
    return true
  }
}
