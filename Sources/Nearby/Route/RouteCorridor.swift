import Geography
import Glibc
import Input
import Places

/// All that lies within a distance of a route, and how the route passes it.
public struct RouteCorridor: Sendable {
  public let route: Route
  public let within: Distance

  let line: RouteLine
  /// The same, and the distance beyond which a pass has ended, as straight lines in metres.
  private let nearChord: Double
  private let farChord: Double

  /// The widest corridor to either side.
  public static let widest = Distance(metres: 100_000)
  /// Metres below which a place is on the way rather than on a side of it.
  public static let leastSideOffset = 10.0
  /// Metres before and behind over which the direction of a recorded route is taken.
  private static let smoothing = 12.5
  /// Metres by which another point must be nearer, so that rounding decides nothing if a route follows the
  /// same path twice.
  fileprivate static let tie = 1e-5

  /// `within` is cut to `widest`.
  public init(route: Route, within: Distance) {
    self.route = route
    self.within = min(within, Self.widest)
    line = route.line
    nearChord = Self.chord(underWay: self.within.metres)
    farChord = Self.chord(underWay: Self.leavingDistance(self.within.metres))
  }

  /// Beyond this many metres a pass has ended; the gap keeps bends and jitter from making two of one.
  static func leavingDistance(_ metres: Double) -> Double {
    metres + max(0.1 * metres, 20)
  }

  private static func chord(underWay way: Double) -> Double {
    let meanRadius = 6_371_008.8
    return 2 * meanRadius * sin(way / (2 * meanRadius))
  }

  /// The stretches of the route within the distance of a place, in route order; each ends only where the route is farther
  /// away than `leavingDistance`.
  public func stretches(along place: Coordinate) -> [RouteStretch] {
    let target = WGS84.cartesian(place)
    var passing = Passing(line: line, target: target, nearChord: nearChord, farChord: farChord)
    line.visitLegs(within: farChord, of: target, by: &passing)
    passing.close()
    return passing.nearest.compactMap { stretch(at: $0.leg, $0.fraction, of: place, target) }
  }

  /// Follows the route past a point in space, and finds the nearest point of each stretch; all distances are in a
  /// straight line.
  private struct Passing: BoxTree.Visitor {
    let line: RouteLine
    let target: SIMD3<Double>
    let nearChord: Double
    let farChord: Double

    var nearest: [Point] = []

    /// The nearest point so far of the stretch that has not ended.
    var current: Point?
    /// The leg that the stretch may go on with.
    var expected = -1

    struct Point {
      let leg: Int
      let fraction: Double
      let distance: Double
    }

    mutating func close() {
      // What is beyond the limit is refused as a whole.
      if let current, nearest.count <= InputLimits.passes { nearest.append(current) }
      current = nil
    }

    /// Legs that do not leave the stretch, and come no nearer than another, change nothing.
    mutating func settles(_ legs: Range<Int>, in box: BoxTree.Box, at distance: Double) -> Bool {
      guard legs.lowerBound == expected, distance > current?.distance ?? nearChord + 2 * RouteCorridor.tie,
        box.farthest(from: target) < farChord - RouteCorridor.tie
      else { return false }
      expected = legs.upperBound
      return true
    }

    mutating func take(_ leg: Int) {
      guard line.isLeg(leg) else {
        // At a break the way goes on elsewhere; whether that is still near by, its first leg tells.
        if leg == expected { expected += 1 }
        return
      }
      let foot = line.foot(on: leg, of: target)
      guard foot.distance <= farChord else { return }
      if leg != expected || !isNear(line.points[leg]) { close() }
      let isNearest =
        if let current { foot.distance < current.distance - RouteCorridor.tie } else {
          foot.distance <= nearChord + RouteCorridor.tie
        }
      if isNearest {
        current = Point(leg: leg, fraction: foot.fraction, distance: foot.distance)
      }
      if isNear(line.points[leg + 1]) {
        expected = leg + 1
      } else {
        close()
        expected = -1
      }
    }

    private func isNear(_ point: SIMD3<Double>) -> Bool { (point - target).length <= farChord }
  }

  private func stretch(
    at leg: Int, _ fraction: Double, of place: Coordinate, _ target: SIMD3<Double>
  ) -> RouteStretch? {
    let point = line.point(on: leg, at: fraction)
    let foot = WGS84.coordinate(of: point)
    let offset = WGS84.inverse(from: foot, to: place).distance
    guard offset <= within else { return nil }
    return RouteStretch(
      along: line.along(on: leg, at: fraction), offset: offset,
      side: offset.metres < Self.leastSideOffset
        ? .on : side(of: target - point, at: leg, fraction, up: Self.up(at: foot)),
      point: foot, until: nil)
  }

  // MARK: Side

  func side(
    of offset: SIMD3<Double>, at leg: Int, _ fraction: Double, up: SIMD3<Double>
  ) -> RouteSide {
    let direction = direction(at: leg, fraction)
    let leftness = (direction.cross(offset) * up).sum()
    return leftness > 0 ? .left : leftness < 0 ? .right : .on
  }

  /// The direction of travel: that of the leg, at a corner the middle between both legs', and on a recorded route
  /// that over some metres.
  private func direction(at leg: Int, _ fraction: Double) -> SIMD3<Double> {
    let ahead = (line.points[leg + 1] - line.points[leg]).unit
    var direction = ahead
    if route.isRecorded {
      direction =
        walk(from: leg, fraction, by: Self.smoothing) - walk(from: leg, fraction, by: -Self.smoothing)
    } else if fraction >= 1, line.isLeg(leg + 1) {
      direction += (line.points[leg + 2] - line.points[leg + 1]).unit
    } else if fraction <= 0, line.isLeg(leg - 1) {
      direction += (line.points[leg] - line.points[leg - 1]).unit
    }
    // Where one turns back on the spot there is no middle.
    return direction.length > 1e-3 ? direction : ahead
  }

  /// The point some metres farther on, or back, on the same segment.
  private func walk(from leg: Int, _ fraction: Double, by metres: Double) -> SIMD3<Double> {
    let target = line.along(on: leg, at: fraction) + metres
    var leg = leg
    if metres > 0 {
      while line.along[leg + 1] < target, line.isLeg(leg + 1) { leg += 1 }
    } else {
      while line.along[leg] > target, line.isLeg(leg - 1) { leg -= 1 }
    }
    let part = (target - line.along[leg]) / (line.along[leg + 1] - line.along[leg])
    return line.point(on: leg, at: min(1, max(0, part)))
  }

  static func up(at coordinate: Coordinate) -> SIMD3<Double> {
    let (latitude, longitude) = (coordinate.latitude * .pi / 180, coordinate.longitude * .pi / 180)
    return SIMD3(
      cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
  }

  /// The stretches of the route within the distance of a place, or of its extent, in route order; each ends only where
  /// the route is farther away than `leavingDistance`.
  ///
  /// - Parameter range: where on the route to look for those of an extent, in metres along it.
  public func stretches(
    along place: PointOfInterest, in range: ClosedRange<Double> = 0...(.infinity)
  ) -> [RouteStretch] {
    guard let extent = place.extent else { return stretches(along: place.coordinate) }
    let reach = leaving.metres + extent.reach(from: place.coordinate)
    var passing = PassingOfExtent(
      line: line, range: range, extent: extent, within: within, leaving: leaving)
    line.visitLegs(within: reach, of: WGS84.cartesian(place.coordinate), by: &passing)
    passing.close()
    return passing.stretches.map { stretch in
      let point = line.point(on: stretch.leg, at: stretch.fraction)
      let foot = WGS84.coordinate(of: point)
      let nearest = extent.nearest(to: foot)
      // Rounding may leave the point where the route comes in just outside.
      let offset = stretch.until == nil ? nearest.distance : .zero
      return RouteStretch(
        along: line.along(on: stretch.leg, at: stretch.fraction), offset: offset,
        side: offset.metres < Self.leastSideOffset
          ? .on
          : side(
            of: WGS84.cartesian(nearest.point) - point, at: stretch.leg, stretch.fraction,
            up: Self.up(at: foot)),
        point: foot, until: stretch.until)
    }
  }

  /// Beyond this distance a pass has ended.
  private var leaving: Distance { Distance(metres: Self.leavingDistance(within.metres)) }

  /// Follows the route past an extent, and finds the nearest point of each stretch: the first, where it leads inside.
  private struct PassingOfExtent: BoxTree.Visitor {
    let line: RouteLine
    let range: ClosedRange<Double>
    let extent: Extent
    let within: Distance
    let leaving: Distance

    struct Stretch {
      var leg: Int
      var fraction: Double
      var distance: Distance
      /// Metres along the route where it has last been inside.
      var until: Double?
    }

    var stretches: [Stretch] = []

    var current: Stretch?
    /// The leg that the stretch may go on with.
    var expected = -1

    mutating func close() {
      if let current, stretches.count <= InputLimits.passes { stretches.append(current) }
      current = nil
    }

    mutating func settles(_ legs: Range<Int>, in box: BoxTree.Box, at distance: Double) -> Bool { false }

    mutating func take(_ leg: Int) {
      guard line.isLeg(leg) else {
        // At a break the way goes on elsewhere; whether that is still near by, its first leg tells.
        if leg == expected { expected += 1 }
        return
      }
      let (least, length) = (line.along[leg], line.along[leg + 1] - line.along[leg])
      guard range.lowerBound < least + length, range.upperBound > least else { return }
      let part = max(0, (range.lowerBound - least) / length)...min(1, (range.upperBound - least) / length)
      let start = WGS84.coordinate(of: line.point(on: leg, at: part.lowerBound))
      let end = WGS84.coordinate(of: line.point(on: leg, at: part.upperBound))
      if leg != expected || !extent.isWithin(leaving, of: start) { close() }
      guard let approach = extent.approach(from: start, to: end, within: leaving) else { return close() }
      let distance = approach.distance
      if distance <= within, current.map({ distance < $0.distance }) ?? true {
        let fraction = part.lowerBound + (part.upperBound - part.lowerBound) * approach.fraction
        current = Stretch(leg: leg, fraction: fraction, distance: distance, until: nil)
      }
      if distance == .zero, extent.isArea {
        // The last point of the leg that is inside, as it leads through or is back from the edge.
        let back = extent.approach(from: end, to: start, within: within)?.fraction ?? 1
        current?.until = line.along(
          on: leg, at: part.upperBound - (part.upperBound - part.lowerBound) * back)
      }
      if extent.isWithin(leaving, of: end) { expected = leg + 1 } else { close() }
    }
  }
}
