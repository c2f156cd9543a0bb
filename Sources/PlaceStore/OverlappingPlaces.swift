import Geography
import Places
import SQLite

/// Places in several sources: the store shows the one with the newest data, or of two equally new ones the one whose
/// shape is whole; the others wait until it is gone.
struct OverlappingPlaces {
  private let database: Connection
  private let reader: StoreReader
  private let ranksBefore: SourceRanks

  init(in database: Connection, reader: StoreReader) throws {
    self.database = database
    self.reader = reader
    // It cannot change once such tables exist.
    try database.execute("PRAGMA temp_store = FILE")
    try database.execute("CREATE TEMP TABLE IF NOT EXISTS touched (hash INTEGER PRIMARY KEY)")
    try database.execute("DELETE FROM touched")
    ranksBefore = try SourceRanks(in: database)
  }

  /// Notes that another source's place may be the one to show now.
  func touch(_ hash: Int64) throws {
    try database.statement("INSERT OR IGNORE INTO touched VALUES (?)").run(.integer(hash))
  }

  func waiting(withHash hash: Int64) throws -> [StoredPlace] {
    try places(in: "overlap WHERE hash = ?", hash)
  }

  func remove(_ number: Int64, hash: Int64) throws {
    try database.statement("DELETE FROM overlap WHERE hash = ? AND number = ?")
      .run(.integer(hash), .integer(number))
  }

  func shown(withHash hash: Int64) throws -> [StoredPlace] {
    try places(in: "place WHERE number IN (SELECT place FROM identity WHERE hash = ?)", hash)
  }

  private func places(in table: String, _ hash: Int64) throws -> [StoredPlace] {
    try database.statement("SELECT \(StoredPlace.columns) FROM \(table)")
      .map(.integer(hash)) { try StoredPlace($0) { try reader.kind($0, in: database).category } }
  }

  /// Shows the newest version of each changed place.
  func settle(checkInterruption: () throws -> Void) throws {
    let ranks = try SourceRanks(in: database)
    if !ranks.isOrdered(like: ranksBefore) {
      try database.execute("INSERT OR IGNORE INTO touched SELECT hash FROM overlap")
    }
    var last: Int64?
    while true {
      let hashes = try database.statement(
        "SELECT hash FROM touched WHERE ?1 IS NULL OR hash > ?1 ORDER BY hash LIMIT 10000"
      ).map(.init(last)) { $0.integer(0) }
      guard !hashes.isEmpty else { break }
      var successions: [Succession] = []
      for hash in hashes {
        try checkInterruption()
        successions += try self.successions(hash, ranks)
      }
      try show(successions)
      last = hashes.last
    }
    try database.execute("DELETE FROM touched")
  }

  /// A place to show from now on, and the one that is shown so far.
  private struct Succession {
    let hash: Int64
    let newest: StoredPlace
    let current: StoredPlace?
  }

  private func successions(_ hash: Int64, _ ranks: SourceRanks) throws -> [Succession] {
    let waiting = try waiting(withHash: hash)
    guard !waiting.isEmpty else { return [] }
    let shown = try shown(withHash: hash)
    return Dictionary(grouping: waiting, by: \.place.id).values.compactMap { places in
      guard let newest = places.min(by: ranks.precedes) else { return nil }
      let current = shown.first { $0.place.id == newest.place.id && ranks.shareIDs($0.source, newest.source) }
      guard current.map({ ranks.precedes(newest, $0) }) ?? true else { return nil }
      return Succession(hash: hash, newest: newest, current: current)
    }
  }

  /// Goes by number twice, as the index of terms writes out what it holds before each number below the last.
  private func show(_ successions: [Succession]) throws {
    let outgoing = successions.compactMap { succession in succession.current.map { ($0, succession.hash) } }
    for (place, hash) in outgoing.sorted(by: { $0.0.number < $1.0.number }) {
      try place.remove(from: database, hash: hash)
      try place.insert(into: "overlap", hash: hash, in: database)
    }
    for succession in successions.sorted(by: { $0.newest.number < $1.newest.number }) {
      try remove(succession.newest.number, hash: succession.hash)
      try succession.newest.insert(into: "place", in: database)
      try succession.newest.file(in: database, hash: succession.hash)
    }
  }
}

/// Which of two sources' data counts.
private struct SourceRanks {
  /// By the sources' numbers; the newest have 0.
  private(set) var ranks: [Int64: Int] = [:]
  private var ids: [Int64: Int64] = [:]

  init(in database: Connection) throws {
    var last: String?
    // With its Z, a whole second would come after its parts.
    try database.statement(
      "SELECT number, ids, rtrim(coalesce(nullif(dated, ''), imported), 'Z') FROM source ORDER BY 3 DESC"
    ).forEachRow { row in
      ranks[row.integer(0)] = ranks.values.max().map { row.text(2) == last ? $0 : $0 + 1 } ?? 0
      last = row.text(2)
      ids[row.integer(0)] = row.isNull(1) ? row.integer(0) : row.integer(1)
      return true
    }
  }

  /// Whether the sources of both stand in the same order.
  func isOrdered(like other: SourceRanks) -> Bool {
    let common = ranks.compactMap { source, rank in other.ranks[source].map { (rank, $0) } }.sorted(by: <)
    return zip(common, common.dropFirst()).allSatisfy { ($0.0 == $1.0) == ($0.1 == $1.1) && $0.1 <= $1.1 }
  }

  func precedes(_ stored: StoredPlace, _ other: StoredPlace) -> Bool { key(stored) < key(other) }

  /// The newest data comes first; an extract may have cut one of two equally new shapes.
  private func key(_ stored: StoredPlace) -> (Int, Int, Int, Int64) {
    let (rank, shape) = (ranks[stored.source, default: .max], stored.place.extent)
    return (rank, shape?.isArea == true ? 0 : 1, -(shape?.pointCount ?? 0), stored.source)
  }

  func shareIDs(_ source: Int64, _ other: Int64) -> Bool { ids[source] == ids[other] }
}

extension StoreReader {
  /// Puts what sources have of one square in the order of their ranks, since of each thing there the first form counts.
  func newestFirst<Part>(
    _ parts: [Part], in database: Connection, source: (Part) throws -> Int64
  ) throws -> [Part] {
    guard parts.count > 1 else { return parts }
    let ranks = try gazetteer.ranks ?? SourceRanks(in: database).ranks
    gazetteer.ranks = ranks
    guard ranks.count > 1 else { return parts }
    return try parts.map { ($0, try source($0)) }
      .sorted { (ranks[$0.1, default: .max], $0.1) < (ranks[$1.1, default: .max], $1.1) }.map(\.0)
  }
}
