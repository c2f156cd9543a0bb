import FoundationEssentials
import Geography
import Places
import Positioning

/// When a place counts as entered, left or passed. Times are the fixes' own, never the wall clock's.
public struct ProximityRules: Hashable, Sendable {
  /// The radius of a fence, unless the place has its own.
  public var within = Distance(metres: 50)
  /// How many counted fixes in a row it takes to enter or to leave.
  public var confirm = 2
  /// Seconds before a place that was left can be entered again.
  public var cooldown = 60.0
  /// Seconds to stay before a place counts as entered.
  public var dwell = 0.0
  /// Metres; a fix that is known to be less accurate does not count.
  public var maxAccuracy = 100.0
  /// Metres a second; a fix that implies a faster move since the last counted one does not count.
  public var maxSpeed = 150.0

  /// Seconds between two fixes over which a place can be passed.
  public static let longestPass = 60.0

  /// How many fixes in a row that agree with each other are right against a doubtful one that they contradict: many
  /// receivers begin with where they were switched off, or last had a fix.
  private static let overruling = 5

  public init() {}

  /// The radius of a place's fence in metres.
  func radius(of place: PointOfInterest) -> Double {
    place.proximity.map { min($0, CurrentLocationProvider.largestProximity).metres } ?? within.metres
  }

  /// Beyond this many metres the position is outside again; the gap keeps a noisy position from flapping.
  func leavingRadius(_ radius: Double) -> Double {
    radius + gap(radius)
  }

  /// How far, in metres, a noisy position may scatter around a fence.
  private func gap(_ radius: Double) -> Double {
    max(0.1 * radius, 20)
  }

  /// Whether two fixes are farther apart than noise takes them: more than the gap of a fence, and than twice their
  /// accuracy, unless the speed, which a receiver measures without positions, explains the way.
  func isMovement(_ way: Distance, from start: Location, to end: Location, past radius: Double) -> Bool {
    let accuracy = max(start.accuracy ?? 0, end.accuracy ?? 0)
    let seconds = end.time.flatMap { end in start.time.map(end.timeIntervalSince) } ?? 0
    let travelled = min(start.speed ?? 0, end.speed ?? 0) * seconds
    return way.metres > max(gap(radius), min(2 * accuracy, 2 * (way.metres - travelled)))
  }

  /// Why a fix does not count; `nil` if it does, or if it ends a long enough `run` of fixes that agree with each other
  /// and contradict the last counted one, which is doubtful: it was the first for `longestPass`, or is as old by now.
  func objection(
    to location: Location, after last: Location?, _ run: inout [Location]?
  ) -> ProximityReason? {
    if let accuracy = location.accuracy, accuracy > maxAccuracy {
      return .inaccurate(Distance(metres: accuracy), limit: Distance(metres: maxAccuracy))
    }
    let objection = tooFast(to: location, after: last)
    let isDoubtful = elapsed(from: last, to: location).map { $0 > Self.longestPass } ?? true
    guard objection != nil, let earlier = run ?? (isDoubtful ? [] : nil) else {
      run = isDoubtful ? [] : nil
      return objection
    }
    let agreeing = tooFast(to: location, after: earlier.last) == nil ? earlier : []
    run = agreeing + [location]
    return agreeing.count + 1 < Self.overruling ? objection : nil
  }

  /// Why nobody can have come to a fix from the last one; `nil` if somebody can.
  func tooFast(to location: Location, after last: Location?) -> ProximityReason? {
    // Most logs without a time have none at all.
    guard let last, last.time != nil || location.time != nil else { return nil }
    let elapsed = elapsed(from: last, to: location)
    let seconds = elapsed ?? Self.longestPass
    // If the straight line decides, no exact distance is needed.
    let chord = (WGS84.cartesian(last.coordinate) - WGS84.cartesian(location.coordinate)).length
    guard WGS84.longestWay(overChord: chord) > maxSpeed * seconds else { return nil }
    let distance = WGS84.inverse(from: last.coordinate, to: location.coordinate).distance
    guard distance.metres > maxSpeed * seconds else { return nil }
    return .tooFast(distance, seconds: elapsed, limit: maxSpeed)
  }

  /// The seconds between two fixes; `nil` if they have no times, or the clock goes back.
  private func elapsed(from last: Location?, to location: Location) -> Double? {
    let seconds = location.time.flatMap { now in last?.time.map(now.timeIntervalSince) }
    return seconds.flatMap { $0 >= 0 ? $0 : nil }
  }
}
