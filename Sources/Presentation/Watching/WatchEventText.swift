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
  ///
  /// - Parameter isBrief: without the day.
  public func line(_ wording: Wording = Wording(), isBrief: Bool = false) -> String {
    func prefix(_ location: Location) -> String {
      let time = location.time.map { Timestamp.text(of: $0) }
      let shown = isBrief ? time.map { String($0.drop { $0 != "T" }.dropFirst()) } : time
      return "\(shown ?? "no time")  \(TerminalText.fitted(name, to: 8))  "
    }
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

extension NearbyPlace {
  /// `45 m ↗ NE  Kahvila, cafe`.
  public func summary(_ wording: Wording) -> String {
    let direction = bearing.map { " \(wording.direction($0))" } ?? ""
    let category = place.category.map { TerminalText.harmless($0).replacing("_", with: " ") }
    let what = [place.name.map(TerminalText.harmless), category].compactMap(\.self).joined(separator: ", ")
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

  /// One line for the bottom of a terminal: the fix, its accuracy, the speed, the nearest place.
  ///
  /// Where there is no room for all, the place stays longest.
  public func statusLine(nearest: NearbyPlace?, wording: Wording, width: Int) -> String {
    let parts = [
      "\(Self.degrees(coordinate.latitude)), \(Self.degrees(coordinate.longitude))",
      accuracy.map(wording.accuracy), speed.map(wording.units.wording(ofSpeed:)),
    ]
    let place = nearest?.summary(wording)
    let lines = parts.indices.map { index in
      let fix = parts[index...].compactMap(\.self).joined(separator: ", ")
      return [fix, place].compactMap(\.self).filter { !$0.isEmpty }.joined(
        separator: "  \(wording.separator)  ")
    }
    let missing = max(0, (place.map(TerminalText.width) ?? 0) - Self.leastPlaceWidth)
    let line =
      lines.first { !$0.isEmpty && TerminalText.width(of: $0) - missing <= width } ?? place ?? lines[0]
    return TerminalText.fitted(line, to: width, ellipsis: wording.ellipsis)
  }

  /// The distance, the direction, and the beginning of a name.
  private static let leastPlaceWidth = 30
}
