import Geography
import Input
import Places
import Synchronization

/// Places from a PostgreSQL database with PostGIS: from a view `poi_places`, or from osm2pgsql's tables.
///
/// ```swift
/// guard let address = PostgreSQLAddress("postgresql://db1,db2/places") else { return }
/// let provider = PostgreSQLProvider(address: address)
/// let answer = try await provider.places(near: position, matching: PlaceQuery(limit: 3))
/// ```
public final class PostgreSQLProvider: PlaceProviding {
  private let address: PostgreSQLAddress
  private let limits: AnswerLimits
  private let report: @Sendable (Notice) -> Void
  private let pool: PostgreSQLPool
  /// The database's tables, once known.
  private let tables = Mutex<PlaceTables?>(nil)
  /// All words of names, which take long to read, and when they were read.
  private let words = Mutex<(words: [String], time: ContinuousClock.Instant)?>(nil)

  /// A new name is not suggested until the words are this old.
  private static let longestKeptWords = Duration.seconds(3600)

  /// Things worth knowing besides an answer.
  public enum Notice: Hashable, Sendable {
    /// osm2pgsql's tables hold only some of the tags.
    case withoutTags
    /// So many rows of a view of one's own have no position.
    case withoutPosition(rows: Int)
    /// So many of the rows that were looked at have no id of their own, or a shape without points.
    case unusable(rows: Int)
    /// An answer with so many places came after so many seconds.
    case answered(places: Int, seconds: Double)
  }

  /// - Parameters:
  ///   - limits: the limits of an answer's size and time.
  ///   - report: called with what is not part of an answer.
  public init(
    address: PostgreSQLAddress, limits: AnswerLimits = AnswerLimits(),
    report: @escaping @Sendable (Notice) -> Void = { _ in }
  ) {
    self.address = address
    self.limits = limits
    self.report = report
    pool = PostgreSQLPool(address: address, timeout: limits.seconds)
  }

  public func cancelFetchingAll() { pool.cancelAll() }

  public nonisolated(nonsending) func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    guard position.isValid, query.limit > 0 else {
      return PlaceAnswer(places: [], source: PlaceSource(name: address.description))
    }
    let start = ContinuousClock.now
    let answer = try await ask { session, tables throws(PostgreSQLProblem) in
      try self.answer(near: position, matching: query, of: tables, in: session)
    }.get()
    report(.answered(places: answer.places.count, seconds: (ContinuousClock.now - start) / .seconds(1)))
    return answer
  }

  public func nameWords() async throws(PlacesError) -> [String] {
    if let known = words.withLock({ $0 }), known.time + Self.longestKeptWords > .now { return known.words }
    let found = try await ask { session, tables throws(PostgreSQLProblem) in
      try NamedPlacesSearch(tables: tables).words(in: session)
    }
    words.withLock { $0 = (found, .now) }
    return found
  }

  // MARK: - Asking

  private nonisolated(nonsending) func ask<Answer: Sendable>(
    _ question: @escaping @Sendable (PostgreSQLPool.Session, PlaceTables) throws(PostgreSQLProblem) -> Answer
  ) async throws(PlacesError) -> Answer {
    do throws(PostgreSQLProblem) {
      return try await pool.answer { session throws(PostgreSQLProblem) in
        try question(session, self.tables(in: session))
      }
    } catch {
      throw .database(address: address.description, error)
    }
  }

  /// - Returns: a failure if the words are at fault rather than the database.
  private func answer(
    near position: Coordinate, matching query: PlaceQuery, of tables: PlaceTables,
    in session: PostgreSQLPool.Session
  ) throws(PostgreSQLProblem) -> Result<PlaceAnswer, PlacesError> {
    let matcher: PlaceMatcher
    do throws(PlacesError) {
      matcher = try self.matcher(for: query.filter, of: tables, in: session)
    } catch {
      // The pool must see errors that another host may not have.
      if case .database(_, let problem) = error { throw problem }
      return .failure(error)
    }
    let sql = NearestPlacesSQL(tables: tables, position: position, radius: query.radius, matcher: matcher)
    let found = try NearestPlacesSearch(sql: sql, query: query, byteLimit: limits.bytes).nearest(in: session)
    if found.unusable > 0 { report(.unusable(rows: found.unusable)) }
    var answer = PlaceAnswer(
      places: found.places,
      source: PlaceSource(name: address.description, attribution: tables.attribution), closed: found.closed)
    answer.leaveOutOtherRegions(for: query)
    return .success(answer)
  }

  private func tables(in session: PostgreSQLPool.Session) throws(PostgreSQLProblem) -> PlaceTables {
    if let known = tables.withLock({ $0 }) { return known }
    var columns: [PlaceTables.Column] = []
    try session.ask(PlaceTables.question) { row in
      columns.append(
        PlaceTables.Column(
          table: row.text(0) ?? "", name: row.text(1) ?? "", type: row.text(2) ?? "",
          modifier: Int(row.integer(3) ?? -1), comment: row.text(4)))
    }
    let found = try PlaceTables(columns: columns)
    let isFirst = tables.withLock { known in
      defer { known = found }
      return known == nil
    }
    if isFirst, found.isWithoutTags { report(.withoutTags) }
    if isFirst, let count = found.countWithoutPosition {
      var rows = 0
      try session.ask(count) { rows = Int(clamping: $0.integer(0) ?? 0) }
      if rows > 0 { report(.withoutPosition(rows: rows)) }
    }
    return found
  }

  /// Looks up words that are not poi's categories among the database's own.
  private func matcher(
    for filter: PlaceFilter, of tables: PlaceTables, in session: PostgreSQLPool.Session
  ) throws(PlacesError) -> PlaceMatcher {
    func ask(
      _ question: (NamedPlacesSearch) throws(PostgreSQLProblem) -> Bool
    ) throws(PlacesError) -> Bool {
      do throws(PostgreSQLProblem) {
        return try question(NamedPlacesSearch(tables: tables))
      } catch {
        throw .database(address: address.description, error)
      }
    }
    return try PlaceMatcher(filter) { word throws(PlacesError) in
      try ask { search throws(PostgreSQLProblem) in try search.hasCategory(word, in: session) }
    } hasName: { name throws(PlacesError) in
      try ask { search throws(PostgreSQLProblem) in try search.hasName(name, in: session) }
    }
  }
}

extension PostgreSQLProvider: PlaceFinding {
  public func places(called text: String) async throws(PlacesError) -> [PointOfInterest] {
    try await ask { session, tables throws(PostgreSQLProblem) in
      try NamedPlacesSearch(tables: tables).places(called: text, in: session)
    }
  }
}
