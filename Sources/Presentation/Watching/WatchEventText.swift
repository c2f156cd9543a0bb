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
    case .way(let event): event.name
    case .beacon: "beacon"
    }
  }

  /// One line for people.
  ///
  /// - Parameter openings: determines whether a place is open.
  public func line(_ wording: Wording = Wording(), openings: Openings? = nil) -> String {
    let clocks = wording.clocks
    let shown = location.flatMap { location in
      (time ?? location.time).map {
        wording.isBrief
          ? clocks.clock(of: $0, at: location.coordinate) : clocks.text(of: $0, at: location.coordinate)
      }
    }
    return [shown, summary(wording, openings)].compactMap(\.self).joined(separator: "  ") + "\n"
  }

  /// Where it happened; `nil` if that does not matter.
  var location: Location? {
    switch self {
    case .proximity(let event): event.location
    case .location(let location), .next(_, let location), .featured(_, let location): location
    case .authorization: nil
    case .signal(let event): event.location
    case .travel(let event): event.location
    case .route(let status): status.location
    case .street(let event): event.location
    case .way(let event): event.location
    case .beacon(let event): event.location
    }
  }

  private func summary(_ wording: Wording, _ openings: Openings?) -> String {
    func doubt(of nearby: NearbyPlace, _ openings: Openings?) -> String? {
      openings?.doubt(of: nearby.place, wording.phrases)
    }
    switch self {
    case .proximity(let event):
      return [
        wording(event.kind.phrase, ["place": event.place.title(wording)]),
        event.closest.map { wording(.closest, ["distance": wording.length($0.distance)]) }
          ?? event.place.away(wording, course: event.course),
        event.kind == .leave ? nil : doubt(of: event.place, openings),
      ].compactMap(\.self).joined(separator: ", ")
    case .location(let location): return location.summary(wording)
    case .authorization(let state):
      let parts = [name, state.authorizationStatus.rawValue, state.reason.map(TerminalText.harmless)]
      return parts.compactMap(\.self).joined(separator: "  ")
    case .signal(let event): return event.summary(wording)
    case .travel(let event):
      let onArrival = event.arrival.flatMap { openings?.at($0) } ?? openings
      return event.summary(wording, doubt: event.kind == .passed ? nil : doubt(of: event.place, onArrival))
    case .next(let outlook, let location): return outlook.line(wording, at: location.time, openings)
    case .route(let status): return status.summary(wording)
    case .street(let event):
      return wording(.onStreet, ["street": TerminalText.harmless(event.street.thing.title)])
    case .way(let event):
      let away = wording.length(event.distance)
      return "\(event.sentence(wording, TerminalText.harmless)), \(away)"
    case .beacon(let event):
      return event.sentence(wording, TerminalText.harmless(event.name)) { wording.turn($0) }
    case .featured(let place, _):
      return [
        wording(.near, ["place": place.title(wording)]), place.away(wording, course: nil),
        doubt(of: place, openings),
      ].compactMap(\.self).joined(separator: ", ")
    }
  }

  /// The rule that made it an event, for people who tune the rules; `nil` if there is none to tune.
  public func explanation(_ wording: Wording) -> String? {
    let (location, what, reason): (Location, String, String)
    switch self {
    case .proximity(let event):
      (location, what, reason) = (
        event.location, "\(name) \(event.place.title(wording))", event.reason.wording(in: wording.units)
      )
    case .street(let event):
      (location, what, reason) = (
        event.location, "\(name) \(TerminalText.harmless(event.street.thing.title))", event.reason
      )
    default: return nil
    }
    let time = location.time.map { wording.clocks.text(of: $0, at: location.coordinate) }
    return [time, "\(what): \(reason)"].compactMap(\.self).joined(separator: " ")
  }
}

extension BeaconEvent {
  /// `Kulturpark: 250 m, left`, or the compass direction before the traveller moves.
  ///
  /// - Parameter turn: words for a direction.
  func sentence(
    _ wording: Wording, _ name: String, _ turn: (RelativeDirection) -> String
  ) -> String {
    if hasArrived { return wording(.reached, ["place": name]) }
    return [name, wording.length(distance), direction.map(turn) ?? bearing.map(wording.point)]
      .compactMap(\.self).joined(separator: ", ")
  }
}

extension ProximityEvent.Kind {
  /// What is said of it.
  fileprivate var phrase: Phrase {
    switch self {
    case .initial: .at
    case .enter: .reached
    case .leave: .left
    case .pass: .passed
    }
  }
}

extension StreetEvent {
  var reason: String {
    let others = TerminalText.harmless(previous ?? "any other street")
    return "\(fixes == 1 ? "1 fix" : "\(fixes) fixes") nearer than to \(others), by more than chance"
  }
}

extension Suppression {
  /// One line that says what was kept from being an event, and why.
  public func explanation(_ wording: Wording) -> String {
    let time = location.time.map { wording.clocks.text(of: $0, at: location.coordinate) }
    let what = place.map { TerminalText.harmless($0.heading() ?? $0.id) } ?? "fix ignored"
    return [time, "\(what): \(reason.wording(in: wording.units))"].compactMap(\.self).joined(separator: " ")
  }
}

extension SignalEvent {
  /// What happened, for people: `position lost: no position since 10:00:13Z`, `position found again after 70 s`.
  public func summary(_ wording: Wording) -> String {
    switch status {
    case .lost:
      since.map { wording(.lostSince, ["time": wording.clocks.text(of: $0, at: location.coordinate)]) }
        ?? wording(.lost)
    case .regained:
      silence.map { wording(.regainedAfter, ["duration": Age.text(seconds: $0, wording.phrases)]) }
        ?? wording(.regained)
    }
  }
}
