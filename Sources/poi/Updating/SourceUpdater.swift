import CivilTime
import FoundationEssentials
import Input
import Nearby
import PlaceFiles
import PlaceStore
import Places
import Programs

/// Updates one source after the other.
@MainActor
final class SourceUpdater {
  enum Outcome {
    /// What changed, and whether all of it came.
    case updated(String, isWhole: Bool = true)
    case upToDate
    /// There is nothing to update, for this reason.
    case leftAlone(String)
  }

  private let importer: PlaceImporter
  private let context: CommandContext
  private let bounds: Bounds
  private var replicating: Task<String?, any Error>?
  private var squares: (any AreaSource)?

  /// Does not fetch a square again that is at most this many seconds old and lacks nothing, so that a second run
  /// continues where the first was interrupted.
  private nonisolated static let freshSquare = 3600.0

  /// What an update may take.
  struct Bounds {
    /// For data that does not fit into memory.
    let folder: String
    let memory: Int?
    /// How much of an extract's changes to hold in memory at once.
    let megabytes: Int
    let maxRequests: Int
    let limits: AnswerLimits
    let isOffline: Bool
    let checksLoss: Bool
  }

  init(_ importer: PlaceImporter, in context: CommandContext, within bounds: Bounds) {
    (self.importer, self.context, self.bounds) = (importer, context, bounds)
  }

  func cancel() {
    importer.cancel()
    replicating?.cancel()
    HelperProgram.killAll()
    squares?.cancelFetchingAll()
  }

  /// - Throws: the error; the source is then unchanged, except for squares fetched before.
  func update(_ source: StoredSource, _ files: [SourceFile], by update: SourceUpdate) async throws -> Outcome
  {
    switch update {
    case .byHand: return .leftAlone("its places were added by hand")
    case .unknown:
      return .leftAlone("poi does not know its file; import it again with --replace-source --source-name")
    case .fileGone(let path):
      throw CommandFailure(
        "\(path) is gone; import its source from elsewhere with --replace-source --source-name \(source.name), "
          + "or remove it with: poi places remove --source-name \(source.name)",
        .noSuchInput)
    case .fetchSquares:
      return bounds.isOffline ? .leftAlone(Self.forbidden) : try await fetchSquares()
    case .importFiles(servers: let servers, isDue: false) where bounds.isOffline && !servers.isEmpty:
      return .leftAlone(Self.forbidden)
    case .importFiles(servers: [:], isDue: false):
      guard let dated = source.dated else { return .upToDate }
      return .leftAlone("its file, of \(Timestamp.text(of: dated).prefix(10)), has not changed")
    case .importFiles(let servers, let isDue):
      return try await importFiles(of: source, files, from: bounds.isOffline ? [:] : servers, isDue: isDue)
    }
  }

  /// Why no server is asked.
  nonisolated static let forbidden = "--offline forbids asking the server"

  // MARK: - Files

  private func importFiles(
    of source: StoredSource, _ files: [SourceFile], from servers: [String: String], isDue: Bool
  ) async throws -> Outcome {
    var updates: [ReplicationUpdate] = []
    var next: [String: String] = [:]
    for (path, server) in servers.sorted(by: { $0.key < $1.key }) {
      let update = try ReplicationUpdate(
        of: path, from: server, megabytes: bounds.megabytes, patience: bounds.limits.seconds)
      updates.append(update)
      let line = BottomLine(on: context.console, isShown: context.hasStatusLine)
      let task = Task {
        try await update.makeNext { round in
          line.show("\(path): fetching updates\(round > 1 ? ", part \(round)" : "") …")
        }
      }
      replicating = task
      defer {
        line.end()
        replicating = nil
      }
      if let copy = try await task.value { next[path] = copy }
    }
    // This removes the copies and unlocks the files at the end.
    defer { withExtendedLifetime(updates) {} }
    guard isDue || !next.isEmpty else { return .upToDate }
    return .updated(try await importAgain(source, files, next).wording)
  }

  private func importAgain(
    _ source: StoredSource, _ files: [SourceFile], _ next: [String: String]
  ) async throws -> ImportSummary {
    var inputs: [PlaceInput] = []
    // The time of the data that is imported now, and when its file was written.
    func age(of file: SourceFile) -> (dated: Date, modified: Int64) {
      let now = files.count > 1 ? SourceFile(at: next[file.path] ?? file.path) : nil
      guard let now, now.modified != file.modified else { return (file.dated ?? .distantPast, file.modified) }
      return (PlaceFile(path: now.path).timeOfExtract() ?? now.dated ?? .distantPast, now.modified)
    }
    // If an id is in several of its files, the newest file counts.
    let inOrder = files.map { (age: age(of: $0), file: $0) }.sorted {
      ($0.age.dated, $0.age.modified, $1.file.path) > ($1.age.dated, $1.age.modified, $0.file.path)
    }
    for (_, file) in inOrder {
      var places = PlaceFile(
        path: next[file.path] ?? file.path, memory: bounds.memory, scratchFolder: bounds.folder)
      if next[file.path] != nil { places.standing = .nextOf(file.path) }
      places.selection = file.selection
      places.gazetteer = file.selection == nil ? source.gazetteer ?? Set(GazetteerPart.allCases) : []
      inputs.append(try await PlaceInput(places, roomIn: bounds.folder))
    }
    let isExtract = try inputs.contains { try $0.file.isOSMExtract() }
    var description =
      isExtract ? SourceDescription.extract(named: source.name) : SourceDescription(name: source.name)
    description.mayHaveOSMIDs = !isExtract
    description.attribution = source.attribution ?? description.attribution
    description.licence = source.licence ?? description.licence

    let progress = ImportProgressLine(of: next.values.first ?? files.first?.path ?? "", in: context)
    defer { progress.finish() }
    let summary = try await importer.onOwnThread {
      [inputs, description, checksLoss = bounds.checksLoss] importer throws(PlacesError) -> ImportSummary in
      try importer.importPlaces(
        of: description, replacing: true, checkingLoss: checksLoss, from: inputs.map(\.file),
        report: progress.show
      ) { () throws(PlacesError) in
        for (path, copy) in next { try ReplicationUpdate.replace(path, by: copy) }
      }
    }
    progress.finish()
    summary.doubt.map { context.console.tell("\(source.name): \($0)") }
    return summary
  }

  // MARK: - Squares

  /// Why squares are not fetched again.
  nonisolated static let areFresh = "its squares were fetched within the last hour"

  /// The squares to fetch again.
  nonisolated static func old(among squares: [FetchedSquare], at now: Date) -> [FetchedSquare] {
    // One from the future, as under a clock that was ahead, would never be old.
    squares.filter { !$0.hasGazetteer || abs(now.timeIntervalSince($0.time)) > freshSquare }
  }

  private func fetchSquares() async throws -> Outcome {
    let now = context.now()
    let old = Self.old(among: try importer.squaresFetched(), at: now)
    guard !old.isEmpty else { return .leftAlone(Self.areFresh) }
    let source = try context.makeAreaSource(bounds.limits)
    let prefetcher = Prefetcher(from: source, into: importer, checkingLoss: bounds.checksLoss)
    let requests = old.count * prefetcher.requestsPerSquare
    guard requests <= bounds.maxRequests else {
      throw CommandFailure(
        "\(old.count) squares take \(requests) requests, more than --max-requests \(bounds.maxRequests); "
          + "consider importing an extract", .usage)
    }
    squares = source
    let line = PrefetchLine(context)
    defer { line.end() }
    do {
      try await prefetcher.fetchAgain(
        old, fresh: now - Self.freshSquare...now + Self.freshSquare, report: line.show)
    } catch {
      let (failure, done) = (CommandFailure(error), line.progress?.done ?? 0)
      throw CommandFailure(
        "\(done) of \(old.count) squares fetched and kept: \(failure.message)", failure.status)
    }
    guard let last = line.progress else { return .upToDate }
    let counts = last.counts
    let lacking =
      last.lacking.map { "; \($0): the rest keeps what streets, addresses and areas it had" } ?? ""
    return .updated(
      "\(last.done == 1 ? "1 square" : "\(last.done) squares") fetched, \(last.places) places, "
        + "\(counts.added) added, \(counts.updated) updated, \(counts.removed) removed\(lacking)",
      isWhole: last.lacking == nil)
  }
}
