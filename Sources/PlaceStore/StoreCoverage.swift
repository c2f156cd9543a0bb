import Geography
import Places
import SQLite

extension PlaceStore {
  /// How far around a position places tell that a source is of its area.
  static let areaReach = Distance(metres: 25_000)

  /// Whether the store alone can answer around a position.
  ///
  /// It can within its coverage: squares that were fetched, and what an extract of OpenStreetMap covers. If no
  /// source says what it covers, it can within 25 km of 100 places of a file, or of one of an extract that an earlier
  /// version imported whole. Few places are a list of the user's own, which says nothing of what else is there, and so
  /// are places added by hand.
  public func covers(_ position: Coordinate) throws(PlacesError) -> Bool {
    guard position.isValid else { return false }
    return try read(within: Self.questionLimit) { database, reader in
      try reader.covers(position, in: database)
    }
  }

  /// Whether the store has any place within 25 km.
  public func hasPlaces(around position: Coordinate) throws(PlacesError) -> Bool {
    try !answer(near: position, matching: PlaceQuery(radius: Self.areaReach, limit: 1)).places.isEmpty
  }

  /// The answer without what was fetched from a server, and without the age of what was added by hand.
  ///
  /// - Parameter searched: within which a server has listed every place, so that an extract's others are out of date or
  ///   cut off at its edge; `nil` for all of the query.
  package func ownAnswer(
    near position: Coordinate, matching query: PlaceQuery, beyond searched: Distance?
  ) throws(PlacesError) -> PlaceAnswer {
    guard position.isValid, query.limit > 0 else {
      return PlaceAnswer(places: [], source: PlaceSource(name: Self.sourceName))
    }
    return try read(within: Self.questionLimit) { database, reader in
      var found = try reader.nearest(to: position, matching: query, among: .lists, in: database)
      var closed = reader.closed
      if let searched {
        let listed = Set(found.map(\.source))
        found += try reader.nearest(to: position, matching: query, among: .own, in: database)
          .filter { $0.nearby.distance > searched && !listed.contains($0.source) }
        closed = reader.closed
      }
      let aged = try found.map(\.source).filter {
        try reader.storedSource($0, in: database).origin != .user
      }
      return PlaceAnswer(
        places: found.map(\.nearby), source: try reader.source(of: aged, in: database), closed: closed)
    }
  }
}

/// What a store can say of a position.
enum StoreKnowledge {
  /// It has every place there, and as far as its coverage goes.
  case known
  /// It has places of the area, and no source says how far it goes.
  case assumed
  /// It may have places there, but says nothing of others.
  case none
}

extension StoreReader {
  /// How many places of a file around a position make it more than a personal list.
  private static let placesOfArea = 100

  /// Whether the store alone can answer around a position; the same for all of a smallest square.
  func covers(_ position: Coordinate, in database: Connection) throws -> Bool {
    try knowledge(of: position, in: database) != .none
  }

  /// The coverage that the store claims to know; `nil` if it claims nothing for a position.
  ///
  /// A store of lists claims nothing anywhere; one that has any coverage does not know what lies elsewhere.
  func claimedCoverage(around position: Coordinate, in database: Connection) throws -> Coverage? {
    let coverage = try coverage(in: database)
    guard !coverage.isEmpty, try knowledge(of: position, in: database) != .assumed else { return nil }
    return coverage
  }

  private func knowledge(of position: Coordinate, in database: Connection) throws -> StoreKnowledge {
    let square = GridSquare(around: position)
    if let knowledge, knowledge.square == square { return knowledge.knowledge }
    let found: StoreKnowledge =
      if try coverage(in: database).contains(position) {
        .known
      } else if try square.isFetched(in: database)
        || hasFile(around: square.circle.centre, in: database)
      {
        .assumed
      } else {
        .none
      }
    knowledge = (square, found)
    return found
  }

  /// The coverage of all sources, and of the squares that were fetched for every place.
  private func coverage(in database: Connection) throws -> Coverage {
    if let coverage { return coverage }
    var all = Coverage(of: try FetchedSquare.ofEveryPlace(in: database))
    if try StoreSchema.has(.coverage, database) {
      try database.statement("SELECT source, squares FROM ground").forEachRow { row in
        all.formUnion(try Coverage(row))
        return true
      }
    }
    coverage = all
    return all
  }

  /// Whether a source that says nothing of its coverage has enough around a position to be of that area.
  private func hasFile(around position: Coordinate, in database: Connection) throws -> Bool {
    var whole: Set<Int64> = []
    var counts: [Int64: Int] = [:]
    let extracts = try Self.wholeExtracts(in: database)
    let sources = try database.statement(
      "SELECT \(try StoredSource.columns(in: database)) FROM source"
    ).map { try StoredSource($0) }
    // Where others know their coverage, a list is only a list.
    let mayCount = try coverage(in: database).isEmpty
    let measured = try Self.measuredSources(in: database)
    for source in sources where mayCount || !measured.contains(source.number) {
      switch source.origin {
      case .files where !extracts.contains(source.number) || measured.contains(source.number):
        if mayCount { counts[source.number] = 0 }
      case .files: whole.insert(source.number)
      // An earlier version did not tell files from squares.
      case nil: if source.name != SourceDescription.favourites.name { whole.insert(source.number) }
      case .overpass, .user: break
      }
    }
    guard !whole.isEmpty || !counts.isEmpty else { return false }
    let first = try database.statement(
      "SELECT number FROM place WHERE number >= ? AND number < ? LIMIT 1"
    )
    let rows = try database.statement(
      "SELECT number, latitude, longitude, source FROM place WHERE number >= ? AND number < ?"
    )
    var search = SquareVisitOrder(from: position, within: PlaceStore.areaReach, farReach: 0)
    var near: Set<Int64> = []
    while true {
      let step = try search.next { numbers in
        try first.firstInteger(.integer(numbers.lowerBound), .integer(numbers.upperBound))
      } scan: { numbers, take in
        try rows.forEachRow(.integer(numbers.lowerBound), .integer(numbers.upperBound)) { row in
          let source = row.integer(3)
          if whole.contains(source) || counts[source] != nil {
            let coordinate = Coordinate(latitude: row.double(1), longitude: row.double(2))
            take(
              SquareVisitOrder.Candidate(
                number: row.integer(0), coordinate: coordinate, kind: source, reach: 0, hasExtent: false))
          }
          return true
        }
        return true
      } findFar: { _ in
        []
      } extent: { candidate in
        throw StoreProblem.damaged("the extent of place \(candidate.number)")
      }
      guard case .found(let next) = step else { return false }
      let candidate = next.candidate
      let source = candidate.kind
      if whole.contains(source) { return true }
      if !measured.contains(source) || Coverage.tells(of: position, by: candidate.coordinate) {
        near.insert(source)
      }
      counts[source, default: 0] += 1
      if counts[source, default: 0] >= Self.placesOfArea, near.contains(source) { return true }
    }
  }

  /// The sources with places of a region, rather than a list: extracts of OpenStreetMap, and servers.
  func regionalSources(in database: Connection) throws -> Set<Int64> {
    if let regional { return regional }
    let found = try Self.measuredSources(in: database).union(
      database.statement(
        "SELECT source FROM file WHERE extract IS NOT NULL UNION SELECT number FROM source WHERE origin = 'overpass'"
      ).map { $0.integer(0) })
    regional = found
    return found
  }

  /// The sources whose coverage is known, be it none at all.
  private static func measuredSources(in database: Connection) throws -> Set<Int64> {
    guard try StoreSchema.has(.coverage, database) else { return [] }
    return Set(try database.statement("SELECT source FROM ground").map { $0.integer(0) })
  }

  /// The sources with an extract of OpenStreetMap of which everything was imported.
  private static func wholeExtracts(in database: Connection) throws -> Set<Int64> {
    Set(
      try database.statement(
        "SELECT DISTINCT source FROM file WHERE extract IS NOT NULL AND selection IS NULL"
      ).map { $0.integer(0) })
  }
}

extension Coverage {
  /// A row of source and squares.
  fileprivate init(_ row: borrowing Row) throws {
    guard let coverage = row.withBytes(1, { $0.flatMap(Coverage.init(encoded:)) }) else {
      throw StoreProblem.damaged("the ground of source \(row.integer(0))")
    }
    self = coverage
  }

  /// That of a source; `nil` if it says nothing of it.
  static func stored(ofSource source: Int64, in database: Connection) throws -> Coverage? {
    guard try StoreSchema.has(.coverage, database) else { return nil }
    return try database.statement("SELECT source, squares FROM ground WHERE source = ?")
      .map(.integer(source)) { try Coverage($0) }.first
  }
}

extension PlaceStore {
  /// The coverage of a source; `nil` if it says nothing of it.
  public func coverage(of source: StoredSource) throws(PlacesError) -> Coverage? {
    try read { database, _ in
      if source.origin == .overpass { return Coverage(of: try FetchedSquare.ofEveryPlace(in: database)) }
      return try Coverage.stored(ofSource: source.number, in: database)
    }
  }

  /// Whether the store knows any coverage, and how far it goes around a position, up to a limit in metres; 0 outside.
  public func coverageReach(
    around position: Coordinate, within limit: Double
  ) throws(PlacesError) -> (isClaimed: Bool, metres: Double) {
    try read(within: Self.questionLimit) { database, reader in
      guard let coverage = try reader.claimedCoverage(around: position, in: database) else {
        return (false, 0)
      }
      return (true, coverage.distanceToUnknown(from: position, within: limit) ?? limit)
    }
  }
}
