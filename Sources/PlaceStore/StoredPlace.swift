import Geography
import Input
import Places
import SQLite

/// A row of the table of places, with what its kind says.
struct StoredPlace {
  let number: Int64
  let kind: Int64
  let source: Int64
  let place: PointOfInterest

  /// The columns of `init(_:kind:)`.
  static let columnNames = [
    "number", "latitude", "longitude", "kind", "source", "id", "name", "proximity", "tags", "reach", "extent",
  ]
  static let columns = columnNames.joined(separator: ", ")

  /// The same of a store that may be of an earlier version, as one opened for reading keeps its own.
  static func columns(in database: Connection) throws -> String {
    try StoreSchema.has(.extents, database)
      ? columns : (columnNames.dropLast(2) + ["NULL", "NULL"]).joined(separator: ", ")
  }

  /// - Parameters:
  ///   - extent: its extent, if that has been read before.
  ///   - category: the category that its kind says.
  init(
    _ row: borrowing Row, extent: Extent? = nil, category: (Int64) throws -> String?
  ) throws {
    number = row.integer(0)
    kind = row.integer(3)
    source = row.integer(4)
    let coordinate = Coordinate(latitude: row.double(1), longitude: row.double(2))
    guard coordinate.isValid, let id = row.text(5)?.streamSafe,
      let tags = row.withBytes(8, { $0.map(StoredTags.tags(in:)) ?? [:] })
    else { throw StoreProblem.damaged("place \(number)") }
    let proximity = row.isNull(7) ? nil : Distance(metres: row.double(7))
    if let proximity, !(proximity.metres >= 0 && proximity.metres.isFinite) {
      throw StoreProblem.damaged("place \(number)")
    }
    place = PointOfInterest(
      id: id, name: row.text(6)?.streamSafe, category: try category(kind), coordinate: coordinate,
      extent: try extent ?? Self.extent(row, 10, of: coordinate), proximity: proximity, tags: tags)
  }

  /// - Throws: `StoreProblem.damaged`.
  static func extent(_ row: borrowing Row, _ column: Int32, of coordinate: Coordinate) throws -> Extent? {
    guard !row.isNull(column) else { return nil }
    guard let extent = row.withBytes(column, { $0.flatMap { Extent(bytes: $0, from: coordinate) } }) else {
      throw StoreProblem.damaged("the extent of place \(row.integer(0))")
    }
    return extent
  }

  /// Metres from which a place is found by the box of its extent, rather than by its position.
  static let farReach = 100.0

  static func fileIfFar(_ number: Int64, _ extent: Extent, reach: Double, in database: Connection) throws {
    guard reach > farReach else { return }
    try ExtentBoxes.places.insert(number, extent, in: database)
  }

  /// Removes it from all tables and indexes.
  ///
  /// - Parameter hash: the key of its id.
  func remove(from database: Connection, hash: Int64) throws {
    try terms.withUnsafeBytes { try Self.removeTerms($0, of: number, from: database) }
    try database.statement("DELETE FROM place WHERE number = ?").run(.integer(number))
    if let extent = place.extent, extent.reach(from: place.coordinate) > Self.farReach {
      try database.statement("DELETE FROM far WHERE place = ?").run(.integer(number))
    }
    try database.statement("DELETE FROM identity WHERE hash = ? AND place = ?")
      .run(.integer(hash), .integer(number))
  }

  /// Inserts its row into the table of places, or of waiting places.
  func insert(into table: String, hash: Int64? = nil, in database: Connection) throws {
    var tags: [UInt8] = []
    StoredTags.append(place.tags, to: &tags)
    var extent: [UInt8] = []
    place.extent?.append(to: &extent, from: place.coordinate)
    let reach = place.extent?.reach(from: place.coordinate)
    try tags.withUnsafeBytes { tags in
      let values: [Statement.Value] = [
        .integer(number), .real(place.coordinate.latitude), .real(place.coordinate.longitude),
        .integer(kind), .integer(source), .string(place.id), place.name.map { .string($0) } ?? .null,
        place.proximity.map { .real($0.metres) } ?? .null, tags.isEmpty ? .null : .text(tags),
        reach.map { .real($0) } ?? .null, place.extent == nil ? .null : .blob(extent),
      ]
      let (column, parameter) = hash == nil ? ("", "") : (", hash", ", ?")
      try database.statement(
        "INSERT INTO \(table) (\(Self.columns)\(column)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?\(parameter))"
      ).run(values + (hash.map { [.integer($0)] } ?? []))
    }
  }

  /// Writes its index entries.
  func file(in database: Connection, hash: Int64) throws {
    try terms.withUnsafeBytes { terms in
      try database.statement("INSERT INTO term (rowid, words) VALUES (?1, ?2)")
        .run(.integer(number), .text(terms))
    }
    if let extent = place.extent {
      let reach = extent.reach(from: place.coordinate)
      try Self.fileIfFar(number, extent, reach: reach, in: database)
    }
    try Self.identify(number, hash: hash, in: database)
  }

  static func identify(_ number: Int64, hash: Int64, in database: Connection) throws {
    try database.statement("INSERT INTO identity (hash, place) VALUES (?, ?)")
      .run(.integer(hash), .integer(number))
  }

  private var terms: [UInt8] {
    var terms: [UInt8] = []
    IndexTerms.append(of: place, category: place.category.map(Category.normalised), to: &terms)
    return terms
  }

  /// Removes a place from the index of terms, which needs the terms that it was filed under.
  static func removeTerms(
    _ terms: UnsafeRawBufferPointer, of number: Int64, from database: Connection
  ) throws {
    try database.statement("INSERT INTO term (term, rowid, words) VALUES ('delete', ?, ?)")
      .run(.integer(number), .text(terms))
  }

  /// The key of an id in the table of identities: FNV-1a, seeded with the owner of the ids, which is the source for those
  /// that are not like OpenStreetMap's.
  static func hash(ofID id: some Collection<UInt8>, of ids: Int64, in source: Int64) -> Int64 {
    let seed = ids == source || id.isLikeOSMID ? ids : source
    return Int64(bitPattern: Checksum.hash(of: id, seed: UInt64(bitPattern: seed)))
  }
}
