import ArgumentParser
import Geography
import Places
import Positioning
import Presentation

struct OutputOptions: ParsableArguments {
  enum Format: String, CaseIterable {
    case table, plain, json, jsonl, geojson, csv, gpx, nmea, owntracks, radar, svg
  }

  // The same for each command that has the group.
  @Option(Setting.format(of: .nearby), names: OptionNames.format) var format: Format?

  @Flag(help: "Short for --format json") var json = false

  @Option(Setting.fields(of: .nearby)) var fields: [PlaceColumn]?

  @Flag(name: OptionNames.long, help: "Show hours, phone, address and notes below rows") var long = false
  @Flag(help: "Start --format plain with the column names") var header = false
  @Flag(help: "Write shapes in json, jsonl and geojson") var geometry = false
  @Flag(help: "Put the direction of travel at the top") var headingUp = false

  // Like the store in `SourceOptions`.
  @Option(Setting.units) var units: UnitSystem?
  @Option(Setting.language) var language: NameLanguage?
  @Option(Setting.draw) var draw: WordingOptions.Drawing?
  @Flag(Setting.color) var color: Bool?

  // Like `LoggingOptions`.
  @Flag(help: LoggingOptions.verboseHelp) var verbose = false
  @Flag(help: LoggingOptions.quietHelp) var quiet = false

  func validate() throws {
    try LoggingOptions.check(verbose, quiet)
    if json, let format, format != .json {
      throw ValidationError("--json and --format \(format.rawValue) contradict each other")
    }
  }

  var wording: WordingOptions {
    WordingOptions(units: units, language: language, draw: draw, color: color)
  }

  var chosenFormat: Format? { json ? .json : format }

  func isForPrograms(of section: SettingKey.Section, in settings: Settings) throws -> Bool {
    ![.table, .radar, .svg].contains(try settings.value(of: .format(of: section), given: chosenFormat))
  }

  /// How a command shows places, as the options and else the settings choose.
  ///
  /// - Throws: `CommandFailure` if the options do not go with the format.
  @MainActor
  func output(of section: SettingKey.Section, in context: CommandContext) throws -> Output {
    let settings = context.settings
    let format = try settings.value(of: .format(of: section), given: chosenFormat)
    try CommandFailure.check("--fields", fields != nil, format, worksWith: .table, .plain, .csv)
    try CommandFailure.check("--long", long, format, worksWith: .table)
    try CommandFailure.check("--heading-up", headingUp, format, worksWith: .radar, .svg)
    try CommandFailure.check("--geometry", geometry, format, worksWith: .json, .jsonl, .geojson)
    try CommandFailure.check("--header", header, format, worksWith: .plain)
    let fields = try settings.value(of: .fields(of: section), given: fields)
    var table = NearbyTable(
      wording: try wording.wording(in: settings), width: context.console.terminal?.columns,
      palette: try context.palette(wording), fields: fields)
    table.hasDetails = long
    return Output(
      format: format, fields: fields, headingUp: headingUp, hasHeader: header, hasGeometry: geometry,
      table: table,
      within: try settings.value(of: .within), console: context.console)
  }
}

/// How places are shown on stdout.
@MainActor
struct Output {
  let format: OutputOptions.Format
  let fields: [PlaceColumn]?
  let headingUp: Bool
  let hasHeader: Bool
  let hasGeometry: Bool
  var table: NearbyTable
  /// The radius of OwnTracks regions for places without their own proximity.
  let within: Distance
  let console: any Console
  /// What knows the ground to draw under the radar; `nil` for none.
  var ground: GroundKeeper?

  /// Whether it marks the places beyond the end of the data with ?.
  var hasMarks: Bool { [.table, .radar].contains(format) && fields?.contains(.distance) ?? true }

  func render(_ report: NearbyReport) -> String {
    var report = report
    report.hasGeometry = hasGeometry
    return switch format {
    case .table: table.table(of: report.shownPlaces)
    case .plain: table.plain(report.shownPlaces, hasHeader: hasHeader)
    case .json: report.json
    case .jsonl: report.document(by: JSONLinesWriter())
    case .geojson: report.document(by: GeoJSONWriter(attribution: report.answer.source.attribution))
    case .csv:
      report.document(
        by: CSVWriter(fields: fields ?? (report.course == nil ? PlaceColumn.ofView : PlaceColumn.ofTravel)))
    case .gpx: report.document(by: GPXWriter(attribution: report.answer.source.attribution))
    case .nmea: report.document(by: NMEAWriter())
    case .owntracks: report.document(by: OwnTracksWriter(within: within))
    case .radar: radar(of: report)
    case .svg:
      NearbyMap(table: turned(for: report), ground: ground).svg(
        of: report.shownPlaces, around: report.location.coordinate,
        knownWithin: report.answer.source.knownWithin,
        attribution: report.answer.source.attribution)
    }
  }

  private func radar(of report: NearbyReport) -> String {
    // Below stand the summary, which may take some lines, and the next prompt.
    var radar = Radar(table: turned(for: report), rows: console.terminal.map { $0.rows - 4 })
    radar.heading = report.course ?? report.location.course
    if let ground, let terminal = console.terminal,
      GroundKeeper.hasRoom(columns: terminal.columns, rows: terminal.rows)
    {
      radar.ground = (ground, report.location.coordinate)
    }
    return radar.picture(of: report.shownPlaces, knownWithin: report.answer.source.knownWithin)
  }

  /// The table with what is to be at the top of a picture.
  private func turned(for report: NearbyReport) -> NearbyTable {
    var table = table
    if report.course != nil {
      // It is at the top already.
    } else if headingUp, let course = report.location.course {
      table.up = course
    } else if headingUp {
      console.tell(table.wording(.northUp))
    }
    return table
  }
}
