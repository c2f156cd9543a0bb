import ArgumentParser
import PlaceStore
import Places
import Presentation

/// `poi places export`.
struct PlacesExportCommand: LoggingCommand, FilteringCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write all matching places in a format for other programs",
    discussion: """
      EXAMPLES
        poi places export > places.geojson
        poi places export --category water --format gpx > water.gpx
        poi places export --source-name huts --format csv > huts.csv
        poi places export --category water --format nmea > water.nmea
        poi places export --format sql > places.sql
      """)

  @OptionGroup(title: "Query") var filter: FilterOptions

  @OptionGroup(title: "Query") var opening: OpeningOptions

  @Option(help: ArgumentHelp("Only the places of this source.", valueName: "name"))
  var sourceName: String?

  @Option(
    name: OptionNames.format, .word,
    help: "geojson, jsonl, csv, gpx, nmea, owntracks or sql.",
    default: usualFormat)
  var format: Format?

  @OptionGroup var store: StoreOptions
  @OptionGroup var logging: LoggingOptions

  enum Format: String, CaseIterable {
    case geojson, jsonl, csv, gpx, nmea, owntracks, sql
  }

  private static let usualFormat = Format.geojson

  var section: SettingKey.Section? { nil }

  @MainActor
  func run(in context: CommandContext) async throws -> ExitStatus {
    let store = try context.openStore(store)
    let sources = try store.sources()
    let attributions = sources.filter { sourceName == nil || $0.name == sourceName }.compactMap(\.attribution)
    let attribution = attributions.isEmpty ? nil : Set(attributions).sorted().joined(separator: "; ")
    var writer: any PlaceWriter =
      switch format ?? Self.usualFormat {
      case .geojson: GeoJSONWriter(attribution: attribution)
      case .jsonl: JSONLinesWriter()
      case .csv: CSVWriter(fields: PlaceField.ofPlace)
      case .gpx: GPXWriter(attribution: attribution)
      case .nmea: NMEAWriter()
      case .owntracks: OwnTracksWriter(within: try context.settings.value(of: .within))
      case .sql: SQLWriter(attribution: attribution)
      }
    let openings = try opening.openings(in: context, filter)
    var (count, closed, unknown) = (0, 0, 0)
    var written: Result<Void, any Error> = .success(())
    var text = writer.header
    let asked = try filter.filter(in: context.settings)
    try store.forEachEntry(matching: asked, of: sourceName) { entry in
      guard !openings.leavesOut(entry.place) else {
        closed += 1
        return true
      }
      count += 1
      let shown = ShownPlace(entry.place, isExact: true, openings: openings)
      if openings.isAsked, shown.opening?.isUnknown == true { unknown += 1 }
      text += writer.text(of: shown)
      guard text.utf8.count >= Self.pieceSize else { return true }
      written = Result { try context.console.write(text) }
      text = ""
      return (try? written.get()) != nil
    }
    try written.get()
    try context.console.write(text + writer.footer)
    context.console.tell(count == 1 ? "1 place" : "\(count) places")
    openings.summary(closed: closed, unknown: unknown).map(context.console.tell)
    try filter.tellOfTags(asked, isFound: count > 0, in: store, context)
    return count == 0 ? .nothingFound : .found
  }

  private static let pieceSize = 64 * 1024
}
