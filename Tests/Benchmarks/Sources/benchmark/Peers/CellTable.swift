import Foundation
import Geography

/// SQLite with one table that is ordered by squares of 0.005°, so that neighbours share its pages.
final class CellTable: Peer {
  let name = "SQLite, cell table"

  private static let degrees = 0.005
  private static let columns = 72_000

  private let database: SQLite
  private let ofAll: SQLite.Statement
  private let ofCategory: SQLite.Statement

  init(path: String) throws {
    database = try SQLite(path: path, isReadOnly: true)
    let select = "SELECT lat, lon, id, name, category FROM place WHERE cell BETWEEN ?1 AND ?2"
    ofAll = try database.prepare(select)
    ofCategory = try database.prepare(select + " AND category = ?3")
  }

  /// The script with which the sqlite3 command makes such a table from a list.
  static func creation(of list: String) -> String {
    """
    PRAGMA journal_mode = off;
    PRAGMA synchronous = off;
    .import --csv --schema temp '\(list)' list
    CREATE TABLE place (
      cell INTEGER NOT NULL, id TEXT NOT NULL, lat REAL NOT NULL, lon REAL NOT NULL, name TEXT, category TEXT,
      street TEXT, postcode TEXT, PRIMARY KEY (cell, id)) WITHOUT ROWID;
    INSERT INTO place
      SELECT CAST((lat + 90) / \(degrees) AS INTEGER) * \(columns) + CAST((lon + 180) / \(degrees) AS INTEGER),
        id, lat, lon, name, category, street, postcode
      FROM temp.list ORDER BY 1, 2;

    """
  }

  /// The question for the 20 nearest within a kilometre, in one statement.
  static func question(at position: Coordinate) -> String {
    let circle = Circle(centre: position, metres: 1000)
    guard let longitudes = circle.longitudes.first else { return "" }
    let rows = (row(circle.latitudes.lowerBound), row(circle.latitudes.upperBound))
    let (west, east) = (column(longitudes.lowerBound), column(longitudes.upperBound))
    let shrinking = cos(position.latitude * .pi / 180)
    let distance =
      "((lat - \(position.latitude)) * (lat - \(position.latitude)) "
      + "+ (lon - \(position.longitude)) * (lon - \(position.longitude)) * \(shrinking * shrinking))"
    let farthest = position.latitude - circle.latitudes.lowerBound
    return """
      WITH RECURSIVE rows (row) AS (VALUES (\(rows.0)) UNION ALL SELECT row + 1 FROM rows WHERE row < \(rows.1))
      SELECT id, name, category, lat, lon FROM rows
      CROSS JOIN place ON cell BETWEEN row * \(columns) + \(west) AND row * \(columns) + \(east)
      WHERE \(distance) <= \(farthest * farthest) ORDER BY \(distance) LIMIT \(limit);
      """
  }

  func nearest(to position: Coordinate, within metres: Double, of category: String?) throws -> Int {
    let circle = Circle(centre: position, metres: metres)
    let statement = category == nil ? ofAll : ofCategory
    if let category { statement.bind(category, at: 3) }
    var nearest = NearestPlaces()
    for row in Self.row(circle.latitudes.lowerBound)...Self.row(circle.latitudes.upperBound) {
      for longitudes in circle.longitudes {
        statement.bind(row * Self.columns + Self.column(longitudes.lowerBound), at: 1)
        statement.bind(row * Self.columns + Self.column(longitudes.upperBound), at: 2)
        try statement.forEachRow {
          let distance = circle.distance(latitude: statement.double(0), longitude: statement.double(1))
          guard distance <= metres, nearest.wants(distance) else { return }
          nearest.add(distance, statement.text(2), statement.text(3))
        }
      }
    }
    return nearest.places.count
  }

  func nearest(to position: Coordinate) throws -> Int? {
    try widening { try nearest(to: position, within: $0, of: nil) }
  }

  private static func row(_ latitude: Double) -> Int {
    Int((latitude + 90) / degrees)
  }

  private static func column(_ longitude: Double) -> Int {
    Int((longitude + 180) / degrees)
  }
}

/// Tries ever wider circles, until one contains enough or all of the earth.
func widening(_ ask: (_ metres: Double) throws -> Int) rethrows -> Int {
  var metres = 1000.0
  while true {
    let count = try ask(metres)
    if count == limit || metres >= Circle.largest { return count }
    metres = min(metres * 4, Circle.largest)
  }
}
