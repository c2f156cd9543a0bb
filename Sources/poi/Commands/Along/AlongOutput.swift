import Nearby
import Places
import Presentation

/// Shows what comes on a route: at once if the format allows it, else at the end.
@MainActor
final class AlongOutput {
  let limit: Int
  /// Whether it needs the gaps, and so all passes.
  let needsGaps: Bool

  private let format: AlongCommand.Format
  private let showsGaps: Bool
  private let atRoute: Bool
  private let words: RouteWording
  private let context: CommandContext
  private let table: RouteTable
  private let palette: TerminalPalette?
  private let fields: [RouteColumn]?
  /// What knows the ground under a map; `nil` for none.
  private let ground: GroundKeeper?
  private let title: String?
  private var rows: [RouteRow] = []
  private var writer: (any RouteWriter)?
  private var pending = ""

  init(
    format: AlongCommand.Format, showsGaps: Bool, atRoute: Bool, limit: Int, words: RouteWording,
    context: CommandContext, palette: TerminalPalette?, fields: [RouteColumn]?,
    ground: GroundKeeper?, title: String?
  ) {
    (self.ground, self.title, self.fields, self.format) = (ground, title, fields, format)
    (self.showsGaps, self.atRoute, self.limit, self.words) = (showsGaps, atRoute, limit, words)
    (self.context, self.palette) = (context, palette)
    needsGaps = showsGaps || [.json, .strip, .map, .svg].contains(format)
    table = RouteTable(
      wording: words, width: context.console.terminal?.columns, palette: palette, fields: fields)
  }

  private static let pieceSize = 64 * 1024

  /// Takes the next pass, whose row `flush` writes at the latest.
  func take(_ row: RouteRow, from source: PlaceSource?) throws {
    guard !showsGaps || format == .json else { return }
    switch format {
    case .table, .json, .strip, .map, .svg: rows.append(row)
    case .plain: pending += table.plain(row)
    case .jsonl, .csv, .geojson, .gpx:
      var writer = begun(from: source)
      pending += writer.text(of: row)
      self.writer = writer
    }
    if pending.utf8.count >= Self.pieceSize { try flush() }
  }

  /// Writes what has been kept back.
  func flush() throws {
    guard !pending.isEmpty else { return }
    defer { pending.removeAll(keepingCapacity: true) }
    try context.console.write(pending)
  }

  /// Shows what can only be shown when all is known.
  func finish(
    _ route: Route, _ source: PlaceSource?, gaps: [CategoryGap], in range: ClosedRange<Double>,
    towns: [PointOfInterest]
  ) throws {
    let report = RouteReport(route: route, title: title, source: source, rows: rows, gaps: gaps)
    switch format {
    case .json: try context.console.write(report.json)
    case .strip:
      try context.console.write(
        RouteStrip(
          of: report, in: range, wording: words, width: context.console.terminal?.columns, palette: palette
        ).picture)
    case .map, .svg:
      let map = RouteMap(
        of: report, in: range, wording: words, ground: ground, towns: towns, palette: palette)
      let terminal = context.console.terminal
      try context.console.write(
        format == .svg
          ? map.svg(attribution: source?.attribution)
          // Below stand some lines of summary, and the next prompt.
          : map.picture(width: terminal.map { $0.columns - 1 }, rows: terminal.map { $0.rows - 4 }))
    case .table: try context.console.write(showsGaps ? table.gaps(of: report) : table.table(of: rows))
    case .plain:
      if showsGaps { try context.console.write(gaps.map(table.plain).joined()) }
    case .jsonl where showsGaps: try context.console.write(gaps.map(\.jsonLine).joined())
    case .csv where showsGaps: try context.console.write(CategoryGap.csv(of: gaps))
    case .jsonl, .csv, .geojson, .gpx:
      pending += begun(from: source).footer
      try flush()
    }
  }

  /// The writer, after its header.
  private func begun(from source: PlaceSource?) -> any RouteWriter {
    if let writer { return writer }
    let made: any RouteWriter =
      switch format {
      case .csv: RouteCSVWriter(fields: fields ?? RouteColumn.csv)
      case .geojson: RouteGeoJSONWriter(atRoute: atRoute, attribution: source?.attribution)
      case .gpx: RouteGPXWriter(atRoute: atRoute, wording: words, attribution: source?.attribution)
      case .table, .plain, .json, .strip, .map, .svg, .jsonl: RouteJSONLinesWriter()
      }
    pending += made.header
    writer = made
    return made
  }
}
