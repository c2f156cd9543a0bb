import Geography

/// A tree of boxes in space: each encloses a run of items, or of smaller boxes, so that the items near a point are found
/// without looking at all of them.
struct BoxTree: Sendable {
  /// The space between two corners.
  struct Box: Sendable {
    var least: SIMD3<Double>
    var greatest: SIMD3<Double>

    /// The box of nothing; every point is infinitely far from it.
    static let empty = Box(
      least: SIMD3(repeating: .infinity), greatest: SIMD3(repeating: -.infinity))

    func union(_ other: Box) -> Box {
      Box(
        least: pointwiseMin(least, other.least), greatest: pointwiseMax(greatest, other.greatest))
    }

    /// How far a point lies outside of the box, in a straight line.
    func distance(to point: SIMD3<Double>) -> Double {
      pointwiseMax(pointwiseMax(least - point, point - greatest), .zero).length
    }

    /// How far the farthest point of the box is, in a straight line.
    func farthest(from point: SIMD3<Double>) -> Double {
      pointwiseMax(greatest - point, point - least).length
    }
  }

  /// What looks at items in their order.
  protocol Visitor {
    /// Is told of a run of items and the box around it; returns true if that settles the whole run.
    mutating func settles(_ items: Range<Int>, in box: Box, at distance: Double) -> Bool
    mutating func take(_ item: Int)
  }

  /// How many boxes, or items, one box is around.
  private static let fanOut = 16

  private let count: Int
  /// The boxes around `fanOut` items each, then those around `fanOut` of these each, and so on.
  private let levels: [[Box]]

  /// Builds the tree; `box` returns the box of an item.
  init(count: Int, box: (Int) -> Box) {
    self.count = count
    var levels: [[Box]] = []
    var width = count
    repeat {
      let below = levels.last
      levels.append(
        stride(from: 0, to: width, by: Self.fanOut).map { first in
          (first..<min(first + Self.fanOut, width)).reduce(Box.empty) {
            $0.union(below?[$1] ?? box($1))
          }
        })
      width = levels.last?.count ?? 0
    } while width > Self.fanOut
    self.levels = levels
  }

  /// Hands over the items whose group comes within `reach` of a point, in their order.
  func visit(within reach: Double, of point: SIMD3<Double>, by visitor: inout some Visitor) {
    guard let top = levels.last else { return }
    for index in top.indices {
      visit(level: levels.count - 1, index: index, reach: reach, point: point, by: &visitor)
    }
  }

  private func visit(
    level: Int, index: Int, reach: Double, point: SIMD3<Double>, by visitor: inout some Visitor
  ) {
    let box = levels[level][index]
    let distance = box.distance(to: point)
    guard distance <= reach else { return }
    let size = Self.size(ofLevel: level)
    let items = index * size..<min((index + 1) * size, count)
    guard !visitor.settles(items, in: box, at: distance) else { return }
    if level == 0 {
      for item in items { visitor.take(item) }
    } else {
      let children = index * Self.fanOut..<min((index + 1) * Self.fanOut, levels[level - 1].count)
      for child in children {
        visit(level: level - 1, index: child, reach: reach, point: point, by: &visitor)
      }
    }
  }

  /// How many items a box of a level is around.
  private static func size(ofLevel level: Int) -> Int {
    (0..<level).reduce(fanOut) { size, _ in size * fanOut }
  }
}
