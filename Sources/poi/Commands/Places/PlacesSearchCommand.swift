import ArgumentParser
import PlaceStore
import Presentation

struct PlacesSearchCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Find places by name, in any language, even if misspelled",
    discussion: """
      poi places search "karl fazer"
      poi places search mcdonalds --format geojson > mcdonalds.geojson
      """)

  static let usualOptions = [
    "limit", "open-now open-at: Hide places that are closed now, or at that time", "format", "fields", "long",
    "units", "language", "draw", "color", "store",
    "quiet",
  ]

  @Argument(help: "An id, or the beginnings of words of the name")
  var text: String

  @Option(name: OptionNames.limit, SettingType.count, help: "How many places to show", default: usualLimit)
  var limit: Int?

  @OptionGroup(title: "Query") var opening: OpeningOptions
  @OptionGroup(title: "Places") var store: StoreOptions
  @OptionGroup(title: "Output") var output: PlaceListOptions
  @OptionGroup(title: "Output") var logging: LoggingOptions

  private static let usualLimit = 20

  func isForPrograms(in settings: Settings) throws -> Bool { try output.isForPrograms(in: settings) }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let store = try context.openStore(store)
    let limit = limit ?? Self.usualLimit
    let openings = try opening.openings(self.store, in: context)
    let (all, areAll, isNearMiss) = try store.search(text)
    let found = all.filter { !openings.leavesOut($0.place) }
    if all.isEmpty {
      context.console.tell("no place named '\(TerminalText.harmless(text))' or anything like it")
    } else if isNearMiss {
      context.console.tell("no place has that name; similar names:")
    }
    let shown = Array(found.prefix(limit))
    try context.console.write(try output.render(shown, openings, of: store, in: context))
    let words = try output.wording.wording(in: context.settings)
    openings.summary(closed: all.count - found.count, shown: shown.map(\.place), words.phrases).map(
      context.console.tell)
    if found.count > limit {
      let count = "\(areAll ? "" : "at least ")\(found.count)"
      context.console.tell("\(limit) of \(count) places; --limit shows more")
    } else if !areAll {
      context.console.tell("there may be more places than these; give more of the name")
    }
    return found.isEmpty ? .nothingFound : .found
  }
}
