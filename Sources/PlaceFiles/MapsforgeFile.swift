import FoundationEssentials
import Geography
import Glibc
import Input
import Places
import SQLite

/// Places in the databases that mapsforge and OpenAndroMaps make (https://github.com/mapsforge/mapsforge, POI): points
/// in an R*Tree, and the tags of each as lines of text.
package struct MapsforgeFile {
  /// Where it is.
  let path: String
  /// Its name in messages.
  let name: String

  /// Whether bytes begin an SQLite database.
  static func isDatabase(_ beginning: Span<UInt8>) -> Bool {
    PlaceFileFormat.starts(beginning, with: "SQLite format 3\0".utf8)
  }

  /// Whether the file at a path has the tables.
  package static func isOne(path: String) -> Bool {
    (try? hasTables(try open(path))) ?? false
  }

  /// Adds all places.
  ///
  /// - Throws: `PlacesError`.
  func read(into records: inout PlaceRecords, _ take: (inout PlaceRecords) -> Bool) throws(PlacesError) {
    var untaken = 0
    do {
      let database = try Self.open(path)
      guard try Self.hasTables(database) else {
        throw PlacesError.formatUnknown(path: name, hint: "it is another program's database")
      }
      try database.limit(to: Self.patience) {
        try database.statement(Self.sql).forEachRow { row in
          records.add(at: "place \(row.integer(0))") { () throws(PlaceRecord.Problem) in
            try Self.record(row)
          }
          untaken += 1
          guard untaken >= Self.batch else { return true }
          untaken = 0
          return take(&records)
        }
      }
    } catch let error as PlacesError {
      throw error
    } catch {
      throw .store(path: name, StoreProblem(error))
    }
    records.attribution = "© OpenStreetMap contributors"
    _ = take(&records)
  }

  /// How many places are handed over at once.
  private static let batch = 1024
  /// The most seconds of processor time; a whole country takes a few.
  private static let patience = 600.0

  /// The tree keeps numbers of 32 bits, the least above and the greatest below.
  private static let sql = """
    SELECT poi_data.id, data, (minLat + maxLat) / 2, (minLon + maxLon) / 2
    FROM poi_data JOIN poi_index ON poi_index.id = poi_data.id ORDER BY poi_data.id
    """

  private static func hasTables(_ database: Connection) throws -> Bool {
    try database.statement(
      "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('poi_data', 'poi_index')"
    ).firstInteger() == 2
  }

  private static func record(_ row: borrowing Row) throws(PlaceRecord.Problem) -> PlaceRecord {
    var record = PlaceRecord()
    record.coordinate = Coordinate(
      latitude: (row.double(2) * 1e6).rounded() / 1e6, longitude: (row.double(3) * 1e6).rounded() / 1e6)
    for line in (row.text(1) ?? "").split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else { continue }
      record.set(String(parts[1]), for: String(parts[0]), as: parts[0] == "name" ? .name : nil)
    }
    return record
  }

  private static func open(_ path: String) throws -> Connection {
    let database = try Connection(path: path, isReadOnly: true, isImmutable: true)
    try database.distrust(longestText: InputLimits.storedText)
    return database
  }
}
