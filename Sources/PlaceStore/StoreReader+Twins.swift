import Geography
import Glibc
import PlaceFiles
import Places
import SQLite

/// The places of squares around which twins were looked for, by what they must have in common.
struct TwinSquares {
  /// A place that can have a twin.
  struct Candidate {
    /// What twins have in common; others can have the same.
    let key: UInt64
    let number: Int64
    let coordinate: Coordinate
    /// `nil` for a part of a stop.
    let element: TwinTraits.Element?
  }

  /// What the kind of a place says of its twins.
  fileprivate enum Kind {
    case stop
    /// The start of the key of its names.
    case named(UInt64)

    init(category: String?, tags: [String: String]) {
      self = TwinTraits.StopPart(tags) != nil ? .stop : .named(TwinSquares.key(of: (category ?? "").utf8))
    }
  }

  fileprivate static let keyOfStops: UInt64 = 0

  /// The key of what has a name and a category.
  fileprivate static func key(of name: String, category: String?) -> UInt64 {
    key(ofName: name.utf8, after: key(of: (category ?? "").utf8))
  }

  /// The key of a name in any case.
  fileprivate static func key(ofName name: some Collection<UInt8>, after start: UInt64) -> UInt64 {
    if name.allSatisfy({ $0 < 0x80 }) {
      return key(of: name.lazy.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, after: start)
    }
    return key(of: String(decoding: name, as: UTF8.self).lowercased().utf8, after: start)
  }

  /// FNV-1a, of 64 bits.
  private static func key(
    of bytes: some Sequence<UInt8>, after start: UInt64 = 0xCBF2_9CE4_8422_2325
  ) -> UInt64 {
    bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  fileprivate var kinds: [Int64: Kind] = [:]

  fileprivate typealias Joined = (place: PointOfInterest, others: [Int64])

  /// The candidates of each square, by their keys.
  fileprivate private(set) var squares: [GridSquare: [Candidate]] = [:]
  private var count = 0
  /// Some ten megabytes.
  private static let mostCandidates = 200_000

  /// The places that others had to be compared with, by their numbers.
  fileprivate private(set) var joined: [Int64: Joined] = [:]
  private static let mostJoined = 5000

  fileprivate mutating func keep(_ place: Joined, of number: Int64) -> Joined {
    if joined.count >= Self.mostJoined { joined = [:] }
    joined[number] = place
    return place
  }

  fileprivate mutating func keep(_ candidates: [Candidate], of square: GridSquare) {
    count += candidates.count + 1
    if count > Self.mostCandidates { (squares, count) = ([:], candidates.count + 1) }
    squares[square] = candidates
  }
}

extension StoreReader {
  /// A place with what its twins know besides, and the numbers of those for which it stands.
  func joined(
    _ stored: StoredPlace, in database: Connection
  ) throws -> (place: PointOfInterest, others: [Int64]) {
    if let known = twinSquares.joined[stored.number] { return known }
    guard let traits = TwinTraits(of: stored.place) else { return (stored.place, []) }
    let candidates = try candidates(for: stored.place, traits, in: database)
    guard candidates.count > 1 else { return (stored.place, []) }
    let details = try database.statement("SELECT \(try columns(in: database)) FROM place WHERE number = ?")
    let around = try candidates.map {
      $0 == stored.number ? stored : try place($0, details, nil, in: database)
    }
    let twins = Twins(among: around.map(\.place))
    guard let index = around.firstIndex(where: { $0.number == stored.number }) else {
      return (stored.place, [])
    }
    let others = twins.others(of: index).map { around[$0].number }
    return twinSquares.keep((twins.joined(index), others), of: stored.number)
  }

  /// The numbers of the places that may decide about a place's twins, its own among them, in order.
  private func candidates(
    for place: PointOfInterest, _ traits: TwinTraits, in database: Connection
  ) throws -> [Int64] {
    let key: UInt64
    var radius = Twins.neighbourhood.metres
    var found: Set<Int64> = []
    var elements: Set<TwinTraits.Element?> = []
    var isFar = false
    switch traits {
    case .stop:
      key = TwinSquares.keyOfStops
      radius = Twins.neighbourhoodOfStop.metres
    case .named:
      key = TwinSquares.key(of: place.name ?? "", category: place.category)
      guard let extent = place.extent else { break }
      let reach = extent.reach(from: place.coordinate)
      if reach <= StoredPlace.farReach {
        radius += reach
      } else if let name = place.name {
        isFar = true
        found = try numbers(called: name, like: traits, within: extent.boundingBox, in: database)
      }
    }
    let point = WGS84.cartesian(place.coordinate)
    for square in Self.squares(within: radius, of: place.coordinate) {
      let candidates = try self.candidates(in: square, database)
      for candidate in candidates[candidates.partitioningIndex { $0.key >= key }...] {
        if candidate.key != key { break }
        // What reaches far has its position anywhere.
        if candidate.element == nil,
          (WGS84.cartesian(candidate.coordinate) - point).length > radius
        {
          continue
        }
        elements.insert(candidate.element)
        found.insert(candidate.number)
      }
    }
    // Elements of one kind and one name are branches of a chain.
    let isChain = !isFar && elements.count == 1 && elements.isDisjoint(with: [nil, .area])
    return isChain ? [] : found.sorted()
  }

  private func kindOfTwins(_ number: Int64, in database: Connection) throws -> TwinSquares.Kind {
    if let known = twinSquares.kinds[number] { return known }
    let kind = try kind(number, in: database)
    let twins = TwinSquares.Kind(category: kind.category, tags: kind.tags)
    twinSquares.kinds[number] = twins
    return twins
  }

  /// The squares that have all points within some metres of a position; mostly one.
  private static func squares(within metres: Double, of position: Coordinate) -> [GridSquare] {
    let width = widthOfSquare * cos(position.latitude * .pi / 180)
    let level = (0..<GridSquare.topLevel).first { width * Double(1 << $0) >= metres } ?? GridSquare.topLevel
    let square = GridSquare(around: position).raised(to: level)
    let (west, south, east, north) = square.box
    let height = metres / leastMetresInDegree
    let side = height / cos(position.latitude * .pi / 180)
    if position.latitude - height > south, position.latitude + height < north,
      position.longitude - side > west, position.longitude + side < east
    {
      return [square]
    }
    let view = GridSquare.View(from: position)
    return (square.ring(at: 0) + square.ring(at: 1)).filter { $0.leastDistance(from: view) <= metres }
  }

  /// Metres at the equator.
  private static let widthOfSquare = 610.0
  private static let leastMetresInDegree = 110_500.0

  private func candidates(
    in square: GridSquare, _ database: Connection
  ) throws -> [TwinSquares.Candidate] {
    if let known = twinSquares.squares[square] { return known }
    var found: [TwinSquares.Candidate] = []
    func look(at row: borrowing Row) throws {
      try database.checkLimit()
      var element: TwinTraits.Element?
      var key = TwinSquares.keyOfStops
      if case .named(let start) = try kindOfTwins(row.integer(3), in: database) {
        guard let known = row.withBytes(4, { $0.flatMap { TwinTraits.Element(ofID: $0) } }),
          let named = row.withBytes(5, { $0.map { TwinSquares.key(ofName: $0, after: start) } })
        else { return }
        (element, key) = (known, named)
      }
      found.append(
        TwinSquares.Candidate(
          key: key, number: row.integer(0),
          coordinate: Coordinate(latitude: row.double(1), longitude: row.double(2)), element: element))
    }
    let columns = "SELECT number, latitude, longitude, kind, id, name FROM place WHERE"
    let numbers = square.numbers
    try database.statement("\(columns) number >= ? AND number < ?")
      .forEachRow(.integer(numbers.lowerBound), .integer(numbers.upperBound)) { row in
        try look(at: row)
        return true
      }
    if try self.columns(in: database) == StoredPlace.columns {
      let middle = square.middle
      let far = try ExtentBoxes.places.numbers(
        within: square.radius(about: middle) + Twins.neighbourhood.metres, of: middle, in: database)
      let row = try database.statement("\(columns) number = ?")
      for number in far where !numbers.contains(number) {
        try row.forEachRow(.integer(number)) { row in
          try look(at: row)
          return false
        }
      }
    }
    found.sort { ($0.key, $0.number) < ($1.key, $1.number) }
    twinSquares.keep(found, of: square)
    return found
  }

  /// The numbers of the places with the name of one that reaches far.
  private func numbers(
    called name: String, like wanted: TwinTraits, within box: BoundingBox, in database: Connection
  ) throws -> Set<Int64> {
    let words = NameWords.asked(name)
    guard !words.isEmpty else { return [] }
    let ranges = GridSquare.ranges(covering: box.grown(by: Twins.neighbourhood.metres))
    var found: Set<Int64> = []
    let rows = try database.statement(
      """
      SELECT number, id, name, kind FROM term CROSS JOIN place ON place.number = term.rowid
      WHERE term MATCH ?1 AND term.rowid >= ?2 AND term.rowid < ?3
      """)
    let terms = words.map { "\"\($0)\"" }.joined(separator: " AND ")
    let (first, last) = (ranges.first?.lowerBound ?? 0, ranges.last?.upperBound ?? 0)
    try rows.forEachRow([.string(terms), .integer(first), .integer(last)]) { row in
      try database.checkLimit()
      let kind = try kind(row.integer(3), in: database)
      let traits = TwinTraits(
        id: row.text(1) ?? "", name: row.text(2), category: kind.category, tags: kind.tags)
      if traits.map(wanted.isLike) == true { found.insert(row.integer(0)) }
      return true
    }
    return found
  }
}
