import Geography
import Places
import SQLite

extension PlaceStore: StreetNetworkProviding {
  public func network(
    within reach: Distance, of position: Coordinate
  ) throws(PlacesError) -> StreetNetwork? {
    guard position.isValid else { return nil }
    return try read(within: Self.questionLimit) { database, reader in
      guard try reader.hasGazetteer(in: database) else { return nil }
      return try reader.network(within: reach, of: position, in: database)
    }
  }
}

extension StoreReader {
  /// Metres beyond the distance asked for, so that dead ends and whole junctions are known.
  private static let margin = 320.0
  /// How far a network reaches at the most.
  private static let farthest = Distance(metres: 1000)

  func network(
    within reach: Distance, of position: Coordinate, in database: Connection
  ) throws -> StreetNetwork? {
    let (coverage, sources) = try junctionSources(in: database)
    guard let point = BoundingBox(of: position) else { return nil }
    let squares = GridSquare.covering(point.grown(by: min(reach, Self.farthest).metres + Self.margin))
    if let (known, network) = gazetteer.network, known == squares {
      return coverage.contains(position) || !network.edges.isEmpty || network.isCrowded ? network : nil
    }
    var all = GazetteerSquare()
    for square in squares {
      for entries in try entries(of: square, joinedIn: sources, in: database) {
        try database.checkLimit(corners: entries.pieces.reduce(0) { $0 + $1.points.count })
        all.pieces += entries.pieces
        all.features.formUnion(entries.features)
      }
    }
    let points = all.pieces.reduce(0) { $0 + $1.points.count }
    guard coverage.contains(position) || !all.pieces.isEmpty else { return nil }
    let isCrowded = points > scanLimits.corners
    let boxes = squares.map(\.boundingBox)
    let features = all.features.compactMap(\.feature)
    var network = StreetNetwork(isCrowded ? [] : all.pieces.map(\.street), features: features) { end in
      coverage.contains(end) && boxes.contains { $0.contains(end) }
    }
    network.isCrowded = isCrowded
    gazetteer.network = (squares, network)
    return network
  }

  /// What all sources have of each of the smallest squares in one.
  ///
  /// - Parameter sources: those that know where streets meet, if others count only where that was fetched.
  func entries(
    of square: GridSquare, joinedIn sources: Set<Int64>? = nil, in database: Connection
  ) throws -> [GazetteerSquare] {
    let numbers = square.numbers
    let rows = try database.statement(
      "SELECT number, entries FROM gazetteer WHERE number >= ? AND number < ?")
    let parts = try rows.map(.integer(numbers.lowerBound), .integer(numbers.upperBound)) { row in
      let (square, source) = (GridSquare(number: row.integer(0)), GridSquare.ordinal(of: row.integer(0)))
      let isJoined =
        try sources?.contains(source) != false
        || square.isFetched(FetchedSelection.hasJunctions, in: database)
      let entries = isJoined ? try GazetteerSquare(row, in: square) : GazetteerSquare()
      return (first: row.integer(0) - source, source: source, entries: entries)
    }
    let newest = try newestFirst(parts, in: database) { $0.source }
    return Dictionary(newest.map { ($0.first, $0.entries) }) { $0.union($1) }
      .sorted { $0.key < $1.key }.map(\.value)
  }

  /// Where it is known where streets meet, and the sources all of whose squares have that.
  private func junctionSources(in database: Connection) throws -> (Coverage, Set<Int64>) {
    if let known = gazetteer.junctions { return known }
    var all = Coverage(of: try FetchedSquare.withGazetteer(FetchedSelection.hasJunctions, in: database))
    let columns = try StoredSource.columns(in: database)
    let sources = try database.statement("SELECT \(columns) FROM source WHERE gazetteer != ''")
      .map { try StoredSource($0) }.filter { $0.gazetteer?.contains(.streets) == true && !$0.lacksJunctions }
    for source in sources {
      if let coverage = try Coverage.stored(ofSource: source.number, in: database) { all.formUnion(coverage) }
    }
    let found = (coverage: all, sources: Set(sources.map(\.number)))
    gazetteer.junctions = found
    return found
  }
}
