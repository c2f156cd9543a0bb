import Geography
import Glibc
import Input
import Places
import SQLite

/// What a store has read of its gazetteer, as the next position is usually near.
struct GazetteerCache {
  /// Whether any source has one.
  var isThere: Bool?
  /// The ranks of the sources by their numbers, once there were two things to compare.
  var ranks: [Int64: Int]?
  /// Where sources have one, as far as they say.
  var coverage: Coverage?
  /// The same of those that know where streets meet, and the numbers of these sources.
  var junctions: (coverage: Coverage, sources: Set<Int64>)?
  /// The last network, of all that some squares have.
  var network: (squares: [GridSquare], network: StreetNetwork)?
  /// By their first numbers; points, houses and areas together are some megabytes.
  var squares = SizedCache<Int64, PreparedSquare>(most: 200_000)
  var outlines = SizedCache<Int64, OutlinedArea>(most: 256)
  /// The areas with a code of ISO 3166 around squares and in part of them, by the squares' first numbers.
  var codedAreas = SizedCache<Int64, AreasOfSquare>(most: 10_000)
}

/// The areas that contain a square or a part of it.
struct AreasOfSquare {
  /// By the newest data first: their numbers, and those that contain all of it; the edges of others may pass through it.
  var areas: [(number: Int64, around: AdministrativeArea?)] = []
  /// Whether there are too many, so that large ones are missing.
  var isPartial = false
}

/// What all sources have of a square, with what most quickly tells which of it is near a position.
struct PreparedSquare {
  private let streets: [Street]
  /// Around each of the streets; apart from them, as mostly only these are looked at.
  private let boxes: [Box]
  private let houses: [Address]
  private let boxesOfHouses: [Box]
  let areas: AreasOfSquare
  /// How much memory it takes, in points.
  let size: Int

  /// From the south-western to the north-eastern of some points.
  private struct Box {
    var least: GazetteerSquare.Point
    var greatest: GazetteerSquare.Point

    init(of points: [GazetteerSquare.Point]) {
      func corner(_ choose: (Int32, Int32) -> Int32) -> GazetteerSquare.Point {
        points.reduce(points[0]) {
          .init(
            latitude: choose($0.latitude, $1.latitude), longitude: choose($0.longitude, $1.longitude))
        }
      }
      (least, greatest) = (corner(min), corner(max))
    }

    func overlaps(_ other: Box) -> Bool {
      least.latitude <= other.greatest.latitude && greatest.latitude >= other.least.latitude
        && least.longitude <= other.greatest.longitude && greatest.longitude >= other.least.longitude
    }
  }

  /// - Parameter interpolated: houses between those that it has.
  init(_ square: GazetteerSquare, interpolated: [Address], areas: AreasOfSquare) {
    let pieces = square.pieces.filter { $0.name != nil || $0.ref != nil }
    streets = pieces.map(\.street)
    boxes = pieces.map { Box(of: $0.points) }
    houses = square.houses.map(\.address) + interpolated
    boxesOfHouses =
      square.houses.map { Box(of: [$0.point] + $0.lines.flatMap(\.self)) }
      + interpolated.map { Box(of: [GazetteerSquare.Point($0.coordinate)]) }
    self.areas = areas
    size =
      1 + streets.reduce(houses.count) { $0 + $1.line.count } + areas.areas.count
      + houses.reduce(0) { $1.outline.reduce($0) { $0 + $1.count } }
  }

  /// Hands over what may be within some metres of a position.
  func find(within metres: Double, of position: Coordinate, for search: inout SurroundingsSearch) {
    // Even where a degree is shortest, and with what is rounded.
    let northward = metres / 110_000 + 0.00001
    let eastward = northward / max(0.000001, cos((abs(position.latitude) + northward) * .pi / 180))
    // What passes the date line in sight of a position is looked at whole.
    let isPlain = abs(position.longitude) + eastward < 180 && abs(position.latitude) + northward < 89
    let view = Box(
      of: [-1, 1].map {
        .init(
          Coordinate(
            latitude: position.latitude + $0 * northward, longitude: position.longitude + $0 * eastward))
      })
    for (index, box) in boxes.enumerated() where !isPlain || box.overlaps(view) {
      search.take(streets[index])
    }
    for (index, box) in boxesOfHouses.enumerated() where !isPlain || box.overlaps(view) {
      search.take(houses[index])
    }
  }
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
      return try found.isEmpty && !reader.hasGazetteer(around: position, in: database) ? nil : found
    }
  }

  /// The areas with a code of ISO 3166 that contain a position; none if the store does not know.
  public func codedAreas(around position: Coordinate) throws(PlacesError) -> [AdministrativeArea] {
    guard position.isValid else { return [] }
    return try read(within: Self.questionLimit) { database, reader in
      try reader.hasGazetteer(in: database) ? reader.codedAreas(around: position, in: database) : []
    }
  }
}

// MARK: - By names, each as `NameWords` writes its words, with spaces between

extension PlaceStore {
  /// The streets of any of some names, as the pieces that squares of the grid have, and the houses in them.
  ///
  /// - Parameter boxes: where to look; `nil` for everywhere.
  package func streets(
    named names: [String], within boxes: [BoundingBox]?
  ) throws(PlacesError) -> (streets: [Street], addresses: [Address]) {
    try read(within: Self.questionLimit) { database, reader in
      guard try reader.hasGazetteer(in: database) else { return ([], []) }
      return try reader.streets(named: Set(names), within: boxes, in: database)
    }
  }

  /// The addresses of a postcode, as `TypedAddress` writes it.
  package func addresses(ofPostcode code: String) throws(PlacesError) -> [Address] {
    try read(within: Self.questionLimit) { database, reader in
      guard try reader.hasGazetteer(in: database) else { return [] }
      return try reader.squares(named: [GazetteerSquare.name(ofPostcode: code)], within: nil, in: database)
        .sorted().flatMap { number in
          try database.checkLimit()
          return try GazetteerSquare.stored(number, in: database)?.houses.map(\.address)
            .filter { $0.postcode.map(TypedAddress.postcode) == code } ?? []
        }
    }
  }

  /// The administrative areas of any of some names.
  package func areas(named names: [String]) throws(PlacesError) -> [OutlinedArea] {
    try read(within: Self.questionLimit) { database, reader in
      guard try reader.hasGazetteer(in: database) else { return [] }
      return try reader.areas(named: Set(names), in: database)
    }
  }
}

extension StoreReader {
  func hasGazetteer(in database: Connection) throws -> Bool {
    if let known = gazetteer.isThere { return known }
    let isThere =
      try StoreSchema.has(.gazetteer, database)
      && database.statement("SELECT 1 FROM source WHERE gazetteer != '' LIMIT 1").firstInteger() != nil
    gazetteer.isThere = isThere
    return isThere
  }

  /// Whether what the gazetteer lacks around a position is not there.
  func hasGazetteer(around position: Coordinate, in database: Connection) throws -> Bool {
    if let coverage = gazetteer.coverage { return coverage.contains(position) }
    var all = Coverage(of: try FetchedSquare.withGazetteer(in: database))
    let sources = try database.statement("SELECT number FROM source WHERE gazetteer != ''")
      .map { $0.integer(0) }
    for source in sources {
      if let coverage = try Coverage.stored(ofSource: source, in: database) { all.formUnion(coverage) }
    }
    gazetteer.coverage = all
    return all.contains(position)
  }

  func surroundings(
    of position: Coordinate, streetsWithin streets: Distance, addressWithin addresses: Distance,
    in database: Connection
  ) throws -> Surroundings {
    let square = GridSquare(around: position)
    // Who asks only for areas need not wait for the houses of a city.
    let areas =
      streets > .zero || addresses > .zero
      ? try prepared(square, in: database).areas : try self.areas(of: square, in: database) { _ in true }
    var search = SurroundingsSearch(
      at: position, streetsWithin: streets, addressWithin: addresses,
      in: try self.areas(around: position, among: areas, in: database), lacksAreas: areas.isPartial)
    guard search.reach > 0 else { return search.surroundings }
    repeat {
      let reach = search.reach
      for square in try squares(within: Distance(metres: reach), of: position, in: database) {
        square.find(within: reach, of: position, for: &search)
      }
    } while search.goFarther()
    return search.surroundings
  }

  /// How many squares of one name are looked at: there are thousands of High Streets in a country.
  private static let mostSquaresOfName = 20_000

  func streets(
    named names: Set<String>, within boxes: [BoundingBox]?, in database: Connection
  ) throws -> (streets: [Street], addresses: [Address]) {
    var (streets, addresses): ([Street], [Address]) = ([], [])
    // Those of an interpolation, and what has an outline, are in several squares.
    var known: Set<Address> = []
    // Houses have only the local name of their street, which one in another language leads to.
    var local: Set<String> = []
    func isWanted(_ name: String?) -> Bool {
      guard let name else { return false }
      let all = GazetteerSquare.names(in: name)
      guard all.contains(where: { names.contains(NameWords.asked($0).joined(separator: " ")) }) else {
        return local.contains(name)
      }
      if all.count > 1 { local.insert(all[0]) }
      return true
    }
    func read(_ numbers: Set<Int64>) throws {
      for number in numbers.sorted() {
        try database.checkLimit()
        guard var square = try GazetteerSquare.stored(number, in: database, ofStreets: isWanted) else {
          throw StoreProblem.damaged("the index of streets")
        }
        streets += square.pieces.map(\.street)
        addresses += square.houses.sorted { ($0.point, $0.number) < ($1.point, $1.number) }.map(\.address)
          .filter { $0.outline.isEmpty || known.insert($0).inserted }
        guard !square.interpolations.isEmpty else { continue }
        square = try GazetteerSquare.stored(number, in: database) ?? square
        addresses += try self.interpolated(square, of: GridSquare(number: number), in: database)
          .filter { isWanted($0.street) && known.insert($0).inserted }
      }
    }
    let numbers = try squares(named: names, within: boxes, in: database)
    try read(numbers)
    // They can also be beside the squares that have a piece of it with that name.
    let found = Set(numbers.map(GridSquare.init(number:)))
    let others = Set(local.map { NameWords.asked($0).joined(separator: " ") }).subtracting(names)
    let more = try squares(named: others, within: boxes, in: database).subtracting(numbers)
    try read(more.filter { GridSquare(number: $0).ring(at: 1).contains(where: found.contains) })
    return (streets, addresses)
  }

  /// The numbers of the squares of some names in the index.
  fileprivate func squares(
    named names: Set<String>, within boxes: [BoundingBox]?, in database: Connection
  ) throws -> Set<Int64> {
    var numbers: Set<Int64> = []
    for name in names {
      numbers.formUnion(
        try database.statement("SELECT square FROM street_name WHERE hash = ? LIMIT ?")
          .map(.integer(GazetteerSquare.hash(ofWords: name)), .integer(Int64(Self.mostSquaresOfName))) {
            $0.integer(0)
          })
    }
    guard let boxes else { return numbers }
    return numbers.filter { number in
      let square = GridSquare(number: number).boundingBox
      return boxes.contains { $0.overlaps(square) }
    }
  }

  func areas(named names: Set<String>, in database: Connection) throws -> [OutlinedArea] {
    let lengths = Set(names.map { $0.utf8.count { $0 != UInt8(ascii: " ") } })
    let numbers: [Int64?] = try database.statement("SELECT number, names FROM area").map { row in
      try database.checkLimit()
      let tags = row.withBytes(1) { $0.flatMap(StoredTags.tags(in:)) } ?? [:]
      let isNamed = tags.contains { key, name in
        key.hasPrefix("name") && lengths.contains { NameWords.canBe(ofLength: $0, name) }
          && names.contains(NameWords.asked(name).joined(separator: " "))
      }
      return isNamed ? row.integer(0) : nil
    }
    return try newestAreasFirst(numbers.compactMap(\.self), in: database).map { try area($0, in: database) }
  }

  /// What the store has of the squares within some distance.
  private func squares(
    within distance: Distance, of position: Coordinate, in database: Connection
  ) throws -> [PreparedSquare] {
    let view = GridSquare.View(from: position)
    let middle = GridSquare(around: position)
    var found: [PreparedSquare] = []
    // Near a pole a few metres cross many squares; nobody has streets there.
    let reach = 1...8
    var ring = 0
    while true {
      var isNear = false
      for square in middle.ring(at: ring) where square.leastDistance(from: view) <= distance.metres {
        isNear = true
        found.append(try prepared(square, in: database))
      }
      guard isNear, reach.contains(ring + 1) else { return found }
      ring += 1
    }
  }

  private func prepared(_ square: GridSquare, in database: Connection) throws -> PreparedSquare {
    let numbers = square.numbers
    if let known = gazetteer.squares[numbers.lowerBound] { return known }
    let areas = try areas(of: square, in: database) { _ in true }
    let entries = try entries(of: square, in: database).first ?? GazetteerSquare()
    let prepared = PreparedSquare(
      entries, interpolated: try interpolated(entries, of: square, in: database), areas: areas)
    gazetteer.squares.keep(prepared, as: numbers.lowerBound, size: prepared.size)
    return prepared
  }

  /// Houses that the interpolations of a square lead past; such ones crowd no square.
  private static let mostInterpolated = 5_000

  /// The houses by the interpolations of a square, but not those that are known there or around the others.
  private func interpolated(
    _ entries: GazetteerSquare, of square: GridSquare, in database: Connection
  ) throws -> [Address] {
    func byPoint(_ houses: Set<GazetteerSquare.House>) -> [GazetteerSquare.Point: GazetteerSquare.House] {
      Dictionary(houses.map { ($0.point, $0) }) {
        ($0.number, $0.street ?? "") < ($1.number, $1.street ?? "") ? $0 : $1
      }
    }
    var found: [Address] = []
    // Their ends, and houses between them, can lie in squares around.
    var known = [square: byPoint(entries.houses)]
    for line in entries.interpolations.map(\.interpolation) where found.count < Self.mostInterpolated {
      try database.checkLimit()
      for square in GridSquare.runs(of: line.line).keys where known[square] == nil {
        known[square] = byPoint(try self.entries(of: square, in: database).first?.houses ?? [])
      }
      found += line.addresses { known[GridSquare(around: $0)]?[GazetteerSquare.Point($0)]?.address }
    }
    guard !found.isEmpty else { return [] }
    let numbers = Set(known.values.lazy.flatMap(\.values).map { [$0.street, $0.number] })
    return found.filter { !numbers.contains([$0.street, $0.housenumber]) }
  }

  private func areas(
    of square: GridSquare, in database: Connection, where isWanted: (AdministrativeArea) -> Bool
  ) throws -> AreasOfSquare {
    let (middle, radius) = square.circle
    var numbers = try ExtentBoxes.areas.numbers(within: radius.metres, of: middle, in: database)
    var found = AreasOfSquare(isPartial: numbers.count > SurroundingsSearch.mostAreas)
    if found.isPartial { numbers = try smallest(SurroundingsSearch.mostAreas, of: numbers, in: database) }
    for number in try newestAreasFirst(numbers, in: database) {
      let outlined = try area(number, in: database)
      guard isWanted(outlined.area) else { continue }
      let isInPart = outlined.outline.distanceToEdge(from: middle) <= radius
      guard isInPart || outlined.outline.contains(middle) else { continue }
      found.areas.append((number, isInPart ? nil : outlined.area))
    }
    return found
  }

  private func newestAreasFirst(_ numbers: [Int64], in database: Connection) throws -> [Int64] {
    try newestFirst(numbers, in: database) { number in
      try database.statement("SELECT source FROM area WHERE number = ?").firstInteger(.integer(number)) ?? 0
    }
  }

  /// The numbers of so many areas that are no larger than the others.
  private func smallest(_ count: Int, of numbers: [Int64], in database: Connection) throws -> [Int64] {
    let size = try database.statement("SELECT size FROM area WHERE number = ?")
    let sizes = try numbers.flatMap { number in
      try database.checkLimit()
      return try size.map(.integer(number)) { (size: $0.double(0), number: number) }
    }
    return sizes.sorted { ($0.size, $0.number) < ($1.size, $1.number) }.prefix(count).map(\.number)
  }

  /// Those of them that have a code of ISO 3166, without reading the streets and houses around.
  func codedAreas(around position: Coordinate, in database: Connection) throws -> [AdministrativeArea] {
    let square = GridSquare(around: position)
    let number = square.numbers.lowerBound
    let known = gazetteer.codedAreas[number]
    let found = try known ?? areas(of: square, in: database, where: \.hasCode)
    if known == nil { gazetteer.codedAreas.keep(found, as: number, size: 0) }
    return try areas(around: position, among: found, in: database)
  }

  /// The areas that contain a position; each once, as in the newest of the sources that have it there.
  private func areas(
    around position: Coordinate, among areas: AreasOfSquare, in database: Connection
  ) throws -> [AdministrativeArea] {
    var known: Set<String> = []
    return try areas.areas.compactMap { number, around in
      if let around { return around }
      let outlined = try area(number, in: database)
      return outlined.outline.contains(position) ? outlined.area : nil
    }.filter { known.insert($0.id).inserted }
  }

  private func area(_ number: Int64, in database: Connection) throws -> OutlinedArea {
    if let known = gazetteer.outlines[number] { return known }
    let statement = try database.statement(
      "SELECT number, id, level, names, size, latitude, longitude, outline FROM area WHERE number = ?")
    guard let area = try statement.first([.integer(number)], make: OutlinedArea.init) else {
      throw StoreProblem.damaged("the index of areas")
    }
    try database.checkLimit(corners: area.outline.pointCount)
    gazetteer.outlines.keep(area, as: number, size: 0)
    return area
  }
}

extension GazetteerSquare {
  /// A row of number and entries.
  init(_ row: borrowing Row, in square: GridSquare, ofStreets isWanted: ((String?) -> Bool)? = nil) throws {
    let entries = row.withBytes(1) {
      $0.flatMap { GazetteerSquare(encoded: $0, in: square, ofStreets: isWanted) }
    }
    guard let entries else {
      throw StoreProblem.damaged("square \(row.integer(0)) of the gazetteer")
    }
    self = entries
  }

  /// What a source has of a square, by the number of both.
  ///
  /// - Parameter isWanted: the names of streets whose pieces and houses to take; `nil` for all.
  static func stored(
    _ number: Int64, in database: Connection, ofStreets isWanted: ((String?) -> Bool)? = nil
  ) throws -> GazetteerSquare? {
    try database.statement("SELECT number, entries FROM gazetteer WHERE number = ?")
      .map(.integer(number)) { try GazetteerSquare($0, in: GridSquare(number: number), ofStreets: isWanted) }
      .first
  }

  /// What the index files a name under, as `NameWords` writes its words, with spaces between.
  static func hash(ofWords name: String) -> Int64 { Int64(Checksum.hash(of: name.utf8) >> 32) }
}

extension GazetteerSquare.Interpolation {
  fileprivate var interpolation: AddressInterpolation {
    AddressInterpolation(id: id, numbering: numbering, line: points.map(\.coordinate))
  }
}

extension GazetteerSquare.House {
  fileprivate var address: Address {
    Address(
      housenumber: number, street: street, postcode: postcode, city: city, coordinate: point.coordinate,
      outline: lines.map { $0.map(\.coordinate) })
  }
}

extension OutlinedArea {
  fileprivate init(_ row: borrowing Row) throws {
    let corner = Coordinate(latitude: row.double(5), longitude: row.double(6))
    guard let id = row.text(1)?.streamSafe,
      let names = row.withBytes(3, { $0.flatMap(StoredTags.tags(in:)) }),
      corner.isValid, let outline = row.withBytes(7, { $0.flatMap { Extent(bytes: $0, from: corner) } })
    else { throw StoreProblem.damaged("area \(row.integer(0))") }
    self.init(
      area: AdministrativeArea(
        id: id, level: Int(clamping: row.integer(2)), names: names, size: row.double(4)), outline: outline)
  }
}
