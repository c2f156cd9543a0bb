import FoundationEssentials
import Geography

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

  /// The last point that was taken.
  private var last: RoutePoint?
  private var start: RoutePoint?

  /// Ends the segment: from there to the next point there is no way.
  mutating func endSegment() {
    start = nil
  }

  /// Adds the next point. A segment begins with its first leg, because a point alone is no route.
  ///
  /// - Throws: `RouteError.tooLong`.
  mutating func add(_ point: RoutePoint) throws(RouteError) {
    isTouched = true
    guard let from = start else {
      start = point
      return
    }
    let (distance, bearing) = WGS84.inverse(from: from.coordinate, to: point.coordinate)
    guard let bearing else {
      // The doubled point may know what the first did not.
      start?.altitude = from.altitude ?? point.altitude
      return
    }
    if last != from { begin(with: from) }
    append(point, after: from, at: distance.metres, towards: bearing)
    guard (along.last ?? 0) <= Route.longest.metres else { throw .tooLong }
    (start, last) = (point, point)
  }

  private mutating func begin(with point: RoutePoint) {
    let metres = along.last ?? 0
    if let last {
      let gap = WGS84.inverse(from: last.coordinate, to: point.coordinate).distance
      if gap == .zero { return }
      breaks.append(Route.Break(along: Distance(metres: metres), distance: gap))
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
