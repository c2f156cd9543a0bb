import Geography

/// The shape of a way or relation of OpenStreetMap, of the nodes and members that are known.
package struct OSMGeometry {
  /// A way, or a node that a relation has.
  package struct Line {
    package var points: [Coordinate]
    /// Whether the way comes back to its start.
    var isClosed: Bool

    package init(points: [Coordinate], isClosed: Bool) {
      self.points = points
      self.isClosed = isClosed
    }
  }

  private enum Shape {
    /// The area within an odd number of the rings, and what is known of others.
    case area(rings: [[Coordinate]], pieces: [[Coordinate]])
    case other(Geometry)
  }

  private let shape: Shape

  /// A way that comes back to its start is an area, unless its tags make it a line.
  package init(way lines: [Line], tags: [String: String]) {
    let areas = Self.isLine(tags) ? [] : lines.filter(\.isClosed).map(\.points)
    shape = Self.shape(areas: areas, lines: lines.map(\.points))
  }

  /// A relation that is an area is so by the rings that its ways make; another one is what its members are. What runs on
  /// a line can only be boarded at its stops, which are the nodes that it has. Of an area that is cut, nobody knows on
  /// which side of the rings that are left it is, so these are lines.
  ///
  /// - Parameter isCut: whether ways or nodes of it are missing.
  package init(relation lines: [Line], isCut: Bool = false, tags: [String: String]) {
    let closed = lines.filter(\.isClosed).map(\.points)
    let open = lines.filter { !$0.isClosed && $0.points.count > 1 }.map(\.points)
    let nodes = lines.filter { $0.points.count == 1 }.map(\.points)
    switch tags["type"] {
    case "route" where !nodes.isEmpty && tags["route"].map { !Self.openRoutes.contains($0) } ?? false:
      shape = .other(Self.geometry(ofLines: nodes))
    case "multipolygon" where !isCut, "boundary" where !isCut:
      let (rings, chains) = Self.join(open)
      // The label and the centre of a boundary are members as well.
      let rest = chains.isEmpty ? nodes : chains
      shape =
        closed.isEmpty && rings.isEmpty
        ? .other(Self.geometry(ofLines: rest)) : .area(rings: closed + rings, pieces: chains)
    case "street" where !open.isEmpty, "associatedStreet" where !open.isEmpty:
      // Houses belong to a street, but are no part of it.
      shape = .other(Self.geometry(ofLines: open))
    case "multipolygon", "boundary", "route", "waterway":
      let (rings, chains) = Self.join(open)
      shape = .other(Self.geometry(ofLines: rings + chains + closed + nodes))
    default:
      let (rings, chains) = Self.join(open)
      let areas = Geometry.polygons(closed.map { [$0] })
      let rest = [Geometry.lines(rings + chains), .points(nodes.flatMap(\.self))]
      shape =
        closed.isEmpty && rings.isEmpty && chains.isEmpty
        ? .other(Self.geometry(ofLines: nodes)) : .other(.collection((closed.isEmpty ? [] : [areas]) + rest))
    }
  }

  /// The routes that one comes upon anywhere, on one's own feet or wheels.
  private static let openRoutes = Set(WordLines("lists", of: "tags").words(of: "routes"))

  /// Whether a way that comes back to its start is a line all the same, as a fence or a roundabout is.
  ///
  /// https://wiki.openstreetmap.org/wiki/Area, "Tags implying area status".
  private static func isLine(_ tags: [String: String]) -> Bool {
    tags["area"].flatMap { ["yes": false, "no": true][$0] } ?? lines.matches(tags)
  }

  private static let lines = TagExpression.rule("lines", in: "things") ?? .any([])

  /// A point inside of it or on it, by the rule of `Geometry.representativePoint`.
  package var representativePoint: Coordinate? {
    switch shape {
    case .area(let rings, _): Geometry.pointInside(evenOddRings: rings)
    case .other(let geometry): geometry.representativePoint
    }
  }

  /// Its lines and areas, simplified, as far as they are known; `nil` if it is a point.
  package var extent: Extent? {
    switch shape {
    case .area(let rings, let pieces): Extent(lines: pieces, rings: rings)?.simplified
    case .other(let geometry): geometry.extent
    }
  }

  /// The outline of an area that is known whole, to within a metre; `nil` for anything else.
  package var outline: Extent? {
    switch shape {
    case .area(let rings, pieces: let pieces) where pieces.isEmpty:
      Extent(rings: rings)?.simplified
    case .other(.polygons(let polygons)):
      Extent(rings: polygons.flatMap(\.self))?.simplified
    default: nil
    }
  }

  /// Its lines, and its rings as lines that come back to their start, with all their corners: the place is there, and
  /// within an odd number of the rings; empty if it is a point.
  package var outlineOfAddress: [[Coordinate]] {
    switch shape {
    case .area(let rings, let pieces): rings + pieces
    case .other(.lines(let lines)): lines
    case .other(.polygons(let polygons)): polygons.flatMap(\.self)
    case .other(.collection(let parts)):
      Self.outermost(
        parts.flatMap { part -> [[Coordinate]] in
          switch part {
          case .lines(let lines): lines
          case .polygons(let polygons): polygons.flatMap(\.self)
          case .points, .collection: []
          }
        })
    case .other(.points): []
    }
  }

  /// Leaves out the rings within others: the parts of a building lie within its outline.
  private static func outermost(_ lines: [[Coordinate]]) -> [[Coordinate]] {
    let rings = lines.compactMap { $0.first == $0.last ? Extent(rings: [$0]) : nil }
    return lines.filter { line in
      guard line.first == line.last, let own = Extent(rings: [line]),
        let inside = Geometry.pointInside(evenOddRings: [line])
      else { return true }
      return !rings.contains { $0.area > own.area && $0.contains(inside) }
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
  package static func join<Point: Hashable>(_ ways: [[Point]]) -> (rings: [[Point]], chains: [[Point]]) {
    var waysByEnd: [Point: [Int]] = [:]
    for (index, way) in ways.enumerated() {
      for end in [way.first, way.last].compactMap(\.self) { waysByEnd[end, default: []].append(index) }
    }
    var isUsed = [Bool](repeating: false, count: ways.count)
    func takeWay(at end: Point) -> [Point]? {
      while let index = waysByEnd[end]?.popLast() {
        guard !isUsed[index] else { continue }
        isUsed[index] = true
        return ways[index].first == end ? ways[index] : ways[index].reversed()
      }
      return nil
    }
    var (rings, chains): ([[Point]], [[Point]]) = ([], [])
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
