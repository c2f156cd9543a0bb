import ArgumentParser
import Geography
import Nearby
import Places
import Positioning
import Presentation

struct HereCommand: PlacingCommand {
  static let configuration = CommandConfiguration(
    commandName: "here",
    abstract: "Are you at a place? Exit status 0 yes, 1 no, 75 unknown",
    discussion: """
      poi here --category water && notify-send "drink"
      poi here --category cafe --quiet; [ $? -eq 1 ] && echo elsewhere
      poi here --source favourites.gpx --at 60.1699,24.9384 --within 100m
      poi here --at - < positions.txt
      """)

  static let usualOptions = [
    "at near: Where you are: 47.14,9.52, an address, a town, …", "gps-log", "source", "offline", "category",
    "tag", "name", "within", "open-now open-at: Hide places that are closed now, or at that time",
    "format", "json", "quiet", "timeout",
  ]

  @OptionGroup(title: "Position") var position: PositionOptions
  @OptionGroup(title: "Places") var places: SourceOptions
  @OptionGroup(title: "Query") var filter: FilterOptions
  @OptionGroup(title: "Query") var opening: OpeningOptions

  @Option(Setting.proximity, names: OptionNames.within) var within: Distance?

  @OptionGroup(title: "Output") var output: OutputOptions

  var section: SettingKey.Section? { .here }
  var isVerbose: Bool { output.verbose }
  var isQuiet: Bool { output.quiet }
  var chosenLanguage: NameLanguage? { output.wording.language }

  func isForPrograms(in settings: Settings) throws -> Bool {
    try position.at == "-" || output.isForPrograms(of: .here, in: settings)
  }

  mutating func takePlace(in context: CommandContext) async throws -> PlacedSearch? {
    try await filter.takePlace(position, places, output.wording, isElsewhere: true, in: context)
  }

  func run(at place: PlacedSearch?, in context: CommandContext) async throws -> ExitStatus {
    let settings = context.settings
    let wording = output.wording
    let lines =
      position.at == "-" ? try PositionLines(position, output, store: places.store, in: context) : nil
    let question = try filter.question(in: settings)
    let within =
      try question.within(given: within, refusing: [Setting.queryLimit], in: self)
      ?? settings.value(of: .proximity)
    let desired = try position.desiredAccuracy(in: settings)
    let source = try context.placeProvider(
      for: places, limits: try position.answerLimits(in: settings), naming: wording)
    let provider = place?.places(of: source) ?? source
    let asked = try question.filter(in: settings, of: .here)
    let openings = try opening.openings(places.store, in: context, question)
    if let lines {
      let answers = RepeatedQuery(
        provider: provider, query: .here(asked, within: within),
        isAtOnce: try places.isAtOnce(in: settings))
      return try await lines.answer(openings: openings) {
        Self.status(of: $0.answer, at: $0.location, within: within, desired: desired)
      } by: {
        try await answers.answer(at: $0).here(within: within).leavingOutClosed(by: $1.wanted)
      }
    }
    let output = try output.output(of: .here, in: context)
    let choice = try await context.choice(of: position, store: places.store, places: places, wording: wording)
    let lookup = try LocationLookup(position, choice, places: provider, wording: wording, in: context)
    var (check, report) = try await lookup.placesHere(matching: asked, proximity: within, openings: openings)
    try filter.tell(
      ofUnderstood: PlaceQuery(filter: asked, radius: within, opening: openings.wanted),
      around: report.around, in: place, at: report.location.coordinate,
      isForPeople: output.format == .table, wording, context)
    report.answer.corrections = context.corrections.all
    try context.console.write(output.render(report))
    let words = output.table.wording
    report.radius = within
    report.hasMarks = output.hasMarks
    if let failure = report.answer.failure {
      context.console.tell(CommandFailure(beyondData: failure).message)
    } else {
      try context.finish(
        report.summary(words),
        report.notices(
          words, asked: context.corrections.corrected(asked).askedText,
          broughtBy: try places.fetchCommand(around: report.location, in: settings)),
        from: report.answer.source, places, wording)
    }
    try filter.tellOfTags(
      asked, isFound: !report.answer.places.isEmpty, in: report.answer.source, of: places, words, context)
    return Self.status(
      of: check.answer, at: report.location, within: within, desired: desired,
      isSurelyElsewhere: check.isSurelyElsewhere)
  }

  /// A yes or a no is sure only if it holds all around so vague a position, and a no only as far as the data goes.
  private static func status(
    of answer: PlaceAnswer, at location: Location, within: Distance, desired: Double,
    isSurelyElsewhere: Bool = false
  ) -> ExitStatus {
    let vagueness = location.isAccurate(within: desired) ? 0 : location.accuracy ?? 0
    if vagueness > 0, !isSurelyElsewhere, answer.here(within: within, error: vagueness).places.isEmpty {
      return .tryLater
    }
    if !answer.places.isEmpty { return .found }
    let known = answer.source.knownWithin?.metres ?? .infinity
    return known < within.metres + vagueness ? .tryLater : .nothingFound
  }
}
