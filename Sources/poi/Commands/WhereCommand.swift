import ArgumentParser
import Geography
import Nearby
import PlaceStore
import Places
import Positioning
import Presentation

/// `poi where`.
struct WhereCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "where",
    _superCommandName: Poi.name,
    abstract: "Say where you are: in words, and in the notations people speak, type and click",
    discussion: """
      EXAMPLES
        poi where
        poi where --format words
        poi where --at 42.5075,1.5218 --json
        poi where --format maidenhead,mgrs
        poi where --at "32U PU 91603 34780" --format link
        poi where --at - --json < positions.txt

      The words begin with the nearest address within 50 m, else the nearest street within 100 m, else the nearest \
      settlement with distance and direction. The areas that contain the position follow, from small to large. The \
      second line has the street, the park or station around you, and the nearest place with a name within 200 m. \
      Words come from the store: extracts of OpenStreetMap bring streets, addresses and areas. A fix that is accurate \
      only to more than 50 m tells no address, and beyond 100 m no street.

      A position given as a grid square means the centre of the square.
      """)

  @OptionGroup(title: "Position") var position: PositionOptions

  @Option(
    name: OptionNames.format, .formatsOfWhere,
    help:
      "words, decimal, dms, maidenhead, mgrs, utm, pluscode, geo, link, or several after commas; or json. (default: words and all notations)"
  )
  var format: [WhereFormat]?

  @Flag(help: "Short for --format json.")
  var json = false

  @OptionGroup var store: StoreOptions
  @OptionGroup(title: "Output") var wording: WordingOptions
  @OptionGroup(title: "Output") var logging: LoggingOptions

  func validate() throws {
    if let format, json || format.contains(.json), format != [.json] {
      throw ValidationError("json stands alone: leave out the other formats")
    }
    if position.at == "-", !isJSON {
      throw ValidationError("--at - prints a line of JSON for each position: add --json")
    }
  }

  private var isJSON: Bool { json || format == [.json] }

  @MainActor
  func run(in context: CommandContext) async throws -> ExitStatus {
    let formats = isJSON ? [.json] : format ?? WhereFormat.ofText
    let needsWords = !formats.allSatisfy { if case .notation = $0 { true } else { false } }
    let places = needsWords ? try openStore(in: context) : nil
    let finder = places.map { WhereaboutsFinder(places: $0, gazetteer: $0) }
    let (words, language) = (
      try wording.wording(in: context.settings), try wording.language(in: context.settings)
    )
    func report(_ location: Location, from provider: String) async throws -> WhereReport {
      let found = try await finder?.whereabouts(of: location)
      return WhereReport(found ?? Whereabouts(of: location), provider: provider, language: language)
    }
    if position.at == "-" {
      let writer = AnswerWriter(to: context)
      return try await writer.run { () throws in
        try await context.forEachPosition(store: store) { _, written in
          let location = Location(coordinate: written.coordinate, accuracy: written.accuracy)
          let report = try await report(location, from: PositionOptions.Choice.fixed(written).provider)
          try writer.write { $0 += report.jsonLine(words).utf8 }
          return .found
        } malformed: { lineNumber, problem in
          try writer.flush()
          try writer.write { $0 += NearbyReport.jsonLine(ofBadLine: lineNumber, problem).utf8 }
        }
      }
    }
    let choice = try await context.choice(of: position, store: store, wording: wording)
    let fix = try await LocationLookup(
      position, choice, places: EmptyPlaceProvider(), wording: wording, in: context
    ).currentFix()
    guard needsWords else {
      try context.console.write(text(of: fix.location, in: formats, words: ""))
      return .found
    }
    let found = try await report(fix.location, from: fix.provider)
    try context.console.write(
      isJSON ? found.json(words) : text(of: fix.location, in: formats, words: found.text(words)))
    found.advice.map(context.console.tell)
    return formats == [.words] && found.words(words) == nil ? .nothingFound : .found
  }

  /// The store; `nil` if there is none, or no home to have one in.
  @MainActor
  private func openStore(in context: CommandContext) throws -> PlaceStore? {
    if store.store == nil, (try? store.path(in: context.settings)) == nil { return nil }
    return try context.openStoreIfThere(store)
  }

  private func text(of location: Location, in formats: [WhereFormat], words: String) -> String {
    formats.map { format in
      guard case .notation(let notation) = format else { return words }
      let text = notation.text(of: location.coordinate, accuracy: location.accuracy)
      // One alone is for a script.
      return (formats.count == 1 ? text : "\(notation.rawValue)\t\(text)") + "\n"
    }.joined()
  }
}

/// What `poi where` can print.
enum WhereFormat: Hashable, Sendable {
  case words
  case notation(PositionNotation)
  case json

  /// All that people read.
  static let ofText = [words] + PositionNotation.allCases.map(notation)

  init?(_ text: String) {
    switch text.lowercased() {
    case "words": self = .words
    case "json": self = .json
    default:
      guard let notation = PositionNotation(rawValue: text.lowercased()) else { return nil }
      self = .notation(notation)
    }
  }

  var word: String {
    switch self {
    case .words: "words"
    case .json: "json"
    case .notation(let notation): notation.rawValue
    }
  }
}

extension SettingType where Value == [WhereFormat] {
  fileprivate static var formatsOfWhere: Self {
    let words = (WhereFormat.ofText + [.json]).map(\.word)
    return .list(
      "list", "some of \(words.joined(separator: ", "))", completing: words,
      parse: { texts in
        try texts.map { text in
          guard let format = WhereFormat(text) else {
            throw ValidationError("no format '\(text)'; the formats are \(words.joined(separator: ", "))")
          }
          return format
        }
      }, shown: { $0.map(\.word) })
  }
}
