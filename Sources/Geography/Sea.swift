/// What coastlines say of a box in a plane.
///
/// Land lies to the left of a coastline, as in OpenStreetMap, with x to the east and y to the north.
package enum Sea: Hashable, Sendable {
  /// No coastline reaches into the box.
  case noCoast
  /// A coastline ends in the midst of the box, as those of extracts do at their edge, or contradicts another.
  case unknown
  case known(Shape)

  package struct Shape: Hashable, Sendable {
    /// The sea is what lies inside an odd number of these.
    package fileprivate(set) var rings: [[SIMD2<Double>]] = []
    /// Whether there is sea all along the west, north, east and south side of the box.
    package fileprivate(set) var sides = [false, false, false, false]
  }

  /// - Parameters:
  ///   - coastlines: in any order and number of pieces, which begin where others end.
  ///   - tolerance: how near to the box's edge a coastline may end to be taken as going on to it.
  package init(in box: PlaneBox, of coastlines: [[SIMD2<Double>]], tolerance: Double) {
    var islands: [[SIMD2<Double>]] = []
    var pieces: [Piece] = []
    for line in Self.joined(coastlines) {
      guard let around = PlaneBox(around: line), around.overlaps(box) else { continue }
      var line = line
      if line.first == line.last {
        // A ring that was simplified to a stroke has no inside.
        guard line.count > 3 else { continue }
        guard let outside = line.firstIndex(where: { !box.contains($0) }) else {
          islands.append(line)
          continue
        }
        line = Array(line[outside...] + line[1...].prefix(outside))
      } else {
        guard let first = line.first.flatMap({ box.border(near: $0, tolerance) }),
          let last = line.last.flatMap({ box.border(near: $0, tolerance) })
        else {
          self = .unknown
          return
        }
        line = [first] + line + [last]
      }
      pieces += box.clipped(line: line).compactMap { Piece($0, in: box) }
    }
    var shape = Shape(rings: islands)
    if pieces.isEmpty {
      guard let outer = islands.min(by: { Self.west($0) < Self.west($1) }) else {
        self = .noCoast
        return
      }
      // What lies around an island is sea.
      if Self.isCounterclockwise(outer) {
        shape.rings.append(box.corners)
        shape.sides = [true, true, true, true]
      }
    } else {
      guard shape.close(pieces, along: box) else {
        self = .unknown
        return
      }
    }
    // Where a coast only touches the edge, there is land beside it.
    for coast in islands + pieces.map(\.points) {
      for point in coast {
        for (side, isThere) in box.sides(at: point).enumerated() where isThere { shape.sides[side] = false }
      }
    }
    self = .known(shape)
  }

  /// A coastline from one point of the box's edge to another.
  fileprivate struct Piece {
    let points: [SIMD2<Double>]
    /// How far these are along the edge, clockwise.
    let entry: Double
    let exit: Double

    init?(_ points: [SIMD2<Double>], in box: PlaneBox) {
      guard let first = points.first, let last = points.last, points.contains(where: { $0 != first }) else {
        return nil
      }
      let (entry, exit) = (box.snapped(first), box.snapped(last))
      self.points = [entry] + points.dropFirst().dropLast() + [exit]
      (self.entry, self.exit) = (box.wayAlongEdge(to: entry), box.wayAlongEdge(to: exit))
    }
  }

  /// Joins lines to the longest that they make.
  private static func joined(_ lines: [[SIMD2<Double>]]) -> [[SIMD2<Double>]] {
    var joined: [[SIMD2<Double>]] = []
    var following: [SIMD2<Double>: [Int]] = [:]
    var ends: Set<SIMD2<Double>> = []
    for (index, line) in lines.enumerated() {
      guard let first = line.first, let last = line.last, line.count > 1 else { continue }
      if first == last {
        joined.append(line)
      } else {
        following[first, default: []].append(index)
        ends.insert(last)
      }
    }
    // Only then those that go around.
    for isRing in [false, true] {
      for line in lines {
        guard let first = line.first, ends.contains(first) == isRing else { continue }
        while var chain = following[first]?.popLast().map({ lines[$0] }) {
          while let last = chain.last, last != first, let next = following[last]?.popLast() {
            chain += lines[next].dropFirst()
          }
          joined.append(chain)
        }
      }
    }
    return joined
  }

  private static func west(_ ring: [SIMD2<Double>]) -> Double { ring.map(\.x).min() ?? .infinity }

  private static func isCounterclockwise(_ ring: [SIMD2<Double>]) -> Bool {
    let origin = ring.first ?? SIMD2()
    return zip(ring, ring.dropFirst()).reduce(0) { area, edge in
      let (from, to) = (edge.0 - origin, edge.1 - origin)
      return area + from.x * to.y - to.x * from.y
    } > 0
  }
}

extension Sea.Shape {
  /// Closes pieces of coast to areas of sea: from where one leaves the box, along the edge to where the next enters.
  ///
  /// - Returns: whether they fit together.
  fileprivate mutating func close(_ pieces: [Sea.Piece], along box: PlaneBox) -> Bool {
    let ends = pieces.indices.flatMap { index in
      [(at: pieces[index].entry, piece: index, enters: true), (pieces[index].exit, index, false)]
    }.sorted { $0.at < $1.at }
    var next = [Int](repeating: 0, count: pieces.count)
    for (end, following) in zip(ends, ends.dropFirst() + ends.prefix(1)) {
      guard end.enters != following.enters else { return false }
      if !end.enters { next[end.piece] = following.piece }
    }
    var isDone = [Bool](repeating: false, count: pieces.count)
    for start in pieces.indices where !isDone[start] {
      var ring: [SIMD2<Double>] = []
      var index = start
      repeat {
        isDone[index] = true
        ring += pieces[index].points
        ring += walk(from: pieces[index].exit, to: pieces[next[index]].entry, along: box)
        index = next[index]
      } while index != start
      rings.append(ring)
    }
    return true
  }

  /// The corners between two points of the edge, clockwise.
  private mutating func walk(from start: Double, to end: Double, along box: PlaneBox) -> [SIMD2<Double>] {
    let corners = box.corners
    let ways = corners.map(box.wayAlongEdge)
    let end = end < start ? end + box.girth : end
    guard start <= end else { return [] }
    let passed = (0..<8).filter { (start...end).contains(ways[$0 % 4] + ($0 < 4 ? 0 : box.girth)) }
    for corner in passed where passed.contains(corner + 1) { sides[corner % 4] = true }
    return passed.map { corners[$0 % 4] }
  }
}

extension PlaneBox {
  /// Clockwise from the least one.
  fileprivate var corners: [SIMD2<Double>] { [low, SIMD2(low.x, high.y), high, SIMD2(high.x, low.y)] }

  /// Whether a point is on the west, north, east and south side.
  fileprivate func sides(at point: SIMD2<Double>) -> [Bool] {
    [point.x == low.x, point.y == high.y, point.x == high.x, point.y == low.y]
  }

  fileprivate var girth: Double { 2 * (high - low).sum() }

  /// How far a point of the edge is from the least corner, clockwise.
  fileprivate func wayAlongEdge(to point: SIMD2<Double>) -> Double {
    let size = high - low
    if point.x == low.x { return point.y - low.y }
    if point.y == high.y { return size.y + point.x - low.x }
    if point.x == high.x { return size.y + size.x + high.y - point.y }
    return size.y + size.x + size.y + high.x - point.x
  }

  /// The nearest point of the edge.
  fileprivate func snapped(_ point: SIMD2<Double>) -> SIMD2<Double> {
    var point = pointwiseMin(pointwiseMax(point, low), high)
    let (below, above) = (point - low, high - point)
    let nearest = min(below.min(), above.min())
    for axis in 0...1 {
      if below[axis] == nearest {
        point[axis] = low[axis]
        break
      }
      if above[axis] == nearest {
        point[axis] = high[axis]
        break
      }
    }
    return point
  }

  /// The point itself if it is not in the box, or the nearest one of the edge if that is near.
  fileprivate func border(near point: SIMD2<Double>, _ tolerance: Double) -> SIMD2<Double>? {
    guard contains(point) else { return point }
    let border = snapped(point)
    let way = border - point
    return (way * way).sum() <= tolerance * tolerance ? border : nil
  }
}
