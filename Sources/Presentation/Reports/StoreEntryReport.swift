import CivilTime
import Geography
import OpeningHours
import PlaceStore
import Places
import Positioning

/// Everything the store knows about one place, a line for each fact.
public struct StoreEntryReport: Sendable {
  private let entry: StoreEntry
  private let openings: Openings?

  /// - Parameter openings: tells whether the place is open.
  public init(_ entry: StoreEntry, openings: Openings? = nil) {
    self.entry = entry
    self.openings = openings
  }

  /// One JSON object on a line: the place, and its source.
  public var json: String {
    let source = entry.source
    return ShownPlace(entry.place, openings: openings).jsonValue.adding([
      "source": .known([
        "name": .string(source.name), "attribution": source.attribution.map(JSONValue.string),
        "licence": source.licence.map(JSONValue.string),
        "imported": .string(Timestamp.text(of: source.imported)),
        "dated": source.dated.map { .string(Timestamp.text(of: $0)) },
      ])
    ]).line + "\n"
  }

  /// The lines: what it is, its tags, and its source.
  public var text: String {
    let place = entry.place
    var lines: [(String, String?)] = [
      ("id", place.id), ("name", place.name), ("category", place.mainCategory),
      (
        "position",
        "\(Location.degrees(place.coordinate.latitude)), \(Location.degrees(place.coordinate.longitude))"
      ),
      ("proximity", place.proximity.map(Units.metric.wording(of:))),
    ]
    lines += place.tags.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    lines += [
      ("source", entry.source.name), ("attribution", entry.source.attribution),
      ("licence", entry.source.licence), ("imported", Timestamp.text(of: entry.source.imported)),
      ("dated", entry.source.dated.map { Timestamp.text(of: $0) }),
    ]
    return lines.compactMap { key, value in
      value.map { "\(TerminalText.harmless(key)): \(TerminalText.harmless($0))\n" }
    }
    .joined() + hours
  }

  /// Whether it is open, the days from then on, and what is sloppy about the hours.
  private var hours: String {
    guard let openings, let hours = openings.condition.hours.hours(of: entry.place),
      let shown = openings.opening(of: entry.place)
    else { return "" }
    let week = hours.week(from: shown.time.seconds, in: openings.condition.hours.locality(of: entry.place))
    return "hours: \(shown.text(Phrases()))\n\(week?.text(Phrases()) ?? "")"
      + hours.warnings.map { "note: \($0)\n" }.joined()
  }
}
