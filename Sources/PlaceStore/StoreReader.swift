import FoundationEssentials
import Geography
import PlaceFiles
import Places
import SQLite

/// Reads the tables of a store, and remembers what does not change.
final class StoreReader: @unchecked Sendable {  // Its queue lets in one caller at a time.
  /// A place as it was found, and the number of its source.
  typealias Found = (nearby: NearbyPlace, source: Int64, number: Int64)

  /// How many nearby places to check before asking the index of terms: by kind, which is known at once, or by
  /// name and tags, which must be read.
  struct ScanLimits {
    var kinds = 2000
    var details = 150
    /// How many places a repeated query skips before it is looked up, too.
    var passedOver = 5000
  }

  private let scanLimits: ScanLimits

  private var kinds: [Int64: StoredKind] = [:]
  private var sources: [Int64: StoredSource] = [:]
  private var vocabulary: NameVocabulary?
  /// The prepared last filter, since a run often repeats it.
  private var question: Question?

  /// Whether places of a kind, by its number, can be in one of the question's categories; `nil` if that is not known yet.
  private var verdicts: [Bool?] = []
  /// Whether the query has categories at all.
  private var selectsKinds = false
  /// Earlier filters and their verdicts, the last one first, since some callers ask two or three questions in turn.
  private var parked: [(question: Question, verdicts: [Bool?])] = []
  private static let mostParked = 3
  /// Numbers are consecutive, but a stranger's store can have any.
  private static let largestKeptKind = 1_000_000

  struct Question {
    let filter: PlaceFilter
    let matcher: PlaceMatcher
    /// For the index of terms.
    let terms: String?
    /// The numbers of the places that the index of terms files under the query, in order.
    var filed: [Int64]?
    /// How many places have been checked in vain.
    var passedOver = 0
    /// How many places to skip before asking the index of terms.
    var patience: Int
  }

  /// How many places the last search left out because they are surely closed.
  private(set) var closed = 0

  /// What the store can say of the square that was last asked about.
  var knowledge: (square: GridSquare, knowledge: StoreKnowledge)?
  /// The coverage that its sources and squares have together, once it was asked for.
  var coverage: Coverage?
  /// The numbers of the sources that are of a region, once they were asked for.
  var regional: Set<Int64>?
  /// What has been read of the gazetteer.
  var gazetteer = GazetteerCache()
  /// What has been read for pictures.
  var map = MapCache()
  /// The places of squares that were asked about often.
  var neighbourhoods = Neighbourhoods()

  /// The places around those that can have twins.
  var twinSquares = TwinSquares()

  /// The extents that were read last, by the numbers of their places; the large ones are near many positions.
  private var extents: [Int64: Extent] = [:]
  private var cornersOfExtents = 0
  /// Some megabytes.
  private static let mostCorners = 200_000

  /// The columns that the store's version has of `StoredPlace.columnNames`.
  private var columns: String?

  /// Changes when another process has written to the store.
  private var version: Int64?
  /// The number of the transaction in which that was checked.
  private var checkedTransaction: Int?

  init(scanLimits: ScanLimits = ScanLimits()) {
    self.scanLimits = scanLimits
  }

  /// The places that a search looks at.
  enum Selection {
    case all
    /// Those that are known not to come from a server.
    case own
    /// Those among them whose source is a list, rather than an extract, which has every place of its coverage.
    case lists

    /// A condition of a statement about places.
    func condition(in database: Connection) throws -> String {
      guard self != .all else { return "" }
      let own = " AND source IN (SELECT number FROM source WHERE origin IN ('files', 'user'))"
      guard self == .lists, try StoreSchema.hasCoverage(database) else { return own }
      return own + " AND source NOT IN (SELECT source FROM ground)"
    }
  }

  /// The nearest places that match, nearest first.
  func nearest(
    to position: Coordinate, matching query: PlaceQuery, among selection: Selection = .all,
    in database: Connection
  ) throws -> [Found] {
    let condition = try selection.condition(in: database)
    let question = try question(for: query.filter, in: database)
    try lookUpIfWorthwhile(in: database)
    guard self.question?.filed == nil else {
      return try search(from: position, matching: query, and: condition, in: database)
    }
    let limit = question.matcher.isByKindOnly ? scanLimits.kinds : scanLimits.details
    return try scan(
      from: position, matching: query, and: condition, atMost: question.terms == nil ? .max : limit,
      in: database) ?? search(from: position, matching: query, and: condition, in: database)
  }

  /// The same, but without a radius, places of extracts and servers in another region are no answer.
  ///
  /// - Returns: also the nearest of those that are left out.
  func nearestOfRegion(
    to position: Coordinate, matching query: PlaceQuery, in database: Connection
  ) throws -> (found: [Found], elsewhere: Found?) {
    let all = try nearest(to: position, matching: query, in: database)
    let near = all.prefix { $0.nearby.distance <= PlaceArea.farthest }
    guard query.radius == nil, near.count < all.count else { return (all, nil) }
    let regional = try regionalSources(in: database)
    let far = all[near.endIndex...]
    guard let elsewhere = far.first(where: { regional.contains($0.source) }) else { return (all, nil) }
    var lists: [Found] = far.filter { !regional.contains($0.source) }
    if all.count == query.limit {
      let closed = closed
      lists = try nearest(to: position, matching: query, among: .lists, in: database)
        .filter { $0.nearby.distance > PlaceArea.farthest }
      self.closed = closed
    }
    return (Array(near) + lists.prefix(query.limit - near.count), elsewhere)
  }

  /// Asks the index about a repeated query, once that costs no more than the places already checked for it.
  private func lookUpIfWorthwhile(in database: Connection) throws {
    guard let asked = question, let terms = asked.terms, asked.filed == nil,
      asked.passedOver >= asked.patience
    else { return }
    let filed = try filedNumbers(under: terms, atMost: asked.passedOver, in: database)
    if filed.count < asked.passedOver { question?.filed = filed }
    question?.patience = 4 * asked.passedOver
  }

  /// Checks all places around; `nil` if there are more than `limit` of them.
  private func scan(
    from position: Coordinate, matching query: PlaceQuery, and condition: String, atMost limit: Int,
    in database: Connection
  ) throws -> [Found]? {
    let first = try database.statement(
      "SELECT number FROM place WHERE number >= ? AND number < ? LIMIT 1"
    )
    let columns = try columnsOfCandidate(in: database)
    let rows = try database.statement(
      "SELECT \(columns) FROM place WHERE number >= ? AND number < ?\(condition)"
    )
    let row = try database.statement("SELECT \(columns) FROM place WHERE number = ?\(condition)")
    var seen = 0
    func look(at row: borrowing Row, _ take: (SquareVisitOrder.Candidate) -> Void) throws {
      seen += 1
      try database.checkLimit()
      if try isOfKind(row.integer(3), in: database) {
        take(SquareVisitOrder.Candidate(row))
      } else {
        question?.passedOver += 1
      }
    }
    return try collect(from: position, query, in: database) { numbers in
      try first.firstInteger(.integer(numbers.lowerBound), .integer(numbers.upperBound))
    } scan: { numbers, take in
      try rows.forEachRow(.integer(numbers.lowerBound), .integer(numbers.upperBound)) { row in
        // Those that reach far come by their boxes.
        if !row.isFar { try look(at: row, take) }
        return true
      }
      return seen <= limit
    } read: { number, take in
      try row.forEachRow(.integer(number)) { row in
        try look(at: row, take)
        return false
      }
    }
  }

  /// Looks only at the places that the index of terms files under the query.
  private func search(
    from position: Coordinate, matching query: PlaceQuery, and condition: String, in database: Connection
  ) throws -> [Found] {
    let filed = try filedNumbers(in: database)
    let row = try database.statement(
      "SELECT \(try columnsOfCandidate(in: database)) FROM place WHERE number = ?\(condition)")
    func look(at number: Int64, isFar: Bool, _ take: (SquareVisitOrder.Candidate) -> Void) throws {
      try database.checkLimit()
      try row.forEachRow(.integer(number)) { row in
        guard row.isFar == isFar else { return false }
        if try isOfKind(row.integer(3), in: database) { take(SquareVisitOrder.Candidate(row)) }
        return false
      }
    }
    return try collect(from: position, query, in: database) { numbers in
      let first = filed.partitioningIndex { $0 >= numbers.lowerBound }
      return first < filed.count && filed[first] < numbers.upperBound ? filed[first] : nil
    } scan: { numbers, take in
      var index = filed.partitioningIndex { $0 >= numbers.lowerBound }
      while index < filed.count, filed[index] < numbers.upperBound {
        try look(at: filed[index], isFar: false, take)
        index += 1
      }
      return true
    } read: { number, take in
      let index = filed.partitioningIndex { $0 >= number }
      if index < filed.count, filed[index] == number { try look(at: number, isFar: true, take) }
    } ?? []
  }

  /// What a search needs of a place, which the store's version may not have.
  private func columnsOfCandidate(in database: Connection) throws -> String {
    "number, latitude, longitude, kind, "
      + (try columns(in: database) == StoredPlace.columns ? "reach" : "NULL")
  }

  private func filedNumbers(in database: Connection) throws -> [Int64] {
    if let filed = question?.filed { return filed }
    let filed = try filedNumbers(under: question?.terms ?? "", atMost: -1, in: database)
    question?.filed = filed
    return filed
  }

  /// - Parameter limit: how many; below zero for all.
  private func filedNumbers(under terms: String, atMost limit: Int, in database: Connection) throws -> [Int64]
  {
    try database.statement("SELECT rowid FROM term WHERE term MATCH ? ORDER BY rowid LIMIT ?")
      .map(.string(terms), .integer(Int64(limit))) { $0.integer(0) }
  }

  /// Forgets what another process may have changed.
  ///
  /// - Throws: `StoreProblem`, also if the tables are no longer poi's.
  func forgetIfChanged(_ database: Connection) throws {
    // Within a transaction nothing changes.
    guard database.transactionCount != checkedTransaction else { return }
    let version = try database.statement("PRAGMA data_version").firstInteger()
    if version != self.version {
      if self.version != nil { try StoreConnection.checkTables(of: database) }
      self.version = version
      question = nil
      verdicts = []
      parked = []
      kinds = [:]
      sources = [:]
      vocabulary = nil
      knowledge = nil
      coverage = nil
      regional = nil
      gazetteer = GazetteerCache()
      map = MapCache()
      neighbourhoods = Neighbourhoods()
      twinSquares = TwinSquares()
      extents = [:]
      columns = nil
    }
    checkedTransaction = database.transactionCount
  }

  /// Takes the nearest that match until there are enough; `nil` if `scan` gives up.
  private func collect(
    from position: Coordinate, _ query: PlaceQuery, in database: Connection,
    firstNumber: (Range<Int64>) throws -> Int64?,
    scan: (Range<Int64>, (SquareVisitOrder.Candidate) -> Void) throws -> Bool,
    read: (Int64, (SquareVisitOrder.Candidate) -> Void) throws -> Void
  ) throws -> [Found]? {
    closed = 0
    let hasExtents = try columns(in: database) == StoredPlace.columns
    var search = SquareVisitOrder(
      from: position, within: query.radius, farReach: hasExtents ? StoredPlace.farReach : 0)
    var found: [Found] = []
    var standIns = StandIns<Int64>()
    let details = try database.statement(
      "SELECT \(try columns(in: database)) FROM place WHERE number = ?"
    )
    while found.count < query.limit {
      try database.checkLimit()
      let step = try search.next(firstNumber: firstNumber, scan: scan) { metres in
        guard hasExtents else { return [] }
        var candidates: [SquareVisitOrder.Candidate] = []
        for number in try ExtentBoxes.places.numbers(within: metres, of: position, in: database) {
          try read(number) { candidates.append($0) }
        }
        return candidates
      } extent: { candidate in
        try extent(of: candidate, in: database)
      }
      switch step {
      case .found(let next):
        let stored = try place(next.candidate.number, details, next.measured?.extent, in: database)
        guard let (place, others) = try matching(stored, in: database),
          standIns.take(stored.number, standingFor: query.keepsDuplicates ? [] : others)
        else { continue }
        if query.opening?.leavesOut(place) == true {
          if next.distance <= PlaceArea.farthest || query.radius != nil { closed += 1 }
          continue
        }
        let nearby =
          next.measured.map { NearbyPlace(place, $0.nearest) }
          ?? NearbyPlace(point: place, distance: next.distance, bearing: next.bearing)
        found.append((nearby, stored.source, stored.number))
      case .end: return found
      case .givenUp: return nil
      }
    }
    return found
  }

  /// A place as its twins make it whole, with the numbers of those for which it stands; `nil` if it does not match.
  private func matching(
    _ stored: StoredPlace, in database: Connection
  ) throws -> (place: PointOfInterest, others: [Int64])? {
    guard let matcher = question?.matcher, !matcher.matches(stored.place) else {
      return try joined(stored, in: database)
    }
    // Of a stop, the name can be on the sign, and what else is asked for on the platform.
    guard matcher.joinsStops, TwinTraits.StopPart(stored.place.tags) != nil else { return nil }
    let joined = try joined(stored, in: database)
    return matcher.matches(joined.place) ? joined : nil
  }

  // MARK: - Nowhere in particular

  /// How many places of a name are read at the most, since a few letters begin the names of half the world.
  private static let mostOfAName = 1000

  /// The words of all names, read once.
  func nameVocabulary(in database: Connection) throws -> NameVocabulary {
    if let vocabulary { return vocabulary }
    let read = try database.withoutLimit { try NameVocabulary(of: database) }
    vocabulary = read
    return read
  }

  /// The places of an id, else of a name, else of a name with all the words.
  func places(called text: String, in database: Connection) throws -> [StoredPlace] {
    let (found, exactCount) = try search(text, in: database)
    return exactCount > 0 ? Array(found.prefix(exactCount)) : found
  }

  /// The places of an id, else those with all the words in a name, and of these first the ones of just that name.
  func search(
    _ text: String, in database: Connection
  ) throws -> (found: [StoredPlace], exactCount: Int) {
    let identified = try places(withID: text, in: database)
    if !identified.isEmpty { return (identified, identified.count) }
    let pattern = NamePattern(text)
    guard !pattern.words.isEmpty else { return ([], 0) }
    let matcher = try PlaceMatcher(PlaceFilter(name: text)) { _ in true }
    let question = try IndexTerms.question(for: matcher) {
      try nameVocabulary(in: database).compounds(endingWith: $0)
    }
    let named = try places(
      where: """
        number IN (SELECT rowid FROM term WHERE term MATCH ? ORDER BY rowid LIMIT \(Self.mostOfAName))
        """, .string(question ?? ""), in: database
    ).filter { pattern.matches($0.place) }
    let exactlyNamed = named.filter { pattern.isName(of: $0.place) }
    return (exactlyNamed + named.filter { !pattern.isName(of: $0.place) }, exactlyNamed.count)
  }

  /// The places of an id, of which each source can have one; else those that people added, whose ids begin so.
  func places(withID id: String, in database: Connection) throws -> [StoredPlace] {
    let hashes = try hashes(ofID: id, in: database).map(String.init).joined(separator: ", ")
    let found = try places(
      where: "number IN (SELECT place FROM identity WHERE hash IN (\(hashes)))", in: database
    ).filter { $0.place.id == id }
    guard found.isEmpty, OwnPlaceID.canBegin(with: id) else { return found }
    return try places(
      where: "\(StoreSchema.isOwnPlace) AND id >= ? AND id < ? ORDER BY id LIMIT \(Self.mostOfAName)",
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
      try database.statement("SELECT DISTINCT coalesce(ids, number) FROM source")
        .map { StoredPlace.hash(ofID: id.utf8, of: $0.integer(0)) })
  }

  /// Hands over every place that matches, in the order of their numbers, until `body` says `false`.
  func forEachPlace(
    matching filter: PlaceFilter, in database: Connection, _ body: (StoredPlace) throws -> Bool
  ) throws {
    let question = try question(for: filter, in: database)
    var condition = "1"
    var values: [Statement.Value] = []
    if let terms = question.terms {
      condition = "number IN (SELECT rowid FROM term WHERE term MATCH ?)"
      values = [.string(terms)]
    }
    let sql = "SELECT \(try columns(in: database)) FROM place WHERE \(condition) ORDER BY number"
    try database.statement(sql).forEachRow(values) { row in
      let stored = try StoredPlace(row) { try kind($0, in: database).category }
      guard try isOfKind(stored.kind, in: database), question.matcher.matches(stored.place) else {
        return true
      }
      return try body(stored)
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

  private func places(
    where condition: String, _ values: Statement.Value..., in database: Connection
  ) throws -> [StoredPlace] {
    var found: [StoredPlace] = []
    let sql = "SELECT \(try columns(in: database)) FROM place WHERE \(condition)"
    try database.statement(sql).forEachRow(values) { row in
      found.append(try StoredPlace(row) { try kind($0, in: database).category })
      return true
    }
    return found
  }

  // MARK: - What the numbers mean

  /// What is selected of a place.
  func columns(in database: Connection) throws -> String {
    if let columns { return columns }
    let found = try StoredPlace.columns(in: database)
    columns = found
    return found
  }

  private func extent(of candidate: SquareVisitOrder.Candidate, in database: Connection) throws -> Extent {
    if let known = extents[candidate.number] { return known }
    var found: Extent?
    try database.statement("SELECT number, extent FROM place WHERE number = ?")
      .forEachRow(.integer(candidate.number)) { row in
        found = try StoredPlace.extent(row, 1, of: candidate.coordinate)
        return false
      }
    guard let found else { throw StoreProblem.damaged("the extent of place \(candidate.number)") }
    cornersOfExtents += found.pointCount
    if cornersOfExtents > Self.mostCorners { (extents, cornersOfExtents) = ([:], found.pointCount) }
    extents[candidate.number] = found
    return found
  }

  func place(
    _ number: Int64, _ details: Statement, _ extent: Extent?, in database: Connection
  ) throws -> StoredPlace {
    var found: StoredPlace?
    try details.forEachRow(.integer(number)) { row in
      found = try StoredPlace(row, extent: extent) { try kind($0, in: database).category }
      return false
    }
    guard let found else { throw StoreProblem.damaged("place \(number)") }
    return found
  }

  func isOfKind(_ number: Int64, in database: Connection) throws -> Bool {
    guard selectsKinds else { return true }
    let index = Int(number)
    if index >= 0, index < verdicts.count, let verdict = verdicts[index] { return verdict }
    guard let question else { return true }
    let kind = try kind(number, in: database)
    let verdict = question.matcher.mayMatchKind(
      category: kind.category, tags: kind.tags, knowing: StoreSchema.kindKeys.contains)
    if index >= 0, index < Self.largestKeptKind {
      if index >= verdicts.count {
        verdicts += repeatElement(nil, count: index + 1 - verdicts.count)
      }
      verdicts[index] = verdict
    }
    return verdict
  }

  func kind(_ number: Int64, in database: Connection) throws -> StoredKind {
    if let kind = kinds[number] { return kind }
    let statement = try database.statement("SELECT category, tags FROM kind WHERE number = ?")
    try statement.forEachRow(.integer(number)) { row in
      guard let category = row.text(0), let tags = row.withBytes(1, { $0.map(StoredTags.tags(in:)) ?? nil })
      else { throw StoreProblem.damaged("kind \(number)") }
      kinds[number] = StoredKind(category: category.isEmpty ? nil : category, tags: tags)
      return false
    }
    guard let kind = kinds[number] else { throw StoreProblem.damaged("kind \(number)") }
    return kind
  }

  func question(for filter: PlaceFilter, in database: Connection) throws -> Question {
    if let question {
      if question.filter == filter { return question }
      parked.insert((question, verdicts), at: 0)
      // Until the next one is made, there is none.
      self.question = nil
    }
    if let index = parked.firstIndex(where: { $0.question.filter == filter }) {
      let known = parked.remove(at: index)
      question = known.question
      verdicts = known.verdicts
      selectsKinds = !known.question.matcher.kinds.isEmpty
      return known.question
    }
    if parked.count > Self.mostParked { parked.removeLast() }
    var failure: (any Error)?
    func answer(_ ask: () throws -> Bool) -> Bool {
      do {
        return try ask()
      } catch {
        failure = error
        return true
      }
    }
    let matcher = try PlaceMatcher(filter) { word in
      answer { try hasCategory(word, in: database) }
    } hasName: { name in
      answer { try hasName(name, in: database) }
    }
    if let failure { throw failure }
    var terms = try IndexTerms.question(for: matcher) {
      try database.checkLimit()
      return try nameVocabulary(in: database).compounds(endingWith: $0)
    }
    if matcher.joinsStops { terms = terms.map { "(\($0)) OR \(IndexTerms.questionForStops)" } }
    let made = Question(
      filter: filter, matcher: matcher, terms: terms, patience: scanLimits.passedOver)
    question = made
    verdicts = []
    selectsKinds = !matcher.kinds.isEmpty
    return made
  }

  /// Whether any place is, or was, filed under a word of its source's own.
  private func hasCategory(_ word: String, in database: Connection) throws -> Bool {
    var isFound = false
    try database.statement("SELECT category, tags FROM kind").forEachRow { row in
      guard let category = row.text(0), Category.normalised(category) == word else { return true }
      let tags = row.withBytes(1) { $0.flatMap(StoredTags.tags(in:)) } ?? [:]
      isFound = OSMPlaceRule.hasAll(filedUnder: category, tags)
      return !isFound
    }
    return isFound
  }

  /// Whether a name of any place has the words as they are.
  private func hasName(_ name: NamePattern, in database: Connection) throws -> Bool {
    let words = name.spellings.map { "(\($0.map { "\"\($0)\"" }.joined(separator: " OR ")))" }
    return try database.statement("SELECT 1 FROM term WHERE term MATCH ? LIMIT 1")
      .firstInteger(.string(words.joined(separator: " AND "))) != nil
  }

  // MARK: - Sources

  /// The name, attribution and age of places from these sources.
  func source(of numbers: [Int64], in database: Connection) throws -> PlaceSource {
    var attributions: [String] = []
    var (oldest, imported): (Date?, Date?) = (nil, nil)
    for number in Set(numbers).sorted() {
      let source = try storedSource(number, in: database)
      if let attribution = source.attribution, !attributions.contains(attribution) {
        attributions.append(attribution)
      }
      // What the user added by hand is as new as they think.
      if source.origin == .user { continue }
      if let dated = source.dated {
        oldest = min(oldest ?? dated, dated)
      } else {
        imported = min(imported ?? source.imported, source.imported)
      }
    }
    return PlaceSource(
      name: PlaceStore.sourceName,
      attribution: attributions.isEmpty ? nil : attributions.joined(separator: "; "),
      // What has no date may be the oldest.
      age: imported == nil ? PlaceSource.age(of: oldest, at: Date()) : nil,
      arrival: imported.map { .imported($0) })
  }

  func storedSource(_ number: Int64, in database: Connection) throws -> StoredSource {
    if let source = sources[number] { return source }
    let statement = try database.statement(
      "SELECT \(try StoredSource.columns(in: database)) FROM source WHERE number = ?"
    )
    guard let source = try statement.map(.integer(number), make: { try StoredSource($0) }).first else {
      throw StoreProblem.damaged("source \(number)")
    }
    sources[number] = source
    return source
  }
}

/// What categories distinguish.
struct StoredKind: Hashable {
  let category: String?
  /// Those of `StoreSchema.kindKeys`.
  let tags: [String: String]
}

extension SquareVisitOrder.Candidate {
  /// A row of number, latitude, longitude, kind, reach and extent.
  fileprivate init(_ row: borrowing Row) {
    self.init(
      number: row.integer(0), coordinate: Coordinate(latitude: row.double(1), longitude: row.double(2)),
      kind: row.integer(3), reach: row.double(4), hasExtent: !row.isNull(4))
  }
}

extension Row {
  /// Whether a candidate's row is that of a place which its square does not tell about.
  fileprivate var isFar: Bool { !isNull(4) && double(4) > StoredPlace.farReach }
}
