import ArgumentParser
import PlaceStore
import Places
import Presentation

struct PlacesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "places",
    abstract: "Manage stored and favourite places",
    discussion: """
      poi places search "karl fazer"
      poi places show node/606996912
      poi places export --category water --format gpx > water.gpx
      poi places add "Secret spring" --category spring --at 60.1699,24.9384
      poi places edit "Secret spring" --note "dry in August"
      poi places remove --source-name huts
      """,
    subcommands: [
      PlacesSearchCommand.self, PlacesShowCommand.self, PlacesListCommand.self, PlacesExportCommand.self,
      PlacesCountCommand.self, PlacesSourcesCommand.self, PlacesAddCommand.self, PlacesEditCommand.self,
      PlacesRemoveCommand.self,
    ])
}

/// How to show places without a position to see them from.
struct PlaceListOptions: ParsableArguments {
  @Option(Setting.listFormat, names: OptionNames.format) var format: Format?

  @Option(SettingType.fields, help: "The columns: id, name, opening, tag:KEY, …") var fields: [PlaceColumn]?

  @Flag(name: OptionNames.long, help: "Show hours, phone, address and notes below rows") var long = false

  @Flag(help: "Start --format plain with the column names") var header = false

  @OptionGroup var wording: WordingOptions

  enum Format: String, CaseIterable {
    case table, plain, jsonl, geojson, csv, gpx, nmea, owntracks
  }

  func isForPrograms(in settings: Settings) throws -> Bool {
    try settings.value(of: .listFormat, given: format) != .table
  }

  /// - Throws: `CommandFailure` if the options do not go with the format.
  @MainActor
  func render(
    _ entries: [StoreEntry], _ openings: Openings, of store: PlaceStore, in context: CommandContext
  ) throws -> String {
    let format = try context.settings.value(of: .listFormat, given: format)
    try CommandFailure.check("--fields", fields != nil, format, worksWith: .table, .plain, .csv)
    try CommandFailure.check("--long", long, format, worksWith: .table)
    try CommandFailure.check("--header", header, format, worksWith: .plain)
    let language = try wording.language(in: context.settings)
    let attribution = PlaceSource.attribution(ofAll: entries.compactMap(\.source.attribution).sorted())
    let shown = try entries.map { entry in
      var shown = ShownPlace(entry.place.named(in: language), openings: openings)
      if format == .table { shown.shortID = try store.shortID(of: entry.place.id) }
      return shown
    }
    var table = NearbyTable(
      wording: try wording.wording(in: context.settings), width: context.console.terminal?.columns,
      palette: try context.palette(wording),
      fields: fields ?? (openings.isAsked ? [.name, .category, .opening, .id] : PlaceColumn.ofList))
    table.hasDetails = long
    return switch format {
    case .table: table.table(of: shown)
    case .plain: table.plain(shown, hasHeader: header)
    case .jsonl: JSONLinesWriter().document(of: shown)
    case .geojson: GeoJSONWriter(attribution: attribution).document(of: shown)
    case .csv: CSVWriter(fields: fields ?? PlaceColumn.ofWholePlace).document(of: shown)
    case .gpx: GPXWriter(attribution: attribution).document(of: shown)
    case .nmea: NMEAWriter().document(of: shown)
    case .owntracks:
      OwnTracksWriter(within: try context.settings.value(of: .within)).document(of: shown)
    }
  }
}
