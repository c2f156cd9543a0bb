import ArgumentParser
import PlaceStore
import Places
import Presentation

/// `poi places sources`.
struct PlacesSourcesCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "sources",
    abstract: "List the sources: files, data dates, places and licences",
    discussion: """
      EXAMPLES
        poi places sources
        poi places sources --json | jq -r '.sources[] | [.name, .dated] | @tsv'

      A place in several sources counts for each of them; poi shows it as in the one with the newest data.
      """)

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup var store: StoreOptions
  @OptionGroup var logging: LoggingOptions

  @MainActor
  func run(in context: CommandContext) async throws -> ExitStatus {
    let store = try context.openStore(store)
    let counts = Dictionary(uniqueKeysWithValues: try store.countsBySource().map { ($0.name, $0.count) })
    let entries = try store.sources().map { source in
      SourceListReport.Entry(
        source: source, files: try store.files(of: source), count: counts[source.name] ?? 0)
    }
    let report = SourceListReport(entries, now: context.now())
    try context.console.write(json ? report.json : report.text)
    return entries.isEmpty ? .nothingFound : .found
  }
}
