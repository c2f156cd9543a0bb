import Foundation
import Geography
import Input
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
    }
  }

  /// The time of its fix, where that has one.
  public var time: Date? {
    switch self {
    case .proximity(let event): event.location.time
    case .location(let location), .featured(_, let location): location.time
    case .signal(let event): event.time
    case .authorization: nil
    }
  }

  /// One JSON object on a line of its own; SI units, and what is unknown is absent.
  ///
  /// - Parameter openings: tells whether the place is open.
  public func jsonLine(_ openings: Openings?) -> String { jsonValue(openings).line + "\n" }

  /// The same without a word on whether a place is open.
  public var jsonLine: String { jsonLine(nil) }

  private func jsonValue(_ openings: Openings?) -> JSONValue {
    switch self {
    case .proximity(let event):
      .known([
        "event": .string(name),
        "time": event.location.time.map { .string(Timestamp.text(of: $0)) },
        "position": event.location.jsonValue(),
        "place": ShownPlace(event.place, openings: openings).jsonValue,
        "reason": .string("\(event.reason)"),
        "closest": event.closest.map {
          .known([
            "distance": .rounded($0.distance.metres), "time": .string(Timestamp.text(of: $0.time)),
          ])
        },
      ])
    case .location(let location):
      .known([
        "event": .string(name),
        "time": location.time.map { .string(Timestamp.text(of: $0)) },
        "position": location.jsonValue(),
      ])
    case .authorization(let state):
      .known([
        "event": .string(name),
        "status": .string(state.authorizationStatus.rawValue),
        "reason": state.reason.map(JSONValue.string),
      ])
    case .signal(let event):
      .known([
        "event": .string(name),
        "time": event.time.map { .string(Timestamp.text(of: $0)) },
        "status": .string(event.status.rawValue),
        "since": event.since.map { .string(Timestamp.text(of: $0)) },
        "position": event.location.jsonValue(),
      ])
    case .featured(let place, let location):
      .known([
        "event": .string(name),
        "time": location.time.map { .string(Timestamp.text(of: $0)) },
        "position": location.jsonValue(),
        "place": ShownPlace(place, openings: openings).jsonValue,
      ])
    }
  }

  /// One line for people.
  ///
  /// - Parameter isBrief: without the day.
  public func line(_ wording: Wording = Wording(), isBrief: Bool = false) -> String {
    func prefix(at time: Date?) -> String {
      let shown = time.map { isBrief ? Timestamp.clock(of: $0) : Timestamp.text(of: $0) }
      return "\(shown ?? "no time")  \(TerminalText.fitted(name, to: 8))  "
    }
    func prefix(_ location: Location) -> String { prefix(at: location.time) }
    switch self {
    case .proximity(let event):
      let closest = event.closest.map { ", closest \(wording.units.wording(of: $0.distance))" } ?? ""
      let reason = event.reason.wording(in: wording.units)
      return prefix(event.location) + event.place.summary(wording) + " (\(reason)\(closest))\n"
    case .location(let location):
      return prefix(location) + location.summary(wording) + "\n"
    case .authorization(let state):
      let parts = [name, state.authorizationStatus.rawValue, state.reason.map(TerminalText.harmless)]
      return parts.compactMap(\.self).joined(separator: "  ") + "\n"
    case .signal(let event):
      return prefix(at: event.time) + event.summary + "\n"
    case .featured(let place, let location):
      return prefix(location) + place.summary(wording) + "\n"
    }
  }
}

extension Suppression {
  /// One line that says what was kept from being an event, and why.
  public func explanation(in units: Units) -> String {
    let time = location.time.map { Timestamp.text(of: $0) } ?? "no time"
    let what = place.map { TerminalText.harmless($0.name ?? $0.id) } ?? "the fix does not count"
    return "\(time) \(what): \(reason.wording(in: units))"
  }
}

extension SignalEvent {
  /// `lost: no fix since 2026-06-01T10:00:13Z`, `regained: a fix again, after 70 s without`.
  public var summary: String { "\(status.rawValue): \(explanation)" }

  /// What happened, for people.
  public var explanation: String {
    switch status {
    case .lost: since.map { "no fix since \(Timestamp.text(of: $0))" } ?? "no fix any more"
    case .regained:
      silence.map { "a fix again, after \(Age.wording(seconds: $0)) without" } ?? "a fix again"
    }
  }
}

extension Timestamp {
  /// The time of day: `10:00:13Z`.
  static func clock(of date: Date) -> String {
    String(text(of: date).drop { $0 != "T" }.dropFirst())
  }
}

extension NearbyPlace {
  /// `45 m ↗ NE  Kahvila, cafe`.
  public func summary(_ wording: Wording) -> String {
    let direction = bearing.map { " \(wording.direction($0))" } ?? ""
    let category = place.category.map { TerminalText.harmless($0).replacing("_", with: " ") }
    let what = [place.title.map(TerminalText.harmless), category].compactMap(\.self).joined(separator: ", ")
    return
      "\(wording.units.wording(of: distance))\(direction)  \(what.isEmpty ? TerminalText.harmless(place.id) : what)"
  }
}

extension Location {
  /// `60.17060, 24.94139, ±21 m`.
  func summary(_ wording: Wording) -> String {
    let accuracy = accuracy.map { ", \(wording.accuracy($0))" } ?? ""
    return Self.degrees(coordinate.latitude) + ", " + Self.degrees(coordinate.longitude) + accuracy
  }
}
