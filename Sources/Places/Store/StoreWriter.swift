import Foundation
import GRDB
import GRDBSQLite
import Geography
import Input

/// Writes the places of one source, within a transaction.
///
/// What is new goes into the index of terms at once, batch by batch, as that index merges by itself. The rows
/// wait on the disk until all have come, and are then written in the order of their tables.
struct StoreWriter {
  /// Which places of the source are taken out if they are not among the new ones.
  enum Replacement {
    case none
    /// Those whose numbers are in the range.
    case within(Range<Int64>)

    /// All of them.
    static let all = within(0..<Int64.max)
  }

  private(set) var counts = ImportSummary.Counts()

  private let database: Database
  private let reader = StoreReader()
  private let replacing: Replacement
  private let rows: ExternalSort
  private let identities: ExternalSort
  private var source: Int64 = 0
  private var isKnownSource = false
  private var nextOrdinal: Int64
  private var kinds: [[UInt8]: Int64] = [:]

  private let kindsKept: Int
  private let checkInterruption: () throws -> Void

  /// - Parameter checkInterruption: is asked again and again, and throws what is to end the writing.
  init(
    _ database: Database, path: String, replacing: Replacement, limits: ImportLimits = ImportLimits(),
    checkInterruption: @escaping () throws -> Void = {}
  ) throws {
    self.database = database
    self.replacing = replacing
    self.checkInterruption = checkInterruption
    kindsKept = limits.kinds
    rows = try ExternalSort(beside: path)
    identities = try ExternalSort(beside: path)
    nextOrdinal = try StoreStatement("SELECT next FROM counter", in: database).firstInteger() ?? -1
    guard nextOrdinal >= 0 else { throw StoreProblem.damaged("the counter") }
    try database.execute(sql: "PRAGMA cache_size = -32000; PRAGMA temp_store = FILE")
    // Fewer and larger pieces of the index have to be merged.
    try database.execute(sql: "INSERT INTO term(term, rank) VALUES ('hashsize', 33554432)")
    try database.execute(sql: "CREATE TEMP TABLE IF NOT EXISTS kept (place INTEGER PRIMARY KEY)")
    try database.execute(sql: "DELETE FROM kept")
  }

  /// Finds the source, or makes it.
  mutating func begin(_ description: SourceDescription) throws {
    let known = try Int64.fetchOne(
      database, sql: "SELECT number FROM source WHERE name = ?", arguments: [description.name])
    isKnownSource = known != nil
    if let known {
      source = known
    } else {
      try database.execute(
        sql: "INSERT INTO source (name, imported) VALUES (?, ?)",
        arguments: [description.name, Timestamp.text(of: Date())])
      source = database.lastInsertedRowID
    }
  }

  /// Takes places in; those that are there as they are stay.
  mutating func add(_ batch: ImportBatch) throws {
    let kinds = try batch.kinds.map { try number(ofKind: $0) }
    let file = try StoreStatement("INSERT INTO term (rowid, words) VALUES (?1, ?2)", in: database)
    var hashes: [(hash: Int64, number: Int64)] = []
    hashes.reserveCapacity(batch.entries.count)
    try rows.beginRun()
    try batch.bytes.withUnsafeBytes { bytes in
      func row(_ entry: ImportBatch.Entry) -> PlaceRow {
        PlaceRow(UnsafeRawBufferPointer(rebasing: bytes[entry.offset...]))
      }
      // In the order of the data, in which the first of an id counts.
      var numbers = [Int64?](repeating: nil, count: batch.entries.count)
      for entry in batch.inOrderOfData() {
        try checkInterruption()
        let row = row(entry)
        if isKnownSource, try isTaken(row, kind: kinds[row.kind]) { continue }
        guard nextOrdinal < GridSquare.ordinals else { throw StoreProblem.damaged("all numbers are used up") }
        numbers[entry.index] = entry.square + nextOrdinal
        nextOrdinal += 1
      }
      for entry in batch.entries {
        guard let number = numbers[entry.index] else { continue }
        try checkInterruption()
        let row = row(entry)
        try file.run(.integer(number), .text(row.terms))
        try rows.append(key: number, kinds[row.kind], row.all)
        hashes.append((StoredPlace.hash(ofID: row.id, source: source), number))
      }
    }
    hashes.sort { $0 < $1 }
    try identities.beginRun()
    for (hash, number) in hashes { try identities.append(key: hash, number) }
  }

  private var isReplacingAll: Bool {
    if case .within(let numbers) = replacing, numbers == 0..<Int64.max { return true }
    return !isKnownSource
  }

  /// Writes all that has been taken in.
  mutating func finish(_ description: SourceDescription) throws {
    if case .within(let numbers) = replacing { try removeTheOthers(within: numbers) }
    try writeRows(except: try writeIdentities())
    try database.execute(sql: "UPDATE counter SET next = ?", arguments: [nextOrdinal])
    try database.execute(
      sql: """
        UPDATE source SET attribution = coalesce(?1, attribution), licence = coalesce(?2, licence), imported = ?3,
          dated = CASE WHEN ?4 THEN ?5 ELSE coalesce(min(dated, ?5), ?5, dated) END
        WHERE number = ?6
        """,
      arguments: [
        // What stays of older data makes all of the source as old as that.
        description.attribution, description.licence, Timestamp.text(of: Date()), isReplacingAll,
        description.dated.map { Timestamp.text(of: $0) }, source,
      ])
  }

  /// Writes where each id is.
  ///
  /// - Returns: the places whose id stands before them in the data, which are left out.
  private func writeIdentities() throws -> Set<Int64> {
    let insert = try StoreStatement("INSERT INTO identity (hash, place) VALUES (?, ?)", in: database)
    var repeated: Set<Int64> = []
    var first: (hash: Int64, number: Int64)?
    func writeFirst() throws {
      if let first { try insert.run(.integer(first.hash), .integer(first.number)) }
    }
    try identities.merge { hash, number, _ in
      try checkInterruption()
      guard let known = first, known.hash == hash else {
        try writeFirst()
        first = (hash, number)
        return
      }
      let isBefore = GridSquare.ordinal(of: number) < GridSquare.ordinal(of: known.number)
      repeated.insert(isBefore ? known.number : number)
      if isBefore { first = (hash, number) }
    }
    try writeFirst()
    return repeated
  }

  private mutating func writeRows(except repeated: Set<Int64>) throws {
    let insert = try StoreStatement(
      "INSERT INTO place (\(StoredPlace.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", in: database)
    var written = 0
    try rows.merge { number, kind, bytes in
      try checkInterruption()
      let row = PlaceRow(bytes)
      guard !repeated.contains(number) else {
        return try StoredPlace.removeTerms(row.terms, of: number, from: database)
      }
      try insert.run(
        .integer(number), .real(row.coordinate.latitude), .real(row.coordinate.longitude), .integer(kind),
        .integer(source), .text(row.id), row.name.map(StoreStatement.Value.text) ?? .null,
        row.proximity.map(StoreStatement.Value.real) ?? .null, row.tags.isEmpty ? .null : .text(row.tags))
      written += 1
    }
    counts.repeated += repeated.count
    counts.added = written - counts.updated
  }

  /// Whether a place is in the store as it is, or stands before in the data; one that is different is taken out.
  private mutating func isTaken(_ row: PlaceRow, kind: Int64) throws -> Bool {
    let hash = StoredPlace.hash(ofID: row.id, source: source)
    let isKept = try StoreStatement("SELECT 1 FROM kept WHERE place = ?", in: database)
    let keep = try StoreStatement("INSERT OR IGNORE INTO kept VALUES (?)", in: database)
    for number in try numbers(withHash: hash) {
      guard let stored = try storedPlace(number), stored.source == source,
        row.id.elementsEqual(stored.place.id.utf8)
      else { continue }
      if try isKept.firstInteger(.integer(number)) != nil {
        counts.repeated += 1
        return true
      }
      if stored.kind == kind, row.isSame(as: stored.place) {
        counts.unchanged += 1
        try keep.run(.integer(number))
        return true
      }
      try stored.remove(from: database)
      counts.updated += 1
    }
    return false
  }

  private func numbers(withHash hash: Int64) throws -> [Int64] {
    try StoreStatement("SELECT place FROM identity WHERE hash = ?", in: database)
      .map(.integer(hash)) { $0.integer(0) }
  }

  private func storedPlace(_ number: Int64) throws -> StoredPlace? {
    var found: StoredPlace?
    try StoreStatement("SELECT \(StoredPlace.columns) FROM place WHERE number = ?", in: database)
      .forEachRow(.integer(number)) { row in
        found = try StoredPlace(row) { try reader.kind($0, in: database).category }
        return false
      }
    return found
  }

  private mutating func removeTheOthers(within range: Range<Int64>) throws {
    var last = range.lowerBound - 1
    while true {
      let numbers = try Int64.fetchAll(
        database,
        sql: """
          SELECT number FROM place
          WHERE number > ? AND number < ? AND source = ? AND number NOT IN (SELECT place FROM kept)
          LIMIT 10000
          """,
        arguments: [last, range.upperBound, source])
      guard let greatest = numbers.last else { return }
      for number in numbers {
        try checkInterruption()
        try storedPlace(number)?.remove(from: database)
      }
      counts.removed += numbers.count
      last = greatest
    }
  }

  private mutating func number(ofKind key: [UInt8]) throws -> Int64 {
    if let known = kinds[key] { return known }
    if kinds.count >= kindsKept { kinds.removeAll(keepingCapacity: true) }
    let tagsEnd = key.firstIndex(of: 0) ?? key.endIndex
    let number = try key.withUnsafeBytes { key in
      let tags = StoreStatement.Value.text(UnsafeRawBufferPointer(rebasing: key[..<tagsEnd]))
      let category = StoreStatement.Value.text(
        UnsafeRawBufferPointer(rebasing: key[tagsEnd...].dropFirst()))
      let find = try StoreStatement("SELECT number FROM kind WHERE category = ? AND tags = ?", in: database)
      if let number = try find.firstInteger(category, tags) { return number }
      try StoreStatement("INSERT INTO kind (category, tags) VALUES (?, ?)", in: database).run(category, tags)
      return database.lastInsertedRowID
    }
    kinds[key] = number
    return number
  }
}
