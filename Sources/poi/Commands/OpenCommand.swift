import ArgumentParser
import FoundationEssentials
import Geography
import PlaceFiles
import Places
import Presentation

extension OpenMode: EnumerableFlag {
  public static func help(for mode: OpenMode) -> ArgumentHelp? {
    switch mode {
    case .browser: "Show it in a browser (the default)"
    case .geo: "Show it in a map program"
    case .print: "Print only the URL"
    }
  }
}

struct OpenCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Show a place in a browser or map program",
    discussion: """
      poi open node/606996912
      poi open --source places.geojson "karl fazer" --geo
      poi open --source places.geojson fazer --at 60.17,24.94 --print
      poi nearby --source places.csv --limit 1 --format jsonl | poi open -
      """)

  static let usualOptions = [
    "browser", "geo", "print", "source", "store", "offline",
    "at near: Where you are: 47.14,9.52, an address, a town, …", "gps-log",
    "open-now open-at: Hide places that are closed now, or at that time",
    "language",
  ]

  @Argument(help: "An id, a name, or - for JSON on standard input")
  var place: String

  @Flag(exclusivity: .exclusive)
  var mode: OpenMode?

  @OptionGroup(title: "Places") var places: SourceOptions
  @OptionGroup(title: "Position") var position: PositionOptions
  @OptionGroup(title: "Query") var opening: OpeningOptions
  @OptionGroup(title: "Output") var wording: WordingOptions
  @OptionGroup(title: "Output") var logging: LoggingOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let place = try await chosenPlace(in: context).named(in: try wording.language(in: context.settings))
    return try await context.open(place, mode: try context.settings.value(of: .openMode, given: mode))
  }

  /// Whether the arguments ask for what is open, like `poi open pharmacy`, and not for a place to show.
  static func areSearch(_ arguments: [String]) -> Bool {
    guard arguments.first == configuration.commandName,
      Set(arguments).isDisjoint(with: OpenMode.allCases.map { "--\($0)" })
    else { return false }
    let words = arguments.dropFirst().prefix { !$0.hasPrefix("-") }
    return words.first == "now" || words.contains(where: Category.isName)
      || Category.isName(words.joined(separator: " "))
  }

  // MARK: Which place

  @MainActor
  private func chosenPlace(in context: CommandContext) async throws -> PointOfInterest {
    let openings = try opening.openings(places.store, in: context)
    let all = try await candidates(in: context)
    let found = all.filter { !openings.leavesOut($0) }
    let words = try wording.wording(in: context.settings)
    let language = try wording.language(in: context.settings)
    openings.summary(closed: all.count - found.count, shown: found, words.phrases).map(context.console.tell)
    guard let first = found.first else {
      let message =
        !all.isEmpty
        ? "every place of that name is closed"
        : place == "-" ? "standard input holds no place" : "no place named '\(place)'"
      throw CommandFailure(message, .nothingFound)
    }
    if found.count == 1 { return first }
    if place == "-" {
      context.console.tell("the first of \(found.count) places")
      return first
    }
    guard position.isChosen else {
      throw context.tooMany(found, called: place, language, openings)
    }
    let choice = try await context.choice(of: position, store: places.store, places: places, wording: wording)
    let lookup = try LocationLookup(
      position, choice, places: GivenPlaces(places: found), wording: wording, in: context)
    let nearest = try await lookup.nearbyPlaces(matching: PlaceQuery(limit: 1))
    guard let chosen = nearest.answer.places.first else { return first }
    context.console.tell("the nearest of \(found.count): \(chosen.named(in: language).summary(words))")
    return chosen.place
  }

  @MainActor
  private func candidates(in context: CommandContext) async throws -> [PointOfInterest] {
    guard place != "-" else { return try PlaceFile(path: "/dev/stdin").read().places }
    let limits = try position.answerLimits(in: context.settings)
    guard let finder = try context.makePlaceProvider(places, limits).finding else {
      throw CommandFailure(
        "this source has no search by name; pipe a place in: poi nearby ... --format jsonl | poi open -",
        .usage)
    }
    return try await finder.places(called: place)
  }
}

extension CommandContext {
  /// Opens a place, or prints its URL if that cannot be.
  func open(_ place: PointOfInterest, mode: OpenMode) async throws -> ExitStatus {
    let opener = DocumentOpener(urlOpener: urlOpener) { [console] url in
      try console.write("\(url.absoluteString)\n")
    }
    try await opener.open(place, mode: mode)
    return .success
  }
}
