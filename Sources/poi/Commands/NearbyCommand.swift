import ArgumentParser
import Nearby
import Places
import Positioning
import Presentation

struct NearbyCommand: NearbyAskingCommand {
  static let configuration = CommandConfiguration(
    commandName: "nearby",
    abstract: "Show what is around you, nearest first",
    discussion: """
      poi nearby                              # what is around you
      poi nearby open bakery                  # bakeries open now
      poi nearby water --radius 2km
      poi nearby burger king --near Vaduz
      poi nearby cafe --at 60.17,24.94 --format radar
      poi nearby pharmacy --json | jq -r '.places[].name'
      """)

  static let usualOptions = [
    "at near: Where you are: 47.14,9.52, an address, a town, …", "gps-log", "source", "offline", "category",
    "radius", "limit", "open-now open-at: Hide places that are closed now, or at that time", "ahead",
    "long", "format", "address",
  ]

  @OptionGroup var asked: NearbyOptions

  @Flag(help: "Print your address first") var address = false
  // Like the store in `SourceOptions`.
  @Flag(help: SpeechOptions.speakHelp) var speak = false
  @Flag(help: SpeechOptions.scriptHelp) var speakScript = false
  @Option(Setting.speechRate) var speechRate: Int?

  private var speech: SpeechOptions {
    var speech = SpeechOptions()
    (speech.speak, speech.speakScript, speech.speechRate) = (speak, speakScript, speechRate)
    return speech
  }

  func validate() throws {
    try speech.validate()
    if speech.speakScript, let format = asked.output.chosenFormat {
      throw ValidationError("--speak-script and --format \(format.rawValue) contradict each other")
    }
  }

  func run(at place: PlacedSearch?, in context: CommandContext) async throws -> ExitStatus {
    asked.position.at == "-"
      ? try await answerEach(in: context) : try await answerOnce(at: place, in: context)
  }

  @MainActor
  private func answerOnce(at place: PlacedSearch?, in context: CommandContext) async throws -> ExitStatus {
    let settings = context.settings
    let speaker = try await speech.speaker(asked.output.wording, dropsStale: false, in: context)
    var output = try asked.output.output(of: .nearby, in: context)
    try CommandFailure.check("--address", address, output.format, worksWith: .table, .radar, .json)
    let (query, found, provider) = try await asked.report(at: place, shownBy: &output, in: context)
    var report = found
    if [.radar, .svg].contains(output.format) {
      output.ground = try asked.output.wording.mapKeeper(
        of: provider, asked.places, isFile: output.format == .svg, hasColor: output.table.palette != nil,
        in: context)
    }
    if address {
      let words = try WhereaboutsWords(
        asked.places.store, try asked.output.wording.wording(in: settings),
        try asked.output.wording.language(in: settings), in: context)
      report.whereabouts = (try await words.report(on: report.location, from: report.provider), words.wording)
    }
    let spoken =
      speech.isWanted
      ? SpokenReport(
        report, wording: try speech.wording(asked.output.wording, asked.travel, in: settings),
        clocks: PlaceClocks())
      : nil
    try filter.tell(
      ofUnderstood: query, around: report.around, in: place, at: report.location.coordinate,
      isForPeople: [.table, .radar].contains(output.format) && !report.answer.places.isEmpty,
      asked.output.wording, context)
    let script = speech.speakScript ? spoken?.script : nil
    let address = output.format == .json ? nil : report.whereabouts.map { $0.report.text($0.wording) }
    try context.console.write(script ?? (address ?? "") + output.render(report))
    let status = ExitStatus(report)
    // That the data does not cover the position is said with the places.
    if status != .tryLater {
      report.whereabouts?.report.advice(output.table.wording).map(context.console.tell)
    }
    report.hasMarks = output.hasMarks
    try asked.tell(of: report, query, in: context)
    if report.answer.places.isEmpty || report.answer.places[0].distance > CommandContext.farFromSwapped {
      try await context.tellOfSwapped(
        report.location.coordinate, asked.position, asked.places, output.table.wording)
    }
    if let spoken { await speaker?.say(spoken) }
    return status
  }

  /// Answers each position of the standard input.
  @MainActor
  private func answerEach(in context: CommandContext) async throws -> ExitStatus {
    guard !address else {
      throw CommandFailure("--address takes one position; poi where --at - --json takes many", .usage)
    }
    guard !speech.isWanted else {
      throw CommandFailure("--speak and --speak-script take one position, not --at -", .usage)
    }
    let lines = try PositionLines(asked.position, asked.output, store: asked.places.store, in: context)
    let question = try filter.question(in: context.settings)
    let openings = try asked.opening.openings(asked.places.store, in: context, question)
    let query = try asked.query(question, in: context.settings, openings)
    let answers = RepeatedQuery(
      provider: try asked.placeProvider(for: query, in: context), query: query,
      isAtOnce: try asked.places.isAtOnce(in: context.settings))
    return try await lines.answer(openings: openings, status: ExitStatus.init) {
      try await answers.answer(at: $0, opening: $1.wanted)
    }
  }
}
