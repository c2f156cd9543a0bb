import Places

/// A table of places in a PostgreSQL database, and how to query it.
struct PlaceTable: Hashable, Sendable {
  /// Who made the table.
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
  /// The column of tags, if there is one.
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
    if form == .view, key == "name" { return columns.contains("name") ? "name::text" : "NULL::text" }
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
}
