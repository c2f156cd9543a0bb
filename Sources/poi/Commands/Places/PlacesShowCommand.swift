import ArgumentParser
import PlaceStore
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

  @OptionGroup(title: "Query") var opening: OpeningOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var logging: LoggingOptions

  @MainActor
  func run(in context: CommandContext) async throws -> ExitStatus {
    let store = try context.openStore(store)
    let openings = try opening.openings(in: context)
    let all = try store.entries(called: id).filter { $0.place.id == id }
    let entries = all.filter { !openings.leavesOut($0.place) }
    for entry in entries {
      let report = StoreEntryReport(entry, openings: openings)
      try context.console.write(json ? report.json : report.text)
    }
    openings.summary(closed: all.count - entries.count, shown: entries.map(\.place)).map(context.console.tell)
    if all.isEmpty { context.console.tell("no place has the id '\(id)'; poi places search finds names") }
    return entries.isEmpty ? .nothingFound : .found
  }
}
