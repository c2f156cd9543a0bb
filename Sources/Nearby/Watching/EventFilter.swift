import Places

/// Suppresses events about places that the user does not want: closed ones and, on request, those not ahead.
///
/// If a place's entering was suppressed, so is its leaving; the same holds for approaching and passing.
package struct EventFilter {
  package enum Verdict: Equatable {
    case report
    /// - Parameter reason: `nil` for the end of what was suppressed before.
    case suppress(reason: String?)
  }

  /// `nil` if places in all directions are wanted.
  package var travelFilter: TravelFilter?
  private var unentered: Set<String> = []
  private var unapproached: Set<String> = []

  package init(travelFilter: TravelFilter?) {
    self.travelFilter = travelFilter
  }

  /// - Parameter opening: the condition for places at the time of the event; `nil` if closed ones are wanted, too.
  package mutating func verdict(on event: ProximityEvent, opening: OpeningCondition?) -> Verdict {
    let place = event.place.place
    if event.kind == .leave {
      return unentered.remove(place.id) == nil ? .report : .suppress(reason: nil)
    }
    let closed = opening?.leavesOut(place) == true ? "closed" : nil
    guard let reason = closed ?? travelFilter?.objection(to: event) else {
      unentered.remove(place.id)
      return .report
    }
    // Passing a place between two fixes has no end of its own.
    if event.kind != .pass { unentered.insert(place.id) }
    return .suppress(reason: reason)
  }

  /// - Parameter opening: the condition for places on arrival; `nil` if closed ones are wanted, too.
  package mutating func verdict(on event: TravelEvent, opening: OpeningCondition?) -> Verdict {
    let place = event.place.place
    if event.kind == .passed {
      return unapproached.remove(place.id) == nil ? .report : .suppress(reason: nil)
    }
    guard opening?.leavesOut(place) == true else {
      unapproached.remove(place.id)
      return .report
    }
    unapproached.insert(place.id)
    return .suppress(reason: "closed")
  }
}
