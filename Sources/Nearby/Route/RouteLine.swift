import FoundationEssentials
import Geography

/// The points of a route in space, with the metres along the route to each.
///
/// Two neighbours less than a micrometre apart along the route are the two ends of a break; any other two are joined
/// by a leg, which is short enough to be a straight line. In space neither ±180° nor the poles are anything special.
struct RouteLine: Sendable {
  /// Metres from the centre of the earth.
  let points: [SIMD3<Double>]
  /// Metres along the route; increasing.
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
    (self.points, self.along, self.heights) = (points, along, heights)
    (self.seconds, self.epoch) = (seconds, epoch)
    boxes = BoxTree(count: points.count - 1) { leg in
      along[leg + 1] - along[leg] > Self.mostBreak
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
    along.indices.contains(leg) && leg < legCount && along[leg + 1] - along[leg] > Self.mostBreak
  }

  /// Metres along the route that a break takes, so that what is beyond it comes later, and below which there is no leg.
  static let (overBreak, mostBreak) = (0.000_000_2, 0.000_000_5)

  /// As fast as recorded, but at no recorded time: nobody went that way then.
  var reversed: RouteLine {
    let last = seconds.last { !$0.isNaN } ?? 0
    return RouteLine(
      points: points.reversed(), along: along.reversed().map { length - $0 }, heights: heights.reversed(),
      seconds: seconds.reversed().map { last - $0 }, epoch: nil)
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

  func point(on leg: Int, at fraction: Double) -> SIMD3<Double> {
    points[leg] + (points[leg + 1] - points[leg]) * fraction
  }

  func along(on leg: Int, at fraction: Double) -> Double {
    along[leg] + (along[leg + 1] - along[leg]) * fraction
  }

  /// The point this many metres along the route.
  func point(at metres: Double) -> SIMD3<Double> {
    let leg = leg(at: metres)
    guard isLeg(leg) else { return points[metres - along[leg] > Self.overBreak / 2 ? leg + 1 : leg] }
    return point(on: leg, at: min(1, max(0, (metres - along[leg]) / (along[leg + 1] - along[leg]))))
  }

  /// The last leg that begins at or before this many metres; the first or last leg beyond the ends.
  func leg(at metres: Double) -> Int {
    max(0, min(legCount, along.partitioningIndex { $0 > metres }) - 1)
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

/// Builds the points of a route from those of its file as they are read: drops repeated ones and splits long legs.
struct RouteLineBuilder {
  private(set) var points: [SIMD3<Double>] = []
  private(set) var along: [Double] = []
  /// As many as there are points, or none at all.
  private(set) var heights: [Double] = []
  /// As many as there are points, or none at all.
  private(set) var seconds: [Double] = []
  private(set) var epoch: Double?
  private(set) var breaks: [Route.Break] = []
  private(set) var pointCount = 0
  /// Metres.
  private(set) var longestLeg = 0.0
  /// Whether any point came, even if it made no leg.
  private(set) var isTouched = false

  /// Metres up to which a chord replaces the geodesic: it runs at most 2 cm below the ground.
  private static let longestPiece = 1000.0

  /// Metres above mean sea level; what is beyond them is a mistake of the file.
  private static let plausibleHeights = -12_000.0...100_000.0

  private var last: RoutePoint?
  private var start: RoutePoint?
  /// Where the last leg led, while that is known; `nil` once a rest follows it.
  private var course: Bearing?

  /// Ends the segment: from there to the next point there is no way.
  mutating func endSegment() {
    start = nil
  }

  /// Adds the next point. A segment begins with its first leg, because a point alone is no route.
  ///
  /// - Throws: `RouteError.tooLong`.
  mutating func add(_ point: RoutePoint) throws(RouteError) {
    isTouched = true
    guard let from = start else { return start = point }
    let (distance, bearing) = WGS84.inverse(from: from.coordinate, to: point.coordinate)
    guard let bearing else {
      // The doubled point may know what the first did not.
      start?.altitude = from.altitude ?? point.altitude
      rest(at: from, until: point.time)
      return
    }
    if last != from { begin(with: from) }
    append(point, after: from, at: distance.metres, towards: bearing)
    guard (along.last ?? 0) <= Route.longest.metres else { throw .tooLong }
    (start, last) = (point, point)
  }

  /// Lets time pass at a point: a micrometre further on, as a point has one time.
  private mutating func rest(at point: RoutePoint, until time: Date?) {
    guard let time, let arrival = point.time, time > arrival else { return }
    start?.time = time
    guard last?.coordinate == point.coordinate, let metres = along.last, let epoch else { return }
    if let course {
      let further = WGS84.destination(
        from: point.coordinate, bearing: course, distance: Distance(metres: Self.rest))
      append(WGS84.cartesian(further), at: metres + Self.rest, height: point.altitude, time: time)
      self.course = nil
    } else {
      seconds[seconds.count - 1] = time.timeIntervalSince1970 - epoch
    }
  }

  /// Metres.
  private static let rest = 0.000_001

  private mutating func begin(with point: RoutePoint) {
    var metres = along.last ?? 0
    if let last {
      let gap = WGS84.inverse(from: last.coordinate, to: point.coordinate).distance
      if gap == .zero { return rest(at: last, until: point.time) }
      breaks.append(Route.Break(along: Distance(metres: metres + RouteLine.overBreak / 2), distance: gap))
      metres += RouteLine.overBreak
    }
    append(WGS84.cartesian(point.coordinate), at: metres, height: point.altitude, time: point.time)
    pointCount += 1
    last = point
  }

  private mutating func append(
    _ point: RoutePoint, after from: RoutePoint, at metres: Double, towards bearing: Bearing
  ) {
    let start = along.last ?? 0
    let pieces = (metres / Self.longestPiece).rounded(.up)
    if pieces > 1 {
      for piece in 1..<Int(clamping: pieces) {
        let part = Double(piece) / pieces
        let between = WGS84.destination(
          from: from.coordinate, bearing: bearing, distance: Distance(metres: metres * part))
        append(
          WGS84.cartesian(between), at: start + metres * part,
          height: Self.between(from.altitude, point.altitude, at: part),
          time: Self.between(
            from.time?.timeIntervalSince1970, point.time?.timeIntervalSince1970, at: part
          ).map(Date.init(timeIntervalSince1970:)))
      }
    }
    append(WGS84.cartesian(point.coordinate), at: start + metres, height: point.altitude, time: point.time)
    pointCount += 1
    longestLeg = max(longestLeg, metres)
    course = bearing
  }

  private mutating func append(_ point: SIMD3<Double>, at metres: Double, height: Double?, time: Date?) {
    if epoch == nil, let time { epoch = time.timeIntervalSince1970 }
    let height = height.flatMap { Self.plausibleHeights.contains($0) ? $0 : nil }
    Self.append(height, to: &heights, after: points.count)
    Self.append(time.map { $0.timeIntervalSince1970 - (epoch ?? 0) }, to: &seconds, after: points.count)
    points.append(point)
    along.append(metres)
  }

  /// Appends what may not be known, after so many points; as long as none of them knew it, there is no list.
  private static func append(_ value: Double?, to list: inout [Double], after count: Int) {
    guard value != nil || !list.isEmpty else { return }
    if list.isEmpty { list = [Double](repeating: .nan, count: count) }
    list.append(value ?? .nan)
  }

  private static func between(_ start: Double?, _ end: Double?, at part: Double) -> Double? {
    guard let start, let end else { return nil }
    return start + (end - start) * part
  }
}
