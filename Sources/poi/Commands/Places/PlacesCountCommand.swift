import ArgumentParser
import PlaceStore
import Presentation

struct PlacesCountCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "count",
    abstract: "Count the places by source and by category",
    discussion: """
      poi places count
      poi places count --all | grep -w cafe
      poi places count --json | jq '.categories[] | select(.count > 100)'
      """)

  @Flag(help: "List every category, not only the largest") var all = false

  @Flag(help: "Print one JSON document, with every category") var json = false

  @OptionGroup var store: StoreOptions
  @OptionGroup var logging: LoggingOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let store = try context.openStore(store)
    let report = PlaceCountReport(
      sources: try store.sources(), bySource: try store.countsBySource(),
      byCategory: try store.countsByCategory())
    try context.console.write(json ? report.json : report.text(categories: all ? .max : Self.usualCategories))
    return report.bySource.isEmpty ? .nothingFound : .found
  }

  private static let usualCategories = 20
}
