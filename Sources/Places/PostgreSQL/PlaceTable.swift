/// A table of places in a PostgreSQL database, and how to ask it.
struct PlaceTable: Hashable, Sendable {
  /// Whose the table is.
  enum Form: Hashable, Sendable {
    /// `poi_places`: a row is a place.
    case view
    /// Nodes of osm2pgsql's.
    case points
    /// Open ways and routes of osm2pgsql's.
    case lines
    /// Areas of osm2pgsql's.
    case polygons
  }

  /// How tags are kept.
  enum TagType: String, Hashable, Sendable {
    case hstore, jsonb, json
  }

  let form: Form
  /// As SQL has it.
  let name: String
  /// The column of tags, if there is one.
  let tags: TagType?
  /// Columns named after a key, with its values; in the order in which they are asked for.
  let keyColumns: [String]
  /// The other columns that are there, like `number`.
  let columns: Set<String>
  let measure: TableReach.Measure

  /// Whether places have words of their source's own for what they are.
  var hasCategories: Bool { form == .view && columns.contains("category") }

  /// Whether the terms of each place are there, as `poi places export` writes them.
  var hasTerms: Bool { form == .view && columns.contains("terms") }

  /// The column of shapes.
  var shape: String { form == .view ? "geog" : "way" }
  /// The column of what tells rows apart.
  var identity: String { form == .view ? "id" : "osm_id" }

  /// An expression for the value of a tag, null where there is none.
  func value(of key: String, in statement: inout SQLStatement) -> String {
    if form == .view, key == "name" { return columns.contains("name") ? "name::text" : "NULL::text" }
    if keyColumns.contains(key) { return SQLStatement.identifier(key) }
    switch tags {
    case .hstore: return "(tags->\(statement.parameter(key)))"
    case .jsonb, .json: return "(tags->>\(statement.parameter(key)))"
    case nil: return "NULL::text"
    }
  }

  /// An expression for all names there are, and perhaps more, in one text.
  var allNames: String {
    var parts: [String] = form == .view && columns.contains("name") ? ["name::text"] : []
    parts += keyColumns.filter { $0 == "name" || NameWords.isNameKey($0) }.map(SQLStatement.identifier)
    if tags != nil { parts.append("tags::text") }
    return parts.isEmpty ? "NULL::text" : "concat_ws(' ', \(parts.joined(separator: ", ")))"
  }

  /// What a statement selects of each row, for `PlaceRow`.
  ///
  /// - Parameters:
  ///   - index: tells the table from others in the same statement.
  ///   - away: an expression for how far away the row is.
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

/// What a database has of places.
struct PlaceTables: Hashable, Sendable {
  let tables: [PlaceTable]
  /// The attribution that the licence requires.
  let attribution: String?

  /// Whether the tables are osm2pgsql's.
  var isOpenStreetMap: Bool { tables.first?.form != .view }
  /// Whether tags without a column of their own are lost.
  var isWithoutTags: Bool { isOpenStreetMap && tables.contains { $0.tags == nil } }
}
