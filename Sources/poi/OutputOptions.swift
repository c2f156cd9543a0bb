import ArgumentParser
import Geography
import Places
import Positioning
import Presentation

/// How the places are shown.
struct OutputOptions: ParsableArguments {
  /// What stdout gets.
  enum Format: String, ArgumentWord {
    case table, plain, json, jsonl, geojson, csv, gpx, radar
  }

  @Option(
    help: """
      table, plain (tabs), json (one document), jsonl (a place a line), geojson, csv, gpx or radar (a picture). (default: table)
      """)
  var format: Format?

  @Flag(help: "The same as --format json.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "The columns of table, plain and csv: distance, direction, bearing, name, category, id, latitude, longitude, proximity, tag:KEY.",
      valueName: "list"),
    completion: Completions.list(of: PlaceField.words),
    transform: PlaceField.list(parsing:))
  var fields: [PlaceField]?

  @Flag(help: "What is ahead is at the top of the radar, where the fix tells the course; else north is.")
  var headingUp = false

  @OptionGroup var wording: WordingOptions

  func validate() throws {
    if json, let format, format != .json {
      throw ValidationError("--json and --format \(format.rawValue) contradict each other")
    }
    if fields != nil, ![.table, .plain, .csv].contains(chosenFormat ?? .table) {
      throw ValidationError("--fields goes with the formats table, plain and csv")
    }
    if headingUp, chosenFormat != .radar { throw ValidationError("--heading-up goes with --format radar") }
  }

  /// The format that the options choose.
  var chosenFormat: Format? {
    json ? .json : format
  }

  /// The report in the chosen format.
  @MainActor
  func render(_ report: NearbyReport, in context: CommandContext) -> String {
    let table = table(in: context)
    return switch chosenFormat ?? .table {
    case .table: table.table(of: report.shownPlaces)
    case .plain: table.plain(report.shownPlaces)
    case .json: report.json
    case .jsonl: report.document(by: JSONLinesWriter())
    case .geojson: report.document(by: GeoJSONWriter(attribution: report.source.attribution))
    case .csv: report.document(by: CSVWriter(fields: fields ?? PlaceField.ofView))
    case .gpx: report.document(by: GPXWriter(attribution: report.source.attribution))
    case .radar: radar(of: report, above: table, in: context)
    }
  }

  /// A table for stdout.
  @MainActor
  func table(in context: CommandContext) -> NearbyTable {
    NearbyTable(
      wording: wording.wording(in: context), width: context.console.terminal?.columns,
      hasColor: context.hasColor(unless: wording.noColor), fields: fields)
  }

  @MainActor
  private func radar(of report: NearbyReport, above table: NearbyTable, in context: CommandContext) -> String
  {
    var table = table
    if headingUp, let course = report.location.course {
      table.up = course
    } else if headingUp {
      context.console.tell("the course is not known: north is at the top")
    }
    // Below the list stand the summary, which may take some lines, and the next prompt.
    let rowsLeft = context.console.terminal.map { $0.rows - report.places.count - 4 }
    return Radar(table: table, rows: max(Self.leastRadarRows, rowsLeft ?? Self.usualRadarRows))
      .picture(of: report.shownPlaces)
  }

  private static let leastRadarRows = 13
  private static let usualRadarRows = 21
}
