import Places
import SQLite

extension PlaceStore {
  /// How many places are found whose names only have the words, since a few letters begin the names of half the world.
  package static let mostOfAName = 1000

  /// The places of any of some names.
  package func places(named names: [String], onlySettlements: Bool) throws(PlacesError) -> [PointOfInterest] {
    try read(within: Self.questionLimit) { database, reader in
      try reader.places(named: names, onlySettlements: onlySettlements, in: database)
    }
  }

  /// Whether a name of any place has the words of a text as they are.
  package func hasName(_ text: String) throws(PlacesError) -> Bool {
    let name = NamePattern(text)
    return try read(within: Self.questionLimit) { try !name.words.isEmpty && $1.hasName(name, in: $0) }
  }
}

extension StoreReader {
  /// The words of all names, read once.
  func nameVocabulary(in database: Connection) throws -> NameVocabulary {
    if let vocabulary { return vocabulary }
    let read = try database.withoutLimit { try NameVocabulary(of: database) }
    vocabulary = read
    return read
  }

  /// The places of an id, else of a name, else of a name with all the words.
  func places(called text: String, in database: Connection) throws -> [StoredPlace] {
    let (found, exactCount, _) = try search(text, in: database)
    return exactCount > 0 ? Array(found.prefix(exactCount)) : found
  }

  /// Whether a name of any place has the words as they are.
  func hasName(_ name: NamePattern, in database: Connection) throws -> Bool {
    let words = IndexTerms.conditions(for: name, areWhole: true) { (NameWords.filed($0), []) }
    // What `lermita` files may be `l'Ermita`, but `sushi` is not `s'ushi`.
    return try !places(
      where: Self.isFound, .string(words.joined(separator: " AND ")), in: database, atMost: 1, name.areWords
    ).isEmpty
  }

  /// The places of any of some names, as `NameWords` writes their words, with spaces between.
  func places(
    named names: [String], onlySettlements: Bool, in database: Connection
  ) throws -> [PointOfInterest] {
    guard !names.isEmpty else { return [] }
    let wanted = Set(names)
    let places = onlySettlements ? " AND (\(IndexTerms.questionForSettlements))" : ""
    return try self.places(
      where: Self.isFound, .string("(\(IndexTerms.question(forNames: names)))\(places)"), in: database
    ) { place in
      place.allNames.contains { wanted.contains(NameWords.asked($0).joined(separator: " ")) }
    }.map(\.place)
  }

  /// The places of an id, else those with all the words in a name, and of these first the ones of just that name.
  func search(
    _ text: String, in database: Connection
  ) throws -> (found: [StoredPlace], exactCount: Int, areAll: Bool) {
    let identified = try places(withID: text, in: database)
    if !identified.isEmpty { return (identified, identified.count, true) }
    let pattern = NamePattern(text)
    guard !pattern.words.isEmpty else { return ([], 0, true) }
    let matcher = try PlaceMatcher(PlaceFilter(name: text)) { _ in true }
    let question = IndexTerms.question(for: matcher, filed: try nameVocabulary(in: database).filed)
    let words = IndexTerms.conditions(for: pattern, areWhole: true) { (NameWords.filed($0), []) }
      .joined(separator: " AND ")
    let exactlyNamed = try places(where: Self.isFound, .string(words), in: database, pattern.isName)
    let others = try places(
      where: "\(Self.isFound) ORDER BY number", .string(question ?? ""), in: database,
      atMost: PlaceStore.mostOfAName + 1
    ) { pattern.matches($0) && !pattern.isName(of: $0) }
    return (
      exactlyNamed + others.prefix(PlaceStore.mostOfAName), exactlyNamed.count,
      others.count <= PlaceStore.mostOfAName
    )
  }

  /// The places of an id, of which each source can have one; else those that people added, whose ids begin so.
  func places(withID id: String, in database: Connection) throws -> [StoredPlace] {
    let hashes = try hashes(ofID: id, in: database).map(String.init).joined(separator: ", ")
    let found = try places(
      where: "number IN (SELECT place FROM identity WHERE hash IN (\(hashes)))", in: database
    ).filter { $0.place.id == id }
    guard found.isEmpty, OwnPlaceID.canBegin(with: id) else { return found }
    return try places(
      where: "\(StoreSchema.isOwnPlace) AND id >= ? AND id < ? ORDER BY id LIMIT \(PlaceStore.mostOfAName)",
      .string(id), .string(id + "\u{10FFFF}"), in: database)
  }

  /// The beginning of an own place's id by which it is found; any other id as it is.
  func shortID(of id: String, in database: Connection) throws -> String {
    guard OwnPlaceID.isOwn(id) else { return id }
    func neighbour(_ function: String, _ sign: String) throws -> String? {
      try database.statement(
        "SELECT \(function)(id) FROM place WHERE \(StoreSchema.isOwnPlace) AND id \(sign) ?"
      ).firstText(.string(id))
    }
    return OwnPlaceID.shortened(id, between: try neighbour("max", "<"), and: try neighbour("min", ">"))
  }

  /// The keys that an id can be filed under.
  func hashes(ofID id: String, in database: Connection) throws -> Set<Int64> {
    Set(
      try database.statement("SELECT coalesce(ids, number), number FROM source")
        .map { StoredPlace.hash(ofID: id.utf8, of: $0.integer(0), in: $0.integer(1)) })
  }

  /// Hands over every place that matches, in the order of their numbers, until `body` says `false`.
  func forEachPlace(
    matching filter: PlaceFilter, in database: Connection, _ body: (StoredPlace) throws -> Bool
  ) throws {
    let question = try question(for: filter, in: database)
    let condition = question.terms == nil ? "1" : "number IN (SELECT rowid FROM term WHERE term MATCH ?)"
    let sql = "SELECT \(try columns(in: database)) FROM place WHERE \(condition) ORDER BY number"
    try database.statement(sql).forEachRow(question.terms.map { [.string($0)] } ?? []) { row in
      let stored = try StoredPlace(row) { try kind($0, in: database).category }
      let isMatch = try isOfKind(stored.kind, in: database) && question.matcher.matches(stored.place)
      return isMatch ? try body(stored) : true
    }
  }

  /// Hands over every matching place of a source that is hidden because another source has newer data.
  func forEachWaiting(
    of source: Int64, matching filter: PlaceFilter, in database: Connection,
    _ body: (StoredPlace) throws -> Bool
  ) throws {
    let question = try question(for: filter, in: database)
    let sql = "SELECT \(try columns(in: database)) FROM overlap WHERE source = ? ORDER BY number"
    try database.statement(sql).forEachRow(.integer(source)) { row in
      let stored = try StoredPlace(row) { try kind($0, in: database).category }
      return question.matcher.matches(stored.place) ? try body(stored) : true
    }
  }

  func entry(_ stored: StoredPlace, in database: Connection) throws -> StoreEntry {
    StoreEntry(place: stored.place, source: try storedSource(stored.source, in: database))
  }

  /// That the index finds a place by a question.
  private static let isFound = "number IN (SELECT rowid FROM term WHERE term MATCH ?)"

  private func places(
    where condition: String, _ values: Statement.Value..., in database: Connection, atMost limit: Int = .max,
    _ isWanted: (PointOfInterest) -> Bool = { _ in true }
  ) throws -> [StoredPlace] {
    var found: [StoredPlace] = []
    let sql = "SELECT \(try columns(in: database)) FROM place WHERE \(condition)"
    try database.statement(sql).forEachRow(values) { row in
      let stored = try StoredPlace(row) { try kind($0, in: database).category }
      if isWanted(stored.place) { found.append(stored) }
      return found.count < limit
    }
    return found
  }
}
