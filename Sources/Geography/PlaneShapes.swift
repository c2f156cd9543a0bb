/// A rectangle of a plane, which cuts the lines and areas of pictures.
package struct PlaneBox: Hashable, Sendable {
  package let low: SIMD2<Double>
  package let high: SIMD2<Double>

  package init(low: SIMD2<Double>, high: SIMD2<Double>) {
    (self.low, self.high) = (low, high)
  }

  /// The box around some points; `nil` if there are none.
  package init?(around points: some Sequence<SIMD2<Double>>) {
    var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
    for point in points {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
    // What is not a number is in no box.
    guard low.x <= high.x, low.y <= high.y else { return nil }
    self.init(low: low, high: high)
  }

  package func grown(by margin: Double) -> PlaneBox {
    PlaneBox(low: low - margin, high: high + margin)
  }

  package func contains(_ point: SIMD2<Double>) -> Bool {
    point.x >= low.x && point.x <= high.x && point.y >= low.y && point.y <= high.y
  }

  package func contains(_ other: PlaneBox) -> Bool { contains(other.low) && contains(other.high) }

  package func overlaps(_ other: PlaneBox) -> Bool {
    low.x <= other.high.x && other.low.x <= high.x && low.y <= other.high.y && other.low.y <= high.y
  }

  /// The part of a ring's area inside, as one ring; empty if there is none.
  ///
  /// Sutherland and Hodgman, "Reentrant Polygon Clipping" (1974): where the area is in several parts, the ring runs
  /// along the box's edge between them. Of several rings it keeps what is inside an odd number of them.
  package func clipped(ring: [SIMD2<Double>]) -> [SIMD2<Double>] {
    guard let around = PlaneBox(around: ring), overlaps(around) else { return [] }
    if contains(around) { return ring }
    var corners = ring
    for axis in 0...1 {
      for (edge, sign) in [(low[axis], 1.0), (high[axis], -1.0)] {
        guard var last = corners.last else { return [] }
        var kept: [SIMD2<Double>] = []
        kept.reserveCapacity(corners.count + 4)
        var lastIn = (last[axis] - edge) * sign >= 0
        for corner in corners {
          let isIn = (corner[axis] - edge) * sign >= 0
          if isIn != lastIn {
            var crossing = last + (corner - last) * ((edge - last[axis]) / (corner[axis] - last[axis]))
            crossing[axis] = edge
            kept.append(crossing)
          }
          if isIn { kept.append(corner) }
          (last, lastIn) = (corner, isIn)
        }
        corners = kept
      }
    }
    return corners
  }

  /// The parts of a line inside (Liang and Barsky 1984).
  package func clipped(line: [SIMD2<Double>]) -> [[SIMD2<Double>]] {
    guard let around = PlaneBox(around: line), overlaps(around) else { return [] }
    if contains(around) { return [line] }
    var parts: [[SIMD2<Double>]] = []
    var part: [SIMD2<Double>] = []
    func end() {
      if part.count > 1 { parts.append(part) }
      part = []
    }
    for (start, next) in zip(line, line.dropFirst()) {
      guard let (from, to) = inside(from: start, to: next) else {
        end()
        continue
      }
      if part.last != from {
        end()
        part = [from]
      }
      part.append(to)
      if to != next { end() }
    }
    end()
    return parts
  }

  /// What of a way is inside.
  func inside(
    from start: SIMD2<Double>, to end: SIMD2<Double>
  ) -> (from: SIMD2<Double>, to: SIMD2<Double>)? {
    let way = end - start
    var (first, last) = (0.0, 1.0)
    for axis in 0...1 {
      if way[axis] == 0 {
        guard start[axis] >= low[axis], start[axis] <= high[axis] else { return nil }
      } else {
        let edges = ((low[axis] - start[axis]) / way[axis], (high[axis] - start[axis]) / way[axis])
        first = max(first, min(edges.0, edges.1))
        last = min(last, max(edges.0, edges.1))
      }
    }
    guard first <= last else { return nil }
    return (first == 0 ? start : start + way * first, last == 1 ? end : start + way * last)
  }
}

/// The points that keep a line within a tolerance of its form (Douglas and Peucker 1973); the ends stay.
package func simplified(_ line: [SIMD2<Double>], tolerance: Double) -> [SIMD2<Double>] {
  guard line.count > 2 else { return line }
  var isKept = [Bool](repeating: false, count: line.count)
  isKept[0] = true
  isKept[line.count - 1] = true
  var waiting = [(0, line.count - 1)]
  let least = tolerance * tolerance
  line.withUnsafeBufferPointer { line in
    while let (from, to) = waiting.popLast() {
      guard to - from > 1 else { continue }
      let (start, way) = (line[from], line[to] - line[from])
      let squaredLength = (way * way).sum()
      var (farthest, most) = (from, least)
      for index in from + 1..<to {
        let offset = line[index] - start
        let along = squaredLength > 0 ? min(1, max(0, (offset * way).sum() / squaredLength)) : 0
        let aside = offset - way * along
        let squared = (aside * aside).sum()
        if squared > most { (farthest, most) = (index, squared) }
      }
      guard farthest > from else { continue }
      isKept[farthest] = true
      waiting.append((from, farthest))
      waiting.append((farthest, to))
    }
  }
  return line.indices.filter { isKept[$0] }.map { line[$0] }
}

extension [SIMD2<Double>] {
  /// How long a line is.
  package var length: Double {
    zip(self, dropFirst()).reduce(0) { $0 + (($1.1 - $1.0) * ($1.1 - $1.0)).sum().squareRoot() }
  }
}

/// Whether a ring goes around 0, 0; it need not come back to its start.
package func isOriginInside(_ ring: some BidirectionalCollection<SIMD2<Double>>) -> Bool {
  guard var last = ring.last else { return false }
  var isInside = false
  for corner in ring {
    if (corner.y > 0) != (last.y > 0), last.x - last.y * (corner.x - last.x) / (corner.y - last.y) > 0 {
      isInside.toggle()
    }
    last = corner
  }
  return isInside
}
