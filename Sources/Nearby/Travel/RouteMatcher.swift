import FoundationEssentials
import Geography
import Positioning

/// Where a traveller is on a route.
public enum RouteProgress: Hashable, Sendable {
  /// On it, this many metres along.
  case on(along: Double)
  /// Away from it; with the point where the traveller left it, in metres along it, if ever on it.
  case off(leftAt: Double?)
}

/// Follows fixes along a route, forward first, so that laps and crossings do not make it jump.
public struct RouteMatcher: Sendable {
  public private(set) var progress: RouteProgress = .off(leftAt: nil)

  private let route: Route
  /// Metres along the route: where the last matched fix was nearest to it.
  private var matched: Double?
  /// The same without noise: it goes back only by more than the accuracy.
  private var along = 0.0
  private var last: SIMD3<Double>?
  /// Metres travelled since the last matched fix.
  private var travelled = 0.0
  /// Fixes in a row that fit nowhere.
  private var strays = 0
  /// Those of them in a row that are near the route.
  private var doubts = 0
  private var speed = MovingAverage()
  /// Metres gone the other way than `isBackward` says.
  private var turned = 0.0
  /// Whether the traveller goes against the route.
  private(set) var isBackward = false
  /// Metres along the route, where the last fixes in a row begin that may be on a later stretch the other way.
  private var returnStart: Double?
  /// Whether only the direction of travel will show on which of several stretches the traveller is.
  private(set) var isUndecided = false

  /// Whether the traveller joined the route with the last fix, rather than following it up to there.
  private(set) var hasJoined = false

  /// Metres off the route, beyond the fix's accuracy, up to which a traveller is on it.
  static let tolerance = 50.0
  /// Metres of accuracy if the fix has none, and beyond which it widens the search no more.
  private static let (usualAccuracy, worstAccuracy) = (10.0, 100.0)
  /// How many fixes in a row put the traveller off the route, or back on it elsewhere.
  private static let confirm = 3
  /// How many fixes to wait for the direction of travel, or until it is along the route.
  private static let mostUndecided = 30
  /// Metres, beyond the accuracy, that show a turn, and by which a stretch as likely as the nearest may be farther off.
  static let (wayOfTurn, besides) = (30.0, 15.0)

  public init(_ route: Route) { self.route = route }

  /// Metres a second along the route while moving, over some minutes; `nil` if the traveller has not moved.
  public var averageSpeed: Double? { speed.metresPerSecond }

  public mutating func update(with location: Location, course: Bearing? = nil) {
    let here = WGS84.cartesian(location.coordinate)
    hasJoined = false
    travelled += last.map { (here - $0).length } ?? 0
    last = here
    let accuracy = max(Self.usualAccuracy, min(location.accuracy ?? 0, Self.worstAccuracy))
    if var found = best(near: here, course, accuracy: accuracy) {
      if found.along < 0 {
        found.along += route.length.metres
        (matched, along) = (found.along, found.along)
        speed.last = nil
        hasJoined = true
      }
      let wasBackward = isBackward
      match(found, at: location.time, accuracy: accuracy)
      // Perhaps the route comes back the same way; who goes on against it may only be at a sharp corner.
      let apart = wasBackward ? 2 * (Self.tolerance + accuracy) : 0
      let back = isBackward ? returns(to: found, apart, here, accuracy) : []
      returnStart = back.isEmpty ? nil : returnStart ?? found.along
      if let returnStart, !wasBackward || returnStart - found.along > Self.wayOfTurn + accuracy {
        _ = join(back, at: location.time, accuracy: accuracy)
      }
      return
    }
    strays += 1
    guard strays >= Self.confirm || matched == nil else { return }
    let feet = feet(near: here, accuracy: accuracy)
    doubts = feet.isEmpty ? 0 : doubts + 1
    let (first, end) = (feet.first?.along ?? 0, feet.last?.along ?? 0)
    isUndecided =
      matched == nil && course == nil && strays <= Self.mostUndecided && first > accuracy
      && end - first > 2 * (Self.tolerance + accuracy)
    guard !isUndecided else { return }
    var likely = fitting(feet, course, accuracy)
    let start = likely.isEmpty ? matched : nil
    if let start, let course, route.isLoop {
      // Against a loop, its end comes after its start.
      let least = route.length.metres - (start + 2 * accuracy + Self.tolerance + 1.2 * travelled)
      likely = fitting(feet.filter { $0.along > least }, Bearing(degrees: course.degrees + 180), accuracy)
    }
    if matched != nil, !mayBeBack(feet, accuracy) { likely = [] }
    if matched == nil, likely.isEmpty { likely = feet }
    guard join(likely, at: location.time, accuracy: accuracy) else {
      return progress = .off(leftAt: matched == nil ? nil : along)
    }
    isBackward = start != nil
  }

  private typealias Foot = (along: Double, offset: Double)

  /// Finds the nearest point of each leg, of some in a row, that comes near enough.
  private struct Feet: BoxTree.Visitor {
    let line: RouteLine
    let point: SIMD3<Double>
    let reach: Double
    let legs: ClosedRange<Int>
    var found: [Foot] = []

    func settles(_ legs: Range<Int>, in box: BoxTree.Box, at distance: Double) -> Bool {
      !legs.overlaps(self.legs)
    }

    mutating func take(_ leg: Int) {
      guard line.isLeg(leg) else { return }
      let foot = line.foot(on: leg, of: point)
      guard foot.distance <= reach else { return }
      found.append((line.along(on: leg, at: foot.fraction), foot.distance))
    }
  }

  /// - Parameter window: metres along the route; there may be feet beyond, but none within is left out.
  private func feet(
    near point: SIMD3<Double>, accuracy: Double, in window: ClosedRange<Double> = 0...(.infinity)
  ) -> [Foot] {
    let (line, reach) = (route.line, Self.tolerance + accuracy)
    // A foot at the lower end may be on a leg that ends there.
    let legs = line.leg(at: window.lowerBound - 1)...line.leg(at: window.upperBound)
    var feet = Feet(line: line, point: point, reach: reach, legs: legs)
    line.visitLegs(within: reach, of: point, by: &feet)
    return feet.found
  }

  private func best(near point: SIMD3<Double>, _ course: Bearing?, accuracy: Double) -> Foot? {
    guard let matched else { return nil }
    // A way that comes by often has many feet.
    let reach = Self.tolerance + accuracy
    let (behind, ahead) = (reach + 1.2 * travelled, reach + 2 * travelled)
    let window = matched - (isBackward ? ahead : behind)...matched + (isBackward ? behind : ahead)
    var feet = feet(near: point, accuracy: accuracy, in: window).filter { window.contains($0.along) }
    if isBackward, window.lowerBound < 0, route.isLoop {
      // Against a loop, its end comes after its start.
      let (length, least) = (route.length.metres, window.lowerBound)
      let end = self.feet(near: point, accuracy: accuracy, in: length + least...length)
      feet += end.map { ($0.along - length, $0.offset) }.filter { $0.along >= least }
    }
    if case .off = progress {
      guard mayBeBack(feet, accuracy) else { return nil }
      if let course {
        let against = fitting(feet, Bearing(degrees: course.degrees + 180), accuracy)
        feet = fitting(feet, course, accuracy)
        if feet.isEmpty { feet = against }
      }
    }
    return feet.min { cost($0, matched) < cost($1, matched) }
  }

  /// Whether a traveller who left the route is as near as one on it, or has been about as near for long.
  private func mayBeBack(_ feet: [Foot], _ accuracy: Double) -> Bool {
    doubts > Self.mostUndecided || feet.contains { $0.offset <= Self.besides + accuracy }
  }

  /// Where the route leads the other way than at a foot, more than some metres from it along the route.
  private func returns(to foot: Foot, _ least: Double, _ here: SIMD3<Double>, _ accuracy: Double) -> [Foot] {
    let course = direction(at: foot.along).map { Bearing(degrees: $0.degrees + 180) }
    return fitting(feet(near: here, accuracy: accuracy), course, accuracy).filter {
      let apart = abs($0.along - foot.along)
      return (route.isLoop ? min(apart, route.length.metres - apart) : apart) > least
    }
  }

  private func cost(_ foot: Foot, _ matched: Double) -> Double {
    let progress = (foot.along - matched) * (isBackward ? -1 : 1) - turned
    return foot.offset + (progress < 0 ? -progress : abs(progress - travelled) / 2)
  }

  private func direction(at along: Double) -> Bearing? {
    let start = route.coordinate(at: along - Self.besides)
    return WGS84.inverse(from: start, to: route.coordinate(at: along + Self.besides)).bearing
  }

  /// Those where the route leads that way, hardly farther off than the nearest.
  private func fitting(_ feet: [Foot], _ course: Bearing?, _ accuracy: Double) -> [Foot] {
    let most = (feet.map(\.offset).min() ?? 0) + Self.besides + accuracy
    return feet.filter { foot in
      let turn = RelativeDirection(of: direction(at: foot.along), onCourse: course)
      return foot.offset <= most && turn.map { abs($0.degrees) < 45 } == true
    }
  }

  /// Joins the route where the traveller may be: as soon as possible after the last position, else before it.
  private mutating func join(_ feet: [Foot], at time: Date?, accuracy: Double) -> Bool {
    let ahead = matched.map { matched in feet.filter { $0.along >= matched - accuracy } } ?? []
    let candidates = ahead.isEmpty ? feet : ahead
    // The nearest foot of the first stretch.
    let stretch = candidates.prefix { $0.along - candidates[0].along <= 2 * (Self.tolerance + accuracy) }
    guard let found = stretch.min(by: { $0.offset < $1.offset }) else { return false }
    matched = nil
    match(found, at: time, accuracy: accuracy)
    return true
  }

  private mutating func match(_ foot: Foot, at time: Date?, accuracy: Double) {
    if let matched {
      along = min(max(along, foot.along), foot.along + accuracy)
      // A single fix that is far off shows no turn.
      let most = (Self.wayOfTurn + accuracy) / 2
      turned = max(0, turned + min(max((matched - foot.along) * (isBackward ? -1 : 1), -most), most))
      if turned > 2 * most { (isBackward, turned) = (!isBackward, 0) }
    } else {
      along = foot.along
      speed.last = nil
      (isBackward, turned, hasJoined) = (false, 0, true)
    }
    matched = foot.along
    travelled = 0
    (strays, doubts) = (0, 0)
    if case .off = progress { hasJoined = true }
    progress = .on(along: along)
    speed.add(along, at: time)
  }
}
