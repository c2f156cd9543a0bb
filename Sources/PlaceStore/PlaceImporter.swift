import CivilTime
import Dispatch
import FoundationEssentials
import Geography
import Glibc
import Input
import PlaceFiles
import Places
import SQLite
import Synchronization

/// Puts places into a store, a source at a time and each in one transaction: whatever ends it, the store holds
/// the old places or the new ones.
///
/// ```swift
/// let importer = try PlaceImporter(storePath: "places.sqlite")
/// let summary = try importer.importPlaces(
///   of: SourceDescription(name: "huts"), from: [PlaceFile(path: "huts.csv")])
/// ```
public final class PlaceImporter: Sendable {
  private let path: String
  private let database: SharedConnection
  private let limits: ImportLimits
  /// Whether there was no store before.
  private let isNew: Bool
  /// What is being read, while an import runs.
  private let batches = Mutex<BoundedQueue<ImportBatch>?>(nil)
  private let interrupter = Interrupter()

  /// Opens the store, and makes it if there is none.
  public convenience init(storePath: String) throws(PlacesError) {
    try self.init(storePath: storePath, limits: ImportLimits())
  }

  /// - Parameter patience: how long to wait for another process that writes, in seconds.
  init(
    storePath: String, limits: ImportLimits, patience: Double = StoreConnection.patience
  ) throws(PlacesError) {
    path = storePath
    isNew = access(storePath, F_OK) != 0 || Self.isEmptyFile(storePath)
    self.limits = limits
    do throws(PlacesError) {
      database = try StoreConnection.openForWriting(
        path: storePath, patience: patience, isInterrupted: { [interrupter] in interrupter.isInterrupted })
    } catch {
      // What was rolled back at once is an empty file.
      if isNew, Self.isEmptyFile(storePath) { unlink(storePath) }
      throw error
    }
  }

  /// Devices and pipes are empty, too, and are not ours to remove.
  private static func isEmptyFile(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
  }

  /// Removes the store again if this created it and nothing was imported; a store in use stays.
  public func discardIfUnused() {
    guard isNew else { return }
    try? database.withConnection { database in
      try database.transaction(.exclusive) {
        let tables = ["place", "fetched", "gazetteer", "area", "map"]
        let contents = tables.map { "SELECT 1 FROM \($0)" }.joined(separator: " UNION ALL ")
        if try database.statement("\(contents) LIMIT 1").firstInteger() == nil { unlink(path) }
      }
    }
  }

  /// Cancels the current import, which then throws `StoreProblem.interrupted`.
  public func cancel() {
    interrupter.interrupt()
    // Do not wait for input any longer.
    batches.withLock { $0?.finish() }
  }

  private func checkInterruption() throws {
    if interrupter.isInterrupted { throw StoreProblem.interrupted }
  }

  private static func start(_ work: @escaping @Sendable () -> Void) throws(PlacesError) {
    do throws(NoThread) {
      try BackgroundThread.start(work)
    } catch {
      throw .noThread(error)
    }
  }

  /// Imports what the readers read, in one transaction.
  ///
  /// - Parameters:
  ///   - source: the source of the places; those with the same source and id are updated.
  ///   - isReplacing: whether to remove the source's places that are not among the new ones, however many; else those
  ///     go that all the files of the source no longer have.
  ///   - checksLoss: whether to import nothing if more than a fifth of the earlier places would go.
  ///   - isKeepingGoing: whether to import truncated data as far as it goes, and then to remove nothing.
  ///   - report: called with the progress, on any thread.
  ///   - isDone: runs before the transaction is committed; an error rolls it back.
  /// - Throws: `PlacesError`; the store is then unchanged.
  public func importPlaces(
    of source: SourceDescription, replacing isReplacing: Bool = false, checkingLoss checksLoss: Bool = false,
    keepingGoing isKeepingGoing: Bool = false, from readers: [any PlaceStreaming],
    report: @escaping @Sendable (ImportProgress) -> Void = { _ in },
    beforeCommit isDone: () throws(PlacesError) -> Void = {}
  ) throws(PlacesError) -> ImportSummary {
    let outcome = Mutex<Result<ImportReading, PlacesError>>(.success(ImportReading()))
    let batches = BoundedQueue<ImportBatch>(capacity: 1)
    self.batches.withLock { $0 = batches }
    try Self.start {
      let result = Result { () throws(PlacesError) in
        var reading = ImportReading()
        for (number, reader) in readers.enumerated() {
          try self.read(reader, number, into: batches, &reading, report)
          if let cut = reading.cut, !isKeepingGoing { throw PlacesError.cutOff(path: reader.name, cut) }
        }
        return reading
      }
      outcome.withLock { $0 = result }
      batches.finish()
    }
    defer { batches.cancel() }
    return try write { database in
      var writer = try StoreWriter(
        database, path: path, replacing: isReplacing ? .all : isKeepingGoing ? .none : .ifComplete,
        checkingLoss: checksLoss || !isReplacing, limits: limits, checkInterruption: checkInterruption)
      var source = source
      source.name = try Self.name(of: source, in: database)
      var next: ImportBatch?
      if source.mayHaveOSMIDs {
        next = batches.dequeue()
        if next == nil { _ = try outcome.withLock { $0 }.get() }
        source.hasOSMIDs = source.hasOSMIDs || next?.hasOSMIDs ?? false
      }
      try writer.begin(source, from: readers)
      // After the last there is none to wait for.
      if !source.mayHaveOSMIDs { next = batches.dequeue() }
      while let batch = next {
        try writer.add(batch)
        next = batches.dequeue()
      }
      try checkInterruption()
      let reading = try outcome.withLock { $0 }.get()
      report(.writing)
      source.attribution = source.attribution ?? reading.attribution
      source.licence = source.licence ?? reading.licence
      source.dated = source.dated ?? reading.dated
      try writer.finish(
        source, files: reading.files, coverage: reading.coverage, gazetteer: reading.gazetteerParts)
      try writer.settle()
      try isDone()
      var summary = reading.summary
      if !writer.hasWrittenEntries { summary.entries = 0 }
      summary.counts = writer.counts
      summary.replacedFiles = writer.replacedFiles.map(\.path)
      summary.keepsOthers = writer.keepsOthers
      return summary
    }
  }

  /// Changes a place as it is by then: in the same transaction, so that nobody else's change is lost.
  ///
  /// - Returns: the changed place; `nil` if the source has none of this id.
  /// - Throws: `PlacesError`; the store is then unchanged.
  public func changePlace(
    withID id: String, of source: SourceDescription, _ change: (PointOfInterest) -> PointOfInterest
  ) throws(PlacesError) -> PointOfInterest? {
    try write { database in
      var writer = try StoreWriter(database, path: path, replacing: .none)
      try writer.begin(source)
      let places = try writer.reader.places(withID: id, in: database)
      guard let place = places.first(where: { $0.source == writer.source && $0.place.id == id })?.place else {
        return nil
      }
      let changed = change(place)
      var batch = ImportBatch()
      batch.append(changed)
      try writer.add(batch)
      try writer.finish(source)
      try writer.settle()
      return changed
    }
  }

  /// Updates the places of a square, and records the time; places whose records were skipped stay as they are.
  ///
  /// - Throws: `PlacesError`; the store is then unchanged.
  @discardableResult
  package func importSquare(
    _ square: GridSquare, _ places: [PointOfInterest], skippedIDs: [String] = [],
    of source: SourceDescription, at time: Date, checkingLoss: Bool = false
  ) throws(PlacesError) -> ImportSummary.Counts {
    try write { database in
      var writer = try StoreWriter(
        database, path: path, replacing: .within(square), checkingLoss: checkingLoss)
      var named = source
      named.name = try Self.name(of: source, in: database)
      try writer.begin(named)
      var batch = ImportBatch()
      for place in places { batch.append(place) }
      batch.skippedIDs = skippedIDs
      batch.sort()
      try writer.add(batch)
      try writer.finish(named)
      try Self.markFetched(square, at: time, dated: source.dated, in: database)
      try writer.settle()
      return writer.counts
    }
  }

  /// Replaces the streets, addresses and administrative areas of a square whose places are there.
  ///
  /// - Throws: `PlacesError`; the store is then unchanged.
  package func importGazetteer(
    _ square: GridSquare, _ entries: GazetteerEntries
  ) throws(PlacesError) {
    try write { database in
      let source = try database.statement("SELECT number FROM source WHERE origin = ?")
        .firstInteger(.string(SourceOrigin.overpass.rawValue))
      guard let source else { return }
      var batch = GazetteerBatch()
      batch.add(entries)
      // A fetched square has its own, and what no square has is there near this one.
      try batch.keep { part in
        try square.numbers.contains(part.numbers.lowerBound)
          || part.boundingBox.overlaps(square.boundingBoxWithMargin)
            && !part.isFetched(FetchedSelection.hasGazetteer, in: database)
      }
      var writer = try GazetteerWriter(database, beside: path, isOfSquare: true)
      try writer.removeEarlier(of: source, within: square)
      try writer.add(batch, of: source)
      try writer.finish(source, replacing: false, within: nil, checkInterruption: checkInterruption)
      // A server may not know areas.
      let parts: Set<GazetteerPart> =
        entries.areas.isEmpty ? [.streets, .addresses] : [.streets, .addresses, .areas]
      try StoredSource.add(parts, to: source, replacing: false, in: database)
      try Self.markGazetteer(of: square, in: database)
    }
  }

  /// Whether there are streets and addresses of a fetched square.
  package func hasGazetteer(of square: GridSquare) throws(PlacesError) -> Bool {
    try write { database in
      try database.statement(
        "SELECT 1 FROM gazetteer JOIN source ON source.number = gazetteer.number & \(GridSquare.ordinals - 1) "
          + "WHERE gazetteer.number >= ? AND gazetteer.number < ? AND origin = ?"
      ).firstInteger(
        .integer(square.numbers.lowerBound), .integer(square.numbers.upperBound),
        .string(SourceOrigin.overpass.rawValue)) != nil
    }
  }

  /// Records that all parts of a square have their streets, addresses and administrative areas.
  package func markGazetteer(of square: GridSquare) throws(PlacesError) {
    try write { try Self.markGazetteer(of: square, in: $0) }
  }

  private static func markGazetteer(of square: GridSquare, in database: Connection) throws {
    try database.statement("UPDATE fetched SET selection = ? WHERE level = ? AND \"column\" = ? AND row = ?")
      .run([.string(FetchedSelection.placesAndGazetteer)] + values(of: square))
  }

  /// The name of a source, which for squares and places added by hand depends on the store: a user's file may already
  /// have the usual one.
  private static func name(of source: SourceDescription, in database: Connection) throws -> String {
    var named = try StoredSource.named(source.name, in: database)
    if source.origin == .files || named?.origin == source.origin { return source.name }
    let known = try database.statement("SELECT name FROM source WHERE origin = ?")
      .firstText(.string(source.origin.rawValue))
    if let known { return known }
    var free = source.name
    var number = 1
    // Those added by hand that an earlier version stored have no origin.
    while let taken = named, taken.origin != nil || source.origin != .user {
      number += 1
      free = "\(source.name)-\(number)"
      named = try StoredSource.named(free, in: database)
    }
    return free
  }

  /// Records that all parts of a square are up to date.
  package func markFetched(_ square: GridSquare, at time: Date) throws(PlacesError) {
    try write { database in
      let dated = try database.statement(
        "SELECT min(dated) FROM fetched WHERE \(Self.isWithin) AND level = ?1 - 1"
      ).first(Self.values(of: square)) { $0.text(0) }
      try Self.markFetched(square, at: time, dated: dated.flatMap(Timestamp.date(parsing:)), in: database)
    }
  }

  /// The time of the data of a square that was fetched whole; `nil` if that is not known.
  package func dataTime(of square: GridSquare) throws(PlacesError) -> Date? {
    try write { database in
      try database.statement("SELECT dated FROM fetched WHERE level = ? AND \"column\" = ? AND row = ?")
        .first(Self.values(of: square)) { $0.text(0).flatMap(Timestamp.date(parsing:)) }
    }
  }

  /// The squares updated between two times with every place, and whether they have streets, addresses and areas, too.
  package func fetchedSquares(since start: Date, until end: Date) throws(PlacesError) -> [GridSquare: Bool] {
    try write { database in
      let squares = try database.statement(
        """
        SELECT level, "column", row, selection FROM fetched
        WHERE time BETWEEN ? AND ? AND \(FetchedSelection.hasPlaces)
        """
      ).map(.string(Timestamp.text(of: start)), .string(Timestamp.text(of: end))) { row in
        (
          GridSquare(level: Int(row.integer(0)), column: Int(row.integer(1)), row: Int(row.integer(2))),
          row.text(3) == FetchedSelection.placesAndGazetteer
        )
      }
      return Dictionary(squares) { $0 || $1 }
    }
  }

  private static func markFetched(
    _ square: GridSquare, at time: Date, dated: Date?, in database: Connection
  ) throws {
    // Its parts were fetched earlier.
    try database.statement("DELETE FROM fetched WHERE \(isWithin) AND level < ?1 AND time < ?4")
      .run(values(of: square) + [.string(Timestamp.text(of: time.addingTimeInterval(-3600)))])
    try database.statement(
      """
      INSERT OR REPLACE INTO fetched (level, "column", row, time, selection, dated) VALUES (?, ?, ?, ?, ?, ?)
      """
    ).run(
      values(of: square) + [
        .string(Timestamp.text(of: time)), .string(FetchedSelection.places),
        // Null is for squares of earlier versions.
        .string(dated.map { Timestamp.text(of: $0) } ?? ""),
      ])
    try database.statement("UPDATE source SET dated = (SELECT min(dated) FROM fetched) WHERE origin = ?")
      .run(.string(SourceOrigin.overpass.rawValue))
  }

  /// Whether a fetched square is within the one of the first three parameters.
  private static let isWithin =
    "level <= ?1 AND (\"column\" >> (?1 - level)) = ?2 AND (row >> (?1 - level)) = ?3"

  private static func values(of square: GridSquare) -> [Statement.Value] {
    [square.level, square.column, square.row].map { .integer(Int64($0)) }
  }

  /// The outermost fetched squares.
  public func squaresFetched() throws(PlacesError) -> [FetchedSquare] {
    try write { try FetchedSquare.outermost(in: $0) }
  }

  /// Removes places by their ids.
  ///
  /// - Parameter source: the name of a source, to remove only its places.
  /// - Returns: how many there were, and the ids of none.
  /// - Throws: `PlacesError`; the store is then unchanged.
  public func removePlaces(
    withIDs ids: [String], of source: String? = nil
  ) throws(PlacesError) -> (count: Int, missing: [String]) {
    try write { database in
      let reader = StoreReader()
      let overlapping = try OverlappingPlaces(in: database, reader: reader)
      var count = 0
      var missing: [String] = []
      for id in ids {
        let countBefore = count
        for hash in try reader.hashes(ofID: id, in: database) {
          func isMeant(_ stored: StoredPlace) throws -> Bool {
            guard stored.place.id == id else { return false }
            return try source == nil || reader.entry(stored, in: database).source.name == source
          }
          for stored in try overlapping.waiting(withHash: hash) where try isMeant(stored) {
            try overlapping.remove(stored.number, hash: hash)
            // A shown place counts once, however many sources have it.
            if source != nil { count += 1 }
          }
          for stored in try overlapping.shown(withHash: hash) where try isMeant(stored) {
            try stored.remove(from: database, hash: hash)
            try overlapping.touch(hash)
            count += 1
          }
        }
        if count == countBefore { missing.append(id) }
      }
      try overlapping.settle {}
      return (count, missing)
    }
  }

  /// Removes a source and its places; a place that is also in another source stays.
  ///
  /// - Returns: how many places it had; `nil` if there is no such source.
  /// - Throws: `PlacesError`; the store is then unchanged.
  public func removeSource(named name: String) throws(PlacesError) -> Int? {
    try write { database in
      guard let source = try StoredSource.named(name, in: database) else { return nil }
      var writer = try StoreWriter(database, path: path, replacing: .all)
      var description = SourceDescription(name: name)
      description.origin = source.origin ?? .files
      description.hasOSMIDs = source.hasOSMIDs
      try writer.begin(description)
      try writer.finish(description)
      try writer.settle()
      // Its squares must be fetched again; those of an earlier version may belong to a source without an
      // origin.
      let isLastOfSquares = source.hasOSMIDs && source.origin != .files
      if isLastOfSquares {
        try database.execute(
          "DELETE FROM fetched WHERE dated IS \(source.origin == .overpass ? "NOT NULL" : "NULL")")
      }
      try database.statement("DELETE FROM source WHERE name = ?").run(.string(name))
      return writer.counts.removed
    }
  }

  /// Writes in one transaction.
  private func write<Outcome>(_ body: (Connection) throws -> Outcome) throws(PlacesError) -> Outcome {
    do {
      return try database.withConnection { database in
        let hasPlaces = try database.statement("SELECT 1 FROM place LIMIT 1").firstInteger() != nil
        // Concurrent readers keep seeing the old places; an empty store has no readers to hold up.
        if hasPlaces { try Self.logAhead(database) }
        // One file is all that is left; if somebody still reads, the next writer tries again.
        defer { try? database.execute("PRAGMA journal_mode = DELETE") }
        return try database.transaction(.immediate) { try body(database) }
      }
    } catch let error as PlacesError {
      throw error
    } catch {
      throw .store(path: path, StoreProblem(error))
    }
  }

  private static func logAhead(_ database: Connection) throws {
    while true {
      do throws(SQLiteError) {
        return try database.execute("PRAGMA journal_mode = WAL")
      } catch {
        guard error.kind == .busy else { throw error }
        // SQLite waits for another writer here, but not there.
        try database.transaction(.immediate) {}
      }
    }
  }

  private func read(
    _ reader: any PlaceStreaming, _ number: Int, into batches: BoundedQueue<ImportBatch>,
    _ reading: inout ImportReading, _ report: @Sendable (ImportProgress) -> Void
  ) throws(PlacesError) {
    // Its state before reading: any write in the meantime makes it a different file.
    var file = reader.file
    // Making batches takes as long as reading, so it has a thread of its own.
    let pieces = BoundedQueue<PlaceRecords.Piece>(capacity: 2)
    let isDone = DispatchSemaphore(value: 0)
    try Self.start { [limits] in
      Self.makeBatches(of: pieces, ofFile: number, for: batches, limits)
      isDone.signal()
    }
    defer {
      pieces.finish()
      isDone.wait()
    }
    let records = try reader.read { records in
      report(.reading(places: records.placeCount, bytes: records.byteCount))
      let piece = records.take()
      reading.summary.note(shapesOf: piece.places)
      return !interrupter.isInterrupted && pieces.enqueue(piece)
    }
    if let dated = records.dated { file?.dated = dated }
    file?.extract = records.extract
    reading.add(records, of: file)
  }

  private static func makeBatches(
    of pieces: BoundedQueue<PlaceRecords.Piece>, ofFile file: Int, for batches: BoundedQueue<ImportBatch>,
    _ limits: ImportLimits
  ) {
    var size = min(limits.firstBatchSize, limits.batchSize)
    var batch = ImportBatch(size: size)
    func handOn() -> Bool {
      batch.sort()
      batch.file = file
      size = min(2 * size, limits.batchSize)
      defer { batch = ImportBatch(size: size) }
      return batches.enqueue(batch)
    }
    while let piece = pieces.dequeue() {
      for place in piece.places { batch.append(place) }
      batch.append(piece.gazetteer)
      batch.skippedIDs += piece.skippedIDs
      if batch.isFull, !handOn() { return pieces.cancel() }
    }
    _ = handOn()
  }
}
