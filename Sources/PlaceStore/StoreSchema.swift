import Places
import SQLite

/// The tables of a store, and the way from each earlier form of them to the present one.
enum StoreSchema {
  /// Says that a SQLite file is a store of places: "poi1" in ASCII.
  static let applicationID = 0x706F_6931

  /// The version of poi 2.0.0; earlier stores are not read as such.
  static let firstVersion = 4

  /// The migration to each version from the one before; the first creates a store in an empty file.
  static let migrations: [@Sendable (Connection) throws -> Void] = [
    createTables, { try makeTables(of: Addition.coverage.rawValue, in: $0) },
    { try makeTables(of: Addition.ownPlaces.rawValue, in: $0) }, addExtents, addGazetteer,
    { try makeTables(of: Addition.map.rawValue, in: $0) },
    // Squares of the gazetteer may have houses with an outline and roundabouts from now on; the houses that are there
    // have points.
    { try add(StoredSource.housesAsPoints, toSourcesWith: .addresses, in: $0) },
    // Squares of the gazetteer have the points where streets meet from now on, and what is on streets; those that are
    // there lack some.
    { try add(StoredSource.streetsApart, toSourcesWith: .streets, in: $0) },
  ]

  /// The version that this program writes.
  static var version: Int { firstVersion + migrations.count - 1 }

  /// The keys whose tags tell what kind of thing a place is, as far as categories ask; part of the format.
  static let kindKeys = Set(WordLines("lists", of: "tags").words(of: "kinds"))

  /// The tables and columns that later versions added.
  enum Addition: Int {
    case coverage = 5
    case ownPlaces, extents, gazetteer, map
  }

  /// Whether a store has them; one that is opened for reading keeps its version.
  static func has(_ addition: Addition, _ database: Connection) throws -> Bool {
    try database.statement("PRAGMA user_version").firstInteger() ?? 0 >= addition.rawValue
  }

  /// Brings a store to the present version; within a transaction.
  static func migrate(_ database: Connection, from version: Int) throws {
    guard version < self.version else { return }
    for migration in migrations[max(0, version - firstVersion + 1)...] { try migration(database) }
    try database.execute("PRAGMA application_id = \(applicationID)")
    try database.execute("PRAGMA user_version = \(self.version)")
  }

  /// Compares the whole schema with the one that this program makes, so that nothing is done behind its back.
  ///
  /// The tables behind the virtual ones are SQLite's, which may word them differently: their columns count.
  ///
  /// - Throws: `StoreProblem.damaged`.
  static func check(_ database: Connection, version: Int) throws {
    // A later form of a table replaces the earlier one.
    var expected = Dictionary(tables.filter { $0.version <= version }.map { ($0.name, $0) }) { $1 }
    var pages: Set<Int64> = []
    try database.statement("SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema")
      .forEachRow {
        row in
        guard let name = row.text(1), let table = expected.removeValue(forKey: name),
          row.text(0) == table.type, row.text(2) == table.owner,
          table.isShadow
            ? row.text(4)?.hasPrefix("CREATE TABLE ") == true : isSame(row.text(4), table.sql),
          // Two tables on one page would change each other.
          table.isVirtual ? row.integer(3) == 0 : row.integer(3) > 1 && pages.insert(row.integer(3)).inserted
        else { throw StoreProblem.damaged("its tables are not poi's") }
        return true
      }
    let areSame = try shadowTables.allSatisfy { shadow in
      try shadow.version > version || columns(of: shadow.name, in: database) == shadow.columns
    }
    guard expected.isEmpty, areSame else { throw StoreProblem.damaged("its tables are not poi's") }
  }

  private static func columns(of table: String, in database: Connection) throws -> [Column] {
    try database.statement("SELECT name, pk, hidden = 0 AND dflt_value IS NULL FROM pragma_table_xinfo(?)")
      .map(.string(table)) { row in
        Column(name: row.text(0) ?? "", key: Int(row.integer(1)), isPlain: row.integer(2) != 0)
      }
  }

  /// Whether the texts differ at most in the indentation of their lines, which follows that of a program's source.
  private static func isSame(_ sql: String?, _ other: String?) -> Bool {
    sql == other || sql.map(unindented) == other.map(unindented)
  }

  private static func unindented(_ sql: String) -> [Substring] {
    sql.split(separator: "\n").map { $0.drop { $0 == " " } }
  }
}

// MARK: - Tables

extension StoreSchema {
  /// A row of `sqlite_schema`.
  private struct Table: Sendable {
    var type = "table"
    let name: String
    let owner: String
    /// The version that made it.
    let version: Int
    /// What makes it; `nil` if SQLite makes it by itself.
    let sql: String?
    /// Whether SQLite makes it for a virtual table.
    var isShadow = false

    /// A table that a statement makes.
    init(_ name: String, since version: Int = firstVersion, _ sql: String) {
      (self.name, owner, self.version, self.sql) = (name, name, version, sql)
    }

    /// The index of a table's unique columns.
    init(indexOf owner: String) {
      (type, name, self.owner, version, sql) = (
        "index", "sqlite_autoindex_\(owner)_1", owner, firstVersion, nil
      )
    }

    init(index: String, of owner: String, since version: Int, _ sql: String) {
      (type, name, self.owner, self.version, self.sql) = ("index", index, owner, version, sql)
    }

    init(shadow name: String, since version: Int) {
      (self.name, owner, self.version, sql, isShadow) = (name, name, version, nil, true)
    }

    var isVirtual: Bool { sql?.hasPrefix("CREATE VIRTUAL") ?? false }
  }

  private static let tables: [Table] =
    [
      // With the date of the data: UTC, RFC 3339; its origin, as SourceOrigin writes it; and the source under whose
      // number its ids are filed, if they are OpenStreetMap's, which mean the same in every source.
      Table("source", source(adding: "dated TEXT", "origin TEXT", "ids INTEGER")),
      // And whether its places were stored with their extents; null if an earlier version stored any of them.
      Table(
        "source", since: 7, source(adding: "dated TEXT", "origin TEXT", "ids INTEGER", "extents INTEGER")),
      // And the parts of a gazetteer that it has, as `GazetteerPart` writes them, after commas; null if an earlier
      // version stored any of its places.
      Table(
        "source", since: 8,
        source(adding: "dated TEXT", "origin TEXT", "ids INTEGER", "extents INTEGER", "gazetteer TEXT")),
      Table(indexOf: "source"),
      // The files or the server of a source.
      Table(
        "file",
        """
        CREATE TABLE file (
          source INTEGER NOT NULL REFERENCES source,
          path TEXT NOT NULL, -- or a URL
          size INTEGER NOT NULL, -- bytes
          modified INTEGER NOT NULL, -- nanoseconds since 1970
          dated TEXT, -- up to when its data is: UTC, RFC 3339
          extract TEXT, -- what an extract of OpenStreetMap says of itself: a JSON object
          selection TEXT, -- what of it was imported: a JSON object; null for all
          PRIMARY KEY (source, path)
        ) WITHOUT ROWID
        """),
      // Places that another source has with newer data: hidden until that source is gone.
      Table("overlap", overlap()),
      Table("overlap", since: 7, overlap(adding: "reach REAL", "extent BLOB")),
      // Where a source has every place; a source that says nothing of it has none. The comment in the table is compared,
      // too, and so keeps the earlier name of `Coverage`.
      Table(
        "ground", since: 5,
        """
        CREATE TABLE ground (
          source INTEGER PRIMARY KEY REFERENCES source,
          squares BLOB NOT NULL -- as KnownGround writes them
        )
        """),
      // One row: the ordinal that ends the number of the next new place.
      Table("counter", "CREATE TABLE counter (next INTEGER NOT NULL)"),
      // What categories distinguish: places of one kind are in the same categories.
      Table(
        "kind",
        """
        CREATE TABLE kind (
          number INTEGER PRIMARY KEY,
          category TEXT NOT NULL, -- empty where there is none
          tags TEXT NOT NULL, -- a JSON object, or empty
          UNIQUE (category, tags)
        )
        """),
      Table(indexOf: "kind"),
      // The number begins with the place's square of the grid, so neighbours stand together.
      Table("place", place()),
      // And the metres around its position within which its extent lies, and the extent as `Extent` writes it.
      Table("place", since: 7, place(adding: "reach REAL", "extent BLOB")),
      // The boxes of extents that reach far, in degrees.
      Table("far", since: 7, "CREATE VIRTUAL TABLE far USING rtree(place, west, east, south, north)"),
      // The place of an id, under a hash of its source and id.
      Table(
        "identity",
        """
        CREATE TABLE identity (
          hash INTEGER NOT NULL,
          place INTEGER NOT NULL REFERENCES place,
          PRIMARY KEY (hash, place)
        ) WITHOUT ROWID
        """),
      // Words of names, tags and categories.
      Table(
        "term",
        """
        CREATE VIRTUAL TABLE term USING fts5(
          words, content = '', columnsize = 0, detail = none,
          tokenize = "ascii tokenchars '\(IndexTerms.tokenCharacters)'"
        )
        """),
      Table("vocabulary", "CREATE VIRTUAL TABLE vocabulary USING fts5vocab(term, row)"),
      // Squares of the grid that have been fetched whole, and when.
      Table(
        "fetched",
        """
        CREATE TABLE fetched (
          level INTEGER NOT NULL, "column" INTEGER NOT NULL, row INTEGER NOT NULL,
          time TEXT NOT NULL, -- UTC, RFC 3339
          selection TEXT, -- what it was fetched for, as FetchedSelection writes it; null for the default selection
          dated TEXT, -- up to when its data is: UTC, RFC 3339; null if an earlier version fetched it
          PRIMARY KEY (level, "column", row)
        ) WITHOUT ROWID
        """),
      // The streets and addresses of a smallest square of the grid.
      Table(
        "gazetteer", since: 8,
        """
        CREATE TABLE gazetteer (
          number INTEGER PRIMARY KEY, -- the first that a place of the square can have, and the source's
          entries BLOB NOT NULL -- as GazetteerSquare writes them
        )
        """),
      // What pictures show of a square of the grid, as far as the gazetteer and the extents of places lack it.
      Table(
        "map", since: 9,
        """
        CREATE TABLE map (
          number INTEGER PRIMARY KEY, -- the first that a place of the square can have, the detail, and the source's
          pieces BLOB NOT NULL -- as MapSquare writes them
        )
        """),
      // The squares of a street's name, under a hash of it.
      Table(
        "street_name", since: 8,
        """
        CREATE TABLE street_name (
          hash INTEGER NOT NULL,
          square INTEGER NOT NULL REFERENCES gazetteer,
          PRIMARY KEY (hash, square)
        ) WITHOUT ROWID
        """),
      Table(
        "area", since: 8,
        """
        CREATE TABLE area (
          number INTEGER PRIMARY KEY,
          source INTEGER NOT NULL REFERENCES source,
          id TEXT NOT NULL,
          level INTEGER NOT NULL,
          names TEXT NOT NULL, -- a JSON object of strings
          size REAL NOT NULL, -- square metres
          latitude REAL NOT NULL,
          longitude REAL NOT NULL,
          outline BLOB NOT NULL -- as `Extent` writes it, from that position on
        )
        """),
      Table(
        "area_box", since: 8, "CREATE VIRTUAL TABLE area_box USING rtree(area, west, east, south, north)"),
      // The places that people added themselves, whose ids may be shortened.
      Table(
        index: "own_place", of: "place", since: 6,
        "CREATE INDEX own_place ON place (id) WHERE \(isOwnPlace)"),
    ] + shadowTables.map { Table(shadow: $0.name, since: $0.version) }

  /// Whether a place was added by hand, here or elsewhere; part of the format.
  static let isOwnPlace = "id >= '\(OwnPlaceID.prefix)' AND id < '\(OwnPlaceID.end)'"

  /// What a shown and a waiting place have between the number and the tags.
  private static let columnsOfPlaces = """
    latitude REAL NOT NULL,
    longitude REAL NOT NULL,
    kind INTEGER NOT NULL REFERENCES kind,
    source INTEGER NOT NULL REFERENCES source,
    id TEXT NOT NULL,
    name TEXT,
    proximity REAL, -- metres
    """

  private static func place(adding columns: String...) -> String {
    """
    CREATE TABLE place (
      number INTEGER PRIMARY KEY,
      \(columnsOfPlaces)
      tags TEXT -- a JSON object of strings
    \(columns.map { ", \($0)" }.joined()))
    """
  }

  private static func overlap(adding columns: String...) -> String {
    """
    CREATE TABLE overlap (
      hash INTEGER NOT NULL, -- as in identity
      number INTEGER NOT NULL,
      \(columnsOfPlaces)
      tags TEXT\(columns.map { ", \($0)" }.joined()), -- a JSON object of strings
      PRIMARY KEY (hash, number)
    ) WITHOUT ROWID
    """
  }

  /// With columns that later versions added, as SQLite writes those.
  private static func source(adding columns: String...) -> String {
    """
    CREATE TABLE source (
      number INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      attribution TEXT,
      licence TEXT,
      imported TEXT NOT NULL -- UTC, RFC 3339
    \(columns.map { ", \($0)" }.joined()))
    """
  }

  /// What SQLite makes for `term`, `far` and `area_box`: the columns of each table, in their order.
  private static let shadowTables: [(name: String, version: Int, columns: [Column])] = [
    ("term_data", firstVersion, [Column(name: "id", key: 1), Column(name: "block")]),
    (
      "term_idx", firstVersion,
      [Column(name: "segid", key: 1), Column(name: "term", key: 2), Column(name: "pgno")]
    ),
    ("term_config", firstVersion, [Column(name: "k", key: 1), Column(name: "v")]),
    ("far_rowid", 7, [Column(name: "rowid", key: 1), Column(name: "nodeno")]),
    ("far_node", 7, [Column(name: "nodeno", key: 1), Column(name: "data")]),
    ("far_parent", 7, [Column(name: "nodeno", key: 1), Column(name: "parentnode")]),
    ("area_box_rowid", 8, [Column(name: "rowid", key: 1), Column(name: "nodeno")]),
    ("area_box_node", 8, [Column(name: "nodeno", key: 1), Column(name: "data")]),
    ("area_box_parent", 8, [Column(name: "nodeno", key: 1), Column(name: "parentnode")]),
  ]

  private struct Column: Equatable {
    let name: String
    /// Its position in the primary key, from 1; 0 outside it.
    var key = 0
    /// Whether it is neither hidden nor generated, and has no default.
    var isPlain = true
  }

  private static func makeTables(of version: Int, in database: Connection) throws {
    try make(tables.filter { $0.version == version }, in: database)
  }

  private static func make(_ tables: [Table], in database: Connection) throws {
    for sql in tables.compactMap(\.sql) { try database.execute(sql) }
  }

  private static func createTables(in database: Connection) throws {
    try makeTables(of: firstVersion, in: database)
    try database.execute("INSERT INTO counter VALUES (0)")
  }

  private static func addExtents(to database: Connection) throws {
    try database.execute(
      """
      ALTER TABLE place ADD COLUMN reach REAL;
      ALTER TABLE place ADD COLUMN extent BLOB;
      ALTER TABLE overlap ADD COLUMN reach REAL;
      ALTER TABLE overlap ADD COLUMN extent BLOB;
      ALTER TABLE source ADD COLUMN extents INTEGER;
      """)
    try make(tables.filter { $0.name == "far" }, in: database)
  }

  private static func addGazetteer(to database: Connection) throws {
    try database.execute("ALTER TABLE source ADD COLUMN gazetteer TEXT")
    try make(tables.filter { $0.version == 8 && $0.name != "source" }, in: database)
  }

  /// Notes what the squares of the gazetteer that are there lack.
  private static func add(_ lack: String, toSourcesWith part: GazetteerPart, in database: Connection) throws {
    try database.execute(
      """
      UPDATE source SET gazetteer = gazetteer || ',\(lack)' WHERE gazetteer LIKE '%\(part.rawValue)%'
      """)
  }
}
