import ArgumentParser
import PlaceStore
import Presentation

struct PlacesSourcesCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "sources",
    abstract: "List the sources: files, data dates, places and licences",
    discussion: """
      poi places sources
      poi places sources --format geojson > areas.geojson
      poi places sources --json | jq -r '.sources[] | [.name, .dated] | @tsv'
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case table, json, geojson
  }

  @Option(name: OptionNames.format, help: "table, json or geojson (default: table)") var format: Format?

  @Flag(help: "Short for --format json") var json = false

  @OptionGroup var store: StoreOptions
  @OptionGroup var logging: LoggingOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let store = try context.openStore(store)
    let counts = Dictionary(uniqueKeysWithValues: try store.countsBySource().map { ($0.name, $0.count) })
    let entries = try store.sources().map { source in
      SourceListReport.Entry(
        source: source, files: try store.files(of: source), count: counts[source.name] ?? 0,
        coverage: try store.coverage(of: source),
        lacking: source.origin == .overpass ? try store.squaresWithoutGazetteer() : nil)
    }
    let report = SourceListReport(entries, now: context.now())
    switch format ?? (json ? .json : .table) {
    case .table:
      try context.console.write(report.text)
      report.advice.forEach(context.console.tell)
    case .json: try context.console.write(report.json)
    case .geojson: try context.console.write(report.geoJSON)
    }
    return entries.isEmpty ? .nothingFound : .found
  }
}
