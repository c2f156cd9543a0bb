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

  @OptionGroup var store: StoreOptions
  @OptionGroup(title: "Output") var output: PlaceListOptions
  @OptionGroup(title: "Output") var logging: LoggingOptions

  private static let usualLimit = 20

  @MainActor
  func run(in context: CommandContext) async throws -> ExitStatus {
    let store = try context.openStore(store)
    let limit = limit?.read() ?? Self.usualLimit
    let (found, isNearMiss) = try store.search(text)
    if found.isEmpty {
      context.console.tell("nothing is called '\(TerminalText.harmless(text))', nor nearly so")
    } else if isNearMiss {
      context.console.tell("nothing has that name, but nearly so:")
    }
    try context.console.write(try output.render(found.prefix(limit).map(\.place), in: context))
    if found.count > limit { context.console.tell("\(limit) of \(found.count) places; --limit shows more") }
    return found.isEmpty ? .nothingFound : .found
  }
}
