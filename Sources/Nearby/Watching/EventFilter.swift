import Places
import Positioning

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
  /// The ids of the places whose entering was suppressed.
  package private(set) var unentered: Set<String>
  private var unapproached: Set<String> = []

  package init(travelFilter: TravelFilter?, unentered: Set<String> = []) {
    self.travelFilter = travelFilter
    self.unentered = unentered
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

/// Limits a watch to places in the direction of travel.
package struct TravelFilter {
  /// The width in degrees of the sector that counts as ahead.
  package let angle: Double
  private var last: Location?
  private var previous: Location?

  package init(angle: Double) {
    self.angle = angle
  }

  /// Takes the next fix, before its events.
  package mutating func update(with location: Location) {
    previous = last
    last = location
  }

  /// Why to suppress an event; `nil` if it is about a place ahead.
  package func objection(to event: ProximityEvent) -> String? {
    guard let course = event.course else { return "the direction of travel is unknown" }
    // A place passed between two fixes is behind the second.
    let place =
      event.kind == .pass
      ? previous.map { NearbyPlace(event.place.place, from: $0.coordinate) } ?? event.place : event.place
    guard !TravelSector(course: course, angle: angle).contains(place) else { return nil }
    return "not ahead, \(event.direction?.quadrant.rawValue ?? "here")"
  }
}
