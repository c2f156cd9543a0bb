import Geography

/// The points of a route in space, with the metres along the route to each.
///
/// Two neighbours at the same metre are the two ends of a break; any other two are joined by a leg, which is
/// short enough to be a straight line. In space neither ±180° nor the poles are anything special.
struct RouteLine: Sendable {
  /// Metres from the centre of the earth.
  let points: [SIMD3<Double>]
  /// Metres along the route; never decreasing.
  let along: [Double]
  /// Metres above mean sea level, NaN if unknown; empty if the route has no heights.
  let heights: [Double]
  /// Seconds since the first time, NaN if unknown; empty if the route has no times.
  let seconds: [Double]
  /// The earliest time of the route, in seconds since 1970; `nil` if it has no times.
  let epoch: Double?

  private let boxes: BoxTree

  init(_ builder: RouteLineBuilder) {
    self.init(
      points: builder.points, along: builder.along, heights: builder.heights, seconds: builder.seconds,
      epoch: builder.epoch)
  }

  private init(
    points: [SIMD3<Double>], along: [Double], heights: [Double], seconds: [Double], epoch: Double?
  ) {
    self.points = points
    self.along = along
    self.heights = heights
    self.seconds = seconds
    self.epoch = epoch
    boxes = BoxTree(count: points.count - 1) { leg in
      along[leg + 1] > along[leg]
        ? BoxTree.Box(
          least: pointwiseMin(points[leg], points[leg + 1]),
          greatest: pointwiseMax(points[leg], points[leg + 1]))
        : .empty
    }
  }

  /// Metres.
  var length: Double { along.last ?? 0 }

  /// The number of pairs of neighbours, breaks included.
  var legCount: Int { points.count - 1 }

  /// Whether two neighbours are joined.
  func isLeg(_ leg: Int) -> Bool {
    along.indices.contains(leg) && leg < legCount && along[leg + 1] > along[leg]
  }

  var reversed: RouteLine {
    let last = seconds.last { !$0.isNaN } ?? 0
    return RouteLine(
      points: points.reversed(), along: along.reversed().map { length - $0 }, heights: heights.reversed(),
      seconds: seconds.reversed().map { last - $0 }, epoch: epoch)
  }

  /// Hands over the legs that may come within `reach` metres in a straight line of a point in space, in route order.
  func visitLegs(within reach: Double, of point: SIMD3<Double>, by visitor: inout some BoxTree.Visitor) {
    boxes.visit(within: reach, of: point, by: &visitor)
  }

  /// Where a leg comes nearest to a point in space: a fraction of the leg, and metres in a straight line.
  func foot(on leg: Int, of point: SIMD3<Double>) -> (fraction: Double, distance: Double) {
    let way = points[leg + 1] - points[leg]
    let fraction = min(1, max(0, ((point - points[leg]) * way).sum() / (way * way).sum()))
    return (fraction, (point - points[leg] - way * fraction).length)
  }

  /// The point a fraction along a leg.
  func point(on leg: Int, at fraction: Double) -> SIMD3<Double> {
    points[leg] + (points[leg + 1] - points[leg]) * fraction
  }

  /// The metres along the route a fraction along a leg.
  func along(on leg: Int, at fraction: Double) -> Double {
    along[leg] + (along[leg + 1] - along[leg]) * fraction
  }

  /// The point this many metres along the route.
  func point(at metres: Double) -> SIMD3<Double> {
    let leg = leg(at: metres)
    let length = along[leg + 1] - along[leg]
    return point(on: leg, at: length > 0 ? min(1, max(0, (metres - along[leg]) / length)) : 0)
  }

  /// The last leg that begins at or before this many metres; the first or last leg beyond the ends.
  func leg(at metres: Double) -> Int {
    var low = 0
    var high = legCount
    while low < high {
      let middle = (low + high) / 2
      if along[middle] <= metres { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }
}

extension SIMD3<Double> {
  /// The direction alone; zero if there is none.
  var unit: SIMD3<Double> {
    let length = length
    return length > 0 ? self / length : .zero
  }

  func cross(_ other: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      y * other.z - z * other.y,
      z * other.x - x * other.z,
      x * other.y - y * other.x)
  }
}
