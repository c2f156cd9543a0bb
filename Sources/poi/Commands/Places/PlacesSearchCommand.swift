import ArgumentParser
import Places
import Presentation

/// `poi places search`.
struct PlacesSearchCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Find places by their names, in any language and however they are spelled",
    discussion: """
      EXAMPLES
        poi places search "karl fazer"
        poi places search mcdonalds --format geojson > mcdonalds.geojson
      """)

  @Argument(help: "An id, or words that those of the name begin with, or end with as a compound does.")
  var text: String

  @Option(SettingType.count, help: "How many places at the most.", default: usualLimit)
  var limit: OptionValue?

  @OptionGroup(title: "Query") var opening: OpeningOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup(title: "Output") var output: PlaceListOptions
  @OptionGroup(title: "Output") var logging: LoggingOptions

  private static let usualLimit = 20

  @MainActor
  func run(in context: CommandContext) async throws -> ExitStatus {
    let store = try context.openStore(store)
    let limit = limit?.read() ?? Self.usualLimit
    let openings = try opening.openings(in: context)
    let (all, isNearMiss) = try store.search(text)
    let found = all.filter { !openings.leavesOut($0.place) }
    if all.isEmpty {
      context.console.tell("nothing is called '\(TerminalText.harmless(text))', nor nearly so")
    } else if isNearMiss {
      context.console.tell("nothing has that name, but nearly so:")
    }
    let shown = found.prefix(limit).map(\.place)
    try context.console.write(try output.render(shown, openings, in: context))
    openings.summary(closed: all.count - found.count, shown: shown).map(context.console.tell)
    if found.count > limit { context.console.tell("\(limit) of \(found.count) places; --limit shows more") }
    return found.isEmpty ? .nothingFound : .found
  }
}
