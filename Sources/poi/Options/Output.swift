import Geography
import Places
import Positioning
import Presentation

/// How places are shown on stdout.
@MainActor
struct Output {
  let format: OutputOptions.Format
  let fields: [PlaceColumn]?
  let headingUp: Bool
  let hasHeader: Bool
  /// Whether the shapes of places are written.
  let hasGeometry: Bool
  var table: NearbyTable
  /// The radius of OwnTracks regions for places without their own proximity.
  let within: Distance
  let console: any Console
  /// What knows the ground to draw under the radar; `nil` for none.
  var ground: GroundKeeper?

  /// The report in the chosen format.
  func render(_ report: NearbyReport) -> String {
    var report = report
    report.hasGeometry = hasGeometry
    return switch format {
    case .table: table.table(of: report.shownPlaces)
    case .plain: table.plain(report.shownPlaces, hasHeader: hasHeader)
    case .json: report.json
    case .jsonl: report.document(by: JSONLinesWriter())
    case .geojson: report.document(by: GeoJSONWriter(attribution: report.source.attribution))
    case .csv:
      report.document(
        by: CSVWriter(fields: fields ?? (report.course == nil ? PlaceColumn.ofView : PlaceColumn.ofTravel)))
    case .gpx: report.document(by: GPXWriter(attribution: report.source.attribution))
    case .nmea: report.document(by: NMEAWriter())
    case .owntracks: report.document(by: OwnTracksWriter(within: within))
    case .radar: radar(of: report)
    case .svg:
      NearbyMap(table: turned(for: report), ground: ground).svg(
        of: report.shownPlaces, around: report.location.coordinate, knownWithin: report.source.knownWithin,
        attribution: report.source.attribution)
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
    return
      radar
      .picture(of: report.shownPlaces, knownWithin: report.source.knownWithin)
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
