import Geography
import Glibc
import Input
import PlaceFiles
import Places
import SQLite

/// What a store has read of its gazetteer, as the next position is usually near.
struct GazetteerCache {
  /// Whether any source has one.
  var isThere: Bool?
  /// What all sources have of a square, by its first number.
  var squares: [Int64: GazetteerSquare] = [:]
  var outlines: [Int64: OutlinedArea] = [:]

  static let mostSquares = 1024
  static let mostOutlines = 256
}

extension PlaceStore: GazetteerProviding {
  public func surroundings(
    of position: Coordinate, streetsWithin streets: Distance, addressWithin addresses: Distance
  ) throws(PlacesError) -> Surroundings? {
    guard position.isValid else { return nil }
    return try read(within: Self.questionLimit) { database, reader in
      guard try reader.hasGazetteer(in: database) else { return nil }
      let found = try reader.surroundings(
        of: position, streetsWithin: streets, addressWithin: addresses, in: database)
      return try found.isEmpty && !reader.covers(position, in: database) ? nil : found
    }
  }

  public func streets(named name: String) throws(PlacesError) -> (streets: [Street], addresses: [Address]) {
    let words = NameWords.asked(name)
    guard !words.isEmpty else { return ([], []) }
    return try read(within: Self.questionLimit) { database, reader in
      guard try reader.hasGazetteer(in: database) else { return ([], []) }
      return try reader.streets(named: words, in: database)
    }
  }
}

extension StoreReader {
  func hasGazetteer(in database: Connection) throws -> Bool {
    if let known = gazetteer.isThere { return known }
    let isThere =
      try StoreSchema.hasGazetteer(database)
      && database.statement("SELECT 1 FROM source WHERE gazetteer != '' LIMIT 1").firstInteger() != nil
    gazetteer.isThere = isThere
    return isThere
  }

  func surroundings(
    of position: Coordinate, streetsWithin streets: Distance, addressWithin addresses: Distance,
    in database: Connection
  ) throws -> Surroundings {
    var found = Surroundings()
    let plane = LocalPlane(about: position)
    var streetsFound: [String: Surroundings.Near<Street>] = [:]
    for square in try squares(within: max(streets, addresses), of: position, in: database) {
      for piece in square.pieces {
        guard let title = piece.name ?? piece.ref,
          let metres = plane.distance(to: piece.points.lazy.map(\.coordinate)), metres <= streets.metres,
          metres < streetsFound[title]?.distance.metres ?? .infinity
        else { continue }
        streetsFound[title] = .init(piece.street, distance: Distance(metres: metres))
      }
      for house in square.houses {
        guard let metres = plane.distance(to: CollectionOfOne(house.point.coordinate)),
          metres <= addresses.metres,
          // Several can be at one point.
          found.address.map({ (metres, house.number) < ($0.distance.metres, $0.thing.housenumber) }) ?? true
        else { continue }
        found.address = .init(house.address, distance: Distance(metres: metres))
      }
    }
    found.streets = streetsFound.values.sorted {
      ($0.distance.metres, $0.thing.title) < ($1.distance.metres, $1.thing.title)
    }
    found.areas = try areas(around: position, in: database)
    return found
  }

  /// How many squares of one name are looked at: there are thousands of High Streets in a country.
  private static let mostSquaresOfName = 20_000

  func streets(
    named words: [String], in database: Connection
  ) throws -> (streets: [Street], addresses: [Address]) {
    var (streets, addresses): ([Street], [Address]) = ([], [])
    let hash = GazetteerSquare.hash(ofStreet: words.joined(separator: " "))
    let numbers = try database.statement("SELECT square FROM street_name WHERE hash = ? LIMIT ?")
      .map(.integer(hash), .integer(Int64(Self.mostSquaresOfName))) { $0.integer(0) }
    for number in numbers {
      try database.checkLimit()
      guard let square = try GazetteerSquare.stored(number, in: database) else {
        throw StoreProblem.damaged("the index of streets")
      }
      streets += square.pieces.filter { $0.name.map(NameWords.asked) == words }.map(\.street)
      addresses += square.houses.filter { $0.street.map(NameWords.asked) == words }
        .sorted { ($0.point, $0.number) < ($1.point, $1.number) }.map(\.address)
    }
    return (streets, addresses)
  }

  /// What the store has of the squares within some distance.
  private func squares(
    within distance: Distance, of position: Coordinate, in database: Connection
  ) throws -> [GazetteerSquare] {
    let view = GridSquare.View(from: position)
    let middle = GridSquare(around: position)
    var found: [GazetteerSquare] = []
    // Near a pole a few metres cross many squares; nobody has streets there.
    let reach = 1...8
    var ring = 0
    while true {
      var isNear = false
      for square in middle.ring(at: ring) where square.leastDistance(from: view) <= distance.metres {
        isNear = true
        found.append(try entries(of: square, in: database))
      }
      guard isNear, reach.contains(ring + 1) else { return found }
      ring += 1
    }
  }

  func entries(of square: GridSquare, in database: Connection) throws -> GazetteerSquare {
    let numbers = square.numbers
    if let known = gazetteer.squares[numbers.lowerBound] { return known }
    var all = GazetteerSquare()
    try database.statement("SELECT number, entries FROM gazetteer WHERE number >= ? AND number < ?")
      .forEachRow(.integer(numbers.lowerBound), .integer(numbers.upperBound)) { row in
        all.formUnion(try GazetteerSquare(row, in: square))
        return true
      }
    if gazetteer.squares.count >= GazetteerCache.mostSquares { gazetteer.squares = [:] }
    gazetteer.squares[numbers.lowerBound] = all
    return all
  }

  /// The areas that contain a position, the smallest first; each once, however many sources have it.
  private func areas(around position: Coordinate, in database: Connection) throws -> [AdministrativeArea] {
    var found: [String: AdministrativeArea] = [:]
    for number in try ExtentBoxes.areas.numbers(within: 0, of: position, in: database) {
      try database.checkLimit()
      let outlined = try area(number, in: database)
      if outlined.outline.contains(position) { found[outlined.area.id] = outlined.area }
    }
    return found.values.sorted { ($0.size, $1.level, $0.id) < ($1.size, $0.level, $1.id) }
  }

  private func area(_ number: Int64, in database: Connection) throws -> OutlinedArea {
    if let known = gazetteer.outlines[number] { return known }
    let statement = try database.statement(
      "SELECT number, id, level, names, size, latitude, longitude, outline FROM area WHERE number = ?")
    let found = try statement.map(.integer(number)) { try OutlinedArea($0) }
    guard let area = found.first else {
      throw StoreProblem.damaged("the index of areas")
    }
    if gazetteer.outlines.count >= GazetteerCache.mostOutlines { gazetteer.outlines = [:] }
    gazetteer.outlines[number] = area
    return area
  }
}

extension GazetteerSquare {
  /// A row of number and entries.
  init(_ row: borrowing Row, in square: GridSquare) throws {
    guard let entries = row.withBytes(1, { $0.flatMap { GazetteerSquare(encoded: $0, in: square) } }) else {
      throw StoreProblem.damaged("square \(row.integer(0)) of the gazetteer")
    }
    self = entries
  }

  /// What a source has of a square, by the number of both.
  static func stored(_ number: Int64, in database: Connection) throws -> GazetteerSquare? {
    try database.statement("SELECT number, entries FROM gazetteer WHERE number = ?")
      .map(.integer(number)) { try GazetteerSquare($0, in: GridSquare(number: number)) }.first
  }

  /// What the index files a street's name under.
  static func hash(ofStreet name: String) -> Int64 {
    Int64(Checksum.hash(of: NameWords.asked(name).joined(separator: " ").utf8) >> 32)
  }
}

extension GazetteerSquare.Piece {
  fileprivate var street: Street {
    Street(id: id, kind: kind, name: name, ref: ref, line: points.map(\.coordinate))
  }
}

extension GazetteerSquare.House {
  fileprivate var address: Address {
    Address(housenumber: number, street: street, postcode: postcode, city: city, coordinate: point.coordinate)
  }
}

extension OutlinedArea {
  fileprivate init(_ row: borrowing Row) throws {
    let corner = Coordinate(latitude: row.double(5), longitude: row.double(6))
    guard let id = row.text(1), let names = row.withBytes(3, { $0.flatMap(StoredTags.tags(in:)) }),
      corner.isValid, let outline = row.withBytes(7, { $0.flatMap { Extent(bytes: $0, from: corner) } })
    else { throw StoreProblem.damaged("area \(row.integer(0))") }
    self.init(
      area: AdministrativeArea(
        id: id, level: Int(clamping: row.integer(2)), names: names, size: row.double(4)), outline: outline)
  }
}
