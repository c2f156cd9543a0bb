import ArgumentParser
import PlaceStore
import Places
import Presentation

struct PlacesShowCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show everything known about a place, and its source",
    discussion: """
      poi places show node/606996912
      poi places show --json node/606996912 | jq .tags
      """)

  static let usualOptions = ["json", "open-now open-at: Exit with 1 if it is closed then", "store"]

  @Argument(help: "The place's id, or enough of its beginning")
  var id: String

  @Flag(help: "Print one JSON object") var json = false

  @OptionGroup(title: "Query") var opening: OpeningOptions
  @OptionGroup(title: "Places") var store: StoreOptions
  @OptionGroup(title: "Output") var logging: LoggingOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let store = try context.openStore(store)
    let openings = try opening.openings(self.store, in: context)
    let all = try store.entries(withID: id)
    if Set(all.map(\.place.id)).count > 1 {
      throw try context.ambiguous(id, among: all, in: store, choosing: "write more of it")
    }
    let entries = all.filter { !openings.leavesOut($0.place) }
    for entry in entries {
      let report = StoreEntryReport(entry, openings: openings)
      try context.console.write(json ? report.json : report.text)
    }
    let words = try context.settings.wording()
    openings.summary(closed: all.count - entries.count, shown: entries.map(\.place), words.phrases).map(
      context.console.tell)
    if all.isEmpty { context.console.tell("no place has the id '\(id)'; poi places search finds names") }
    return entries.isEmpty ? .nothingFound : .found
  }
}
