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
    let metres = min(reach, Self.farthest).metres + Self.margin
    let (latitude, longitude) = (position.latitude, position.longitude)
    guard let point = BoundingBox(west: longitude, south: latitude, east: longitude, north: latitude) else {
      return nil
    }
    let squares = GridSquare.covering(point.grown(by: metres))
    let rows = try database.statement(
      "SELECT number, entries FROM gazetteer WHERE number >= ? AND number < ?")
    var streets: [Street] = []
    for square in squares {
      let numbers = square.numbers
      try rows.forEachRow(.integer(numbers.lowerBound), .integer(numbers.upperBound)) { row in
        let entries = try GazetteerSquare(row, in: GridSquare(number: row.integer(0)))
        try database.checkLimit(corners: entries.pieces.reduce(0) { $0 + $1.points.count })
        streets += entries.pieces.map(\.street)
        return true
      }
    }
    // Of streets that leave the squares, more is not there.
    guard try hasGazetteer(around: position, in: database) || !streets.isEmpty else { return nil }
    let (coverage, boxes) = (gazetteer.coverage, squares.map(\.boundingBox))
    return StreetNetwork(streets) { end in
      coverage?.contains(end) == true && boxes.contains { $0.contains(end) }
    }
  }
}
