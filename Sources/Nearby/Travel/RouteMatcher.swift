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
  /// Where the last fix was.
  public private(set) var progress: RouteProgress = .off(leftAt: nil)

  private let line: RouteLine
  /// Metres along the route: where the last matched fix was nearest to it.
  private var matched: Double?
  /// The same without noise: it goes back only by more than the accuracy.
  private var along = 0.0
  private var last: SIMD3<Double>?
  /// Metres travelled since the last matched fix.
  private var travelled = 0.0
  /// Fixes in a row that fit nowhere.
  private var strays = 0
  private var speed = MovingAverage()

  /// Whether the traveller joined the route with the last fix, rather than following it up to there.
  private(set) var hasJoined = false

  /// Metres off the route, beyond the fix's accuracy, up to which a traveller is on it.
  static let tolerance = 50.0
  /// Metres of accuracy if the fix has none.
  private static let usualAccuracy = 10.0
  /// Metres of accuracy beyond which a fix widens the search no more.
  private static let worstAccuracy = 100.0
  /// How many fixes in a row put the traveller off the route, or back on it elsewhere.
  private static let confirm = 3

  public init(_ route: Route) {
    line = route.line
  }

  /// Metres a second along the route while moving, over some minutes; `nil` if the traveller has not moved.
  public var averageSpeed: Double? { speed.metresPerSecond }

  /// Takes the next fix that counts.
  public mutating func update(with location: Location) {
    let here = WGS84.cartesian(location.coordinate)
    hasJoined = false
    travelled += last.map { (here - $0).length } ?? 0
    last = here
    let accuracy = max(Self.usualAccuracy, min(location.accuracy ?? 0, Self.worstAccuracy))
    let feet = feet(near: here, within: Self.tolerance + accuracy)
    if let found = best(of: feet, accuracy: accuracy) {
      match(found, at: location.time, accuracy: accuracy)
    } else {
      strays += 1
      guard strays >= Self.confirm || matched == nil else { return }
      if let found = elsewhere(feet, accuracy: accuracy) {
        matched = nil
        progress = .off(leftAt: nil)
        match(found, at: location.time, accuracy: accuracy)
      } else {
        progress = .off(leftAt: matched == nil ? nil : along)
      }
    }
  }

  private typealias Foot = (along: Double, offset: Double)

  /// Finds the nearest point of each leg that comes near enough.
  private struct Feet: BoxTree.Visitor {
    let line: RouteLine
    let point: SIMD3<Double>
    let reach: Double
    private(set) var found: [Foot] = []

    init(of line: RouteLine, near point: SIMD3<Double>, within reach: Double) {
      self.line = line
      self.point = point
      self.reach = reach
    }

    func settles(_ legs: Range<Int>, in box: BoxTree.Box, at distance: Double) -> Bool { false }

    mutating func take(_ leg: Int) {
      guard line.isLeg(leg) else { return }
      let foot = line.foot(on: leg, of: point)
      guard foot.distance <= reach else { return }
      found.append((line.along(on: leg, at: foot.fraction), foot.distance))
    }
  }

  private func feet(near point: SIMD3<Double>, within reach: Double) -> [Foot] {
    var feet = Feet(of: line, near: point, within: reach)
    line.visitLegs(within: reach, of: point, by: &feet)
    return feet.found
  }

  /// Where the traveller can be since the last matched fix.
  private func best(of feet: [Foot], accuracy: Double) -> Foot? {
    guard let matched else { return nil }
    let window = matched - accuracy - 1.2 * travelled...matched + accuracy + Self.tolerance + 2 * travelled
    return feet.filter { window.contains($0.along) }.min { cost($0, matched) < cost($1, matched) }
  }

  private func cost(_ foot: Foot, _ matched: Double) -> Double {
    let progress = foot.along - matched
    return foot.offset + (progress < 0 ? -progress : abs(progress - travelled) / 2)
  }

  /// Where the traveller may have rejoined the route: as soon as possible after the last position, else before it.
  private func elsewhere(_ feet: [Foot], accuracy: Double) -> Foot? {
    let ahead = matched.map { matched in feet.filter { $0.along >= matched - accuracy } } ?? []
    let candidates = ahead.isEmpty ? feet : ahead
    guard let first = candidates.first else { return nil }
    // The nearest foot of the first stretch.
    let stretch = candidates.prefix { $0.along - first.along <= 2 * (Self.tolerance + accuracy) }
    return stretch.min { $0.offset < $1.offset }
  }

  private mutating func match(_ foot: Foot, at time: Date?, accuracy: Double) {
    if matched == nil {
      along = foot.along
      speed.last = nil
    } else {
      along = min(max(along, foot.along), foot.along + accuracy)
    }
    matched = foot.along
    travelled = 0
    strays = 0
    if case .off = progress { hasJoined = true }
    progress = .on(along: along)
    speed.add(along, at: time)
  }
}
