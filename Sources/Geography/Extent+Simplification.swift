import Glibc

extension Extent {
  /// Corners that an extent may have, beyond which it is made coarser than a metre.
  package static let mostPoints = 150_000

  /// The same with fewer corners: each edge is within a metre of the original (within a fiftieth of a small
  /// extent's size), and farther only where there would be more than `mostPoints`; `accuracy` then says how far.
  ///
  /// Simplifying twice changes nothing. Douglas and Peucker, "Algorithms for the reduction of the number of points"
  /// (1973); a small ring becomes a point where it must, and goes if another is near. Corners without which rings would
  /// cross or touch stay.
  package var simplified: Extent { simplified(toPoints: Self.mostPoints) }

  /// The same with another limit in place of `mostPoints`.
  package func simplified(toPoints mostPoints: Int) -> Extent {
    var tolerance = min(1, bounds.diagonal / 50)
    let weights = parts.map { Self.weights(of: $0.points, from: tolerance) }
    let heavy = weights.flatMap { $0.filter { $0 > tolerance } }
    if heavy.count > mostPoints {
      let lightest = heavy.sorted(by: >)[mostPoints]
      tolerance = max(1, lightest.isFinite ? lightest : 1)
    }
    while true {
      let simpler = Self.simplified(parts, weights, tolerance: tolerance)
      if simpler.reduce(0, { $0 + $1.points.count }) <= mostPoints {
        // Of the corners, and of the square in which another small part lies.
        let lost = tolerance > 1 ? (2 * tolerance).rounded(.up) : 0
        return Extent(parts: simpler, accuracy: accuracy + lost)
      }
      tolerance *= 1.5
    }
  }

  private static func simplified(_ parts: [Part], _ weights: [[Double]], tolerance: Double) -> [Part] {
    var kept = weights.map { weights in weights.indices.filter { weights[$0] > tolerance } }
    RingCrossings.keepApart(&kept, of: parts)
    var isTaken: Set<Cell> = []
    var simpler: [Part] = []
    for (part, kept) in zip(parts, kept) {
      var points = simplified(part, kept)
      if tolerance > 1, let first = points.first {
        // Of all that is small in one place, a point is enough.
        let cell = Cell(of: first, size: tolerance / 2)
        if points.allSatisfy({ Cell(of: $0, size: tolerance / 2) == cell }) {
          guard isTaken.insert(cell).inserted else { continue }
          points = [first]
        }
      }
      simpler.append(Self.part(points, isRing: part.isRing))
    }
    return simpler
  }

  /// A line, or a ring, unless too few corners are left.
  private static func part(_ points: [Point], isRing: Bool) -> Part {
    isRing && points.count > 3
      ? Part(ring: Array(points[..<(points.count - 1)])) : Part(isRing: false, points: points)
  }

  /// A square of about a size, on the ground.
  private struct Cell: Hashable {
    let row: Int
    let column: Int

    init(of point: Point, size: Double) {
      let degrees = size / metresInDegree
      // Beyond that, the equator would part all that lies across it.
      let row = degrees < 90 ? (point.coordinate.latitude / degrees).rounded(.down) : 0
      self.row = Int(clamping: row)
      let shrinking = max(0.001, cos(row * degrees * .pi / 180))
      column =
        degrees < 90 ? Int(clamping: (point.coordinate.longitude * shrinking / degrees).rounded(.down)) : 0
    }
  }

  private static func simplified(_ part: Part, _ corners: [Int]) -> [Point] {
    let kept = corners.map { part.points[$0] }
    if kept.count == 2, kept[0] == kept[1] { return [kept[0]] }
    // A ring of two corners is a line.
    return part.isRing && kept.count == 3 ? Array(kept.dropLast()) : kept
  }

  /// For each corner the tolerance in metres with which it goes; 0 if that is not more than the least one.
  private static func weights(of points: [Point], from least: Double) -> [Double] {
    var weights = [Double](repeating: 0, count: points.count)
    for end in [0, points.count - 1] { weights[end] = .infinity }
    var waiting = [(from: 0, to: points.count - 1, weight: Double.infinity, depth: 0)]
    while let line = waiting.popLast() {
      guard let farthest = farthest(of: points, between: line.from, and: line.to), farthest.metres > least
      else { continue }
      // Halves end where the farthest corner is always one of the first or last.
      let index = line.depth < deepest ? farthest.index : (line.from + line.to) / 2
      weights[index] = min(line.weight, farthest.metres)
      waiting.append((line.from, index, weights[index], line.depth + 1))
      waiting.append((index, line.to, weights[index], line.depth + 1))
    }
    return weights
  }

  private static let deepest = 100

  /// The corner that is farthest from the edge between two others.
  ///
  /// An edge leaves the straight line on the map by a parabola, as a geodesic has φ″ = -λ′² sin φ cos φ and
  /// λ″ = 2 φ′ λ′ tan φ, and that by a hundredth and the cube of its length, which count as distance.
  private static func farthest(
    of points: [Point], between from: Int, and to: Int
  ) -> (index: Int, metres: Double)? {
    guard to - from > 1 else { return nil }
    let (start, end) = (points[from], points[to])
    let latitude = (Double(start.latitude) + Double(end.latitude)) / 2 / radian
    let shrinking = cos(latitude)
    // In units of a corner, which take no division.
    func offset(_ point: Point) -> SIMD2<Double> {
      let turn = Double(point.longitude) - Double(start.longitude)
      let east = abs(turn) <= halfTurn ? turn : turn - (turn > 0 ? 2 : -2) * halfTurn
      return SIMD2(east * shrinking, Double(point.latitude) - Double(start.latitude))
    }
    let way = offset(end)
    let squaredLength = (way * way).sum()
    let wayOverSquare = squaredLength > 0 ? way / squaredLength : .zero
    let bulge = sin(latitude) * way.x / shrinking / radian * SIMD2(-way.y, way.x / 2)
    let relative = squaredLength / (radian * radian * shrinking * shrinking)
    let doubt = 0.01 * (bulge * bulge).sum().squareRoot() + 0.12 * relative * squaredLength.squareRoot()
    var farthest = (index: from, squared: -1.0)
    points.withUnsafeBufferPointer { points in
      for index in from + 1..<to {
        let point = offset(points[index])
        let along = min(1, max(0, (point * wayOverSquare).sum()))
        let height = along * (1 - along)
        let aside = point - way * along - bulge * height
        let squared = (aside * aside).sum() + doubt * height * (doubt * height)
        if squared > farthest.squared { farthest = (index, squared) }
      }
    }
    return (farthest.index, farthest.squared.squareRoot() / Point.unit * metresInDegree)
  }

  /// In units of a corner.
  private static let halfTurn = 180 * Point.unit
  private static let radian = halfTurn / .pi
  fileprivate static let metresInDegree = 111_320.0
}

extension Extent.Bounds {
  /// Metres from corner to corner of the box, roughly.
  fileprivate var diagonal: Double {
    let shrinking = cos((south + north) / 2 * .pi / 180)
    let (height, width) = (north - south, (east - west) * shrinking)
    return (height * height + width * width).squareRoot() * Extent.metresInDegree
  }
}
