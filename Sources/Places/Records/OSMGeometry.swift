import Geography

/// The shape of a way or relation of OpenStreetMap, of the nodes and members that are known.
package struct OSMGeometry {
  /// A way, or a node that a relation has.
  package struct Line {
    var points: [Coordinate]
    /// Whether the way comes back to its start.
    var isClosed: Bool

    package init(points: [Coordinate], isClosed: Bool) {
      self.points = points
      self.isClosed = isClosed
    }
  }

  private enum Shape {
    /// The area within an odd number of the rings.
    case area(rings: [[Coordinate]])
    case other(Geometry)
  }

  private let shape: Shape

  /// A way that comes back to its start is an area.
  package init(way lines: [Line]) {
    shape = Self.shape(areas: lines.filter(\.isClosed).map(\.points), lines: lines.map(\.points))
  }

  /// A relation that is an area is so by the rings that its ways make; another one is what its members are.
  ///
  /// - Parameter type: the value of that tag.
  package init(relation lines: [Line], type: String?) {
    let closed = lines.filter(\.isClosed).map(\.points)
    let open = lines.filter { !$0.isClosed && $0.points.count > 1 }.map(\.points)
    let nodes = lines.filter { $0.points.count == 1 }.map(\.points)
    switch type {
    case "multipolygon", "boundary":
      let (rings, chains) = Self.join(open)
      // The label and the centre of a boundary are members as well.
      let rest = chains.isEmpty ? nodes : chains
      shape =
        closed.isEmpty && rings.isEmpty ? .other(Self.geometry(ofLines: rest)) : .area(rings: closed + rings)
    case "route", "waterway":
      let (rings, chains) = Self.join(open)
      shape = .other(Self.geometry(ofLines: rings + chains + closed + nodes))
    default:
      let (rings, chains) = Self.join(open)
      shape = Self.shape(areas: closed, lines: rings + chains + nodes)
    }
  }

  /// A point inside of it or on it, by the rule of `Geometry.representativePoint`.
  package var representativePoint: Coordinate? {
    switch shape {
    case .area(let rings): Geometry.pointInside(evenOddRings: rings)
    case .other(let geometry): geometry.representativePoint
    }
  }

  /// Areas say more about a place than lines.
  private static func shape(areas: [[Coordinate]], lines: [[Coordinate]]) -> Shape {
    .other(areas.isEmpty ? geometry(ofLines: lines) : .polygons(areas.map { [$0] }))
  }

  /// Lines say more about a place than points.
  private static func geometry(ofLines lines: [[Coordinate]]) -> Geometry {
    let long = lines.filter { $0.count > 1 }
    return long.isEmpty ? .points(lines.flatMap(\.self)) : .lines(long)
  }

  /// Joins ways at their ends: to rings if they come back to their start, else to chains.
  static func join(_ ways: [[Coordinate]]) -> (rings: [[Coordinate]], chains: [[Coordinate]]) {
    var waysByEnd: [Coordinate: [Int]] = [:]
    for (index, way) in ways.enumerated() {
      for end in [way.first, way.last].compactMap(\.self) { waysByEnd[end, default: []].append(index) }
    }
    var isUsed = [Bool](repeating: false, count: ways.count)
    func takeWay(at end: Coordinate) -> [Coordinate]? {
      while let index = waysByEnd[end]?.popLast() {
        guard !isUsed[index] else { continue }
        isUsed[index] = true
        return ways[index].first == end ? ways[index] : ways[index].reversed()
      }
      return nil
    }
    var rings: [[Coordinate]] = []
    var chains: [[Coordinate]] = []
    for index in ways.indices where !isUsed[index] {
      isUsed[index] = true
      var chain = ways[index]
      func extend() {
        while chain.first != chain.last, let end = chain.last, let next = takeWay(at: end) {
          chain += next.dropFirst()
        }
      }
      extend()
      if chain.first != chain.last {
        chain.reverse()
        extend()
      }
      if chain.count > 1, chain.first == chain.last { rings.append(chain) } else { chains.append(chain) }
    }
    return (rings, chains)
  }
}
