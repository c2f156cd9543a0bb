import ArgumentParser
import PlaceStore
import Places
import Presentation

struct PlacesExportCommand: LoggingCommand, FilteringCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write all matching places in a format for other programs",
    discussion: """
      poi places export > places.geojson
      poi places export --category water --format gpx > water.gpx
      poi places export --source-name huts --format csv > huts.csv
      poi places export --format csv --fields name,tag:phone > phones.csv
      poi places export --category water --format nmea > water.nmea
      poi places export --format sql > places.sql
      """)

  static let usualOptions = [
    "category", "tag", "name", "open-now open-at: Hide places that are closed now, or at that time",
    "source-name",
    "format", "fields", "store", "quiet",
  ]

  @OptionGroup(title: "Query") var filter: FilterOptions

  @OptionGroup(title: "Query") var opening: OpeningOptions

  @Option(help: ArgumentHelp("Only places of this source", valueName: "name")) var sourceName: String?

  @Option(name: OptionNames.format, .word, help: "jsonl, csv, gpx, sql, …", default: usualFormat)
  var format: Format?

  @Option(SettingType.fields, help: "The columns of csv (default: all)") var fields: [PlaceColumn]?

  @OptionGroup(title: "Places") var store: StoreOptions
  @OptionGroup(title: "Output") var logging: LoggingOptions

  enum Format: String, CaseIterable {
    case geojson, jsonl, csv, gpx, nmea, owntracks, sql

    /// What no place keeps in it.
    fileprivate var omission: String? {
      switch self {
      case .nmea: "nmea holds only names and positions"
      case .owntracks: "owntracks holds only names, positions and radii"
      case .geojson, .jsonl, .csv, .gpx, .sql: nil
      }
    }

    /// What it loses of some places.
    fileprivate var partialLoss: String {
      switch self {
      case .jsonl: "more than 4 MiB"
      case .gpx: "the shape of a line or an area, control characters in a name, or more than 64 KiB"
      default: "control characters in a name, or more than 4 MiB"
      }
    }

    fileprivate var hasAttribution: Bool {
      switch self {
      case .geojson, .gpx, .sql: true
      case .jsonl, .csv, .nmea, .owntracks: false
      }
    }
  }

  private static let usualFormat = Format.geojson

  var section: SettingKey.Section? { nil }

  func validate() throws {
    if fields != nil, format != .csv { throw ValidationError("--fields works only with --format csv") }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let store = try context.openStore(store)
    let format = format ?? Self.usualFormat
    let sources = try store.sources()
    if let sourceName { try CommandFailure.check([sourceName], among: sources) }
    let question = try filter.question(in: context.settings)
    let openings = try opening.openings(self.store, in: context, question)
    let wanted = try question.filter(in: context.settings)
    let wheelchair = WheelchairCondition(of: wanted)
    let asked = wheelchair?.widened(wanted) ?? wanted
    var (count, closed, unknown, unsaid, cut) = (0, 0, 0, 0, 0)
    func isWritten(_ place: PointOfInterest) -> Bool {
      guard wheelchair?.keeps(place, countingUnsaid: &unsaid) != false else { return false }
      guard openings.leavesOut(place) else { return true }
      closed += 1
      return false
    }
    var credited: Set<String> = []
    if format.hasAttribution {
      let all = Set(sources.filter { sourceName ?? $0.name == $0.name }.compactMap(\.attribution))
      if wanted.asksForNothing, !openings.isAsked { credited = all }
      // It goes before the places, so those of a part are looked at until each source has one.
      try store.forEachEntry(matching: asked, of: sourceName) { entry in
        guard credited.count < all.count else { return false }
        if isWritten(entry.place), let text = entry.source.attribution { credited.insert(text) }
        return true
      }
    }
    var attribution: String? { PlaceSource.attribution(ofAll: credited.sorted()) }
    var writer: any PlaceWriter =
      switch format {
      case .geojson: GeoJSONWriter(attribution: attribution)
      case .jsonl: JSONLinesWriter()
      case .csv: CSVWriter(fields: try fields ?? usualFields(of: store, asked, isWritten))
      case .gpx: GPXWriter(attribution: attribution)
      case .nmea: NMEAWriter()
      case .owntracks: OwnTracksWriter(within: try context.settings.value(of: .within))
      case .sql: SQLWriter(attribution: attribution)
      }
    (closed, unsaid) = (0, 0)
    var written: Result<Void, any Error> = .success(())
    var text = writer.header
    try store.forEachEntry(matching: asked, of: sourceName) { entry in
      guard isWritten(entry.place) else { return true }
      count += 1
      if !format.hasAttribution, let text = entry.source.attribution { credited.insert(text) }
      // What is true only now does not belong into a file, unless it is asked for.
      let shown = ShownPlace(
        entry.place.withoutEmptyTags, isExact: true,
        openings: openings.isAsked || fields != nil ? openings : nil)
      if openings.isAsked, shown.opening?.isUnknown == true { unknown += 1 }
      let next = writer.text(of: shown)
      if !writer.holds(shown, in: next) { cut += 1 }
      text += next
      guard text.utf8.count >= Self.pieceSize else { return true }
      written = Result { try context.console.write(text) }
      text = ""
      return (try? written.get()) != nil
    }
    try written.get()
    try context.console.write(text + writer.footer)
    let words = try context.settings.wording()
    context.console.tell(words(.places, count: count))
    openings.summary(closed: closed, unknown: unknown, words.phrases).map(context.console.tell)
    words.accessSummary(unsaid: unsaid).map(context.console.tell)
    if count > 0 { tellOfLosses(in: format, cut: cut, attribution: attribution, context) }
    try filter.tellOfTags(asked, isFound: count > 0, in: store, words, context)
    return count == 0 ? .nothingFound : .found
  }

  /// All that describes a place by itself, with columns for the tags that occur most.
  private func usualFields(
    of store: PlaceStore, _ asked: PlaceFilter, _ isWritten: (PointOfInterest) -> Bool
  ) throws -> [PlaceColumn] {
    var columns = TagColumns()
    var hasExtents = false
    try store.forEachEntry(matching: asked, of: sourceName) { entry in
      if isWritten(entry.place) {
        columns.count(entry.place.withoutEmptyTags)
        hasExtents = hasExtents || entry.place.extent != nil
      }
      return true
    }
    return PlaceColumn.ofPlace + (hasExtents ? [.geometry] : []) + columns.fields + [.tags]
  }

  @MainActor
  private func tellOfLosses(in format: Format, cut: Int, attribution: String?, _ context: CommandContext) {
    format.omission.map(context.console.tell)
    if cut > 0 {
      let places = cut == 1 ? "1 place is" : "\(cut) places are"
      context.console.tell(
        "\(places) incomplete in \(format.rawValue) (\(format.partialLoss)); geojson keeps everything")
    }
    if let attribution, !format.hasAttribution {
      context.console.tell("\(format.rawValue) has no room for the attribution: \(attribution)")
    }
  }

  private static let pieceSize = 64 * 1024
}

extension PointOfInterest {
  /// The same without tags that say nothing, as whoever reads the file leaves them out.
  fileprivate var withoutEmptyTags: PointOfInterest {
    guard tags.values.contains(where: \.isEmpty) else { return self }
    return PointOfInterest(
      id: id, name: name, category: category, coordinate: coordinate, extent: extent, proximity: proximity,
      tags: tags.filter { !$0.value.isEmpty })
  }
}
