import FoundationEssentials
import Geography
import OpeningHours
import Places

/// Tells whether places are open at a moment.
public struct Openings: Hashable, Sendable {
  /// The moment, and how hours are read.
  public var condition: OpeningCondition
  /// Whether the user asked for open places: then closed ones are left out, and those without hours are
  /// marked.
  public let isAsked: Bool

  public init(_ condition: OpeningCondition, isAsked: Bool = false) {
    self.condition = condition
    self.isAsked = isAsked
  }

  /// What the user asked for; `nil` if any place will do.
  public var wanted: OpeningCondition? { isAsked ? condition : nil }

  /// The same at another time, if the user asked for the present.
  public func at(_ now: Date) -> Openings {
    var openings = self
    openings.condition.now = Int(clamping: now.timeIntervalSince1970.rounded(.down))
    return openings
  }

  public func leavesOut(_ place: PointOfInterest) -> Bool {
    wanted?.leavesOut(place) ?? false
  }

  /// What to show about a place; `nil` if it has no hours and the user did not ask for open places.
  public func opening(of place: PointOfInterest) -> ShownOpening? {
    if let (opening, time) = condition.opening(of: place) {
      return ShownOpening(opening, at: time, isNow: condition.moment == .now, isAsked: isAsked)
    }
    guard isAsked else { return nil }
    return ShownOpening(nil, at: PlaceTime(seconds: condition.now, offset: 0), isAsked: true)
  }

  /// What to say of a place that may be closed, if open places were asked for.
  public func doubt(of place: PointOfInterest, _ words: Phrases) -> String? {
    guard isAsked, let opening = opening(of: place), opening.isUnknown else { return nil }
    return opening.text(words)
  }

  /// One line about what was left out and what is not known; `nil` if there is nothing to say.
  ///
  /// - Parameter shown: the places that are shown.
  public func summary(closed: Int, shown: some Sequence<PointOfInterest>, _ words: Phrases) -> String? {
    guard isAsked else { return nil }
    return summary(
      closed: closed, unknown: shown.reduce(0) { $0 + (condition.state(of: $1) == .unknown ? 1 : 0) }, words)
  }

  /// The same for places that were counted one by one.
  public func summary(closed: Int, unknown: Int, _ words: Phrases) -> String? {
    guard isAsked, closed + unknown > 0 else { return nil }
    let parts = [
      closed == 0 ? nil : words(.hidden, count: closed),
      unknown == 0 ? nil : words(.mayBeClosed, count: unknown),
    ]
    return parts.compactMap(\.self).joined(separator: "; ")
  }
}
