import Geography
import PlaceFiles
import Places
import SQLite

extension PlaceStore {
  /// How far around a position places tell that a source is of its area.
  static let areaReach = Distance(metres: 25_000)

  /// Whether the store alone can answer around a position.
  ///
  /// It can in squares that were fetched, and within 25 km of a place of an extract of OpenStreetMap that was imported
  /// whole, or of 100 places of another file. Few places are a list of the user's own, which says nothing of what else
  /// is there, and so are places added by hand.
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
  package func ownAnswer(near position: Coordinate, matching query: PlaceQuery) throws(PlacesError)
    -> PlaceAnswer
  {
    guard position.isValid, query.limit > 0 else {
      return PlaceAnswer(places: [], source: PlaceSource(name: Self.sourceName))
    }
    return try read(within: Self.questionLimit) { database, reader in
      let found = try reader.nearest(to: position, matching: query, among: .own, in: database)
      let aged = try found.map(\.source).filter {
        try reader.storedSource($0, in: database).origin != .user
      }
      return PlaceAnswer(
        places: found.map(\.nearby), source: try reader.source(of: aged, in: database), closed: reader.closed)
    }
  }
}

extension StoreReader {
  /// How many places of a file around a position make it more than a personal list.
  private static let placesOfArea = 100

  /// Whether the store alone can answer around a position; the same for all of a smallest square.
  func covers(_ position: Coordinate, in database: Connection) throws -> Bool {
    let square = GridSquare(around: position)
    if let coverage, coverage.square == square { return coverage.isCovered }
    let isCovered =
      try FetchedSquare.isAround(position, in: database) || hasFile(around: square.middle, in: database)
    coverage = (square, isCovered)
    return isCovered
  }

  private func hasFile(around position: Coordinate, in database: Connection) throws -> Bool {
    var whole: Set<Int64> = []
    var counts: [Int64: Int] = [:]
    let extracts = try Self.wholeExtracts(in: database)
    let sources = try database.statement(
      "SELECT \(try StoredSource.columns(in: database)) FROM source"
    ).map { try StoredSource($0) }
    for source in sources {
      switch source.origin {
      case .files where !extracts.contains(source.number): counts[source.number] = 0
      case .files: whole.insert(source.number)
      // An earlier version did not tell files from squares.
      case nil: if source.name != "favourites" { whole.insert(source.number) }
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
    var search = SquareVisitOrder(from: position, within: PlaceStore.areaReach)
    while true {
      let step = try search.next { numbers in
        try first.firstInteger(.integer(numbers.lowerBound), .integer(numbers.upperBound))
      } scan: { numbers, take in
        try rows.forEachRow(.integer(numbers.lowerBound), .integer(numbers.upperBound)) { row in
          let source = row.integer(3)
          if whole.contains(source) || counts[source] != nil {
            let coordinate = Coordinate(latitude: row.double(1), longitude: row.double(2))
            take(
              SquareVisitOrder.Candidate(number: row.integer(0), coordinate: coordinate, kind: source))
          }
          return true
        }
        return true
      }
      guard case .found(let next) = step else { return false }
      let source = next.candidate.kind
      if whole.contains(source) { return true }
      counts[source, default: 0] += 1
      if counts[source, default: 0] >= Self.placesOfArea { return true }
    }
  }

  /// The sources with an extract of OpenStreetMap of which everything was imported.
  private static func wholeExtracts(in database: Connection) throws -> Set<Int64> {
    guard try StoreSchema.hasOrigins(database) else { return [] }
    return Set(
      try database.statement(
        "SELECT DISTINCT source FROM file WHERE extract IS NOT NULL AND selection IS NULL"
      ).map { $0.integer(0) })
  }
}

extension GridSquare {
  fileprivate var middle: Coordinate {
    let (west, south, east, north) = box
    return Coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
  }
}
