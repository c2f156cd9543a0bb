import FoundationEssentials
import Geography
import Nearby
import Places
import Positioning

extension WatchEvent {
  /// What `--events` calls it.
  public var name: String {
    switch self {
    case .proximity(let event): event.kind.rawValue
    case .location: "location"
    case .authorization: "authorization"
    case .featured: "featured"
    case .signal: "signal"
    case .travel(let event): event.kind.rawValue
    case .next: "next"
    case .route: "route"
    case .street: "street"
    }
  }

  /// One line for people.
  ///
  /// - Parameters:
  ///   - isBrief: whether to leave out the day.
  ///   - openings: determines whether a place is open.
  public func line(
    _ wording: Wording = Wording(), isBrief: Bool = false, openings: Openings? = nil
  ) -> String {
    func shown(_ time: Date?, at location: Location) -> String {
      let clocks = wording.clocks
      return time.map {
        isBrief ? clocks.clock(of: $0, at: location.coordinate) : clocks.text(of: $0, at: location.coordinate)
      } ?? "no time"
    }
    func prefix(_ location: Location, at time: Date?) -> String {
      "\(shown(time, at: location))  \(TerminalText.fitted(name, to: 8))  "
    }
    func prefix(_ location: Location) -> String { prefix(location, at: location.time) }
    switch self {
    case .proximity(let event):
      let closest = event.closest.map { ", closest \(wording.units.wording(of: $0.distance))" } ?? ""
      let reason = event.reason.wording(in: wording.units)
      let doubt = event.kind == .leave ? "" : doubt(of: event.place, openings)
      return prefix(event.location) + event.place.summary(wording, course: event.course)
        + " (\(reason)\(closest)\(doubt))\n"
    case .location(let location):
      return prefix(location) + location.summary(wording) + "\n"
    case .authorization(let state):
      let parts = [name, state.authorizationStatus.rawValue, state.reason.map(TerminalText.harmless)]
      return parts.compactMap(\.self).joined(separator: "  ") + "\n"
    case .signal(let event):
      return prefix(event.location, at: event.time) + event.summary(wording) + "\n"
    case .travel(let event):
      // A passed place is at the side, whatever the direction of the last metres.
      let place =
        event.kind == .passed
        ? event.place.title(wording) : event.place.summary(wording, course: event.course)
      let onArrival = event.arrival.flatMap { openings?.at($0) } ?? openings
      let doubt = event.kind == .passed ? "" : doubt(of: event.place, onArrival)
      return prefix(event.location) + "\(place) (\(event.summary(wording))\(doubt))\n"
    case .next(let outlook, let location):
      return "\(shown(location.time, at: location))  \(outlook.line(wording, at: location.time, openings))\n"
    case .route(let status):
      return prefix(status.location) + status.summary(wording) + "\n"
    case .street(let event):
      let street = "\(event.street.thing.title)  \(wording.units.wording(of: event.street.distance))"
      return prefix(event.location) + "\(TerminalText.harmless(street)) (\(event.reason))\n"
    case .featured(let place, let location):
      return prefix(location) + place.summary(wording) + doubt(of: place, openings) + "\n"
    }
  }

  private func doubt(of nearby: NearbyPlace, _ openings: Openings?) -> String {
    openings?.doubt(of: nearby.place).map { ", \($0)" } ?? ""
  }
}

extension StreetEvent {
  /// Why it is one.
  var reason: String {
    let others = TerminalText.harmless(previous ?? "any other street")
    return "\(fixes == 1 ? "1 fix" : "\(fixes) fixes") nearer than to \(others), by more than the accuracy"
  }
}

extension StreetSuppression {
  /// One line that says why it is not the traveller's street yet.
  public func explanation(_ wording: Wording) -> String {
    let time = location.time.map { wording.clocks.text(of: $0, at: location.coordinate) } ?? "no time"
    return "\(time) \(TerminalText.harmless(street)): \(why(wording.units))"
  }

  private func why(_ units: Units) -> String {
    switch reason {
    case .tooFew(let fixes, let wanted): "\(fixes) of \(wanted) fixes nearer"
    case .hardlyNearer(let margin, let other, let accuracy):
      "\(units.exactWording(of: margin)) nearer than \(TerminalText.harmless(other ?? "any other street")), but "
        + "accurate to \(units.exactWording(of: accuracy))"
    case .beside(let distance): "\(units.exactWording(of: distance)) away"
    case .crossing: "the way leads across it"
    }
  }
}

extension Suppression {
  /// One line that says what was kept from being an event, and why.
  public func explanation(_ wording: Wording) -> String {
    let time = location.time.map { wording.clocks.text(of: $0, at: location.coordinate) } ?? "no time"
    let what = place.map { TerminalText.harmless($0.heading() ?? $0.id) } ?? "the fix does not count"
    return "\(time) \(what): \(reason.wording(in: wording.units))"
  }
}
