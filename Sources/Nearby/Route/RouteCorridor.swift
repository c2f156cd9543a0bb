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
    let passing = Passing(
      line: line, place: place, target: WGS84.cartesian(place), near: nearChord, far: farChord)
    return stretches(passing, within: farChord)
  }

  /// The stretches of the route within the distance of a place, or of its extent, in route order; each ends only where
  /// the route is farther away than `leavingDistance`.
  ///
  /// - Parameter range: where on the route to look for those of an extent, in metres along it.
  public func stretches(
    along place: PointOfInterest, in range: ClosedRange<Double> = 0...(.infinity)
  ) -> [RouteStretch] {
    guard let extent = place.extent else { return stretches(along: place.coordinate) }
    let far = Self.leavingDistance(within.metres)
    let passing = Passing(
      line: line, place: place.coordinate, target: WGS84.cartesian(place.coordinate), extent: extent,
      range: range, near: within.metres, far: far)
    return stretches(passing, within: far + extent.reach(from: place.coordinate))
  }

  private func stretches(_ passing: consuming Passing, within reach: Double) -> [RouteStretch] {
    line.visitLegs(within: reach, of: passing.target, by: &passing)
    passing.close()
    return passing.passed.compactMap { pass in
      let point = line.point(on: pass.leg, at: pass.fraction)
      let foot = WGS84.coordinate(of: point)
      let nearest = passing.extent?.nearest(to: foot)
      let distance = nearest?.distance ?? WGS84.inverse(from: foot, to: passing.place).distance
      // Rounding may leave the point where the route comes in just outside.
      let offset = pass.until == nil ? distance : .zero
      guard offset <= within else { return nil }
      let target = nearest.map { WGS84.cartesian($0.point) } ?? passing.target
      return RouteStretch(
        along: line.along(on: pass.leg, at: pass.fraction), offset: offset,
        side: offset.metres < Self.leastSideOffset
          ? .on : side(of: target - point, at: pass.leg, pass.fraction, up: Self.up(at: foot)),
        point: foot, until: pass.until)
    }
  }

  /// Follows the route past a place, and finds the nearest point of each stretch: the first, where it leads inside.
  ///
  /// All distances are in metres, from a point in a straight line, from an extent over the ground.
  private struct Passing: BoxTree.Visitor {
    let line: RouteLine
    let place: Coordinate
    let target: SIMD3<Double>
    var extent: Extent?
    var range = 0...Double.infinity
    let near: Double
    /// Beyond this distance a pass has ended.
    let far: Double

    var passed: [Point] = []

    /// The nearest point so far of the stretch that has not ended.
    var current: Point?
    /// The leg that the stretch may go on with.
    var expected = -1

    struct Point {
      let leg: Int
      let fraction: Double
      let distance: Double
      /// Metres along the route where it has last been inside.
      var until: Double?
    }

    mutating func close() {
      // What is beyond the limit is refused as a whole.
      if let current, passed.count <= InputLimits.passes { passed.append(current) }
      current = nil
      expected = -1
    }

    /// Legs that do not leave the stretch, and come no nearer than another, change nothing.
    mutating func settles(_ legs: Range<Int>, in box: BoxTree.Box, at distance: Double) -> Bool {
      guard legs.lowerBound == expected, extent == nil,
        distance > current?.distance ?? near + 2 * RouteCorridor.tie,
        box.farthest(from: target) < far - RouteCorridor.tie
      else { return false }
      expected = legs.upperBound
      return true
    }

    mutating func take(_ leg: Int) {
      guard line.isLeg(leg) else {
        // At a break the way goes on elsewhere, which may be near by, too.
        if leg == expected, distance(on: leg, at: 1) <= far { expected += 1 }
        return
      }
      guard let extent else {
        let foot = line.foot(on: leg, of: target)
        guard foot.distance <= far else { return }
        let staysNear = (line.points[leg + 1] - target).length <= far
        return goOn(on: leg, at: foot.fraction, distance: foot.distance, to: staysNear ? leg + 1 : nil)
      }
      let (least, length) = (line.along[leg], line.along[leg + 1] - line.along[leg])
      guard range.lowerBound < least + length, range.upperBound > least else { return }
      let part = max(0, (range.lowerBound - least) / length)...min(1, (range.upperBound - least) / length)
      take(leg, part, past: extent)
    }

    private mutating func take(_ leg: Int, _ part: ClosedRange<Double>, past extent: Extent) {
      let size = part.upperBound - part.lowerBound
      let (middle, reach) = (part.lowerBound + size / 2, size / 2 * (line.along[leg + 1] - line.along[leg]))
      let start = WGS84.coordinate(of: line.point(on: leg, at: part.lowerBound))
      let end = WGS84.coordinate(of: line.point(on: leg, at: part.upperBound))
      guard let approach = extent.approach(from: start, to: end, within: Distance(metres: far)) else {
        return close()
      }
      // Within a long part, the way may go far and come near again.
      if reach > far - near, abs(distance(on: leg, at: middle) - far) <= reach {
        take(leg, part.lowerBound...middle, past: extent)
        return take(leg, middle...part.upperBound, past: extent)
      }
      var until: Double?
      if approach.distance == .zero, extent.isArea {
        // The last point of the part that is inside, as it leads through or is back from the edge.
        let back = extent.approach(from: end, to: start, within: Distance(metres: near))?.fraction ?? 1
        until = line.along(on: leg, at: part.upperBound - size * back)
      }
      let staysNear = distance(on: leg, at: part.upperBound) <= far
      goOn(
        on: leg, at: part.lowerBound + size * approach.fraction, distance: approach.distance.metres,
        until: until,
        to: !staysNear ? nil : part.upperBound < 1 ? leg : leg + 1)
    }

    /// Goes on with a part of a leg that comes nearest at a fraction of it, and with a leg after that, if it stays near.
    private mutating func goOn(
      on leg: Int, at fraction: Double, distance: Double, until: Double? = nil, to next: Int?
    ) {
      if leg != expected { close() }
      let isNearest =
        if let current { distance < current.distance - RouteCorridor.tie } else {
          distance <= near + RouteCorridor.tie
        }
      if isNearest { current = Point(leg: leg, fraction: fraction, distance: distance) }
      if let until { current?.until = until }
      if let next { expected = next } else { close() }
    }

    private func distance(on leg: Int, at fraction: Double) -> Double {
      guard let extent else { return (line.point(on: leg, at: fraction) - target).length }
      return extent.nearest(to: WGS84.coordinate(of: line.point(on: leg, at: fraction))).distance.metres
    }
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
}
