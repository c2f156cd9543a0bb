import GRDB
import Geography
import Input

/// A row of the table of places, with what its kind says.
struct StoredPlace {
  let number: Int64
  let kind: Int64
  let source: Int64
  let place: PointOfInterest

  /// The columns of `init(_:kind:)`.
  static let columns = "number, latitude, longitude, kind, source, id, name, proximity, tags"

  /// - Parameter category: the category that its kind says.
  init(_ row: borrowing StoreRow, category: (Int64) throws -> String?) throws {
    number = row.integer(0)
    kind = row.integer(3)
    source = row.integer(4)
    let coordinate = Coordinate(latitude: row.double(1), longitude: row.double(2))
    guard coordinate.isValid, let id = row.text(5),
      let tags = row.withBytes(8, { $0.map(StoredTags.tags(in:)) ?? [:] })
    else { throw StoreProblem.damaged("place \(number)") }
    let proximity = row.isNull(7) ? nil : Distance(metres: row.double(7))
    if let proximity, !(proximity.metres >= 0 && proximity.metres.isFinite) {
      throw StoreProblem.damaged("place \(number)")
    }
    place = PointOfInterest(
      id: id, name: row.text(6), category: try category(kind), coordinate: coordinate, proximity: proximity,
      tags: tags)
  }

  /// Takes it out of all tables, those that say where it is found too.
  func remove(from database: Database) throws {
    var terms: [UInt8] = []
    PlaceTerms.append(of: place, category: place.category.map(Category.normalised), to: &terms)
    try terms.withUnsafeBytes { try Self.removeTerms($0, of: number, from: database) }
    try StoreStatement("DELETE FROM place WHERE number = ?", in: database).run(.integer(number))
    try StoreStatement("DELETE FROM identity WHERE hash = ? AND place = ?", in: database)
      .run(.integer(Self.hash(ofID: place.id, source: source)), .integer(number))
  }

  /// Takes a place out of the index of terms, which has to be told what it was filed under.
  static func removeTerms(
    _ terms: UnsafeRawBufferPointer, of number: Int64, from database: Database
  ) throws {
    try StoreStatement("INSERT INTO term (term, rowid, words) VALUES ('delete', ?, ?)", in: database)
      .run(.integer(number), .text(terms))
  }

  /// The number under which the table of identities files an id: FNV-1a, seeded with the source.
  static func hash(ofID id: some Sequence<UInt8>, source: Int64) -> Int64 {
    Int64(bitPattern: Checksum.hash(of: id, seed: UInt64(bitPattern: source)))
  }

  private static func hash(ofID id: String, source: Int64) -> Int64 {
    hash(ofID: id.utf8, source: source)
  }
}
