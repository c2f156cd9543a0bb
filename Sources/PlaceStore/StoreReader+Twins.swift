import Geography
import Places
import SQLite

/// A place with what its twins know besides, and the numbers of those for which it stands.
typealias JoinedPlace = (place: PointOfInterest, others: [Int64])

/// The places of a square that may be twins of each other or of those around it.
struct TwinGroup: Hashable {
  let key: UInt64
  let square: Range<Int64>
}

/// The places of a square and around it that can have twins, by what twins have in common.
struct TwinKeys {
  typealias Entry = (key: UInt64, part: UInt8, number: Int64, coordinate: Coordinate)

  /// Ordered by their keys.
  private var places: [(number: Int64, coordinate: Coordinate)] = []
  private var runs: [Run] = []

  /// Places of one key; others can have the same.
  private struct Run {
    let key: UInt64
    /// A bit for each thing that they are mapped as.
    var parts: UInt8
    /// Where their numbers end.
    var end: Int
  }

  var count: Int { places.count }

  /// - Parameter entries: in any order.
  init(_ entries: [Entry]) {
    places.reserveCapacity(entries.count)
    runs.reserveCapacity(entries.count)
    for index in entries.indices.sorted(by: { entries[$0].key < entries[$1].key }) {
      let entry = entries[index]
      places.append((entry.number, entry.coordinate))
      if let last = runs.last, last.key == entry.key {
        runs[runs.count - 1] = Run(key: last.key, parts: last.parts | entry.part, end: places.count)
      } else {
        runs.append(Run(key: entry.key, parts: entry.part, end: places.count))
      }
    }
  }

  subscript(_ key: UInt64) -> (places: ArraySlice<(number: Int64, coordinate: Coordinate)>, parts: UInt8) {
    let index = runs.partitioningIndex { $0.key >= key }
    guard index < runs.count, runs[index].key == key else { return ([], 0) }
    return (places[(index > 0 ? runs[index - 1].end : 0)..<runs[index].end], runs[index].parts)
  }
}

extension StoreReader {
  /// A place with what its twins know besides, and the numbers of those for which it stands.
  func joined(_ stored: StoredPlace, in database: Connection) throws -> JoinedPlace {
    let place = stored.place
    let kind = try kind(stored.kind, in: database).twins
    guard let key = kind.key(of: place) else { return (place, []) }
    if place.reachesFar, !kind.isStop { return try joined(far: stored, key, in: database) }
    let reach = kind.isStop ? 0 : place.extent?.reach(from: place.coordinate) ?? 0
    let radius = (kind.isStop ? Twins.neighbourhoodOfStop : Twins.neighbourhood).metres
    guard let spot = BoundingBox(of: place.coordinate) else { return (place, []) }
    var (count, parts) = (0, UInt8(0))
    for square in GridSquare.covering(spot.grown(by: radius + reach)) {
      let alike = try twinKeys(of: square, in: database)[key]
      (count, parts) = (count + alike.places.count, parts | alike.parts)
    }
    guard kind.canHaveTwins(count, parts: parts) else { return (place, []) }
    let home = GridSquare(around: place.coordinate)
    let group = TwinGroup(key: key, square: home.numbers)
    if let known = around.twins[group] { return known[stored.number] ?? (place, []) }
    // Those of the square reach out of it, and so do those around it.
    let numbers = try numbers(
      key, within: home.boundingBox.grown(by: radius + StoredPlace.farReach), in: database)
    let details = try detailsOfPlaces(in: database)
    let joined = Self.joined(of: try numbers.map { try self.place($0, details, nil, in: database) })
      .filter { group.square.contains($0.key) }
    around.twins.keep(joined, as: group, size: joined.count)
    return joined[stored.number] ?? (place, [])
  }

  /// The same of a place that reaches far, at once with all that may be its twins or, if they reach far, theirs, and so
  /// on: of the pieces of a river each has as many namesakes.
  private func joined(far stored: StoredPlace, _ key: UInt64, in database: Connection) throws -> JoinedPlace {
    if let known = around.farTwins[key]?[stored.number] { return known }
    let (details, reach) = (try detailsOfPlaces(in: database), Twins.neighbourhood.metres)
    // Each is taken once, and each square once and whole, as most are near many of a chain.
    var (namesakes, squares) = (try namesakes(of: stored.place.name, key, in: database), Set<Range<Int64>>())
    var (chain, seen, next) = ([stored], Set([stored.number]), 0)
    while next < chain.count {
      let place = chain[next].place
      next += 1
      guard place.reachesFar, let spot = BoundingBox(of: place.coordinate),
        let around = place.boundingBox?.grown(by: reach)
      else { continue }
      var numbers: [Int64] = []
      for square in GridSquare.covering(spot.grown(by: reach + StoredPlace.farReach))
      where squares.insert(square.numbers).inserted {
        numbers += try twinKeys(of: square, in: database)[key].places.map(\.number)
      }
      let south = namesakes.partitioningIndex { $0.coordinate.latitude >= around.south }
      let north = namesakes.partitioningIndex { $0.coordinate.latitude > around.north }
      let near = namesakes[south..<north]
      numbers += near.filter { around.contains($0.coordinate) }.map(\.number)
      namesakes.replaceSubrange(south..<north, with: near.filter { !around.contains($0.coordinate) })
      for number in numbers where seen.insert(number).inserted {
        chain.append(try self.place(number, details, nil, in: database))
      }
    }
    let joined = Self.joined(of: chain)
    var known = around.farTwins[key] ?? [:]
    for far in chain where far.place.reachesFar { known[far.number] = joined[far.number] ?? (far.place, []) }
    around.farTwins.keep(known, as: key, size: known.count)
    return joined[stored.number] ?? (stored.place, [])
  }

  /// Those of some places that have twins among them.
  private static func joined(of places: [StoredPlace]) -> [Int64: JoinedPlace] {
    let twins = Twins(among: places.map(\.place))
    return Dictionary(
      uniqueKeysWithValues: twins.indices.map { index in
        (places[index].number, (twins.joined(index), twins.others(of: index).map { places[$0].number }))
      })
  }

  /// The numbers of the places of a key within a box, and of those that reach into the box's squares.
  private func numbers(_ key: UInt64, within box: BoundingBox, in database: Connection) throws -> [Int64] {
    var numbers: Set<Int64> = []
    for square in GridSquare.covering(box) {
      for alike in try twinKeys(of: square, in: database)[key].places
      where box.contains(alike.coordinate) || !square.numbers.contains(alike.number) {
        numbers.insert(alike.number)
      }
    }
    return numbers.sorted()
  }

  private func twinKeys(of square: GridSquare, in database: Connection) throws -> TwinKeys {
    let own = square.numbers
    if let known = around.twinKeys[own] { return known }
    var entries: [TwinKeys.Entry] = []
    func look(at row: borrowing Row) throws -> Bool {
      guard let (key, part) = try twinKey(row, in: database) else { return true }
      let coordinate = Coordinate(latitude: row.double(4), longitude: row.double(5))
      entries.append((key, part, row.integer(0), coordinate))
      return true
    }
    let columns = "SELECT number, kind, id, name, latitude, longitude FROM place WHERE"
    try database.statement("\(columns) number >= ? AND number < ?")
      .forEachRow(.integer(own.lowerBound), .integer(own.upperBound), body: look)
    if try hasFar(in: database) {
      let (middle, radius) = square.circle
      let far = try ExtentBoxes.places.numbers(
        within: radius.metres + Twins.neighbourhood.metres, of: middle, in: database)
      let row = try database.statement("\(columns) number = ?")
      for number in far where !own.contains(number) { try row.forEachRow(.integer(number), body: look) }
    }
    let keys = TwinKeys(entries)
    around.twinKeys.keep(keys, as: own, size: keys.count)
    return keys
  }

  /// The places of a name and a key, from south to north.
  private func namesakes(
    of name: String?, _ key: UInt64, in database: Connection
  ) throws -> [(number: Int64, coordinate: Coordinate)] {
    let words = name.map(NameWords.asked) ?? []
    if let known = around.namesakes[key] { return known }
    guard !words.isEmpty else { return [] }
    var found: [(number: Int64, coordinate: Coordinate)] = []
    let rows = try database.statement(
      """
      SELECT number, kind, id, name, latitude, longitude FROM term
      CROSS JOIN place ON place.number = term.rowid WHERE term MATCH ?
      """)
    try rows.forEachRow(.string(words.map { "\"\($0)\"" }.joined(separator: " AND "))) { row in
      if try twinKey(row, in: database)?.key == key {
        found.append((row.integer(0), Coordinate(latitude: row.double(4), longitude: row.double(5))))
      }
      return true
    }
    found.sort { $0.coordinate.latitude < $1.coordinate.latitude }
    around.namesakes.keep(found, as: key, size: found.count)
    return found
  }

  /// - Parameter row: of number, kind, id and name.
  private func twinKey(_ row: borrowing Row, in database: Connection) throws -> (key: UInt64, part: UInt8)? {
    try database.checkLimit()
    let kind = try kind(row.integer(1), in: database).twins
    return row.withBytes(2) { id in row.withBytes(3) { kind.key(id: id, name: $0) } }
  }
}

extension PointOfInterest {
  fileprivate var reachesFar: Bool {
    extent.map { $0.reach(from: coordinate) > StoredPlace.farReach } ?? false
  }
}
