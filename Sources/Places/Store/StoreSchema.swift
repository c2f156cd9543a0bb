import GRDB

/// The tables of a store, and the way from each earlier form of them to the present one.
enum StoreSchema {
  /// Says that a SQLite file is a store of places: "poi1" in ASCII.
  static let applicationID = 0x706F_6931

  /// What each version does to a store of the one before it; the first makes one of an empty file.
  static let migrations: [@Sendable (Database) throws -> Void] = [
    createTables, addFetchedSquares, addSelectionOfFetchedSquares,
  ]

  /// The version that this program writes.
  static var version: Int { migrations.count }

  /// The keys whose tags tell what kind of thing a place is, as far as categories ask; part of the format.
  static let kindKeys: Set<String> = [
    "abandoned", "access", "aerialway", "aerodrome:type", "aeroway", "amateur_radio", "amenity",
    "artwork_type", "atm", "barrier", "bath:type", "bbq", "beer_garden", "bench", "bicycle", "biergarten",
    "bin", "boat", "boundary", "building", "bureau_de_change", "bus", "canoe", "capacity:disabled",
    "car_wash", "caravans", "castle_type", "climbing", "club", "communication:amateur_radio",
    "communication:amateur_radio:repeater", "community_centre", "compressed_air", "craft", "crane:type",
    "cuisine", "currency_exchange", "defibrillator", "device_charging_station", "diet:vegan",
    "diet:vegetarian", "diplomatic", "disused", "drinkable", "drinking_water", "emergency", "ferry",
    "fireplace", "fishing", "ford", "fountain", "fuel:propane", "garden:type", "geocache", "government",
    "guest_house", "harbour", "healthcare", "highway", "historic", "industrial", "information",
    "internet_access", "landuse", "leisure", "lock", "luggage_locker", "man_made", "microbrewery", "military",
    "money_transfer", "monitoring:weather", "mooring", "motorhome", "mountain_pass", "natural",
    "observatory:type", "office", "openfire", "organic", "parking_space", "place", "post_office", "power",
    "public_transport", "railway", "recycling_type", "religion", "ruins", "sanitary_dump_station", "sauna",
    "seamark:building:function", "seamark:gate:category", "seamark:harbour:category",
    "seamark:small_craft_facility:category", "seamark:type", "service:bicycle:charging",
    "service:bicycle:diy", "service:bicycle:pump", "service:bicycle:rental", "service:bicycle:repair",
    "service:vehicle:car_repair", "service:vehicle:repair", "service:vehicle:tyres", "shelter_type", "shop",
    "shower", "social_facility", "socket:usb", "sport", "station", "subway", "swimming", "telecom", "tents",
    "theatre:type", "toilets", "toilets:access", "tourism", "tower:type", "train", "tram", "vending",
    "washing_machine", "waste", "waste_basket", "waterway", "whitewater", "wifi",
  ]

  /// Brings a store to the present version; within a transaction.
  static func migrate(_ database: Database, from version: Int) throws {
    guard version < self.version else { return }
    for migration in migrations[version...] { try migration(database) }
    try database.execute(sql: "PRAGMA application_id = \(applicationID)")
    try database.execute(sql: "PRAGMA user_version = \(self.version)")
  }

  /// Looks whether the tables are those that this program makes, and nothing is done behind its back.
  ///
  /// - Throws: `StoreProblem.damaged`.
  static func check(_ database: Database) throws {
    let names = ["source", "counter", "kind", "place", "identity"]
    let isSound = try Bool.fetchOne(
      database,
      sql: """
        SELECT total(type = 'table' AND rootpage > 0 AND name IN (\(names.map { "'\($0)'" }.joined(separator: ", "))))
          + total(sql IN (?, ?)) = 7 AND NOT total(type = 'trigger')
        FROM sqlite_master
        """,
      arguments: [termTable, vocabularyTable])
    guard isSound == true else { throw StoreProblem.damaged("its tables are not poi's") }
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

  private static func addSelectionOfFetchedSquares(to database: Database) throws {
    // What a square was fetched for, as `FetchedSelection` writes it; null where that was the default selection.
    try database.execute(sql: "ALTER TABLE fetched ADD COLUMN selection TEXT")
  }

  private static let termTable = """
    CREATE VIRTUAL TABLE term USING fts5(
      words, content = '', columnsize = 0, detail = none,
      tokenize = "ascii tokenchars '\(PlaceTerms.tokenCharacters)'"
    )
    """
  private static let vocabularyTable = "CREATE VIRTUAL TABLE vocabulary USING fts5vocab(term, row)"

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
        \(termTable);
        \(vocabularyTable);
        """)
  }
}
