import Places

/// A table of places in a PostgreSQL database, and how to query it.
struct PlaceTable: Hashable, Sendable {
  enum Form: Hashable, Sendable {
    /// `poi_places`: one row per place.
    case view
    /// osm2pgsql's nodes.
    case points
    /// osm2pgsql's open ways and routes.
    case lines
    /// osm2pgsql's areas.
    case polygons
  }

  enum TagType: String, Hashable, Sendable {
    case hstore, jsonb, json
  }

  let form: Form
  /// Its name in SQL.
  let name: String
  let tags: TagType?
  /// Columns named after a key, with its values, in the order of the selection.
  let keyColumns: [String]
  /// The other columns, like `number`.
  let columns: Set<String>
  let measure: DistanceBounds.Measure

  /// Whether places have their source's own categories.
  var hasCategories: Bool { form == .view && columns.contains("category") }

  /// Whether the table has each place's terms, as `poi places export` writes them.
  var hasTerms: Bool { form == .view && columns.contains("terms") }

  var shape: String { form == .view ? "geog" : "way" }
  var identity: String { form == .view ? "id" : "osm_id" }

  /// An expression for the value of a tag; null if there is none.
  func value(of key: String, in statement: inout SQLStatement) -> String {
    if form == .view, key == "name", columns.contains("name") { return "name::text" }
    if keyColumns.contains(key) { return SQLStatement.identifier(key) }
    switch tags {
    case .hstore: return "(tags->\(statement.parameter(key)))"
    case .jsonb, .json: return "(tags->>\(statement.parameter(key)))"
    case nil: return "NULL::text"
    }
  }

  /// An expression for one text with all names, and perhaps more.
  var allNames: String {
    var parts: [String] = form == .view && columns.contains("name") ? ["name::text"] : []
    parts += keyColumns.filter { $0 == "name" || NameWords.isNameKey($0) }.map(SQLStatement.identifier)
    if tags != nil { parts.append("tags::text") }
    return parts.isEmpty ? "NULL::text" : "concat_ws(' ', \(parts.joined(separator: ", ")))"
  }

  /// The columns that a statement selects for `PlaceRowJoiner`.
  ///
  /// - Parameters:
  ///   - index: identifies the table within the statement.
  ///   - away: an expression for the row's distance.
  func selection(index: Int, away: String) -> String {
    func column(_ name: String, _ type: String) -> String {
      columns.contains(name) ? "\(name)::\(type)" : "NULL::\(type)"
    }
    let texts = keyColumns.map(SQLStatement.identifier).joined(separator: ", ")
    return [
      "\(index)::bigint", "\(identity)::text", form == .view ? column("name", "text") : "NULL::text",
      form == .view ? column("category", "text") : "NULL::text", "ST_AsBinary(\(shape))",
      tags.map { $0 == .json ? "tags::jsonb" : "tags" } ?? "NULL::text",
      form == .view ? "NULL::text[]" : "ARRAY[\(texts)]::text[]",
      form == .view ? column("number", "bigint") : "NULL::bigint",
      form == .view ? column("proximity", "float8") : "NULL::float8", "\(away) AS away",
    ].joined(separator: ", ")
  }
}

struct PlaceTables: Hashable, Sendable {
  let tables: [PlaceTable]
  /// The attribution that the licence requires.
  let attribution: String?

  /// Whether the tables are osm2pgsql's.
  var isOpenStreetMap: Bool { tables.first?.form != .view }
  /// Whether tags without their own column are lost.
  var isWithoutTags: Bool { isOpenStreetMap && tables.contains { $0.tags == nil } }
  /// Counts the rows of a view of one's own that have no position; the index on `geog` has these, too.
  var countWithoutPosition: SQLStatement? {
    guard let view = tables.first(where: { $0.form == .view && !$0.hasTerms }) else { return nil }
    var statement = SQLStatement()
    statement.text = "SELECT count(*) FROM \(view.name) WHERE \(view.shape) IS NULL"
    return statement
  }
}

/// Reads from the database's catalogue which place tables exist.
extension PlaceTables {
  private static let viewName = "poi_places"
  /// osm2pgsql's names for its tables.
  private static let osmNames: [(name: String, form: PlaceTable.Form)] = [
    ("planet_osm_point", .points), ("planet_osm_line", .lines), ("planet_osm_polygon", .polygons),
  ]

  struct Column {
    let table: String
    let name: String
    let type: String
    /// The type modifier, in PostgreSQL's own coding; -1 if there is none.
    let modifier: Int
    let comment: String?
  }

  /// Selects the columns; `init(columns:)` takes the rows.
  static let question: SQLStatement = {
    var statement = SQLStatement()
    let names = statement.parameter([viewName] + osmNames.map(\.name))
    statement.text = """
      SELECT name, attname::text, typname::text, atttypmod::bigint, obj_description(attrelid, 'pg_class')
      FROM unnest(\(names)) AS name
      JOIN pg_attribute ON attrelid = to_regclass(name) AND attnum > 0 AND NOT attisdropped
      JOIN pg_type ON pg_type.oid = atttypid
      ORDER BY name, attnum
      """
    return statement
  }()

  /// The view if it exists, else osm2pgsql's tables.
  init(columns: [Column]) throws(PostgreSQLProblem) {
    let byTable = Dictionary(grouping: columns, by: \.table)
    if let columns = byTable[Self.viewName] {
      tables = [try Self.view(columns)]
      attribution = columns.first?.comment
      return
    }
    var tables: [PlaceTable] = []
    for (name, form) in Self.osmNames {
      guard let columns = byTable[name] else { continue }
      tables.append(try Self.osmTable(name, form, columns))
    }
    guard !tables.isEmpty else { throw .noPlaces }
    // One statement queries all tables, so their columns must have the same types.
    guard Set(tables.map(\.tags)).count == 1, Set(tables.map(\.measure)).count == 1 else {
      throw .unsuitable("planet_osm_point, _line and _polygon differ in their tags or their SRID")
    }
    self.tables = tables
    attribution = "© OpenStreetMap contributors"
  }

  private static func view(_ columns: [Column]) throws(PostgreSQLProblem) -> PlaceTable {
    let types = Dictionary(columns.map { ($0.name, $0.type) }) { one, _ in one }
    guard types["id"] != nil else { throw .unsuitable("\(viewName) has no column id") }
    guard types["geog"] == "geography" else {
      throw .unsuitable(
        types["geog"].map { "the column geog of \(viewName) has the type \($0); poi needs geography" }
          ?? "\(viewName) has no column geog")
    }
    if let type = types["terms"], type != "tsvector" {
      throw .unsuitable("the column terms of \(viewName) has the type \(type); poi needs tsvector")
    }
    return PlaceTable(
      form: .view, name: viewName, tags: try tagType(types["tags"], of: viewName), keyColumns: [],
      columns: Set(types.keys), measure: .sphere)
  }

  private static func osmTable(
    _ name: String, _ form: PlaceTable.Form, _ columns: [Column]
  ) throws(PostgreSQLProblem) -> PlaceTable {
    let types = Dictionary(columns.map { ($0.name, $0.type) }) { one, _ in one }
    guard types["osm_id"] != nil,
      let way = columns.first(where: { $0.name == "way" && $0.type == "geometry" })
    else { throw .unsuitable("\(name) lacks the columns osm_id and way that osm2pgsql creates") }
    let measure: DistanceBounds.Measure
    switch srid(ofModifier: way.modifier) {
    case 3857, 900_913: measure = .webMercator
    case 4326: measure = .degrees
    case let other: throw .unsuitable("\(name) is in SRID \(other); poi reads 3857 and 4326")
    }
    return PlaceTable(
      form: form, name: name, tags: try tagType(types["tags"], of: name),
      keyColumns: columns.filter { $0.type == "text" && $0.name != "osm_id" }.map(\.name),
      columns: Set(types.keys), measure: measure)
  }

  private static func tagType(
    _ type: String?, of table: String
  ) throws(PostgreSQLProblem) -> PlaceTable.TagType? {
    guard let type else { return nil }
    guard let known = PlaceTable.TagType(rawValue: type) else {
      throw .unsuitable("the column tags of \(table) has the type \(type); poi reads hstore and jsonb")
    }
    return known
  }

  /// PostGIS keeps it in the bits from the ninth on.
  private static func srid(ofModifier modifier: Int) -> Int {
    modifier < 0 ? 0 : (modifier & 0x0FFF_FF00) >> 8
  }
}
