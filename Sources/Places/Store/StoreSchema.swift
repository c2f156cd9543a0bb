import GRDB

/// The tables of a store, and the way from each earlier form of them to the present one.
enum StoreSchema {
  /// Says that a SQLite file is a store of places: "poi1" in ASCII.
  static let applicationID = 0x706F_6931

  /// What each version does to a store of the one before it; the first makes one of an empty file.
  static let migrations: [@Sendable (Database) throws -> Void] = [createTables, addFetchedSquares]

  /// The version that this program writes.
  static var version: Int { migrations.count }

  /// The keys whose tags tell what kind of thing a place is, as far as categories ask; part of the format.
  static let kindKeys: Set<String> = Category.keys

  /// Brings a store to the present version; within a transaction.
  static func migrate(_ database: Database, from version: Int) throws {
    guard version < self.version else { return }
    for migration in migrations[version...] { try migration(database) }
    try database.execute(sql: "PRAGMA application_id = \(applicationID)")
    try database.execute(sql: "PRAGMA user_version = \(self.version)")
  }

  private static func addFetchedSquares(to database: Database) throws {
    try database.execute(
      sql: """
        -- Squares of the grid that have been fetched whole, and when.
        CREATE TABLE fetched (
          level INTEGER NOT NULL, "column" INTEGER NOT NULL, row INTEGER NOT NULL,
          time TEXT NOT NULL, -- UTC, RFC 3339
          PRIMARY KEY (level, "column", row)
        ) WITHOUT ROWID
        """)
  }

  private static func createTables(in database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE source (
          number INTEGER PRIMARY KEY,
          name TEXT NOT NULL UNIQUE,
          attribution TEXT,
          licence TEXT,
          imported TEXT NOT NULL -- UTC, RFC 3339
        );

        -- One row: the ordinal that ends the number of the next new place.
        CREATE TABLE counter (next INTEGER NOT NULL);
        INSERT INTO counter VALUES (0);

        -- What a category can tell apart: places of one kind are in the same categories.
        CREATE TABLE kind (
          number INTEGER PRIMARY KEY,
          category TEXT NOT NULL, -- empty where there is none
          tags TEXT NOT NULL, -- a JSON object, or empty
          UNIQUE (category, tags)
        );

        -- The number begins with the place's square of the grid, so neighbours stand together.
        CREATE TABLE place (
          number INTEGER PRIMARY KEY,
          latitude REAL NOT NULL,
          longitude REAL NOT NULL,
          kind INTEGER NOT NULL REFERENCES kind,
          source INTEGER NOT NULL REFERENCES source,
          id TEXT NOT NULL,
          name TEXT,
          proximity REAL, -- metres
          tags TEXT -- a JSON object of strings
        );

        -- Where the place of an id is: under a hash of its source and id.
        CREATE TABLE identity (
          hash INTEGER NOT NULL,
          place INTEGER NOT NULL REFERENCES place,
          PRIMARY KEY (hash, place)
        ) WITHOUT ROWID;

        -- Words of names, tags and categories.
        CREATE VIRTUAL TABLE term USING fts5(
          words, content = '', columnsize = 0, detail = none,
          tokenize = "ascii tokenchars '\(PlaceTerms.tokenCharacters)'"
        );
        CREATE VIRTUAL TABLE vocabulary USING fts5vocab(term, row);
        """)
  }
}
