import Geography
import Places
import SQLite

extension PlaceStore: PlaceListing {
  public func page(of query: PlaceListQuery) async throws(PlacesError) -> PlacePage {
    // The rest of the budget is for what cannot end halfway.
    let seconds = QuestionBudget.current.seconds.map { $0 / 2 }
    return try await answering { store throws(PlacesError) in
      try store.read(within: Self.questionLimit) { database, reader in
        try reader.page(of: query, by: LimitedWork(seconds: seconds), in: database)
      }
    }
  }

  public func place(withID id: String) async throws(PlacesError) -> PointOfInterest? {
    try await answering { store throws(PlacesError) in
      // It also finds what people add by the beginning of its id.
      try store.entries(withID: id).first { $0.place.id == id }?.place
    }
  }

  public func overview() async throws(PlacesError) -> PlaceOverview {
    try await answering { store throws(PlacesError) in
      PlaceOverview(
        box: try store.read(within: Self.questionLimit) { try $1.box(in: $0) },
        attribution: PlaceSource.attribution(ofAll: try store.sources().compactMap(\.attribution).sorted()))
    }
  }
}

extension StoreReader {
  /// The next places of a list, in the order of their numbers.
  ///
  /// Numbers begin with the square of the grid, so a box is a few ranges of them, of which a page reads only its part.
  ///
  /// - Parameter work: once it is over, the page ends.
  func page(of query: PlaceListQuery, by work: LimitedWork, in database: Connection) throws -> PlacePage {
    let question = try question(for: query.filter, in: database)
    let box = (query.box ?? .world).withWholeDateLine
    let columns = try columns(in: database)
    let hasExtents = columns == StoredPlace.columns
    let isAcross = "longitude >= ?5 \(box.west <= box.east ? "AND" : "OR") longitude <= ?6"
    // An extent reaches out of where its place lies.
    let condition =
      "(latitude >= ?3 AND latitude <= ?4 AND (\(isAcross))\(hasExtents ? " OR reach > 0" : ""))"
    let all = try database.statement(
      "SELECT \(columns) FROM place WHERE number >= ?1 AND number < ?2 AND \(condition) ORDER BY number")
    let filed = try database.statement(
      """
      SELECT \(columns) FROM term CROSS JOIN place ON place.number = term.rowid
      WHERE term MATCH ?7 AND term.rowid >= ?1 AND term.rowid < ?2 AND \(condition) ORDER BY term.rowid
      """)
    var page = PlacePage(limit: query.limit)
    var sources: Set<Int64> = []
    let first = query.after.map { $0 < .max ? $0 + 1 : .max } ?? .min
    for range in try ranges(of: box, hasExtents: hasExtents, in: database) where range.upperBound > first {
      var goesOn = true
      var values: [Statement.Value] = [
        .integer(max(first, range.lowerBound)), .integer(range.upperBound), .real(box.south),
        .real(box.north), .real(box.west), .real(box.east),
      ]
      // A single place is looked at more quickly than the index is asked.
      let terms = range.count == 1 ? nil : question.terms
      if let terms { values.append(.string(terms)) }
      try (terms == nil ? all : filed).forEachRow(values) { row in
        try database.checkLimit()
        if !work.mayGoOn(), page.end() {
          goesOn = false
        } else if try isOfKind(row.integer(3), in: database) {
          let stored = try StoredPlace(row) { try kind($0, in: database).category }
          try database.checkLimit(corners: stored.place.extent?.pointCount ?? 0)
          if query.reaches(stored.place), question.matcher.matches(stored.place) {
            goesOn = page.take(stored.place, number: stored.number)
            if goesOn { sources.insert(stored.source) }
          }
        }
        return goesOn
      }
      if !goesOn { break }
    }
    page.attribution = try source(of: Array(sources), in: database).attribution
    return page
  }

  /// The numbers that places with a point in a box can have, in order and apart.
  func ranges(
    of box: BoundingBox, hasExtents: Bool, in database: Connection
  ) throws -> [Range<Int64>] {
    guard hasExtents else { return GridSquare.ranges(covering: box) }
    let ranges = GridSquare.ranges(covering: box.grown(by: StoredPlace.farReach))
    // All others that reach into the box come across its edge.
    let far = try ExtentBoxes.places.numbers(crossing: box, in: database).filter { number in
      let next = ranges.partitioningIndex { $0.upperBound > number }
      return next == ranges.count || !ranges[next].contains(number)
    }
    return (ranges + far.map { $0..<$0 + 1 }).sorted { $0.lowerBound < $1.lowerBound }
  }

  /// A box around all places, less than a kilometre larger than it must be; `nil` if there are none.
  func box(in database: Connection) throws -> BoundingBox? {
    let first = try database.statement("SELECT 1 FROM place WHERE number >= ? AND number < ? LIMIT 1")
    /// The greatest that any place's square has of something that is no greater in a square within.
    func greatest(_ measure: (GridSquare) -> Double) throws -> Double {
      var best = -Double.infinity
      func look(into square: GridSquare) throws {
        try database.checkLimit()
        let numbers = square.numbers
        guard measure(square) > best,
          try first.firstInteger(.integer(numbers.lowerBound), .integer(numbers.upperBound)) != nil
        else { return }
        guard square.level > 0 else { return best = measure(square) }
        for quarter in square.quarters.sorted(by: { measure($0) > measure($1) }) { try look(into: quarter) }
      }
      for half in GridSquare.top { try look(into: half) }
      return best
    }
    var (west, south) = (-(try greatest { -$0.box.west }), -(try greatest { -$0.box.south }))
    var (east, north) = (try greatest { $0.box.east }, try greatest { $0.box.north })
    guard let squares = BoundingBox(west: west, south: south, east: east, north: north) else { return nil }
    guard try columns(in: database) == StoredPlace.columns,
      let near = BoundingBox(around: [squares.grown(by: StoredPlace.farReach)])
    else { return squares }
    (west, south, east, north) = (near.west, near.south, near.east, near.north)
    func beyond(_ column: String, _ function: String, _ sign: String, _ edge: inout Double) throws {
      let sql = "SELECT \(function)(\(column)) FROM far WHERE \(column) \(sign) ?"
      edge = try database.statement(sql).first([.real(edge)]) { $0.isNull(0) ? nil : $0.double(0) } ?? edge
    }
    try beyond("west", "min", "<", &west)
    try beyond("south", "min", "<", &south)
    try beyond("east", "max", ">", &east)
    try beyond("north", "max", ">", &north)
    // The index rounds outwards.
    return BoundingBox(
      west: max(-180, west), south: max(-90, south), east: min(180, east), north: min(90, north))
  }
}
