import Geography
import Glibc
import PlaceFiles
import Places
import SQLite

/// The places of squares around which twins were looked for, by what they must have in common.
struct TwinSquares {
  enum Key: Hashable {
    case stop
    case named(TwinTraits.Likeness)

    init(_ traits: TwinTraits) {
      switch traits {
      case .stop: self = .stop
      case .named(let likeness, _): self = .named(likeness)
      }
    }
  }

  /// A place that can have a twin.
  struct Candidate: Hashable {
    let number: Int64
    let coordinate: Coordinate
  }

  fileprivate typealias Square = [Key: [Candidate]]

  fileprivate typealias Joined = (place: PointOfInterest, others: [Int64])

  fileprivate private(set) var squares: [GridSquare: Square] = [:]
  private var count = 0
  /// Some ten megabytes.
  private static let mostCandidates = 100_000

  /// The places that others had to be compared with, by their numbers.
  fileprivate private(set) var joined: [Int64: Joined] = [:]
  private static let mostJoined = 5000

  fileprivate mutating func keep(_ place: Joined, of number: Int64) -> Joined {
    if joined.count >= Self.mostJoined { joined = [:] }
    joined[number] = place
    return place
  }

  fileprivate mutating func keep(_ candidates: Square, of square: GridSquare) {
    count += candidates.values.reduce(1) { $0 + $1.count }
    if count > Self.mostCandidates { (squares, count) = ([:], 0) }
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
    let key = TwinSquares.Key(traits)
    var radius = Twins.neighbourhood.metres
    var found: Set<Int64> = []
    if case .stop = traits {
      radius = Twins.neighbourhoodOfStop.metres
    } else if let extent = place.extent {
      let reach = extent.reach(from: place.coordinate)
      if reach <= StoredPlace.farReach {
        radius += reach
      } else if let name = place.name {
        found = try numbers(called: name, with: key, within: extent.boundingBox, in: database)
      }
    }
    let point = WGS84.cartesian(place.coordinate)
    for square in Self.squares(within: radius, of: place.coordinate) {
      for candidate in try self.candidates(in: square, database)[key] ?? [] {
        let isNear = (WGS84.cartesian(candidate.coordinate) - point).length <= radius
        // What reaches far has its position anywhere.
        if isNear || key != .stop { found.insert(candidate.number) }
      }
    }
    return found.sorted()
  }

  /// Few squares that have all points within some metres of a position; the smallest, except near a pole.
  private static func squares(within metres: Double, of position: Coordinate) -> [GridSquare] {
    let width = widthOfSquare * cos(position.latitude * .pi / 180)
    let level = (0..<GridSquare.topLevel).first { width * Double(1 << $0) >= metres }
    let square = GridSquare(around: position).raised(to: level ?? GridSquare.topLevel)
    let view = GridSquare.View(from: position)
    return (square.ring(at: 0) + square.ring(at: 1)).filter { $0.leastDistance(from: view) <= metres }
  }

  /// Metres at the equator.
  private static let widthOfSquare = 610.0

  private func candidates(in square: GridSquare, _ database: Connection) throws -> TwinSquares.Square {
    if let known = twinSquares.squares[square] { return known }
    var found: TwinSquares.Square = [:]
    func look(at row: borrowing Row) throws {
      try database.checkLimit()
      let kind = try kind(row.integer(3), in: database)
      guard let id = row.text(4),
        let traits = TwinTraits(id: id, name: row.text(5), category: kind.category, tags: kind.tags)
      else { return }
      found[TwinSquares.Key(traits), default: []].append(
        TwinSquares.Candidate(
          number: row.integer(0),
          coordinate: Coordinate(latitude: row.double(1), longitude: row.double(2))))
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
    twinSquares.keep(found, of: square)
    return found
  }

  /// The numbers of the places with the name of one that reaches far.
  private func numbers(
    called name: String, with key: TwinSquares.Key, within box: BoundingBox, in database: Connection
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
      if traits.map(TwinSquares.Key.init) == key { found.insert(row.integer(0)) }
      return true
    }
    return found
  }
}
