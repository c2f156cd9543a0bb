import Glibc

extension Extent {
  /// Corners that an extent may have, beyond which it is made coarser than a metre.
  package static let mostPoints = 2000

  /// The same with fewer corners: each edge is within a metre of the original (within a fiftieth of a small
  /// extent's size), and farther only where there would be more than `mostPoints`; `accuracy` then says how far.
  ///
  /// Simplifying twice changes nothing. Douglas and Peucker, "Algorithms for the reduction of the number of points"
  /// (1973); a small ring becomes a point where it must, and goes if another is near.
  package var simplified: Extent { simplified(toPoints: Self.mostPoints) }

  /// The same with another limit in place of `mostPoints`.
  package func simplified(toPoints mostPoints: Int) -> Extent {
    var tolerance = min(1, bounds.diagonal / 50)
    var parts = parts
    var count = pointCount
    while true {
      let inPieces = count > Self.mostAtOnce
      parts = Self.simplified(parts, tolerance: tolerance, inPieces: inPieces)
      count = parts.reduce(0) { $0 + $1.points.count }
      if count > max(inPieces ? Self.mostAtOnce : 0, mostPoints) {
        tolerance = 2 * max(tolerance, 0.5)
      } else if !inPieces || mostPoints > Self.mostAtOnce {
        // Of all steps together, and of the cell in which another corner lies.
        return Extent(parts: parts, accuracy: max(accuracy, tolerance > 1 ? 3 * tolerance : 0))
      }
    }
  }

  /// Corners up to which the time may grow with their square.
  private static let mostAtOnce = 10_000
  private static let piece = 64

  private static func simplified(_ parts: [Part], tolerance: Double, inPieces: Bool) -> [Part] {
    var isTaken: Set<Cell> = []
    var simpler: [Part] = []
    for part in parts {
      var points = simplified(part, tolerance: tolerance, inPieces: inPieces)
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
      let row = (point.coordinate.latitude / degrees).rounded(.down)
      self.row = Int(clamping: row)
      let shrinking = max(0.001, cos(row * degrees * .pi / 180))
      column = Int(clamping: (point.coordinate.longitude * shrinking / degrees).rounded(.down))
    }
  }

  private static func simplified(_ part: Part, tolerance: Double, inPieces: Bool) -> [Point] {
    let points = part.points
    guard let first = points.first, points.count > 2 else { return points }
    var isKept = [Bool](repeating: false, count: points.count)
    isKept[0] = true
    isKept[points.count - 1] = true
    var waiting: [(from: Int, to: Int)] = []
    if inPieces {
      var from = 0
      while from < points.count - 1 {
        let to = min(from + piece, points.count - 1)
        isKept[to] = true
        waiting.append((from, to))
        from = to
      }
    } else {
      waiting.append((0, points.count - 1))
    }
    while let (from, to) = waiting.popLast() {
      guard let farthest = farthest(of: points, between: from, and: to), farthest.metres > tolerance else {
        continue
      }
      isKept[farthest.index] = true
      waiting.append((from, farthest.index))
      waiting.append((farthest.index, to))
    }
    let kept = points.indices.filter { isKept[$0] }.map { points[$0] }
    if kept.count == 2, kept[0] == kept[1] { return [first] }
    // A ring of two corners is a line.
    return part.isRing && kept.count == 3 ? Array(kept.dropLast()) : kept
  }

  /// The corner that is farthest from the straight line between two others.
  private static func farthest(
    of points: [Point], between from: Int, and to: Int
  ) -> (index: Int, metres: Double)? {
    guard to - from > 1 else { return nil }
    let (start, end) = (points[from], points[to])
    let shrinking = cos((Double(start.latitude) + Double(end.latitude)) / 2 / Point.unit * .pi / 180)
    // In units of a corner, which take no division.
    func offset(_ point: Point) -> SIMD2<Double> {
      let turn = Double(point.longitude) - Double(start.longitude)
      let east = abs(turn) <= halfTurn ? turn : turn - (turn > 0 ? 2 : -2) * halfTurn
      return SIMD2(east * shrinking, Double(point.latitude) - Double(start.latitude))
    }
    let way = offset(end)
    let squaredLength = (way * way).sum()
    let wayOverSquare = squaredLength > 0 ? way / squaredLength : .zero
    var farthest = (index: from, squared: -1.0)
    points.withUnsafeBufferPointer { points in
      for index in from + 1..<to {
        let point = offset(points[index])
        let along = min(1, max(0, (point * wayOverSquare).sum()))
        let aside = point - way * along
        let squared = (aside * aside).sum()
        if squared > farthest.squared { farthest = (index, squared) }
      }
    }
    return (farthest.index, farthest.squared.squareRoot() / Point.unit * metresInDegree)
  }

  /// In units of a corner.
  private static let halfTurn = 180 * Point.unit
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
