import Geography
import Places
import SQLite

extension StoreReader {
  struct Found {
    let nearby: NearbyPlace
    let source: Int64
    let number: Int64
  }

  /// How many nearby places to check before asking the index of terms: by kind, which is known at once, or by
  /// name and tags, which must be read.
  struct ScanLimits {
    /// How many points of streets to join around a position: no town has more, and more would take too long.
    var corners = 100_000
    var kinds = 2000
    var details = 150
    /// How many places a repeated query skips before it is looked up, too.
    var passedOver = 5000
  }

  /// The places that a search looks at.
  enum Selection: Equatable {
    case all
    /// Those of other sources than these.
    case except(Set<Int64>)
    /// Those that are known not to come from a server.
    case own
    /// Those among them whose source is a list, rather than an extract, which has every place of its coverage.
    case lists

    /// The numbers of their sources; `nil` for all.
    fileprivate func sources(in database: Connection) throws -> Set<Int64>? {
      if self == .all { return nil }
      if case .except(let others) = self {
        return Set(try database.statement("SELECT number FROM source").map { $0.integer(0) }).subtracting(
          others)
      }
      let knowsCoverage = try StoreSchema.has(.coverage, database)
      let condition = self == .lists && knowsCoverage ? " AND number NOT IN (SELECT source FROM ground)" : ""
      return Set(
        try database.statement("SELECT number FROM source WHERE origin IN ('files', 'user')\(condition)")
          .map { $0.integer(0) })
    }
  }

  /// The nearest places that match, nearest first.
  func nearest(
    to position: Coordinate, matching query: PlaceQuery, among selection: Selection = .all,
    in database: Connection
  ) throws -> [Found] {
    let sources = try selection.sources(in: database)
    let question = try question(for: query.filter, in: database)
    try lookUpIfWorthwhile(in: database)
    guard self.question?.filed == nil else {
      return try search(from: position, matching: query, of: sources, in: database)
    }
    let limit = question.matcher.isByKindOnly ? scanLimits.kinds : scanLimits.details
    return try scan(
      from: position, matching: query, of: sources, atMost: question.terms == nil ? .max : limit,
      in: database) ?? search(from: position, matching: query, of: sources, in: database)
  }

  /// The same, but without a radius, places of extracts and servers in another region are no answer.
  ///
  /// - Returns: also the nearest of those that are left out.
  func nearestOfRegion(
    to position: Coordinate, matching query: PlaceQuery, in database: Connection
  ) throws -> (found: [Found], elsewhere: Found?) {
    let all = try nearest(to: position, matching: query, in: database)
    guard query.radius == nil, let last = all.last, last.nearby.distance > PlaceQuery.farthest else {
      return (all, nil)
    }
    let near = all.prefix { $0.nearby.distance <= PlaceQuery.farthest }
    let regional = try regionalSources(in: database)
    let far = all[near.endIndex...]
    guard let elsewhere = far.first(where: { regional.contains($0.source) }) else { return (all, nil) }
    var lists: [Found] = far.filter { !regional.contains($0.source) }
    if all.count == query.limit {
      let closed = closed
      lists = try nearest(to: position, matching: query, among: .except(regional), in: database)
        .filter { $0.nearby.distance > PlaceQuery.farthest }
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
    from position: Coordinate, matching query: PlaceQuery, of sources: Set<Int64>?, atMost limit: Int,
    in database: Connection
  ) throws -> [Found]? {
    let first = try database.statement(
      "SELECT number FROM place WHERE number >= ? AND number < ? LIMIT 1"
    )
    var seen = 0
    func isWanted(_ candidate: SquareVisitOrder.Candidate) throws -> Bool {
      guard sources?.contains(candidate.source) != false else { return false }
      seen += 1
      if try isOfKind(candidate.kind, in: database) { return true }
      question?.passedOver += 1
      return false
    }
    return try collect(from: position, query, in: database) { numbers in
      try first.firstInteger(.integer(numbers.lowerBound), .integer(numbers.upperBound))
    } scan: { numbers, take in
      for candidate in try places(in: numbers, database) where try isWanted(candidate) { take(candidate) }
      return seen <= limit
    } read: { number in
      try place(number, isFar: true, in: database).flatMap { try isWanted($0) ? $0 : nil }
    }
  }

  /// Looks only at the places that the index of terms files under the query.
  private func search(
    from position: Coordinate, matching query: PlaceQuery, of sources: Set<Int64>?, in database: Connection
  ) throws -> [Found] {
    let filed = try filedNumbers(in: database)
    func isOfSources(_ candidate: SquareVisitOrder.Candidate) -> Bool {
      sources?.contains(candidate.source) != false
    }
    func wanted(_ number: Int64, isFar: Bool) throws -> SquareVisitOrder.Candidate? {
      guard let found = try place(number, isFar: isFar, in: database) else { return nil }
      return try isOfKind(found.kind, in: database) ? found : nil
    }
    func wanted(in square: Range<Int64>) throws -> [SquareVisitOrder.Candidate] {
      if let known = question?.squares[square] { return known }
      let found = try filed[filed.partitioningIndex { $0 >= square.lowerBound }...]
        .prefix { $0 < square.upperBound }.compactMap { try wanted($0, isFar: false) }
      question?.squares.keep(found, as: square, size: found.count)
      return found
    }
    return try collect(from: position, query, in: database) { numbers in
      let first = filed.partitioningIndex { $0 >= numbers.lowerBound }
      return first < filed.count && filed[first] < numbers.upperBound ? filed[first] : nil
    } scan: { numbers, take in
      for candidate in try wanted(in: numbers) where isOfSources(candidate) { take(candidate) }
      return true
    } read: { number in
      let index = filed.partitioningIndex { $0 >= number }
      guard index < filed.count, filed[index] == number else { return nil }
      return try wanted(number, isFar: true).flatMap { isOfSources($0) ? $0 : nil }
    } ?? []
  }

  /// The places of a square without those that reach far, which come by their boxes.
  private func places(
    in square: Range<Int64>, _ database: Connection
  ) throws -> [SquareVisitOrder.Candidate] {
    try database.checkLimit()
    if let known = around.squares[square] { return known }
    var found: [SquareVisitOrder.Candidate] = []
    try candidates("number >= ? AND number < ?", in: database)
      .forEachRow(.integer(square.lowerBound), .integer(square.upperBound)) { row in
        try database.checkLimit()
        let candidate = SquareVisitOrder.Candidate(row)
        if !candidate.isFar { found.append(candidate) }
        return true
      }
    around.squares.keep(found, as: square, size: found.count)
    return found
  }

  /// The place of a number, if it reaches far, or if it does not.
  private func place(
    _ number: Int64, isFar: Bool, in database: Connection
  ) throws -> SquareVisitOrder.Candidate? {
    try database.checkLimit()
    var found = around.places[number]
    if found == nil {
      found = try candidates("number = ?", in: database)
        .map(.integer(number)) { SquareVisitOrder.Candidate($0) }.first
      if let found { around.places.keep(found, as: number, size: 1) }
    }
    return found?.isFar == isFar ? found : nil
  }

  /// What a search needs of places, which the store's version may not have.
  private func candidates(_ condition: String, in database: Connection) throws -> Statement {
    let reach = try columns(in: database) == StoredPlace.columns ? "reach" : "NULL"
    return try database.statement(
      "SELECT number, latitude, longitude, kind, source, \(reach) FROM place WHERE \(condition)")
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

  /// Takes the nearest that match until there are enough; `nil` if `scan` gives up.
  private func collect(
    from position: Coordinate, _ query: PlaceQuery, in database: Connection,
    firstNumber: (Range<Int64>) throws -> Int64?,
    scan: (Range<Int64>, (SquareVisitOrder.Candidate) -> Void) throws -> Bool,
    read: (Int64) throws -> SquareVisitOrder.Candidate?
  ) throws -> [Found]? {
    closed = 0
    let hasExtents = try columns(in: database) == StoredPlace.columns
    var order = SquareVisitOrder(
      from: position, within: query.radius, farReach: hasExtents ? StoredPlace.farReach : 0)
    var (found, standIns): ([Found], StandIns<Int64>) = ([], StandIns())
    let details = try detailsOfPlaces(in: database)
    // Of those at one distance the one that stands for most is kept: a river is as near as the nearest of its pieces.
    var tied: [(found: Found, others: [Int64])] = []
    var pieces = query.skipsFurtherPieces && !query.keepsDuplicates ? FirstPieces() : nil
    func keep(_ next: Found) {
      if query.opening?.leavesOut(next.nearby.place) != true {
        if pieces?.take(next.nearby.place) != false { found.append(next) }
      } else if next.nearby.distance <= PlaceQuery.farthest || query.radius != nil {
        closed += 1
      }
    }
    func settle() {
      let kept = Set(
        tied.sorted { $0.others.count > $1.others.count }
          .filter { standIns.take($0.found.number, standingFor: $0.others) }.map(\.found.number))
      for next in tied.map(\.found) where kept.contains(next.number) { keep(next) }
      tied = []
    }
    search: while found.count < query.limit {
      try database.checkLimit()
      let step = try order.next(firstNumber: firstNumber, scan: scan) { metres in
        guard try hasFar(in: database) else { return [] }
        return try ExtentBoxes.places.numbers(within: metres, of: position, in: database).compactMap(read)
      } extent: { candidate in
        try extent(of: candidate, in: database)
      }
      switch step {
      case .found(let next):
        let number = next.candidate.number
        guard let (place, others) = try matching(number, details, next.measured?.extent, in: database) else {
          continue
        }
        let nearby =
          next.measured.map { NearbyPlace(place, $0.nearest) }
          ?? NearbyPlace(point: place, distance: next.distance, bearing: next.bearing)
        if let first = tied.first, first.found.nearby.rank != nearby.rank { settle() }
        let one = Found(nearby: nearby, source: next.candidate.source, number: number)
        // A point without twins is no piece of what may come at the same distance.
        if !tied.isEmpty || !query.keepsDuplicates && (next.measured != nil || !others.isEmpty) {
          tied.append((one, others))
        } else if standIns.take(number, standingFor: []) {
          keep(one)
        }
      case .end:
        settle()
        break search
      case .givenUp: return nil
      }
    }
    found.removeLast(max(0, found.count - query.limit))
    return found
  }

  /// A place as its twins make it whole, with the numbers of those for which it stands; `nil` if it does not match.
  private func matching(
    _ number: Int64, _ details: Statement, _ extent: Extent?, in database: Connection
  ) throws -> JoinedPlace? {
    if let known = question?.answers[number] { return known }
    let stored = try place(number, details, extent, in: database)
    var found: JoinedPlace?
    if let matcher = question?.matcher, !matcher.matches(stored.place) {
      // Of a stop, the name can be on the sign, and what else is asked for on the platform.
      if matcher.joinsStops, TwinCandidate.StopPart(stored.place.tags) != nil {
        let joined = try joined(stored, in: database)
        found = matcher.matches(joined.place) ? joined : nil
      }
    } else {
      found = try joined(stored, in: database)
    }
    let size = found.map { 3 + $0.place.tags.count + ($0.place.extent?.pointCount ?? 0) }
    question?.answers.keep(found, as: number, size: size ?? 0)
    return found
  }

  private func extent(of candidate: SquareVisitOrder.Candidate, in database: Connection) throws -> Extent {
    if let known = around.extents[candidate.number] { return known }
    let found = try database.statement("SELECT number, extent FROM place WHERE number = ?")
      .first([.integer(candidate.number)]) { try StoredPlace.extent($0, 1, of: candidate.coordinate) }
    guard let found else { throw StoreProblem.damaged("the extent of place \(candidate.number)") }
    try database.checkLimit(corners: found.pointCount)
    around.extents.keep(found, as: candidate.number, size: found.pointCount)
    return found
  }
}

extension SquareVisitOrder.Candidate {
  /// A row of number, latitude, longitude, kind, source and reach.
  fileprivate init(_ row: borrowing Row) {
    self.init(
      number: row.integer(0), coordinate: Coordinate(latitude: row.double(1), longitude: row.double(2)),
      kind: row.integer(3), source: row.integer(4), reach: row.double(5), hasExtent: !row.isNull(5))
  }

  /// Whether it is a place which its square does not tell about.
  fileprivate var isFar: Bool { reach > StoredPlace.farReach }
}
