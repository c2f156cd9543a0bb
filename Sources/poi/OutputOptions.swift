import ArgumentParser
import Geography
import Places
import Presentation

extension Units: ExpressibleByArgument {}

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

  @Option(help: "The units of the table.")
  var units = Units.metric

  @Flag(help: "No colour, even on a terminal; $NO_COLOR says the same.")
  var noColor = false

  func validate() throws {
    if json, let format, format != .json {
      throw ValidationError("--json and --format \(format.rawValue) contradict each other")
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
      units: units, width: context.console.terminal?.columns, hasColor: context.hasColor(unless: noColor))
    return switch chosenFormat ?? .table {
    case .table: table.table(of: report.places)
    case .plain: table.plain(report.places)
    case .json: report.json
    case .jsonl: report.document(by: JSONLinesWriter())
    case .geojson: report.document(by: GeoJSONWriter(attribution: report.source.attribution))
    case .csv: report.document(by: CSVWriter(fields: PlaceField.ofView))
    case .gpx: report.document(by: GPXWriter(attribution: report.source.attribution))
    }
  }
}
