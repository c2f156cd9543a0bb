import Geography
import Places
import SQLite

/// What a store has read for pictures, as the next one is usually near.
struct MapCache {
  /// By the first numbers of squares and details.
  var squares: [Int64: MapSquare] = [:]
  /// What pictures show of kinds of places; no value if nothing.
  var kinds: [Int64: MapKind?] = [:]
  var attribution: String??

  static let mostSquares = 128
  static let mostKinds = 100_000
}

extension PlaceStore: MapProviding {
  public func ground(in box: BoundingBox, _ detail: MapDetail) throws(PlacesError) -> GroundMap {
    try read(within: Self.questionLimit) { database, reader in
      try reader.ground(in: box, detail, in: database)
    }
  }
}

extension StoreReader {
  /// How many squares of the grid a picture is made of at the most; a larger one is coarser.
  private static let mostSquares = 100
  /// How many points it has at the most, so that no store can make it slow.
  private static let mostPoints = 400_000

  func ground(in box: BoundingBox, _ detail: MapDetail, in database: Connection) throws -> GroundMap {
    let squares = MapDetail.allCases.lazy.filter { $0 >= detail }.compactMap { detail in
      GridSquare.squares(of: detail.level, covering: box, atMost: Self.mostSquares).map { (detail, $0) }
    }
    guard let (detail, squares) = squares.first else { return GroundMap() }
    var features: [MapFeature] = []
    var points = 0
    func take(_ feature: MapFeature) throws {
      try database.checkLimit()
      points += feature.parts.reduce(0) { $0 + $1.count }
      if points <= Self.mostPoints { features.append(feature) }
    }
    if try StoreSchema.hasMap(database) {
      for square in squares {
        for feature in try mapSquare(square, detail, in: database).features(detail) { try take(feature) }
      }
    }
    if detail == .fine {
      if try hasGazetteer(in: database) {
        let leaves = GridSquare.squares(of: 0, covering: box, atMost: Self.mostSquares << 4) ?? []
        for square in leaves {
          for piece in try entries(of: square, in: database).pieces {
            try take(
              MapFeature(
                kind: piece.kind.mapKind, name: piece.name ?? piece.ref,
                parts: [piece.points.map(\.coordinate)]))
          }
        }
      }
      try forEachShape(in: box, in: database, take)
    }
    return GroundMap(features: features, attribution: try attributionOfMap(in: database))
  }

  /// What all sources have of a square.
  private func mapSquare(
    _ square: GridSquare, _ detail: MapDetail, in database: Connection
  ) throws -> MapSquare {
    let first = square.mapNumber(detail)
    if let known = map.squares[first] { return known }
    var all = MapSquare()
    try database.statement("SELECT number, pieces FROM map WHERE number >= ? AND number < ?")
      .forEachRow(.integer(first), .integer(first + GridSquare.ordinals)) { row in
        all.formUnion(try MapSquare(row))
        return true
      }
    if map.squares.count >= MapCache.mostSquares { map.squares = [:] }
    map.squares[first] = all
    return all
  }

  /// Hands over the shapes of places that pictures show, like woods and waters.
  private func forEachShape(
    in box: BoundingBox, in database: Connection, _ body: (MapFeature) throws -> Void
  ) throws {
    guard try StoreSchema.hasExtents(database) else { return }
    let shapes = try database.statement(
      """
      SELECT number, latitude, longitude, kind, id, name, tags, extent FROM place
      WHERE number >= ? AND number < ? AND extent IS NOT NULL
      """)
    for range in try ranges(of: box, hasExtents: true, in: database) {
      try shapes.forEachRow(.integer(range.lowerBound), .integer(range.upperBound)) { row in
        try database.checkLimit()
        let coordinate = Coordinate(latitude: row.double(1), longitude: row.double(2))
        guard let kind = try mapKind(ofKind: row.integer(3), in: database), coordinate.isValid,
          // The ways of a river are there themselves.
          kind.isArea || row.text(4)?.hasPrefix("relation/") == false,
          let extent = try StoredPlace.extent(row, 7, of: coordinate)
        else { return true }
        if !kind.isArea {
          let tags = row.withBytes(6) { $0.flatMap(StoredTags.tags(in:)) } ?? [:]
          guard MapKind(tags: tags) == kind else { return true }
        }
        let parts = kind.isArea ? extent.rings : extent.lines
        if !parts.isEmpty, extent.boundingBox.overlaps(box) {
          try body(MapFeature(kind: kind, name: row.text(5), parts: parts))
        }
        return true
      }
    }
  }

  private func mapKind(ofKind number: Int64, in database: Connection) throws -> MapKind? {
    if let known = map.kinds[number] { return known }
    let found = MapKind(tags: try kind(number, in: database).tags)
    if map.kinds.count >= MapCache.mostKinds { map.kinds = [:] }
    map.kinds[number] = .some(found)
    return found
  }

  /// What the licences of the sources require whose ground is drawn.
  private func attributionOfMap(in database: Connection) throws -> String? {
    if let known = map.attribution { return known }
    let numbers = try database.statement("SELECT number FROM source").map { $0.integer(0) }
    let sources = try numbers.map { try storedSource($0, in: database) }
    let texts = Set(sources.filter(\.hasOSMIDs).compactMap(\.attribution)).sorted()
    let found = texts.isEmpty ? nil : texts.joined(separator: "; ")
    map.attribution = .some(found)
    return found
  }
}

extension MapSquare {
  /// A row of number and pieces.
  init(_ row: borrowing Row) throws {
    guard let (detail, square) = GridSquare.mapSquare(of: row.integer(0)),
      let pieces = row.withBytes(1, { $0.flatMap { MapSquare(encoded: $0, in: square, detail) } })
    else { throw StoreProblem.damaged("square \(row.integer(0)) of the map") }
    self = pieces
  }

  /// What a source has of a square, by the number of both.
  static func stored(_ number: Int64, in database: Connection) throws -> MapSquare? {
    try database.statement("SELECT number, pieces FROM map WHERE number = ?")
      .map(.integer(number)) { try MapSquare($0) }.first
  }
}

extension GridSquare {
  /// The squares of a level that have a point of a box; `nil` if there are too many.
  static func squares(of level: Int, covering box: BoundingBox, atMost most: Int) -> [GridSquare]? {
    var found: [GridSquare] = []
    for part in box.withoutDateLine {
      let low = GridSquare(around: Coordinate(latitude: part.south, longitude: part.west)).raised(to: level)
      let high = GridSquare(around: Coordinate(latitude: part.north, longitude: part.east)).raised(to: level)
      let (columns, rows) = (low.column...high.column, low.row...high.row)
      guard found.count + columns.count * rows.count <= most else { return nil }
      for row in rows {
        found += columns.map { GridSquare(level: level, column: $0, row: row) }
      }
    }
    return found
  }
}
