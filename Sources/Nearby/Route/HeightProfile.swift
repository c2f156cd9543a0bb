import Geography

/// The heights of a route, smoothed: a receiver's raw heights are so noisy that a flat tour would climb 1,000 m.
public struct HeightProfile: Sendable {
  /// The mean heights of equal pieces of the route, in metres.
  public let heights: [Double]
  /// The length of such a piece in metres.
  public let step: Double
  /// Metres climbed up to the end of each piece.
  private let climbed: [Double]

  /// Metres of a piece, and pieces that are averaged to either side.
  private static let usualStep = 25.0
  private static let neighbours = 4
  /// Metres that a climb must have to count: less is what smoothing leaves of the noise.
  private static let leastClimb = 10.0
  private static let mostPieces = 400_000.0

  /// The profile of a route; `nil` if fewer than two points have heights.
  public init?(_ route: Route) {
    let line = route.line
    let measured = line.heights.indices.filter { Self.possible.contains(line.heights[$0]) }
    let known = Self.withoutSpikes(measured, line)
    guard known.count > 1, line.length > 0 else { return nil }
    step = max(Self.usualStep, line.length / Self.mostPieces)
    let means = Self.means(known.map { (line.along[$0], line.heights[$0]) }, length: line.length, step: step)
    heights = Self.smoothed(means)
    climbed = Self.climbs(heights)
  }

  /// Metres above the sea at which there is ground to stand on.
  private static let possible = -500.0...9000
  /// Metres that a height may differ from those beside it, and how many more for each metre of way.
  private static let (mostNoise, steepest) = (100.0, 2.0)

  /// The points of a line whose heights do not stand out alone from those beside them.
  private static func withoutSpikes(_ points: [Int], _ line: RouteLine) -> [Int] {
    guard points.count > 2 else { return points }
    /// How far a height is above, or below, what the other point allows; 0 if it is neither.
    func excess(_ point: Int, over other: Int) -> Double {
      let allowed = mostNoise + steepest * abs(line.along[points[point]] - line.along[points[other]])
      let difference = line.heights[points[point]] - line.heights[points[other]]
      return abs(difference) > allowed ? difference : 0
    }
    return points.indices.filter { point in
      let others =
        point == 0 ? (1, 2) : point == points.count - 1 ? (point - 1, point - 2) : (point - 1, point + 1)
      return excess(point, over: others.0) * excess(point, over: others.1) <= 0
    }.map { points[$0] }
  }

  /// Metres climbed up to a point of the route, in metres along it.
  public func climb(upTo along: Double) -> Double {
    let position = along / step
    guard position > 0 else { return 0 }
    let piece = min(Int(clamping: min(position, Double(climbed.count))), climbed.count - 1)
    let before = piece > 0 ? climbed[piece - 1] : 0
    return before + (climbed[piece] - before) * min(1, position - Double(piece))
  }

  /// Means of the heights between the points joined by straight lines, so that more points do not weigh more.
  private static func means(
    _ points: [(along: Double, height: Double)], length: Double, step: Double
  ) -> [Double] {
    var next = 1
    func height(at along: Double) -> Double {
      while next < points.count - 1, points[next].along < along { next += 1 }
      let (start, end) = (points[next - 1], points[next])
      let way = end.along - start.along
      let part = way > 0 ? min(1, max(0, (along - start.along) / way)) : 1
      return start.height + (end.height - start.height) * part
    }
    return (0..<max(1, Int(clamping: (length / step).rounded(.up)))).map { piece in
      let start = Double(piece) * step
      let end = min(length, start + step)
      var (area, at, last) = (0.0, start, height(at: start))
      func advance(to along: Double, _ height: Double) {
        area += (along - at) * (height + last) / 2
        (at, last) = (along, height)
      }
      while points[next].along < end, points[next].along > start, next < points.count - 1 {
        advance(to: points[next].along, points[next].height)
        next += 1
      }
      advance(to: end, height(at: end))
      return end > start ? area / (end - start) : last
    }
  }

  private static func smoothed(_ means: [Double]) -> [Double] {
    means.indices.map { index in
      // The same to either side, or a slope would shift at the ends.
      let reach = min(neighbours, index, means.count - 1 - index)
      return means[index - reach...index + reach].reduce(0, +) / Double(2 * reach + 1)
    }
  }

  /// What is climbed from turning point to turning point, where less than `leastClimb` is no turn.
  private static func climbs(_ heights: [Double]) -> [Double] {
    var turns = [0]
    var (lowest, highest) = (0, 0)
    var isClimbing: Bool?
    for index in heights.indices {
      if heights[index] < heights[lowest] { lowest = index }
      if heights[index] > heights[highest] { highest = index }
      if isClimbing != false, heights[index] <= heights[highest] - leastClimb {
        if isClimbing == true { turns.append(highest) }
        (isClimbing, lowest, highest) = (false, index, index)
      } else if isClimbing != true, heights[index] >= heights[lowest] + leastClimb {
        if isClimbing == false || lowest > 0 { turns.append(lowest) }
        (isClimbing, lowest, highest) = (true, index, index)
      }
    }
    turns.append(isClimbing == true ? highest : isClimbing == false ? lowest : heights.count - 1)
    var climbed = [Double](repeating: 0, count: heights.count)
    var total = 0.0
    for (from, to) in zip(turns, turns.dropFirst()) where to > from {
      var highest = heights[from]
      for index in from + 1...to {
        if heights[to] - heights[from] >= leastClimb, heights[index] > highest {
          total += heights[index] - highest
          highest = heights[index]
        }
        climbed[index] = total
      }
    }
    if let end = turns.last, end + 1 < climbed.count {
      for index in end + 1..<climbed.count { climbed[index] = total }
    }
    return climbed
  }
}
