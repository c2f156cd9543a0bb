import Dispatch
import Geography
import Input
import Places
import SQLite
import Synchronization

/// Places of whole regions in one SQLite file, which answers in microseconds however many there are.
///
/// ```swift
/// let store = try PlaceStore(path: "places.sqlite")
/// let query = PlaceQuery(filter: PlaceFilter(categories: ["water"]), limit: 3)
/// let answer = try await store.places(near: Coordinate(latitude: 60.17, longitude: 24.94), matching: query)
/// ```
public final class PlaceStore: PlaceProviding, PlaceFinding {
  static let sourceName = PlaceSource.storeName

  public let path: String

  /// The most seconds of processor time for one query to a sound store, which usually takes microseconds.
  static let questionLimit = 60.0

  private let isForeign: Bool
  private let scanLimits: StoreReader.ScanLimits
  /// The file that is open, by its number, as another can take its place at the path; `nil` until it is first asked for.
  private let opened = Mutex<Opened?>(nil)
  private typealias Opened = (inode: UInt?, database: SharedConnection, isCopy: Bool, reader: StoreReader)

  /// Runs the queries, one after the other.
  private let thread: JobExecutor = {
    let queue = DispatchQueue(label: "store")
    return JobExecutor { queue.async(execute: $0) }
  }()

  /// Opens an existing store of the user's own, and rolls back what a crash left half written.
  ///
  /// - Throws: `PlacesError.store`, or `unreadable`; the file is not changed.
  public convenience init(path: String) throws(PlacesError) {
    self.init(at: path)
    _ = try current()
  }

  /// Opens a store that may be a stranger's, changing neither it nor anything beside it.
  ///
  /// - Throws: `PlacesError.store`, or `unreadable`.
  public convenience init(foreign path: String) throws(PlacesError) {
    self.init(at: path, isForeign: true)
    _ = try current()
  }

  /// The user's own store, which need not be there yet.
  public convenience init(awaitedAt path: String) { self.init(at: path) }

  init(
    at path: String, isForeign: Bool = false, scanLimits: StoreReader.ScanLimits = StoreReader.ScanLimits()
  ) {
    (self.path, self.isForeign, self.scanLimits) = (path, isForeign, scanLimits)
  }

  /// The file that is at the path now, or was when the turn began.
  private func current() throws(PlacesError) -> Opened {
    let inode = StoreFileHead.inode(of: path)
    if let known = opened.withLock(\.self) {
      if known.inode == inode || known.database.withConnection({ $0.holders > 0 }) { return known }
    }
    let (database, isCopy) =
      isForeign
      ? try StoreConnection.openForeign(path: path) : (try StoreConnection.open(path: path), false)
    let new = (inode, database, isCopy, StoreReader(scanLimits: scanLimits))
    opened.withLock { $0 = new }
    return new
  }

  /// Itself; `nil` as long as there is no store at its path.
  public var ifThere: PlaceStore? {
    do throws(PlacesError) { _ = try current() } catch .store(_, .absent) { return nil } catch {}
    return self
  }

  public var edition: Int? { StoreFileHead.edition(of: path) }

  public var map: (any MapProviding)? { ifThere }

  public var gazetteer: (any GazetteerProviding)? { ifThere }

  /// Whether the store was left half written, and this reads a repaired copy.
  public var isCopy: Bool { opened.withLock { $0?.isCopy == true } }

  public nonisolated(nonsending) func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    try await answering { store throws(PlacesError) in try store.answer(near: position, matching: query) }
  }

  public func nameWords() async throws(PlacesError) -> [String] {
    try await answering { store throws(PlacesError) in
      try store.read { database, reader in try reader.nameVocabulary(in: database).words }
    }
  }

  /// Queries the store on a thread of its own, which leaves the caller's free; cancelling the task ends the query.
  ///
  /// - Throws: `PlacesError`, also `StoreProblem.interrupted` if the task was cancelled.
  package nonisolated(nonsending) func answering<Answer: Sendable>(
    _ body: @Sendable (PlaceStore) throws(PlacesError) -> Answer
  ) async throws(PlacesError) -> Answer {
    try await withTaskExecutorPreference(thread) { () async throws(PlacesError) -> Answer in
      try await run(body)
    }
  }

  @concurrent private func run<Answer: Sendable>(
    _ body: @Sendable (PlaceStore) throws(PlacesError) -> Answer
  ) async throws(PlacesError) -> Answer {
    try body(self)
  }

  /// Runs queries on the store's thread and in one transaction, so that they wait for neither, and see one state.
  public nonisolated(nonsending) func inOneTurn<Answer: Sendable>(
    _ body: @Sendable () async throws(PlacesError) -> Answer
  ) async throws(PlacesError) -> Answer {
    try await withTaskExecutorPreference(thread) { () async throws(PlacesError) -> Answer in
      try await runAll(body)
    }
  }

  @concurrent private func runAll<Answer: Sendable>(
    _ body: @Sendable () async throws(PlacesError) -> Answer
  ) async throws(PlacesError) -> Answer {
    let database = try current().database
    do {
      try database.withConnection { try $0.holdTransaction() }
    } catch {
      throw .store(path: path, StoreProblem(error))
    }
    defer { database.withConnection { $0.releaseTransaction() } }
    return try await WorkMeter.measured(inOneTurn: body)
  }

  /// The same synchronously: an answer usually takes microseconds, and other writers do not block it.
  public func answer(
    near position: Coordinate, matching query: PlaceQuery
  ) throws(PlacesError) -> PlaceAnswer {
    guard position.isValid, query.limit > 0 else {
      return PlaceAnswer(places: [], source: PlaceSource(name: Self.sourceName))
    }
    return try read(within: Self.questionLimit) { database, reader in
      let (found, elsewhere) = try reader.nearestOfRegion(to: position, matching: query, in: database)
      var answer = PlaceAnswer(
        places: found.map { $0.nearby }, source: try reader.source(of: found.map { $0.source }, in: database),
        closed: reader.closed)
      answer.elsewhere = elsewhere?.nearby
      if let coverage = try reader.claimedCoverage(around: position, in: database) {
        answer.setKnown(by: coverage, at: position, for: query)
      }
      return answer
    }
  }

  public func places(called text: String) throws(PlacesError) -> [PointOfInterest] {
    try read(within: Self.questionLimit) { database, reader in
      try reader.places(called: text, in: database).map(\.place)
    }
  }

  public static func isDatabase(_ path: String) -> Bool { StoreFileHead(path: path)?.isSQLite == true }

  /// Reads in one transaction, so that all parts of an answer are of one state of the store.
  ///
  /// - Parameter limit: seconds of processor time; `nil` for queries whose time grows with the store. The budget of the
  ///   question can be less.
  func read<Result>(
    within limit: Double? = nil, _ body: (Connection, StoreReader) throws -> Result
  ) throws(PlacesError) -> Result {
    let budget = QuestionBudget.current
    let left = budget.left
    let limit = [limit, left].compactMap(\.self).min()
    let (_, database, _, reader) = try current()
    do {
      return try database.withConnection { database in
        try WorkMeter.measured {
          try database.transaction {
            try reader.forgetIfChanged(database)
            return try limit.map { try database.limit(to: $0) { try body(database, reader) } }
              ?? body(database, reader)
          }
        }
      }
    } catch let error as PlacesError {
      throw error
    } catch let error as TimeLimitError where error.seconds == left {
      throw .tookTooLong(seconds: budget.seconds ?? error.seconds)
    } catch {
      throw .store(path: path, StoreProblem(error))
    }
  }
}
