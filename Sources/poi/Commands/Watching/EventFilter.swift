import Geography
import Nearby
import Places
import Positioning
import Presentation

/// Suppresses events about places that the user does not want: closed ones and, on request, those not ahead.
///
/// If a place's entering was suppressed, so is its leaving; the same holds for approaching and passing.
struct EventFilter {
  enum Verdict: Equatable {
    case report
    /// - Parameter reason: `nil` for the end of what was suppressed before.
    case suppress(reason: String?)
  }

  /// `nil` if places in all directions are wanted.
  var travelFilter: TravelFilter?
  private var unentered: Set<String> = []
  private var unapproached: Set<String> = []

  init(travelFilter: TravelFilter?) {
    self.travelFilter = travelFilter
  }

  /// - Parameter openings: tell whether a place is open at the time of the event.
  mutating func verdict(on event: ProximityEvent, openings: Openings) -> Verdict {
    let place = event.place.place
    if event.kind == .leave {
      return unentered.remove(place.id) == nil ? .report : .suppress(reason: nil)
    }
    let closed = openings.leavesOut(place) ? "closed" : nil
    guard let reason = closed ?? travelFilter?.objection(to: event) else {
      unentered.remove(place.id)
      return .report
    }
    // Passing a place between two fixes has no end of its own.
    if event.kind != .pass { unentered.insert(place.id) }
    return .suppress(reason: reason)
  }

  /// - Parameter openings: tell whether a place is open on arrival.
  mutating func verdict(on event: TravelEvent, openings: Openings) -> Verdict {
    let place = event.place.place
    if event.kind == .passed {
      return unapproached.remove(place.id) == nil ? .report : .suppress(reason: nil)
    }
    guard openings.leavesOut(place) else {
      unapproached.remove(place.id)
      return .report
    }
    unapproached.insert(place.id)
    return .suppress(reason: "closed")
  }
}
