import Places

/// Queries place tables for names, ids and words, regardless of position.
struct NamedPlacesSearch {
  let tables: PlaceTables

  /// The most places to read for a name, since a few letters begin the names of half the world.
  private static let mostOfAName = 1000
  /// How many names to read to learn their words.
  private static let mostNames = 2_000_000

  /// The places with an id, else with a name, else with all words in the name.
  func places(
    called text: String, in session: PostgreSQLPool.Session
  ) throws(PostgreSQLProblem) -> [PointOfInterest] {
    let identified = try places(withID: text, in: session)
    if !identified.isEmpty { return identified }
    let pattern = NamePattern(text)
    guard !pattern.words.isEmpty else { return [] }
    let named = try places(named: pattern, in: session).filter(pattern.matches)
    let exactlyNamed = named.filter(pattern.isName)
    return exactlyNamed.isEmpty ? named : exactlyNamed
  }

  /// Whether a name of any place has the words as they are.
  func hasName(_ name: NamePattern, in session: PostgreSQLPool.Session) throws(PostgreSQLProblem) -> Bool {
    try places(named: name, areWhole: true, in: session).contains(where: name.areWords)
  }

  private func places(
    named name: NamePattern, areWhole: Bool = false, in session: PostgreSQLPool.Session
  ) throws(PostgreSQLProblem) -> [PointOfInterest] {
    try places(in: session, closestTo: name) { table, statement in
      var conditions = name.spellings.map {
        NearestPlacesSQL.name($0, areWhole: areWhole, table, in: &statement)
      }
      if table.hasTerms {
        let terms = statement.parameter(TermVector.question(for: name), as: "tsquery")
        conditions.insert("terms @@ \(terms)", at: 0)
      }
      return conditions
    }
  }

  private func places(
    withID id: String, in session: PostgreSQLPool.Session
  ) throws(PostgreSQLProblem) -> [PointOfInterest] {
    guard tables.isOpenStreetMap else {
      return try places(in: session) { _, statement in ["id::text = \(statement.parameter(id))"] }
    }
    let parts = id.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int64(parts[1]), number > 0 else { return [] }
    let osmID = parts[0] == "relation" ? -number : number
    return try places(in: session) { _, statement in
      ["osm_id = \(statement.parameter("\(osmID)", as: "bigint"))"]
    }.filter { $0.id == id }
  }

  /// The places of each table that meet the conditions, in the store's order.
  ///
  /// - Parameter name: to leave out, if they are too many, those whose names are rather longer or shorter.
  private func places(
    in session: PostgreSQLPool.Session, closestTo name: NamePattern? = nil,
    where conditions: (PlaceTable, inout SQLStatement) -> [String]
  ) throws(PostgreSQLProblem) -> [PointOfInterest] {
    var statement = SQLStatement()
    let branches = tables.tables.enumerated().map { index, table in
      let selection = table.selection(index: index, away: "0::float8")
      var wanted = conditions(table, &statement)
      if table.form != .view { wanted.append(TagCondition(table: table).selection(in: &statement)) }
      // An exact name must be among them, however many places have longer ones.
      let order = name.map {
        let length = statement.parameter("\($0.words.joined(separator: " ").count)", as: "int")
        return " ORDER BY abs(length(\(table.value(of: "name", in: &statement))) - \(length))"
      }
      return "(SELECT \(selection) FROM \(table.name) WHERE \(wanted.joined(separator: " AND "))"
        + (order ?? "") + " LIMIT \(statement.parameter("\(Self.mostOfAName)", as: "bigint")))"
    }
    statement.text = branches.joined(separator: "\nUNION ALL\n")
    var rows = PlaceRowJoiner(tables.tables)
    try session.ask(statement) { row in
      rows.add(row)
    }
    return rows.places().sorted { $0.order < $1.order }.map(\.place)
  }

  /// All words of names; in a database with very many names, those of the first ones.
  func words(in session: PostgreSQLPool.Session) throws(PostgreSQLProblem) -> [String] {
    var statement = SQLStatement()
    let names = tables.tables.map { table in
      let name = table.value(of: "name", in: &statement)
      return "SELECT \(name) AS name FROM \(table.name) WHERE \(name) IS NOT NULL"
    }
    statement.text = """
      SELECT DISTINCT name FROM (\(names.joined(separator: " UNION ALL "))) AS named
      LIMIT \(statement.parameter("\(Self.mostNames)", as: "bigint"))
      """
    var words: Set<String> = []
    try session.ask(statement) { row in
      if let name = row.text(0) { words.formUnion(NameWords.found(in: name)) }
    }
    return Array(words)
  }

  /// Whether a place is filed or shown under a word.
  func hasCategory(
    _ word: ShownWord, in session: PostgreSQLPool.Session
  ) throws(PostgreSQLProblem) -> Bool {
    let keys = Category.reasonToLeaveOut(word.word) == nil ? Category.featureKeys : []
    var statement = SQLStatement()
    let pattern = statement.parameter(SQLPattern.category(meaning: [word.word]))
    var values: [String] = []
    for table in tables.tables {
      var columns = keys.map { table.value(of: $0, in: &statement) }
      if table.hasCategories {
        // Of what only names tell, as of trees, words are those of sources alone, as in the store.
        let others = Category.featureKeys.filter { !keys.contains($0) }
          .map { table.value(of: $0, in: &statement) }.joined(separator: ", ")
        columns.append(
          "CASE WHEN category::text = ANY(ARRAY[\(others)]::text[]) THEN NULL ELSE category::text END")
      }
      var sql = "SELECT unnest(ARRAY[\(columns.joined(separator: ", "))]::text[]) AS word FROM \(table.name)"
      if table.hasTerms {
        let terms = TermVector.question(forCategory: word.word)
        sql += " WHERE terms @@ \(statement.parameter(terms, as: "tsquery"))"
      }
      values.append(sql)
    }
    statement.text = """
      SELECT DISTINCT word FROM (\(values.joined(separator: " UNION ALL "))) AS words WHERE word ~ \(pattern)
      """
    var isFound = false
    try session.ask(statement) { row in
      let parts = TagExpression.parts(of: row.text(0) ?? "")
      isFound = isFound || parts.contains { word.isCategory(String($0)) }
    }
    return isFound
  }
}
