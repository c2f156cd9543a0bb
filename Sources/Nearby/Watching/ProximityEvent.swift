import FoundationEssentials
import Geography
import Places
import Positioning

/// Something that happened between a position and a place.
public struct ProximityEvent: Hashable, Codable, Sendable {
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// The user was inside already at the first counted fix.
    case initial
    case enter
    case leave
    /// The way led through the fence, though no fix was inside.
    case pass
  }

  /// The nearest that the way came when a place was passed.
  public struct Closest: Hashable, Codable, Sendable {
    public let distance: Distance
    /// When, between the two fixes.
    public let time: Date
  }

  public let kind: Kind
  /// The fix that revealed it.
  public let location: Location
  /// The place, as seen from the fix.
  public let place: NearbyPlace
  /// Which rule made it an event.
  public let reason: ProximityReason
  /// Only for a `pass`.
  public let closest: Closest?
  /// The direction of travel, if followed and known.
  public internal(set) var course: Bearing?

  /// The place's direction relative to travel; `nil` if the direction of travel is unknown.
  public var direction: RelativeDirection? { RelativeDirection(of: place.bearing, onCourse: course) }
}

extension ProximityEvent.Closest {
  /// On the straight way between two fixes; `nil` if that is farther than `reach`, or if nobody knows where it led.
  init?(of place: PointOfInterest, from start: Location, to end: Location, within reach: Distance) {
    guard let time = start.time, let seconds = end.time?.timeIntervalSince(time),
      (0...ProximityRules.longestPass).contains(seconds),
      let approach = place.approach(from: start.coordinate, to: end.coordinate, within: reach)
    else { return nil }
    self.init(distance: approach.distance, time: time.addingTimeInterval(seconds * approach.fraction))
  }
}

/// Something that a rule kept from being an event, and why.
public struct Suppression: Hashable, Sendable {
  /// The place; `nil` if the fix as a whole did not count.
  public let place: PointOfInterest?
  public let location: Location
  public let reason: ProximityReason
}

/// The events that one fix causes.
public struct ProximityUpdate: Hashable, Sendable {
  /// Where the way to the fix began; `nil` if nobody knows.
  var start: Location?
  /// In order: what was passed, left, entered; the nearest first.
  public var events: [ProximityEvent] = []
  /// What was kept from being an event.
  public var suppressions: [Suppression] = []

  var hasCounted: Bool { !suppressions.contains { $0.place == nil } }
}
