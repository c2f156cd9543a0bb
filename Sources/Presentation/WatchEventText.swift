import Foundation
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
    }
  }

  /// One JSON object on a line of its own; SI units, and what is unknown is absent.
  public var jsonLine: String { jsonValue.line + "\n" }

  private var jsonValue: JSONValue {
    switch self {
    case .proximity(let event):
      .known([
        "event": .string(name),
        "time": event.location.time.map { .string(Timestamp.text(of: $0)) },
        "position": event.location.jsonValue(),
        "place": ShownPlace(event.place).jsonValue,
        "reason": .string(event.reason),
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
    case .featured(let place, let location):
      .known([
        "event": .string(name),
        "time": location.time.map { .string(Timestamp.text(of: $0)) },
        "position": location.jsonValue(),
        "place": ShownPlace(place).jsonValue,
      ])
    }
  }

  /// One line for people.
  public func line(units: Units) -> String {
    switch self {
    case .proximity(let event):
      let closest = event.closest.map { ", closest \(units.wording(of: $0.distance))" } ?? ""
      return prefix(event.location) + event.place.summary(units: units) + " (\(event.reason)\(closest))\n"
    case .location(let location):
      return prefix(location) + location.wording + "\n"
    case .authorization(let state):
      return [name, state.authorizationStatus.rawValue, state.reason.map(TerminalText.harmless)].compactMap(
        \.self
      ).joined(
        separator: "  ") + "\n"
    case .featured(let place, let location):
      return prefix(location) + place.summary(units: units) + "\n"
    }
  }

  private func prefix(_ location: Location) -> String {
    let time = location.time.map { Timestamp.text(of: $0) } ?? "no time"
    return "\(time)  \(TerminalText.fitted(name, to: 8))  "
  }
}

extension Suppression {
  /// One line that says what was kept from being an event, and why.
  public var explanation: String {
    let time = location.time.map { Timestamp.text(of: $0) } ?? "no time"
    let what = place.map { TerminalText.harmless($0.name ?? $0.id) } ?? "the fix does not count"
    return "\(time) \(what): \(reason)"
  }
}

extension NearbyPlace {
  /// `45 m ↗ NE  Kahvila, cafe`.
  func summary(units: Units) -> String {
    let direction = bearing.map { " \($0.arrow) \($0.compassPoint)" } ?? ""
    let category = place.category.map { TerminalText.harmless($0).replacing("_", with: " ") }
    let what = [place.name.map(TerminalText.harmless), category].compactMap(\.self).joined(separator: ", ")
    return
      "\(units.wording(of: distance))\(direction)  \(what.isEmpty ? TerminalText.harmless(place.id) : what)"
  }
}

extension Location {
  /// `60.17060, 24.94139, ±21 m`.
  var wording: String {
    let accuracy = accuracy.map { ", ±\(Units.metric.wording(of: Distance(metres: $0)))" } ?? ""
    return Self.degrees(coordinate.latitude) + ", " + Self.degrees(coordinate.longitude) + accuracy
  }

  /// One line for the bottom of a terminal: the fix, its accuracy, the speed, the nearest place.
  public func statusLine(nearest: NearbyPlace?, units: Units, width: Int) -> String {
    let speed = speed.map { ", \(units.wording(ofSpeed: $0))" } ?? ""
    let place = nearest.map { "  ·  " + $0.summary(units: units) } ?? ""
    return TerminalText.fitted(wording + speed + place, to: width)
  }
}
