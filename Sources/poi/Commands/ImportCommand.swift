import ArgumentParser
import Foundation
import Places

/// `poi import`.
struct ImportCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Put places into the store",
    discussion: """
      EXAMPLES
        poi import helsinki.osm.pbf
        poi import favourites.gpx huts.csv
        poi import --source-name huts --replace-source huts-2026.geojson
        zcat places.csv.gz | poi import --source-name places -

      Importing a source again updates its places by their ids, or by name and position if they have none. The source is \
      OpenStreetMap for an extract, and otherwise the file's name. poi imports a file whole or not at all: even \
      after a power cut or a full disk the store holds either the old places or the new ones.
      """)

  @Argument(
    help: ArgumentHelp(
      "OpenStreetMap extracts (.osm.pbf, .osm), and all other files that --source reads; - is standard input.",
      valueName: "file"),
    completion: .file())
  var files: [String]

  @OptionGroup var store: StoreOptions

  @Option(
    help: ArgumentHelp(
      "The name of the source. (default: the file's name without its ending)", valueName: "name"))
  var sourceName: String?

  @Flag(help: "Remove places of the source that are not in the file.")
  var replaceSource = false

  @Option(help: ArgumentHelp("The attribution that the source's licence requires.", valueName: "text"))
  var attribution: String?

  @Option(help: ArgumentHelp("The source's licence, like \"CC BY 4.0\".", valueName: "text"))
  var licence: String?

  @Flag(
    help: "Import what is readable of a truncated file, and continue after an unreadable one.")
  var keepGoing = false

  @Option(
    SettingType.bytes,
    help:
      "How much memory reading an OpenStreetMap extract may take, like 100MB; the rest goes to a temporary file beside the store. (default: a quarter of the machine's)"
  )
  var memory: OptionValue?
  @OptionGroup var logging: LoggingOptions

  func validate() throws {
    if files.contains("-"), sourceName == nil {
      throw ValidationError("name the source of standard input with --source-name")
    }
    if replaceSource, files.count > 1, sourceName != nil {
      throw ValidationError(
        "--replace-source with several files of one source would keep only the last file's places")
    }
  }

  @MainActor
  func run(in context: CommandContext) async throws -> ExitStatus {
    let folder = try context.makeFolder(of: store)
    let importer = try context.openStoreForWriting(store)
    let signals = SignalWatcher(onSignal: importer.cancel, onSecondSignal: {})
    var failed: CommandFailure?
    for file in files {
      do {
        try await importFile(file, with: importer, roomIn: folder, in: context)
      } catch  where keepGoing && signals.received == nil {
        let failure = CommandFailure(error)
        context.console.tell(failure.message)
        failed = failed ?? failure
      } catch {
        importer.discardIfUnused()
        signals.endIfSignalled()
        throw error
      }
    }
    importer.discardIfUnused()
    signals.endIfSignalled()
    return failed?.status ?? .success
  }

  @MainActor
  private func importFile(
    _ file: String, with importer: PlaceImporter, roomIn folder: String, in context: CommandContext
  ) async throws {
    let progress = ImportProgressLine(of: file, in: context)
    let places = PlaceFile(
      path: file == "-" ? "/dev/stdin" : file, memory: memory?.read(), scratchFolder: folder)
    let summary = try await importPlaces(
      of: try source(of: places, file: file), from: places, with: importer, report: progress.show)
    progress.finish()
    context.console.tell("\(file): \(summary.wording)")
  }

  private func source(of places: PlaceFile, file: String) throws -> SourceDescription {
    var source = SourceDescription(name: Self.sourceName(of: file))
    do throws(PlacesError) {
      if try places.isOSMExtract() { source = .openStreetMap }
    } catch {
      throw CommandFailure(error)
    }
    source.name = sourceName ?? source.name
    source.attribution = attribution ?? source.attribution
    source.licence = licence ?? source.licence
    return source
  }

  /// Imports on a thread of its own, as it takes seconds without a pause.
  private func importPlaces(
    of source: SourceDescription, from places: some PlaceStreaming, with importer: PlaceImporter,
    report: @escaping @Sendable (ImportProgress) -> Void
  ) async throws -> ImportSummary {
    let result = await withCheckedContinuation { continuation in
      Thread {
        continuation.resume(
          returning: Result { () throws(PlacesError) in
            try importer.importPlaces(
              of: source, replacing: replaceSource, keepingGoing: keepGoing, from: places, report: report)
          })
      }
      .start()
    }
    return try result.get()
  }

  /// A file's name without its endings.
  static func sourceName(of file: String) -> String {
    let name = URL(fileURLWithPath: file).lastPathComponent
    let stem = name.prefix { $0 != "." }
    return stem.isEmpty ? name : String(stem)
  }
}

extension ImportSummary {
  /// One line: how many places, and what became of them.
  var wording: String {
    var parts = [
      read == 1 ? "1 place read" : "\(read) places read", "\(counts.added) added",
      "\(counts.updated) updated",
    ]
    parts.append("\(counts.unchanged) unchanged")
    if counts.removed > 0 { parts.append("\(counts.removed) removed") }
    if counts.repeated > 0 { parts.append("\(counts.repeated) left out, as their ids occur twice") }
    if skipped > 0 {
      let further = skipped > problems.count ? "; …" : ""
      parts.append("\(skipped) skipped (\(problems.map(\.description).joined(separator: "; "))\(further))")
    }
    return parts.joined(separator: ", ")
  }
}

/// How far an import is, on a line of the terminal that is drawn anew.
@MainActor
private final class ImportProgressLine {
  private let line: StatusLine
  private var hasFinished = false
  private let size: Int?
  private let start = ContinuousClock.now

  init(of file: String, in context: CommandContext) {
    line = StatusLine(on: context.console, isShown: context.hasStatusLine)
    var status = stat()
    size = stat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  nonisolated func show(_ progress: ImportProgress) {
    Task { @MainActor in draw(progress) }
  }

  func finish() {
    // What is still on its way is not drawn.
    hasFinished = true
    line.end()
  }

  private func draw(_ progress: ImportProgress) {
    if !hasFinished { line.showSometimes(wording(of: progress)) }
  }

  private func wording(of progress: ImportProgress) -> String {
    guard case .reading(let places, let bytes) = progress else { return "putting the places in order …" }
    let seconds = start.duration(to: .now) / .seconds(1)
    var words = "\(places) places, \(Int(Double(places) / max(seconds, 0.001))) a second"
    if let size, bytes > 0 {
      let remaining = seconds * Double(max(0, size - bytes)) / Double(bytes)
      words += ", \(Int(remaining.rounded(.up))) s to go"
    }
    return words
  }
}
