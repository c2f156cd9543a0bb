import Geography
import Places
import SQLite

extension StoreWriter {
  mutating func removeTheOthers() throws {
    counts.removed += try removePlaces(of: source, within: 0..<Int64.max)
  }

  /// Removes places that are not among the new ones.
  ///
  /// - Returns: how many there were.
  func removePlaces(
    of source: Int64, within range: Range<Int64>, where isGone: ((PointOfInterest) -> Bool)? = nil
  ) throws -> Int {
    let count = try removeShown(of: source, within: range) { isGone?($0.place) ?? true }
    let others =
      "FROM overlap WHERE source = ? AND number >= ? AND number < ? AND number NOT IN (SELECT place FROM kept)"
    let (first, end) = (range.lowerBound, range.upperBound)
    guard let isGone else {
      try database.statement("DELETE \(others)").run(.integer(source), .integer(first), .integer(end))
      return count + database.changeCount
    }
    let waiting = try database.statement("SELECT \(StoredPlace.columns) \(others)")
      .map(.integer(source), .integer(first), .integer(end)) {
        try StoredPlace($0) { try reader.kind($0, in: database).category }
      }.filter { isGone($0.place) }
    for stored in waiting {
      let hash = StoredPlace.hash(ofID: stored.place.id.utf8, of: ids, in: self.source)
      try overlapping.remove(stored.number, hash: hash)
    }
    return count + waiting.count
  }

  /// Removes what was near a square and is not among the new ones; a fetched square decides on its own places.
  func removeStrays(near square: GridSquare) throws -> Int {
    try reader.ranges(of: square.boundingBoxWithMargin, hasExtents: true, in: database).reduce(into: 0) {
      count, range in
      count += try removeShown(of: source, within: range) { stored in
        let home = GridSquare(number: stored.number)
        guard square.isNear(stored.place), square.lists(stored.place) else { return false }
        return try !home.isFetched(FetchedSelection.hasPlaces, in: database) || !home.lists(stored.place)
      }
    }
  }

  private func removeShown(
    of source: Int64, within range: Range<Int64>, where isGone: (StoredPlace) throws -> Bool
  ) throws -> Int {
    var count = 0
    var last = range.lowerBound - 1
    while true {
      let numbers = try database.statement(
        """
        SELECT number FROM place
        WHERE number > ? AND number < ? AND source = ? AND number NOT IN (SELECT place FROM kept)
        LIMIT 10000
        """
      ).map(.integer(last), .integer(range.upperBound), .integer(source)) { $0.integer(0) }
      guard let greatest = numbers.last else { break }
      for number in numbers {
        try checkInterruption()
        guard let stored = try storedPlace(number), try isGone(stored) else { continue }
        try remove(stored, hash: StoredPlace.hash(ofID: stored.place.id.utf8, of: ids, in: self.source))
        count += 1
      }
      last = greatest
    }
    return count
  }

  /// Removes what an earlier version of poi fetched there; otherwise places that are gone would stay for
  /// ever.
  func removePlacesOfNoOrigin() throws {
    guard case .within(let square) = replacing else { return }
    let numbers = try database.statement(
      "SELECT number FROM source WHERE origin IS NULL AND ids = ? AND number != ?"
    ).map(.integer(ids), .integer(source)) { $0.integer(0) }
    for number in numbers { _ = try removePlaces(of: number, within: square.numbers) }
  }

  func remove(_ stored: StoredPlace, hash: Int64) throws {
    try stored.remove(from: database, hash: hash)
    if sharesIDs { try overlapping.touch(hash) }
  }
}
