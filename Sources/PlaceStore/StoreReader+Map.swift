import Geography
import Input
import PlaceFiles
import Places
import SQLite

/// What a store has read for pictures, as the next one is usually near.
struct MapCache {
  /// By the first numbers of squares and details.
  var squares = SizedCache<Int64, [MapFeature]>(most: 128)
  /// Where the data of sources lies, as far as they say.
  var boxes: [Int64: BoundingBox?] = [:]
  /// What pictures show of kinds of places; no value if nothing.
  var kinds = SizedCache<Int64, MapKind?>(most: 100_000)
  var attribution: String??
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
  static let mostPoints = 400_000

  /// - Parameter mostPoints: a picture of more is coarser.
  func ground(
    in box: BoundingBox, _ least: MapDetail, in database: Connection, mostPoints: Int = StoreReader.mostPoints
  ) throws -> GroundMap {
    var found = GroundMap()
    for detail in MapDetail.allCases where detail >= least {
      guard let squares = GridSquare.squares(of: detail.level, covering: box, atMost: Self.mostSquares) else {
        continue
      }
      var features: [MapFeature] = []
      var points = 0
      try forEachFeature(of: squares, in: box, detail, in: database) { feature in
        try database.checkLimit()
        points += feature.parts.reduce(0) { $0 + $1.count }
        if points <= mostPoints { features.append(feature) }
        return points <= mostPoints
      }
      let isPartial = points > mostPoints
      found = GroundMap(
        features: features, attribution: try attributionOfMap(in: database), isPartial: isPartial)
      if !isPartial { break }
    }
    return found
  }

  /// Hands over what there is until the body has enough.
  private func forEachFeature(
    of squares: [GridSquare], in box: BoundingBox, _ detail: MapDetail, in database: Connection,
    _ body: (MapFeature) throws -> Bool
  ) throws {
    if try StoreSchema.has(.map, database) {
      for part in detail == .closest ? [.fine, .closest] : [detail] {
        for square in squares {
          for feature in try mapSquare(square, part, in: database) {
            guard try body(feature) else { return }
          }
        }
      }
    }
    guard detail <= .fine else { return }
    if try hasGazetteer(in: database) {
      let leaves = GridSquare.squares(of: 0, covering: box, atMost: Self.mostSquares << 4) ?? []
      for square in leaves {
        for piece in try entries(of: square, in: database).flatMap(\.pieces) {
          let street = piece.street
          let feature = MapFeature(
            kind: street.kind.mapKind, name: street.name ?? street.ref, parts: [street.line])
          guard try body(feature) else { return }
        }
      }
    }
    try forEachShape(in: box, in: database, body)
  }

  /// What all sources have of a square.
  private func mapSquare(
    _ square: GridSquare, _ detail: MapDetail, in database: Connection
  ) throws -> [MapFeature] {
    let first = square.mapNumber(detail)
    if let known = map.squares[first] { return known }
    let stored = try database.statement("SELECT number, pieces FROM map WHERE number >= ? AND number < ?")
      .map(.integer(first), .integer(first + GridSquare.ordinals)) { row in
        (source: row.integer(0) - first, pieces: try MapSquare(row))
      }
    var bySource = try newestFirst(stored, in: database) { $0.source }
    // Where one source has something, another that ends before it cannot know of open sea.
    if bySource.count > 1, bySource.contains(where: { !$0.pieces.pieces.allSatisfy(\.isOpenSea) }) {
      for index in bySource.indices { bySource[index].pieces.pieces.removeAll(where: \.isOpenSea) }
    }
    var all = MapSquare()
    for (_, pieces) in bySource { all.formUnion(pieces) }
    let boxes = try bySource.filter { $0.pieces.hasSea }.map {
      try dataBox(ofSource: $0.source, in: database)
    }
    let known = boxes.compactMap(\.self)
    let box = known.count == boxes.count ? BoundingBox(around: known) : nil
    let features = all.features(detail) + all.sea(in: square, detail, within: box)
    map.squares.keep(features, as: first, size: 0)
    return features
  }

  private func dataBox(ofSource source: Int64, in database: Connection) throws -> BoundingBox? {
    if let known = map.boxes[source] { return known }
    let found = try SourceFile.files(of: source, in: database).boundingBox
    map.boxes[source] = .some(found)
    return found
  }

  /// Hands over the shapes of places that pictures show, like woods and waters.
  private func forEachShape(
    in box: BoundingBox, in database: Connection, _ body: (MapFeature) throws -> Bool
  ) throws {
    guard try StoreSchema.has(.extents, database) else { return }
    let shapes = try database.statement(
      """
      SELECT number, latitude, longitude, kind, id, name, tags, extent FROM place
      WHERE number >= ? AND number < ? AND extent IS NOT NULL
      """)
    var isEnough = false
    for range in try ranges(of: box, hasExtents: true, in: database) where !isEnough {
      try shapes.forEachRow(.integer(range.lowerBound), .integer(range.upperBound)) { row in
        try database.checkLimit()
        let coordinate = Coordinate(latitude: row.double(1), longitude: row.double(2))
        guard let kind = try mapKind(ofKind: row.integer(3), in: database), coordinate.isValid,
          // Coastlines are among the squares, since around an island this is an area.
          kind != .coast,
          // The ways of a river are there themselves.
          kind.isArea || row.text(4)?.hasPrefix("relation/") == false,
          let extent = try StoredPlace.extent(row, 7, of: coordinate)
        else { return true }
        try database.checkLimit(corners: extent.pointCount)
        if !kind.isArea {
          let tags = row.withBytes(6) { $0.flatMap(StoredTags.tags(in:)) } ?? [:]
          guard MapKind(tags: tags) == kind else { return true }
        }
        let parts = kind.isArea ? extent.rings : extent.lines
        if !parts.isEmpty, extent.boundingBox.overlaps(box) {
          isEnough = try !body(MapFeature(kind: kind, name: row.text(5)?.streamSafe, parts: parts))
        }
        return !isEnough
      }
    }
  }

  private func mapKind(ofKind number: Int64, in database: Connection) throws -> MapKind? {
    if let known = map.kinds[number] { return known }
    let found = MapKind(tags: try kind(number, in: database).tags)
    map.kinds.keep(found, as: number, size: 0)
    return found
  }

  /// What the licences of the sources require whose ground is drawn.
  private func attributionOfMap(in database: Connection) throws -> String? {
    if let known = map.attribution { return known }
    let numbers = try database.statement("SELECT number FROM source").map { $0.integer(0) }
    let sources = try numbers.map { try storedSource($0, in: database) }
    let found = PlaceSource.attribution(
      ofAll: sources.filter(\.hasOSMIDs).compactMap(\.attribution).sorted())
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
