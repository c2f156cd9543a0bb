import Geography
import Places
import Positioning

/// Everything known about a place, for people.
public struct PlaceSheet: Sendable {
  private let wording: Wording

  /// - Parameter wording: in which units, and with which signs.
  public init(wording: Wording) {
    self.wording = wording
  }

  /// The name, a line about where it is and what, and the tags.
  public func text(of shown: ShownPlace) -> String {
    let place = shown.place
    let coordinate = place.coordinate
    let facts = [
      place.label.map { TerminalText.harmless(wording.phrases.kind($0)) },
      shown.place.caveat(wording.phrases),
      shown.distance.map { distance in
        if shown.isInside { return wording(.inside) }
        let direction = shown.bearing.map { " \(wording.direction($0))" } ?? ""
        return wording.length(distance) + direction
      },
      "\(Location.degrees(coordinate.latitude)), \(Location.degrees(coordinate.longitude))",
      place.proximity.map { wording(.within, ["distance": wording.length($0)]) },
      TerminalText.harmless(place.id),
      shown.opening?.text(wording.phrases),
    ]
    var lines = [
      place.heading(askedAs: shown.matched, wording.phrases).map(TerminalText.harmless) ?? wording.dash,
      facts.compactMap(\.self).joined(separator: " \(wording.separator) "),
    ]
    let tags = place.tags.sorted { $0.key < $1.key }.map {
      [$0.key, $0.value].map(TerminalText.harmless)
    }
    let columns = [0, 1].map { TextColumn($0, of: tags) }
    lines += tags.map { "  " + columns.line(of: $0) }
    return lines.joined(separator: "\n") + "\n"
  }
}
