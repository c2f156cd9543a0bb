import Foundation
import GRDB
import Input
import Synchronization

/// Puts places into a store, a source at a time and each in one transaction: whatever ends it, the store holds
/// the old places or the new ones.
///
/// ```swift
/// let importer = try PlaceImporter(storePath: "places.sqlite")
/// let summary = try importer.importPlaces(
///   of: SourceDescription(name: "huts"), from: PlaceFile(path: "huts.csv"))
/// ```
public final class PlaceImporter: Sendable {
  private let path: String
  private let database: DatabaseQueue
  private let limits: ImportLimits
  /// Whether there was no store before.
  private let isNew: Bool
  private let state = Mutex(State())

  private let interrupter = StoreInterrupter()

  private struct State {
    /// What is being imported.
    var batches: BoundedQueue<ImportBatch>?
  }

  /// Opens the store, and makes it if there is none.
  ///
  /// - Throws: `PlacesError`.
  public convenience init(storePath: String) throws(PlacesError) {
    try self.init(storePath: storePath, limits: ImportLimits())
  }

  /// - Parameter patience: how long to wait for another process that writes, in seconds.
  init(
    storePath: String, limits: ImportLimits, patience: Double = StoreConnection.patience
  ) throws(PlacesError) {
    path = storePath
    var status = stat()
    isNew = stat(storePath, &status) != 0 || status.st_size == 0
    self.limits = limits
    database = try StoreConnection.openForWriting(
      path: storePath, patience: patience, interrupter: interrupter)
  }

  /// Takes the store away again that this made, if nothing has come into it: one that is in use stays.
  public func discardIfUnused() {
    guard isNew else { return }
    try? database.inDatabase { database in
      try database.beginTransaction(.exclusive)
      if try Int.fetchOne(database, sql: "SELECT 1 FROM source LIMIT 1") == nil { unlink(path) }
      try database.rollback()
    }
  }

  /// Ends an import that is under way, which then throws `StoreProblem.interrupted`.
  public func cancel() {
    interrupter.cancel()
    state.withLock { state in
      // Nobody waits any longer for what is yet to be read.
      state.batches?.finish()
    }
  }

  private func checkInterruption() throws {
    if interrupter.isCancelled { throw StoreProblem.interrupted }
  }

  /// Imports what `reader` reads.
  ///
  /// - Parameters:
  ///   - source: whose places they are. Those of the same source and id are brought up to date.
  ///   - isReplacing: whether places of the source that are not among the new ones are taken out.
  ///   - isKeepingGoing: whether data that breaks off is imported as far as it goes.
  ///   - report: hears how far it is, from any thread.
  /// - Throws: `PlacesError`; the store is then as it was.
  public func importPlaces(
    of source: SourceDescription, replacing isReplacing: Bool = false,
    keepingGoing isKeepingGoing: Bool = false, from reader: some PlaceStreaming,
    report: @escaping @Sendable (ImportProgress) -> Void = { _ in }
  ) throws(PlacesError) -> ImportSummary {
    let outcome = Mutex<Result<ImportReading, PlacesError>>(.success(ImportReading()))
    let batches = BoundedQueue<ImportBatch>(capacity: 1)
    state.withLock { $0.batches = batches }
    Thread {
      let result = Result { () throws(PlacesError) in try self.read(reader, into: batches, report) }
      outcome.withLock { $0 = result }
      batches.finish()
    }
    .start()
    defer { batches.cancel() }
    return try write { database in
      var writer = try StoreWriter(
        database, path: path, replacing: isReplacing ? .all : .none, limits: limits,
        checkInterruption: checkInterruption)
      var source = source
      try writer.begin(source)
      while let batch = batches.dequeue() { try writer.add(batch) }
      try checkInterruption()
      let reading = try outcome.withLock { $0 }.get()
      if let cut = reading.cut, !isKeepingGoing { throw PlacesError.cutOff(path: reader.name, cut) }
      report(.writing)
      source.attribution = source.attribution ?? reading.attribution
      source.dated = source.dated ?? reading.dated
      try writer.finish(source)
      return ImportSummary(reading: reading, counts: writer.counts)
    }
  }

  /// Brings the places of a square up to date, and notes when that was.
  ///
  /// - Throws: `PlacesError`; the store is then as it was.
  func importSquare(
    _ square: GridSquare, _ places: [PointOfInterest], of source: SourceDescription, at time: Date
  ) throws(PlacesError) {
    try write { database in
      var writer = try StoreWriter(database, path: path, replacing: .within(square.numbers))
      try writer.begin(source)
      var batch = ImportBatch()
      for place in places { batch.append(place) }
      batch.sort()
      try writer.add(batch)
      try writer.finish(source)
      try Self.markFetched(square, at: time, in: database)
    }
  }

  /// Notes that all parts of a square have been brought up to date.
  func markFetched(_ square: GridSquare, at time: Date) throws(PlacesError) {
    try write { database in try Self.markFetched(square, at: time, in: database) }
  }

  /// The squares that were brought up to date since then, with every place there is.
  func fetchedSquares(since time: Date) throws(PlacesError) -> Set<GridSquare> {
    try write { database in
      let squares = try StoreStatement(
        "SELECT level, \"column\", row FROM fetched WHERE time >= ? AND selection = ?", in: database
      ).map(.string(Timestamp.text(of: time)), .string(FetchedSelection.current)) { row in
        GridSquare(level: Int(row.integer(0)), column: Int(row.integer(1)), row: Int(row.integer(2)))
      }
      return Set(squares)
    }
  }

  private static func markFetched(_ square: GridSquare, at time: Date, in database: Database) throws {
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO fetched (level, "column", row, time, selection) VALUES (?, ?, ?, ?, ?)
        """,
      arguments: [
        square.level, square.column, square.row, Timestamp.text(of: time), FetchedSelection.current,
      ])
  }

  /// Takes places out by their ids.
  ///
  /// - Parameter source: the name of a source, where only its places are meant.
  /// - Returns: how many there were.
  /// - Throws: `PlacesError`; the store is then as it was.
  public func removePlaces(withIDs ids: [String], of source: String? = nil) throws(PlacesError) -> Int {
    try write { database in
      let reader = StoreReader()
      var count = 0
      for id in ids {
        for stored in try reader.places(withID: id, in: database) {
          let entry = try reader.entry(stored, in: database)
          guard source == nil || entry.source.name == source else { continue }
          try stored.remove(from: database)
          count += 1
        }
      }
      return count
    }
  }

  /// Takes all places of a source out, and the source.
  ///
  /// - Returns: how many places there were.
  /// - Throws: `PlacesError`; the store is then as it was.
  public func removeSource(named name: String) throws(PlacesError) -> Int {
    try write { database in
      let find = try StoreStatement("SELECT number FROM source WHERE name = ?", in: database)
      guard try find.firstInteger(.string(name)) != nil else { return 0 }
      var writer = try StoreWriter(database, path: path, replacing: .all)
      let source = SourceDescription(name: name)
      try writer.begin(source)
      try writer.finish(source)
      try database.execute(sql: "DELETE FROM source WHERE name = ?", arguments: [name])
      return writer.counts.removed
    }
  }

  /// Writes in one transaction.
  private func write<Outcome>(_ body: (Database) throws -> Outcome) throws(PlacesError) -> Outcome {
    do {
      return try database.inDatabase { database in
        let hasPlaces = try Int.fetchOne(database, sql: "SELECT 1 FROM place LIMIT 1") != nil
        // Those who read meanwhile go on reading the old places; an empty store has nobody to hold up.
        if hasPlaces { _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL") }
        // One file is all that is left; where somebody still reads, the next writer tries again.
        defer { _ = try? String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE") }
        try database.beginTransaction(.immediate)
        do {
          let outcome = try body(database)
          try database.commit()
          return outcome
        } catch {
          try? database.rollback()
          throw error
        }
      }
    } catch let error as PlacesError {
      throw error
    } catch {
      throw .store(path: path, StoreProblem(error))
    }
  }

  /// Makes batches of what is read.
  private func read(
    _ reader: some PlaceStreaming, into batches: BoundedQueue<ImportBatch>,
    _ report: @Sendable (ImportProgress) -> Void
  ) throws(PlacesError) -> ImportReading {
    var batch = ImportBatch(size: limits.batchSize)
    func handOn() -> Bool {
      batch.sort()
      defer { batch = ImportBatch(size: limits.batchSize) }
      return batches.enqueue(batch)
    }
    let records = try reader.read { records in
      for place in records.takePlaces() { batch.append(place) }
      report(.reading(places: records.placeCount, bytes: records.byteCount))
      if interrupter.isCancelled { return false }
      return batch.isFull ? handOn() : true
    }
    _ = handOn()
    return ImportReading(
      readCount: records.placeCount, skippedCount: records.problemCount, problems: records.problems,
      attribution: records.attribution, dated: records.extract?.time, cut: records.cut)
  }
}

/// The progress of an import.
public enum ImportProgress: Hashable, Sendable {
  /// Reports how many places were read, and of how many bytes.
  case reading(places: Int, bytes: Int)
  /// All is read, and is put in order.
  case writing
}

/// Something that reads places piece by piece, so that not all have to be in memory.
public protocol PlaceStreaming: Sendable {
  /// What messages call it.
  var name: String { get }

  /// Reads on, and after each piece hands over what has been read and not been taken, until `take` says `false`.
  ///
  /// - Returns: what is left at the end, and the counts.
  /// - Throws: `PlacesError`, also if not one record could be used.
  func read(_ take: (inout PlaceRecords) -> Bool) throws(PlacesError) -> PlaceRecords
}

/// Places that are there already, to be imported.
public struct PlaceList: PlaceStreaming {
  public let name = "the places given"
  private let places: [PointOfInterest]

  /// - Parameter places: in the order in which they count as read.
  public init(places: [PointOfInterest]) {
    self.places = places
  }

  public func read(_ take: (inout PlaceRecords) -> Bool) -> PlaceRecords {
    var records = PlaceRecords(places: places)
    _ = take(&records)
    return records
  }
}

/// What a source of places is called, and what its licence asks.
public struct SourceDescription: Hashable, Sendable {
  /// Tells it from other sources, whose ids may be the same.
  public var name: String
  /// The attribution.
  public var attribution: String?
  /// The licence, like `ODbL 1.0`.
  public var licence: String?
  /// Up to when the data is, if it says so.
  public var dated: Date?

  /// A source.
  public init(name: String, attribution: String? = nil, licence: String? = nil, dated: Date? = nil) {
    self.name = name
    self.attribution = attribution
    self.licence = licence
    self.dated = dated
  }

  /// OpenStreetMap, whose ids mean the same in every file.
  public static let openStreetMap = SourceDescription(
    name: "OpenStreetMap", attribution: "© OpenStreetMap contributors", licence: "ODbL 1.0")
}

/// What was read for an import.
struct ImportReading: Sendable {
  var readCount = 0
  var skippedCount = 0
  var problems: [RecordProblem] = []
  var attribution: String?
  /// Up to when the data is, if it says so.
  var dated: Date?
  /// Where the data breaks off, if it does.
  var cut: RecordProblem?
}

/// What an import did.
public struct ImportSummary: Hashable, Sendable {
  /// What became of the places.
  public struct Counts: Hashable, Sendable {
    /// Places that were not there before.
    public internal(set) var added = 0
    /// Places that were there, and different.
    public internal(set) var updated = 0
    /// Places that were there as they are.
    public internal(set) var unchanged = 0
    /// Places whose id stood in the data more than once, and which were left out.
    public internal(set) var repeated = 0
    /// Places of the source that were taken out.
    public internal(set) var removed = 0
  }

  /// How many places were read.
  public let read: Int
  /// How many records could not be used.
  public let skipped: Int
  /// The first of those, and why.
  public let problems: [RecordProblem]
  /// What became of the places.
  public let counts: Counts

  init(reading: ImportReading, counts: Counts) {
    read = reading.readCount
    skipped = reading.skippedCount
    problems = reading.problems
    self.counts = counts
  }
}
