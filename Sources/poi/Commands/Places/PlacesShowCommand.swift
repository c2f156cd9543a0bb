import ArgumentParser
import Places
import Presentation

/// `poi places show`.
struct PlacesShowCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show everything known about a place, and its source",
    discussion: """
      EXAMPLES
        poi places show node/606996912
        poi places show --json favourite/1 | jq .tags
      """)

  @Argument(help: "The place's id.")
  var id: String

  @Flag(help: "Print one JSON object.")
  var json = false

  @OptionGroup var store: StoreOptions
  @OptionGroup var logging: LoggingOptions

  @MainActor
  func run(in context: CommandContext) async throws -> ExitStatus {
    let store = try context.openStore(store)
    let entries = try store.entries(called: id).filter { $0.place.id == id }
    for entry in entries {
      try context.console.write(
        json ? StoreEntryReport(entry).json : StoreEntryReport(entry).text)
    }
    if entries.isEmpty { context.console.tell("no place has the id '\(id)'; poi places search finds names") }
    return entries.isEmpty ? .nothingFound : .found
  }
}
