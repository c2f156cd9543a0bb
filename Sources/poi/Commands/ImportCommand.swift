import ArgumentParser
import FoundationEssentials
import Geography
import Glibc
import Input
import PlaceFiles
import PlaceStore
import Places
import Presentation
import Programs

struct ImportCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import places from files and map extracts",
    discussion: """
      poi import helsinki.osm.pbf
      poi import waypoints.gpx huts.csv
      poi import --category water --category toilets andorra.osm.pbf
      poi import --source-name huts --replace-source huts-2026.geojson
      zcat places.csv.gz | poi import --source-name places -
      """)

  static let usualOptions = [
    "category", "tag", "source-name", "replace-source", "without", "keep-going", "memory", "store",
    "attribution", "licence",
  ]

  private static let parts = GazetteerPart.allCases.sorted { $0.rawValue < $1.rawValue }

  @Argument(
    help: ArgumentHelp("Extracts and other files of places, or -", valueName: "file"), completion: .file())
  var files: [String]

  @OptionGroup var store: StoreOptions

  /// One more, which reads while others sort.
  var threads: Int { 7 }

  @Option(help: ArgumentHelp("The source's name (default: the file's)", valueName: "name"))
  var sourceName: String?

  @Flag(help: "Remove the source's places missing from the file") var replaceSource = false

  @Option(
    help: ArgumentHelp("Import only this category; repeatable", valueName: "word"),
    completion: Completions.categories)
  var category: [String] = []

  @Option(SettingType.tag, valueName: "key[=value]", help: "Import only places with this tag; repeatable")
  var tag: [PlaceFilter.Tag]

  @Option(
    SettingType.some(of: parts, called: "part", "parts", \.rawValue),
    help: "Skip addresses, areas, buildings, map or streets")
  var without: [GazetteerPart]?

  @Option(help: ArgumentHelp("The attribution that the licence requires", valueName: "text"))
  var attribution: String?

  @Option(help: ArgumentHelp("The source's licence, like \"CC BY 4.0\"", valueName: "text"))
  var licence: String?

  @Flag(help: "Import what can be read, and go on after errors") var keepGoing = false

  @Option(SettingType.bytes, help: "Memory for an extract (default: at most 128MB)") var memory: Int?
  @OptionGroup var logging: LoggingOptions

  func validate() throws {
    if category.contains(where: { FilterOptions.categories(in: [$0]).isEmpty }) {
      throw ValidationError("--category is empty; use a word like water")
    }
    if sourceName?.isEmpty == true {
      throw ValidationError("--source-name is empty; give a name, or leave it out")
    }
    if files.contains("-"), sourceName == nil {
      throw ValidationError("standard input has no name: give one with --source-name")
    }
    if replaceSource, Set(files.map { sourceName ?? Self.sourceName(of: $0) }).count < files.count {
      throw ValidationError(
        "--replace-source with several files of one source would keep only the last file's places")
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let files = filesInOrder
    let folder = try context.makeFolder(of: store)
    let importer = try context.openStoreForWriting(store)
    let signals = UnixSignalWatcher(
      onSignal: {
        importer.cancel()
        HelperProgram.killAll()
      }, onSecondSignal: {})
    defer {
      importer.discardIfUnused()
      signals.endIfSignalled()
    }
    var failed: CommandFailure?
    var hasChanged = false
    for file in files {
      do {
        let summary = try await importFile(file, with: importer, roomIn: folder, in: context)
        if summary.read + summary.entries > 0 || summary.counts.removed > 0 { hasChanged = true }
      } catch  where keepGoing && signals.received == nil {
        let failure = CommandFailure(error)
        context.console.tell(failure.message)
        failed = failed ?? failure
      }
    }
    return failed?.status ?? (hasChanged ? .success : .nothingFound)
  }

  /// The files in an order in which the newest data comes last, and counts, if they are of one source.
  ///
  /// Extracts change places by the time of their data; other files have none, and stay where they are.
  private var filesInOrder: [String] {
    guard sourceName != nil, files.count > 1 else { return files }
    let times = files.map { PlaceFile(path: $0).timeOfExtract() }
    var dated = zip(times, files).compactMap { time, file in time.map { ($0, file) } }
      .sorted { $0.0 < $1.0 }.makeIterator()
    return zip(times, files).map { time, file in time.flatMap { _ in dated.next()?.1 } ?? file }
  }

  @MainActor
  private func importFile(
    _ file: String, with importer: PlaceImporter, roomIn folder: String, in context: CommandContext
  ) async throws -> ImportSummary {
    if let earlier = try EarlierStore(path: file) {
      return try await carryOver(earlier, to: importer, in: context)
    }
    let progress = ImportProgressLine(of: file, in: context)
    var places = PlaceFile(path: file == "-" ? "/dev/stdin" : file, memory: memory, scratchFolder: folder)
    places.selection = selection
    // A selection is a list of places.
    places.gazetteer = selection == nil ? Set(GazetteerPart.allCases).subtracting(without ?? []) : []
    let input = try await PlaceInput(places, roomIn: folder)
    let source = try source(of: places, file: file)
    let reader = try reader(input.file, for: source, in: context)
    let summary = try await {
      defer { progress.finish() }
      return try await importer.onOwnThread { [replaceSource, keepGoing] importer throws(PlacesError) in
        try importer.importPlaces(
          of: source, replacing: replaceSource, keepingGoing: keepGoing, from: [reader],
          report: progress.show)
      }
    }()
    let lines = [
      summary.unknownColumns, summary.doubt?.description, summary.coarseShapesWording, summary.wording,
    ]
    for line in lines.compactMap(\.self) {
      context.console.tell("\(file): \(line)")
    }
    if !replaceSource { summary.removalWording(of: file).map(context.console.tell) }
    if summary.keepsOthers {
      context.console.tell(
        "'\(source.name)' has other files, so places missing from this one were kept; to remove them, run poi update \(source.name)"
      )
    }
    return summary
  }

  /// Imports the user's own places from a store that poi no longer reads, and says what else was in it.
  @MainActor
  private func carryOver(
    _ earlier: EarlierStore, to importer: PlaceImporter, in context: CommandContext
  ) async throws -> ImportSummary {
    let reader = try reader(earlier, for: .favourites, in: context)
    let summary = try await importer.onOwnThread { importer throws(PlacesError) in
      // Those that the store has already stay.
      try importer.importPlaces(of: .favourites, keepingGoing: true, from: [reader])
    }
    context.console.tell("\(earlier.name): \(summary.wording)")
    if !earlier.otherSources.isEmpty {
      let names = earlier.otherSources.map { "'\(TerminalText.harmless($0))'" }.joined(separator: ", ")
      context.console.tell(
        "\(earlier.name) was made by a poi before 2.0.0; import its other sources again: \(names)")
    }
    return summary
  }

  /// What reads the places of a file for a source, which may be that of places added by hand.
  @MainActor
  private func reader(
    _ file: some PlaceStreaming, for source: SourceDescription, in context: CommandContext
  ) throws -> any PlaceStreaming {
    guard let store = try context.openStoreIfThere(store),
      try store.sources().contains(where: { $0.name == source.name && $0.origin == .user })
    else { return file }
    return CountedFavourites(file, for: source.name, in: store)
  }

  private var selection: ImportSelection? {
    guard !category.isEmpty || !tag.isEmpty else { return nil }
    return ImportSelection(categories: category, tags: tag.map(\.argument))
  }

  private func source(of places: PlaceFile, file: String) throws -> SourceDescription {
    let name = sourceName ?? Self.sourceName(of: file)
    var source = SourceDescription(name: name)
    source.mayHaveOSMIDs = true
    if try places.isOSMExtract() { source = .extract(named: name) }
    source.isNamedByFile = sourceName == nil
    source.attribution = attribution ?? source.attribution
    source.licence = licence ?? source.licence
    return source
  }

  /// A file's name without its endings.
  static func sourceName(of file: String) -> String {
    let name = URL(fileURLWithPath: file).lastPathComponent
    let stem = name.prefix { $0 != "." }
    return stem.isEmpty ? name : String(stem)
  }
}

extension ImportSummary {
  /// One line about the columns that poi does not understand; `nil` if there are none.
  var unknownColumns: String? {
    guard !unknownHeadings.isEmpty else { return nil }
    let shown = unknownHeadings.prefix(Self.mostHeadings).map { "'\(TerminalText.harmless($0.cut(to: 40)))'" }
    let further = unknownHeadings.count - shown.count
    return "columns that poi does not know were kept as tags: "
      + shown.joined(separator: ", ") + (further > 0 ? " and \(further) more" : "")
  }

  private static let mostHeadings = 10

  /// One line about shapes with very many corners; `nil` if there are none.
  var coarseShapesWording: String? {
    guard coarseShapes > 0 else { return nil }
    let metres = Int(clamping: coarseness.metres.rounded(.up))
    return "shapes of more than 150,000 corners (\(coarseShapes)) are true to within \(metres) m"
  }

  /// One line about the places that the file of a source no longer has; `nil` if there are none.
  func removalWording(of file: String) -> String? {
    guard counts.removed > 0 else { return nil }
    return
      "removed \(counts.removed == 1 ? "1 place" : "\(counts.removed) places") that \(file) no longer has"
      + (unknown > 0 ? ", or that poi cannot read there" : "")
  }

  /// One line: how many places, and what became of them.
  var wording: String {
    let places = read == 1 ? "1 place" : "\(read) places"
    var parts =
      read > 0 && counts.added == read
      ? ["\(places) added"]
      : [
        "\(places) read", "\(counts.added) added", "\(counts.updated) updated",
        "\(counts.unchanged) unchanged",
      ]
    if read == 0, entries > 0 {
      let several = "\(entries) streets, addresses, areas and parts of the map"
      parts = ["no places, but \(entries == 1 ? "1 street, address, area or part of the map" : several)"]
    }
    if counts.removed > 0 { parts.append("\(counts.removed) removed") }
    if counts.repeated > 0 {
      parts.append("\(counts.repeated) left out as duplicates, by id or, without ids, by name and position")
    }
    if counts.crowded > 0 {
      parts.append("\(counts.crowded) streets and addresses left out because too many are in one place")
    }
    if skipped > 0 {
      let further = skipped > problems.count ? "; …" : ""
      parts.append("\(skipped) skipped (\(problems.map(\.description).joined(separator: "; "))\(further))")
    }
    if leftOut > 0 { parts.append(PlaceRecords.wording(leftOut: leftOut)) }
    if !replacedFiles.isEmpty { parts.append("in place of \(replacedFiles.joined(separator: ", "))") }
    return parts.joined(separator: ", ")
  }
}

extension PlaceImporter {
  /// Runs work of several seconds on its own thread.
  func onOwnThread<Outcome: Sendable>(
    _ body: @escaping @Sendable (PlaceImporter) throws(PlacesError) -> Outcome
  ) async throws -> Outcome {
    try await BackgroundThread.outcome { Result { () throws(PlacesError) in try body(self) } }.get()
  }
}
