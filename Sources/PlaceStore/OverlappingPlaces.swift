import Places
import SQLite

/// Places in several sources: the store shows the one with the newest data, and the others wait until it is
/// gone.
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
    try database.statement("SELECT \(StoredPlace.columns) FROM overlap WHERE hash = ?")
      .map(.integer(hash)) { try StoredPlace($0) { try reader.kind($0, in: database).category } }
  }

  func remove(_ number: Int64, hash: Int64) throws {
    try database.statement("DELETE FROM overlap WHERE hash = ? AND number = ?")
      .run(.integer(hash), .integer(number))
  }

  func shown(withHash hash: Int64) throws -> [StoredPlace] {
    try database.statement(
      """
      SELECT \(StoredPlace.columns) FROM place WHERE number IN (SELECT place FROM identity WHERE hash = ?)
      """
    ).map(.integer(hash)) { try StoredPlace($0) { try reader.kind($0, in: database).category } }
  }

  /// Shows the newest version of each changed place.
  func settle(checkInterruption: () throws -> Void) throws {
    let ranks = try SourceRanks(in: database)
    if ranks.order != ranksBefore.order {
      try database.execute("INSERT OR IGNORE INTO touched SELECT hash FROM overlap")
    }
    var last: Int64?
    while true {
      let hashes = try database.statement(
        "SELECT hash FROM touched WHERE ?1 IS NULL OR hash > ?1 ORDER BY hash LIMIT 10000"
      ).map(.init(last)) { $0.integer(0) }
      guard !hashes.isEmpty else { break }
      for hash in hashes {
        try checkInterruption()
        try settle(hash, ranks)
      }
      last = hashes.last
    }
    try database.execute("DELETE FROM touched")
  }

  private func settle(_ hash: Int64, _ ranks: SourceRanks) throws {
    let waiting = try waiting(withHash: hash)
    guard !waiting.isEmpty else { return }
    let shown = try shown(withHash: hash)
    for places in Dictionary(grouping: waiting, by: \.place.id).values {
      guard let newest = places.min(by: { ranks.precedes($0.source, $1.source) }) else { continue }
      let current = shown.first { $0.place.id == newest.place.id && ranks.shareIDs($0.source, newest.source) }
      if let current {
        guard ranks.precedes(newest.source, current.source) else { continue }
        try current.remove(from: database, hash: hash)
        try current.insert(into: "overlap", hash: hash, in: database)
      }
      try remove(newest.number, hash: hash)
      try newest.insert(into: "place", in: database)
      try newest.file(in: database, hash: hash)
    }
  }
}

/// Which of two sources' data is newer.
private struct SourceRanks {
  /// The sources' numbers, the newest first; of two equally new ones, the one added first.
  let order: [Int64]
  private let ranks: [Int64: Int]
  private let ids: [Int64: Int64]

  init(in database: Connection) throws {
    var ids: [Int64: Int64] = [:]
    // With its Z, a whole second would come after its parts.
    order = try database.statement(
      "SELECT number, ids FROM source ORDER BY rtrim(coalesce(nullif(dated, ''), imported), 'Z') DESC, number"
    ).map { row in
      ids[row.integer(0)] = row.isNull(1) ? row.integer(0) : row.integer(1)
      return row.integer(0)
    }
    self.ids = ids
    ranks = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
  }

  func precedes(_ source: Int64, _ other: Int64) -> Bool {
    ranks[source, default: .max] < ranks[other, default: .max]
  }

  func shareIDs(_ source: Int64, _ other: Int64) -> Bool { ids[source] == ids[other] }
}
