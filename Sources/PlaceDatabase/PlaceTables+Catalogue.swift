import Places

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
