import ArgumentParser
import Geography
import Nearby
import Places
import Positioning
import Presentation

/// `poi where`.
struct WhereCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "where",
    _superCommandName: Poi.name,
    abstract: "Show your position in the notations people speak, type and click",
    discussion: """
      EXAMPLES
        poi where
        poi where --format maidenhead,mgrs
        poi where --at JO62qm --format decimal
        poi where --at "32U PU 91603 34780" --format link

      A position given as a grid square means the centre of the square.
      """)

  @OptionGroup(title: "Position") var position: PositionOptions

  @Option(
    name: OptionNames.format, .notations,
    help: "decimal, dms, maidenhead, mgrs, utm, pluscode, geo, link, or several after commas. (default: all)")
  var format: [PositionNotation]?

  @OptionGroup var store: StoreOptions
  @OptionGroup(title: "Output") var wording: WordingOptions
  @OptionGroup(title: "Output") var logging: LoggingOptions

  @MainActor
  func run(in context: CommandContext) async throws -> ExitStatus {
    let choice = try await context.choice(of: position, store: store, wording: wording)
    let location = try await LocationLookup(
      position, choice, places: EmptyPlaceProvider(), wording: wording, in: context
    ).currentLocation()
    let texts = (format ?? PositionNotation.allCases).map { notation in
      (notation: notation, text: notation.text(of: location.coordinate, accuracy: location.accuracy))
    }
    // One alone is for a script.
    let lines = texts.map { texts.count == 1 ? $0.text : "\($0.notation.rawValue)\t\($0.text)" }
    try context.console.write(lines.map { $0 + "\n" }.joined())
    return .found
  }
}

extension SettingType where Value == [PositionNotation] {
  fileprivate static var notations: Self {
    let words = PositionNotation.allCases.map(\.rawValue)
    return .list(
      "list", "some of \(words.joined(separator: ", "))", completing: words,
      parse: { texts in
        try texts.map { text in
          guard let notation = PositionNotation(rawValue: text.lowercased()) else {
            throw ValidationError("no notation '\(text)'; the notations are \(words.joined(separator: ", "))")
          }
          return notation
        }
      }, shown: { $0.map(\.rawValue) })
  }
}
