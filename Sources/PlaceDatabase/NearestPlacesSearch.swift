import Geography
import Places

/// Finds the nearest matching places of a database, in the store's order.
///
/// The database sorts by its own measure and filters by what SQL can express, so the search asks for some
/// more places than wanted, and for many more if a place not yet returned may be nearer.
struct NearestPlacesSearch {
  let sql: NearestPlacesSQL
  let query: PlaceQuery
  /// The most bytes for the rows of one statement.
  let byteLimit: Int

  /// The places, nearest first, how many nearer ones are left out as surely closed, and how many rows as unusable.
  typealias Answer = (places: [NearbyPlace], closed: Int, unusable: Int)

  /// Beyond this many rows of a table, asks for all.
  private static let mostSorted = 100_000
  private static let growth = 6

  func nearest(in session: PostgreSQLPool.Session) throws(PostgreSQLProblem) -> Answer {
    var most = firstCount
    var turns = turns(reaching: query.radius?.metres ?? 0)
    var wasMeasured = false
    while true {
      let (rows, sure) = try rows(most: most, turns: turns, in: session)
      let (answer, isWhole) = select(rows, sure: sure)
      if isWhole { return answer }
      if !wasMeasured, let farthest = farthestNeeded(of: rows) {
        wasMeasured = true
        let (answer, isWhole) = try measured(within: farthest, most: most, in: session)
        if isWhole { return answer }
      }
      if let edge = sql.reach.groundToEdge, turns.count == 1, sure >= edge {
        // The nearest place may be on the other side of the map.
        turns = self.turns(reaching: .infinity)
      } else {
        most = most.flatMap { $0 > Self.mostSorted ? nil : $0 * Self.growth }
      }
    }
  }

  /// How far away the last place of an answer is at most; `nil` if not that many are found, or if a map's edge is in
  /// the way.
  private func farthestNeeded(of rows: PlaceRowJoiner) -> Distance? {
    guard sql.reach.measure == .sphere else { return nil }
    let answer = select(rows, sure: .infinity).0
    return answer.places.count < query.limit ? nil : answer.places.last?.distance
  }

  /// Has the database measure on the ellipsoid what is no farther than that: from far away, its own measure tells
  /// nothing of what is nearer than what.
  private func measured(
    within farthest: Distance, most: Int?, in session: PostgreSQLPool.Session
  ) throws(PostgreSQLProblem) -> (Answer, isWhole: Bool) {
    var nearer = sql
    nearer.radius = farthest
    var rows = PlaceRowJoiner(sql.tables.tables)
    var counts = sql.tables.tables.map { _ in 0 }
    var sure = farthest.metres.nextUp
    try ask(nearer.statement(most: most, isMeasured: true), into: &rows, in: session) { table, away in
      counts[table] += 1
      // Rows come nearest first.
      if counts[table] == most { sure = min(sure, away - DistanceBounds.rounding) }
    }
    return select(rows, sure: sure)
  }

  private var firstCount: Int? {
    guard query.limit <= Self.mostSorted else { return nil }
    return (query.opening == nil ? 3 : 8) * query.limit / 2 + 20
  }

  /// By how many turns round the earth to shift the position east, as a map ends at 180°.
  private func turns(reaching reach: Double) -> [Int] {
    guard let edge = sql.reach.groundToEdge, reach > edge else { return [0] }
    return [0, sql.position.longitude < 0 ? 1 : -1]
  }

  /// The rows, and the distance over the ground, in metres, within which they include every place that may
  /// match.
  private func rows(
    most: Int?, turns: [Int], in session: PostgreSQLPool.Session
  ) throws(PostgreSQLProblem) -> (PlaceRowJoiner, sure: Double) {
    let tables = sql.tables.tables
    var rows = PlaceRowJoiner(tables)
    var sure = Double.infinity
    for turn in turns {
      var counts = tables.map { _ in 0 }
      var farthest = tables.map { _ in 0.0 }
      try ask(sql.statement(most: most, turns: turn), into: &rows, in: session) { table, away in
        counts[table] += 1
        farthest[table] = max(farthest[table], away)
      }
      for (count, away) in zip(counts, farthest) where count >= most ?? .max {
        sure = min(sure, sql.reach.leastGround(at: away))
      }
    }
    if sure < .infinity, turns.count == 1, let edge = sql.reach.groundToEdge { sure = min(sure, edge) }
    let relations = Set(rows.relations)
    if !relations.isEmpty {
      try ask(sql.statement(forPartsOf: relations), into: &rows, in: session) { _, _ in }
    }
    return (rows, sure)
  }

  private func ask(
    _ statement: SQLStatement, into rows: inout PlaceRowJoiner, in session: PostgreSQLPool.Session,
    _ count: (Int, Double) -> Void
  ) throws(PostgreSQLProblem) {
    var taken = rows
    let limit = taken.size + byteLimit
    try withoutActuallyEscaping(count) { count throws(PostgreSQLProblem) in
      try session.ask(statement) { row throws(PostgreSQLProblem) in
        if let (table, away) = taken.add(row) { count(table, away) }
        if taken.size > limit { throw .tooLarge(limit: byteLimit) }
      }
    }
    rows = taken
  }

  /// The places that are surely the nearest, and whether they are all that the query needs.
  private func select(_ rows: PlaceRowJoiner, sure: Double) -> (Answer, isWhole: Bool) {
    var (answer, isWhole) = select(rows.places(), sure: sure)
    answer.unusable = rows.unusable
    return (answer, isWhole)
  }

  func select(_ found: [PlaceRowJoiner.Found], sure: Double) -> (Answer, isWhole: Bool) {
    let matching = found.filter { sql.matcher.matches($0.place) }
    let twins = Twins(among: matching.map(\.place))
    let sorted = matching.indices
      .map { (NearbyPlace(twins.joined($0), from: sql.position), matching[$0].order, $0) }
      .sorted { ($0.0.rank, $0.1) < ($1.0.rank, $1.1) }
    let others = matching.indices.map { query.keepsDuplicates ? [] : twins.others(of: $0) }
    var standIns = StandIns<Int>()
    // A river is as near as the nearest of its pieces: of these, the one that stands for more is kept.
    let kept = Set(
      sorted.sorted { ($0.0.rank, others[$1.2].count) < ($1.0.rank, others[$0.2].count) }
        .map(\.2).filter { standIns.take($0, standingFor: others[$0]) })
    var pieces = query.skipsFurtherPieces && !query.keepsDuplicates ? FirstPieces() : nil
    var answer: Answer = ([], 0, 0)
    for (place, _, index) in sorted {
      if answer.places.count >= query.limit { return (answer, true) }
      guard place.distance.metres < sure else { return (answer, false) }
      if let radius = query.radius, place.distance > radius { return (answer, true) }
      guard kept.contains(index) else { continue }
      if query.opening?.leavesOut(place.place) == true {
        answer.closed += 1
      } else if pieces?.take(place.place) != false {
        answer.places.append(place)
      }
    }
    let isWhole = answer.places.count >= query.limit || (query.radius?.metres ?? .infinity) < sure
    return (answer, isWhole || sure == .infinity)
  }
}
