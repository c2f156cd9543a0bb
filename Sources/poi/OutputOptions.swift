import ArgumentParser
import Geography
import Places
import Presentation

/// How the places are shown.
struct OutputOptions: ParsableArguments {
  /// What stdout gets.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case table, plain, json, jsonl, geojson, csv, gpx
  }

  @Option(
    help: """
      table, plain (tabs), json (one document), jsonl (a place a line), geojson, csv or gpx. (default: table)
      """)
  var format: Format?

  @Flag(help: "The same as --format json.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "The columns of table, plain and csv: distance, direction, bearing, name, category, id, latitude, longitude, proximity, tag:KEY.",
      valueName: "list"),
    transform: PlaceField.list(parsing:))
  var fields: [PlaceField]?

  @OptionGroup var wording: WordingOptions

  func validate() throws {
    if json, let format, format != .json {
      throw ValidationError("--json and --format \(format.rawValue) contradict each other")
    }
    if fields != nil, ![.table, .plain, .csv].contains(chosenFormat ?? .table) {
      throw ValidationError("--fields goes with the formats table, plain and csv")
    }
  }

  /// The format that the options choose.
  var chosenFormat: Format? {
    json ? .json : format
  }

  /// The report in the chosen format.
  @MainActor
  func render(_ report: NearbyReport, in context: CommandContext) -> String {
    let table = NearbyTable(
      wording: wording.wording(in: context), width: context.console.terminal?.columns,
      hasColor: context.hasColor(unless: wording.noColor), fields: fields)
    return switch chosenFormat ?? .table {
    case .table: table.table(of: report.shownPlaces)
    case .plain: table.plain(report.shownPlaces)
    case .json: report.json
    case .jsonl: report.document(by: JSONLinesWriter())
    case .geojson: report.document(by: GeoJSONWriter(attribution: report.source.attribution))
    case .csv: report.document(by: CSVWriter(fields: fields ?? PlaceField.ofView))
    case .gpx: report.document(by: GPXWriter(attribution: report.source.attribution))
    }
  }
}
