import ArgumentParser
import Geography
import Nearby
import Positioning
import Presentation

struct WhereCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "where",
    abstract: "Tell where you are: the address, and coordinates",
    discussion: """
      poi where
      poi where --format words
      poi where --at 42.5075,1.5218 --json
      poi where --format maidenhead,mgrs
      poi where --at "32U PU 91603 34780" --format link
      poi where --at - < positions.txt
      """)

  static let usualOptions = [
    "at near: Where you are: 47.14,9.52, an address, a town, …", "gps-log", "gpsd", "geoclue",
    "desired-accuracy", "timeout", "format", "json", "source",
    "offline", "language", "speak",
  ]

  @OptionGroup(title: "Position") var position: PositionOptions

  @Option(
    name: OptionNames.format, .some(of: WhereFormat.ofText + [.json], called: "format", "list", \.word),
    help: "words, mgrs, geo, link, … or json (default: all)"
  )
  var format: [WhereFormat]?

  @Flag(help: "Short for --format json") var json = false

  @OptionGroup(title: "Places") var places: SourceOptions
  @OptionGroup(title: "Output") var wording: WordingOptions
  @OptionGroup(title: "Speech") var speech: SpeechOptions
  @OptionGroup(title: "Output") var logging: LoggingOptions

  func validate() throws {
    if speech.isWanted, position.at == "-" {
      throw ValidationError("--speak and --speak-script take one position, not --at -")
    }
    if speech.speakScript, json || format != nil {
      throw ValidationError("--speak-script and a format contradict each other")
    }
    if let format, json || format.contains(.json), format != [.json] {
      throw ValidationError("json cannot be combined with other formats")
    }
    if position.at == "-", let format, format.count > 1 {
      throw ValidationError("--at - prints one line for each position: choose one format")
    }
  }

  /// How many positions of the standard input are looked up in one turn.
  private static let mostAtOnce = 64

  private var isJSON: Bool { json || format == [.json] }

  func isForPrograms(in settings: Settings) -> Bool { isJSON }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let speaker = try await speech.speaker(wording, dropsStale: false, in: context)
    let formats = isJSON ? [.json] : format ?? WhereFormat.ofText
    let needsWords = speech.isWanted || !formats.allSatisfy { if case .notation = $0 { true } else { false } }
    func makeWords(isStream: Bool) throws -> WhereaboutsWords {
      WhereaboutsWords(
        try WhereaboutsSearch(
          places, isStream: isStream, within: position.answerLimits(in: context.settings), in: context),
        try wording.wording(in: context.settings), try wording.language(in: context.settings))
    }
    if position.at == "-" {
      let format = isJSON ? .json : format?.first ?? .words
      let words = try makeWords(isStream: true)
      let tellOnce = OnceTelling { [console = context.console] in console.tell($0) }
      return try await answerLines(in: context) { positions in
        let locations = positions.map { Location(coordinate: $0.coordinate, accuracy: $0.accuracy) }
        let provider = positions.first.map { PositionOptions.Choice.fixed($0).provider } ?? ""
        let reports = try await words.reports(on: locations, from: provider)
        reports.lazy.compactMap { $0.advice(words.wording) }.first.map { tellOnce($0) }
        return zip(locations, reports).map { location, report in
          switch format {
          case .json: report.jsonLine(words.wording)
          case .words: (report.words(words.wording) ?? "") + "\n"
          case .notation(let notation):
            notation.text(of: location.coordinate, accuracy: location.accuracy) + "\n"
          }
        }
      }
    }
    let choice = try await context.choice(of: position, store: places.store, wording: wording)
    let columns = context.console.terminal?.columns
    func rows(_ text: String) -> String { TerminalText.columned(text, to: columns) }
    let signs = try wording.wording(in: context.settings).signs
    let fix = try await LocationLookup(
      position, choice, places: GivenPlaces(), wording: wording, in: context
    ).currentFix()
    guard needsWords else {
      try context.console.write(rows(text(of: fix.location, in: formats, words: "", signs)))
      return .found
    }
    let words = try makeWords(isStream: false)
    var found = try await words.report(on: fix.location, from: fix.provider)
      .with(junctionAt: fix.location, of: words.store)
    found.corrections = context.corrections.all
    let spoken = [found.words(words.wording.spoken), found.nextJunction(words.wording.spoken)]
      .compactMap { $0.map(SpokenWording.sentence) }.joined(separator: " ")
    let script =
      speech.speakScript
      ? SpokenWording.scriptLine(
        of: spoken, at: fix.location.time, fix.location.coordinate, by: PlaceClocks()) : nil
    let shown =
      isJSON
      ? found.json(words.wording)
      : rows(text(of: fix.location, in: formats, words: found.text(words.wording), signs))
    try context.console.write(script ?? shown)
    found.advice(words.wording).map(context.console.tell)
    if found.words(words.wording) == nil {
      try await context.tellOfSwapped(fix.location.coordinate, position, places, words.wording)
    }
    if !spoken.isEmpty { speaker?.say(Utterance(text: spoken, urgency: .inTurn)) }
    await speaker?.finish()
    return formats == [.words] && spoken.isEmpty ? .nothingFound : .found
  }

  /// Answers the positions on the standard input, as many at once as are there.
  ///
  /// - Parameter lines: the answers to positions, a line for each.
  @MainActor
  private func answerLines(
    in context: CommandContext, with lines: ([TypedPosition]) async throws -> [String]
  ) async throws -> ExitStatus {
    let writer = AnswerWriter(to: context)
    var waiting: [TypedPosition] = []
    func answerWaiting() async throws {
      let answers = try await lines(waiting)
      waiting = []
      for line in answers { try writer.write { $0 += line.utf8 } }
    }
    return try await writer.run { () throws in
      let status = try await context.forEachPosition(store: places.store) { _, written in
        waiting.append(written)
        if waiting.count == Self.mostAtOnce || !context.hasLine() { try await answerWaiting() }
        return .found
      } malformed: { lineNumber, problem in
        try await answerWaiting()
        try writer.flush()
        let line = isJSON ? NearbyReport.jsonLine(ofBadLine: lineNumber, problem) : "\n"
        try writer.write { $0 += line.utf8 }
      }
      try await answerWaiting()
      return status
    }
  }

  private func text(
    of location: Location, in formats: [WhereFormat], words: String, _ signs: (String) -> String
  ) -> String {
    formats.map { format in
      guard case .notation(let notation) = format else { return words }
      let text = notation.text(of: location.coordinate, accuracy: location.accuracy)
      // One alone is for a script.
      return (formats.count == 1 ? text : "\(notation.rawValue)\t\(signs(text))") + "\n"
    }.joined()
  }
}

enum WhereFormat: Hashable, Sendable {
  case words
  case notation(PositionNotation)
  case json

  /// All that people read.
  static let ofText = [words] + PositionNotation.allCases.map(notation)

  var word: String {
    switch self {
    case .words: "words"
    case .json: "json"
    case .notation(let notation): notation.rawValue
    }
  }
}
