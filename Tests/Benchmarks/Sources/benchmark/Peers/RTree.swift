import Geography

/// SQLite with an R*Tree of the positions beside the table of the places, and FTS5 over the names.
final class RTree: Peer {
  let name = "SQLite, R*Tree + join"

  private let database: SQLite
  private let ofAll: SQLite.Statement
  private let ofCategory: SQLite.Statement
  private let ofName: SQLite.Statement

  /// Makes the database of the places in a cell table.
  init(path: String, places: String) throws {
    database = try SQLite(path: path, isReadOnly: false)
    try database.execute(
      """
      PRAGMA journal_mode = off; PRAGMA synchronous = off;
      ATTACH '\(places)' AS list;
      CREATE TABLE place (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL, lat REAL NOT NULL, lon REAL NOT NULL, name TEXT,
        category TEXT, street TEXT, postcode TEXT);
      INSERT INTO place (id, lat, lon, name, category, street, postcode)
        SELECT id, lat, lon, name, category, street, postcode FROM list.place;
      CREATE VIRTUAL TABLE box USING rtree (number, south, north, west, east);
      INSERT INTO box SELECT number, lat, lat, lon, lon FROM place;
      CREATE VIRTUAL TABLE word USING fts5 (name, content = 'place', content_rowid = 'number', prefix = '4');
      INSERT INTO word (word) VALUES ('rebuild');
      DETACH list;
      """)
    let select = """
      SELECT lat, lon, id, name, category FROM box JOIN place USING (number)
      WHERE south <= ?2 AND north >= ?1 AND west <= ?4 AND east >= ?3
      """
    ofAll = try database.prepare(select)
    ofCategory = try database.prepare(select + " AND category = ?5")
    ofName = try database.prepare(
      "SELECT lat, lon, id, place.name FROM word JOIN place ON number = word.rowid WHERE word MATCH ?1")
  }

  func nearest(to position: Coordinate, within metres: Double, of category: String?) throws -> Int {
    let circle = Circle(centre: position, metres: metres)
    let statement = category == nil ? ofAll : ofCategory
    if let category { statement.bind(category, at: 5) }
    var nearest = NearestPlaces()
    for longitudes in circle.longitudes {
      statement.bind(circle.latitudes.lowerBound, at: 1)
      statement.bind(circle.latitudes.upperBound, at: 2)
      statement.bind(longitudes.lowerBound, at: 3)
      statement.bind(longitudes.upperBound, at: 4)
      try add(to: &nearest, statement, circle)
    }
    return nearest.places.count
  }

  func nearest(to position: Coordinate) throws -> Int? {
    try widening { try nearest(to: position, within: $0, of: nil) }
  }

  func nearest(to position: Coordinate, named beginning: String) throws -> Int? {
    var nearest = NearestPlaces()
    ofName.bind("\"\(beginning)\"*", at: 1)
    try add(to: &nearest, ofName, Circle(centre: position, metres: .infinity))
    return nearest.places.count
  }

  private func add(
    to nearest: inout NearestPlaces, _ statement: SQLite.Statement, _ circle: Circle
  ) throws {
    try statement.forEachRow {
      let distance = circle.distance(latitude: statement.double(0), longitude: statement.double(1))
      guard distance <= circle.metres, nearest.wants(distance) else { return }
      nearest.add(distance, statement.text(2), statement.text(3))
    }
  }
}
