import Geography
import Places

/// The statements that select the places that a query may match.
struct NearestPlacesSQL {
  let tables: PlaceTables
  let position: Coordinate
  var radius: Distance?
  let matcher: PlaceMatcher

  /// How a table measures from the position.
  var reach: DistanceBounds {
    DistanceBounds(measure: tables.tables.first?.measure ?? .sphere, position: position)
  }

  /// - Parameters:
  ///   - most: how many of the nearest rows of each table to select; `nil` for all.
  ///   - turns: how many times around the earth to shift the position east, since a map ends at 180°.
  ///   - isMeasured: whether to measure on the ellipsoid, which takes the database longer.
  func statement(most: Int?, turns: Int = 0, isMeasured: Bool = false) -> SQLStatement {
    var statement = SQLStatement()
    let branches = tables.tables.enumerated().map { index, table in
      branch(index, table, most: most, turns: turns, isMeasured: isMeasured, in: &statement)
    }
    statement.text =
      branches.count == 1 ? branches[0] : branches.map { "(\($0))" }.joined(separator: "\nUNION ALL\n")
    return statement
  }

  /// Selects all rows of these relations, as another statement may have found only some of them.
  func statement(forPartsOf relations: Set<Int64>) -> SQLStatement {
    var statement = SQLStatement()
    let ids = "{" + relations.sorted().map { "-\($0)" }.joined(separator: ",") + "}"
    let branches = tables.tables.enumerated().filter { [.lines, .polygons].contains($1.form) }.map {
      "SELECT \($1.selection(index: $0, away: "0::float8")) FROM \($1.name)"
        + " WHERE osm_id = ANY(\(statement.parameter(ids, as: "bigint[]")))"
    }
    statement.text = branches.joined(separator: "\nUNION ALL\n")
    return statement
  }

  private func branch(
    _ index: Int, _ table: PlaceTable, most: Int?, turns: Int, isMeasured: Bool,
    in statement: inout SQLStatement
  ) -> String {
    let point = Self.point(position, turns: turns, for: table, in: &statement)
    let away = isMeasured ? "ST_Distance(\(table.shape), \(point))" : "\(table.shape) <-> \(point)"
    var sql = "SELECT \(table.selection(index: index, away: away)) FROM \(table.name)"
    var conditions = conditions(on: table, in: &statement)
    if let radius { conditions += within(radius, of: point, table, in: &statement) }
    if !conditions.isEmpty { sql += "\nWHERE " + conditions.joined(separator: "\n  AND ") }
    if let most { sql += "\nORDER BY away LIMIT \(statement.parameter("\(most)", as: "bigint"))" }
    return sql
  }

  private func within(
    _ radius: Distance, of point: String, _ table: PlaceTable, in statement: inout SQLStatement
  ) -> [String] {
    guard let farthest = reach.mostMeasured(within: radius.metres) else { return [] }
    let metres = statement.parameter("\(farthest)", as: "float8")
    return ["ST_DWithin(\(table.shape), \(point), \(metres)\(table.measure == .sphere ? ", false" : ""))"]
  }

  private static func point(
    _ position: Coordinate, turns: Int, for table: PlaceTable, in statement: inout SQLStatement
  ) -> String {
    switch table.measure {
    case .sphere:
      return statement.parameter(
        "SRID=4326;POINT(\(position.longitude) \(position.latitude))", as: "geography")
    case .degrees:
      return statement.parameter(
        "SRID=4326;POINT(\(position.longitude + 360 * Double(turns)) \(position.latitude))", as: "geometry")
    case .map:
      let point = WebMercator.point(of: position)
      return statement.parameter(
        "SRID=3857;POINT(\(point.x + WebMercator.width * Double(turns)) \(point.y))", as: "geometry")
    }
  }

  // MARK: - What a place must be

  /// A condition that holds for every row that the matcher accepts, and perhaps for others.
  private func conditions(on table: PlaceTable, in statement: inout SQLStatement) -> [String] {
    let condition = TagCondition(table: table)
    var conditions: [String] = []
    if table.hasTerms, let terms = TermVector.question(for: matcher) {
      conditions.append("terms @@ \(statement.parameter(terms, as: "tsquery"))")
    }
    // By the source's own words only a table can filter that has a column for them.
    let isTold = matcher.kinds.allSatisfy { if case .own = $0 { table.hasCategories } else { true } }
    if !matcher.kinds.isEmpty, isTold {
      let kinds = matcher.kinds.map { sql($0, table, in: &statement) }
      conditions.append("(\(kinds.joined(separator: " OR ")))")
    } else if table.form != .view {
      conditions.append(condition.selection(in: &statement))
    }
    for tag in matcher.tags { conditions.append(condition.sql(tag, in: &statement)) }
    for spellings in matcher.name?.spellings ?? [] {
      conditions.append(Self.name(spellings, table, in: &statement))
    }
    if matcher.skipsUnlisted {
      conditions.append(condition.sql(.not(TagExpression.unlistedUnlessAsked), in: &statement))
    }
    return conditions
  }

  private func sql(_ kind: PlaceMatcher.Kind, _ table: PlaceTable, in statement: inout SQLStatement) -> String
  {
    func filed(under words: [String]) -> String {
      "category::text ~ \(statement.parameter(SQLPattern.category(meaning: words)))"
    }
    switch kind {
    case .intent(let category):
      let meant = TagCondition(table: table).sql(category.expression, in: &statement)
      guard table.hasCategories else { return meant }
      return "(\(meant) OR \(filed(under: category.covered.flatMap(\.normalisedNames))))"
    case .named(let name):
      let others = TypedName.keys.map { table.value(of: $0, in: &statement) }
      func begins(with words: [String]) -> String {
        let pattern = statement.parameter(SQLPattern.name(containing: words.first ?? ""))
        return others.map { "\($0) ~ \(pattern)" }.joined(separator: " OR ")
      }
      let parts = name.parts.map { part in
        let words = part.name.spellings.map { Self.name($0, table, in: &statement) }
        let category = part.category.map { " OR \(sql(.intent($0), table, in: &statement))" } ?? ""
        return "(\(words.joined(separator: " AND ")) OR \(begins(with: part.name.words))\(category))"
      }
      return "(\(parts.joined(separator: " AND ")) OR \(begins(with: name.words)))"
    case .own(let word):
      // Without its own word, a place is filed under its tags.
      return "(coalesce(category::text, '') = '' OR \(filed(under: [word.word])))"
    }
  }

  static func name(
    _ spellings: [String], areWhole: Bool = false, _ table: PlaceTable, in statement: inout SQLStatement
  ) -> String {
    let patterns = spellings.map {
      "\(table.allNames) ~ \(statement.parameter(SQLPattern.name(containing: $0, isWhole: areWhole)))"
    }
    return patterns.count == 1 ? patterns[0] : "(\(patterns.joined(separator: " OR ")))"
  }
}
