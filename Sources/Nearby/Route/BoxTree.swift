/// Boxes in space around items in a row, and around those boxes in turn, so that the items near a point are found
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
  }

  /// How many boxes, or items, one box is around.
  private static let fanOut = 16

  private let count: Int
  /// The boxes around `fanOut` items each, then those around `fanOut` of these each, and so on.
  private let levels: [[Box]]

  /// Boxes around items, each of which has a box that `box` knows.
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
  func forEachItem(within reach: Double, of point: SIMD3<Double>, _ body: (Int) -> Void) {
    guard let top = levels.last else { return }
    for index in top.indices {
      visit(level: levels.count - 1, index: index, reach: reach, point: point, body)
    }
  }

  private func visit(
    level: Int, index: Int, reach: Double, point: SIMD3<Double>, _ body: (Int) -> Void
  ) {
    guard levels[level][index].distance(to: point) <= reach else { return }
    let width = level == 0 ? count : levels[level - 1].count
    let children = index * Self.fanOut..<min((index + 1) * Self.fanOut, width)
    if level == 0 {
      children.forEach(body)
    } else {
      for child in children {
        visit(level: level - 1, index: child, reach: reach, point: point, body)
      }
    }
  }
}
