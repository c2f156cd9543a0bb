import ArgumentParser
import Geography
import Nearby
import Places
import Positioning
import Presentation

extension PositionNotation: ArgumentWord {}

/// `poi where`.
struct WhereCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "where",
    abstract: "Tell the position in the notations that are read over a radio, typed or clicked",
    discussion: """
      EXAMPLES
        poi where
        poi where --format maidenhead,mgrs
        poi where --at JO62qm --format decimal
        poi where --at "32U PU 91603 34780" --format link

      A position that was given as the square of a grid is its middle.
      """)

  @OptionGroup(title: "Position") var position: PositionOptions

  @Option(
    help: ArgumentHelp(
      "decimal, dms, maidenhead, mgrs, utm, pluscode, geo, link, or several after commas. (default: all)",
      valueName: "list"),
    transform: WhereCommand.notations(parsing:))
  var format: [PositionNotation]?

  @OptionGroup(title: "Output") var wording: WordingOptions
  @OptionGroup(title: "Output") var logging: LoggingOptions

  @MainActor
  func run(in context: CommandContext) async throws -> ExitStatus {
    let choice = try position.choice(in: context.settings)
    let locating = try Locating(position, choice, places: NoPlaces(), wording: wording, in: context)
    let location = try await locating.currentLocation()
    let texts = (format ?? PositionNotation.allCases).map { notation in
      (notation: notation, text: notation.text(of: location.coordinate, accuracy: location.accuracy))
    }
    // One alone is for a script.
    let lines = texts.map { texts.count == 1 ? $0.text : "\($0.notation.rawValue)\t\($0.text)" }
    try context.console.write(lines.map { $0 + "\n" }.joined())
    return .found
  }

  private static func notations(parsing text: String) throws -> [PositionNotation] {
    try text.split(separator: ",").map { word in
      guard let notation = PositionNotation(rawValue: word.lowercased()) else {
        let words = PositionNotation.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("no notation '\(word)'; there are \(words)")
      }
      return notation
    }
  }

  /// Nobody asks for places here.
  private struct NoPlaces: PlaceProviding {
    nonisolated(nonsending) func places(
      near position: Coordinate, matching query: PlaceQuery
    ) async throws(PlacesError) -> PlaceAnswer {
      PlaceAnswer(places: [], source: PlaceSource(name: "none"))
    }
  }
}
