import FoundationEssentials
import Geography
import Places
import SQLite

/// Reads the tables of a store, and remembers what does not change.
final class StoreReader: @unchecked Sendable {  // Its queue lets in one caller at a time.
  let scanLimits: ScanLimits

  private var kinds: [Int64: StoredKind] = [:]
  private var sources: [Int64: StoredSource] = [:]
  /// The words of all names, once they were asked for.
  var vocabulary: NameVocabulary?
  /// The prepared last filter, since a run often repeats it.
  var question: Question?
  /// Earlier ones, the last one first, since some callers ask two or three questions in turn.
  private var parked: [Question] = []
  private static let mostParked = 3
  /// Numbers are consecutive, but a stranger's store can have any.
  private static let largestKeptKind = 1_000_000

  final class Question {
    let filter: PlaceFilter
    let matcher: PlaceMatcher
    /// For the index of terms.
    let terms: String?
    /// The numbers of the places that the index of terms files under the query, in order.
    var filed: [Int64]?
    /// The filed places of squares.
    var squares = SizedCache<Range<Int64>, [SquareVisitOrder.Candidate]>(most: 50_000)
    /// How many places have been checked in vain.
    var passedOver = 0
    /// How many places to skip before asking the index of terms.
    var patience: Int
    /// Whether places of a kind, by its number, can be in one of its categories; `nil` if that is not known yet.
    fileprivate var verdicts: [Bool?] = []
    /// The places that were found, by their numbers, some twenty megabytes; `nil` for one that does not match.
    var answers = SizedCache<Int64, JoinedPlace?>(most: 120_000)

    fileprivate init(_ filter: PlaceFilter, _ matcher: PlaceMatcher, terms: String?, patience: Int) {
      (self.filter, self.matcher, self.terms, self.patience) = (filter, matcher, terms, patience)
    }
  }

  /// How many places the last search left out because they are surely closed.
  var closed = 0

  /// What the store can say of the square that was last asked about.
  var knowledge: (square: GridSquare, knowledge: StoreKnowledge)?
  /// The coverage that its sources and squares have together, once it was asked for.
  var coverage: Coverage?
  /// The numbers of the sources that are of a region, once they were asked for.
  var regional: Set<Int64>?
  var gazetteer = GazetteerCache()
  /// What has been read for pictures.
  var map = MapCache()

  /// What was read around positions, as the next one is usually near.
  struct Around {
    /// The places of squares, in the order of their numbers, without those that reach far: some ten megabytes.
    var squares = SizedCache<Range<Int64>, [SquareVisitOrder.Candidate]>(most: 200_000)
    /// Those that were read one by one, by their numbers.
    var places = SizedCache<Int64, SquareVisitOrder.Candidate>(most: 50_000)
    /// The extents by the numbers of their places; the large ones are near many positions.
    var extents = SizedCache<Int64, Extent>(most: 200_000)
    /// Whether any place reaches far, once that was asked.
    var hasFar: Bool?
    var twinKeys = SizedCache<Range<Int64>, TwinKeys>(most: 200_000)
    /// Those of the groups that have twins.
    var twins = SizedCache<TwinGroup, [Int64: JoinedPlace]>(most: 5000)
    /// The same of those that reach far, by their keys.
    var farTwins = SizedCache<UInt64, [Int64: JoinedPlace]>(most: 5000)
    /// The places of those keys.
    var namesakes = SizedCache<UInt64, [(number: Int64, coordinate: Coordinate)]>(most: 50_000)
  }
  var around = Around()

  /// The columns that the store's version has of `StoredPlace.columnNames`.
  private var columns: String?

  /// Changes when another process has written to the store.
  private var version: Int64?
  /// The number of the transaction in which that was checked.
  private var checkedTransaction: Int?

  init(scanLimits: ScanLimits = ScanLimits()) {
    self.scanLimits = scanLimits
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
      parked = []
      kinds = [:]
      sources = [:]
      vocabulary = nil
      knowledge = nil
      coverage = nil
      regional = nil
      gazetteer = GazetteerCache()
      map = MapCache()
      around = Around()
      columns = nil
    }
    checkedTransaction = database.transactionCount
  }

  // MARK: - What the numbers mean

  /// What is selected of a place.
  func columns(in database: Connection) throws -> String {
    if let columns { return columns }
    let found = try StoredPlace.columns(in: database)
    columns = found
    return found
  }

  /// Whether any place reaches far, and so is found by the box of its extent.
  func hasFar(in database: Connection) throws -> Bool {
    if let known = around.hasFar { return known }
    let isThere =
      try StoreSchema.has(.extents, database)
      && database.statement("SELECT 1 FROM far LIMIT 1").firstInteger() != nil
    around.hasFar = isThere
    return isThere
  }

  /// Finds all of a place by its number.
  func detailsOfPlaces(in database: Connection) throws -> Statement {
    try database.statement("SELECT \(try columns(in: database)) FROM place WHERE number = ?")
  }

  func place(
    _ number: Int64, _ details: Statement, _ extent: Extent?, in database: Connection
  ) throws -> StoredPlace {
    let found = try details.first([.integer(number)]) { row in
      try StoredPlace(row, extent: extent) { try kind($0, in: database).category }
    }
    guard let found else { throw StoreProblem.damaged("place \(number)") }
    try database.checkLimit(corners: extent == nil ? found.place.extent?.pointCount ?? 0 : 0)
    return found
  }

  func isOfKind(_ number: Int64, in database: Connection) throws -> Bool {
    guard let question, !question.matcher.kinds.isEmpty else { return true }
    let index = Int(number)
    if index >= 0, index < question.verdicts.count, let verdict = question.verdicts[index] { return verdict }
    let kind = try kind(number, in: database)
    let verdict = question.matcher.mayMatchKind(
      category: kind.category, tags: kind.tags, knowing: StoreSchema.kindKeys.contains)
    if index >= 0, index < Self.largestKeptKind {
      if index >= question.verdicts.count {
        question.verdicts += repeatElement(nil, count: index + 1 - question.verdicts.count)
      }
      question.verdicts[index] = verdict
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
      parked.insert(question, at: 0)
      // Until the next one is made, there is none.
      self.question = nil
    }
    if let index = parked.firstIndex(where: { $0.filter == filter }) {
      let known = parked.remove(at: index)
      question = known
      return known
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
      return try nameVocabulary(in: database).filed($0)
    }
    if matcher.joinsStops { terms = terms.map { "(\($0)) OR \(IndexTerms.questionForStops)" } }
    let made = Question(filter, matcher, terms: terms, patience: scanLimits.passedOver)
    question = made
    return made
  }

  /// Whether any place is, or was, filed under a word of its source's own.
  private func hasCategory(_ word: ShownWord, in database: Connection) throws -> Bool {
    var isFound = false
    try database.statement("SELECT category, tags FROM kind").forEachRow { row in
      let category = row.text(0)
      isFound = word.files(
        category?.isEmpty == true ? nil : category,
        row.withBytes(1) { $0.flatMap(StoredTags.tags(in:)) } ?? [:])
      return !isFound
    }
    return isFound
  }

  // MARK: - Sources

  /// The name, attribution and age of places from these sources.
  func source(of numbers: [Int64], in database: Connection) throws -> PlaceSource {
    var attributions: [String?] = []
    var (oldest, imported): (Date?, Date?) = (nil, nil)
    for number in Set(numbers).sorted() {
      let source = try storedSource(number, in: database)
      attributions.append(source.attribution)
      // What the user added by hand is as new as they think.
      if source.origin == .user { continue }
      if let dated = source.dated {
        oldest = min(oldest ?? dated, dated)
      } else {
        imported = min(imported ?? source.imported, source.imported)
      }
    }
    return PlaceSource(
      name: PlaceStore.sourceName, attribution: PlaceSource.attribution(ofAll: attributions),
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
final class StoredKind {
  let category: String?
  /// Those of `StoreSchema.kindKeys`.
  let tags: [String: String]
  let twins: TwinKind

  init(category: String?, tags: [String: String]) {
    (self.category, self.tags) = (category, tags)
    twins = TwinKind(category: category, tags: tags)
  }
}

/// What was read, up to some size; then it begins anew.
struct SizedCache<Key: Hashable, Value> {
  private var values: [Key: Value] = [:]
  private var size = 0
  private let most: Int

  /// How many as large as the last one fit in any case, as a question may need all around it.
  private static var always: Int { 9 }

  init(most: Int) {
    self.most = most
  }

  subscript(_ key: Key) -> Value? { values[key] }

  /// Keeps a value that was not kept before.
  mutating func keep(_ value: Value, as key: Key, size added: Int) {
    size += added + 1
    if size > max(most, Self.always * added) { (values, size) = ([:], added + 1) }
    values[key] = value
  }
}
