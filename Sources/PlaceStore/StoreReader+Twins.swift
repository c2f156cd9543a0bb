import Geography
import PlaceFiles
import Places
import SQLite

/// A place with what its twins know besides, and the numbers of those for which it stands.
typealias JoinedPlace = (place: PointOfInterest, others: [Int64])

/// The places of some squares that may be twins.
struct TwinGroup: Hashable {
  let key: UInt64
  let squares: [Range<Int64>]
}

/// The places of a square and around it that can have twins, by what twins have in common.
struct TwinKeys {
  /// The numbers of the places, those of one key together.
  private var numbers: [Int64] = []
  private var runs: [Run] = []

  /// Places of one key; others can have the same.
  private struct Run {
    let key: UInt64
    /// A bit for each thing that they are mapped as.
    var parts: UInt8
    /// Where their numbers end.
    var end: Int
  }

  var count: Int { numbers.count }

  /// - Parameter entries: in any order.
  init(_ entries: [(key: UInt64, part: UInt8, number: Int64)]) {
    for entry in entries.sorted(by: { ($0.key, $0.number) < ($1.key, $1.number) }) {
      numbers.append(entry.number)
      if let last = runs.last, last.key == entry.key {
        runs[runs.count - 1] = Run(key: last.key, parts: last.parts | entry.part, end: numbers.count)
      } else {
        runs.append(Run(key: entry.key, parts: entry.part, end: numbers.count))
      }
    }
  }

  subscript(_ key: UInt64) -> (numbers: ArraySlice<Int64>, parts: UInt8) {
    let index = runs.partitioningIndex { $0.key >= key }
    guard index < runs.count, runs[index].key == key else { return ([], 0) }
    return (numbers[(index > 0 ? runs[index - 1].end : 0)..<runs[index].end], runs[index].parts)
  }
}

/// What the kind of a place says of its twins.
enum TwinKind: Hashable {
  /// A part of a stop, and its bit.
  case stop(UInt8)
  /// The start of the key of its names.
  case named(UInt64)

  private static let keyOfStops: UInt64 = 0

  init(category: String?, tags: [String: String]) {
    if let part = TwinTraits.StopPart(tags) {
      self = .stop(1 << UInt8(part.rawValue))
    } else {
      // FNV-1a, of 64 bits.
      self = .named((category ?? "").utf8.reduce(0xCBF2_9CE4_8422_2325, Self.hash))
    }
  }

  private static func hash(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  var isStop: Bool { if case .stop = self { true } else { false } }

  /// What a place and its twins have in common; `nil` if it can have no twin.
  func key(of place: PointOfInterest) -> UInt64? {
    var (id, name) = (place.id, place.name)
    return id.withUTF8 { id in
      let id = UnsafeRawBufferPointer(id)
      guard name != nil else { return key(id: id, name: nil)?.key }
      return name?.withUTF8 { key(id: id, name: UnsafeRawBufferPointer($0))?.key }
    }
  }

  /// What a place and its twins have in common, and the bit of what it is mapped as; `nil` if it can have no twin.
  func key(id: UnsafeRawBufferPointer?, name: UnsafeRawBufferPointer?) -> (key: UInt64, part: UInt8)? {
    switch self {
    case .stop(let part): return (Self.keyOfStops, part)
    case .named(let start):
      guard let name, let element = id.flatMap(TwinTraits.Element.element(ofID:)) else { return nil }
      var key = start
      var isOfOneCase = false
      for byte in name {
        switch byte {
        case 0x41...0x5A: key = Self.hash(key, byte | 0x20)
        case ..<0x80: key = Self.hash(key, byte)
        case ..<0xC0: if isOfOneCase { key = Self.hash(key, byte) }
        default:
          // Chinese, Japanese and Korean have no capitals; of other letters it counts how many there are.
          isOfOneCase = (0xE3...0xED).contains(byte) && byte != 0xEA
          key = Self.hash(key, isOfOneCase ? byte : 0x80)
        }
      }
      return (key, 1 << UInt8(element.rawValue))
    }
  }

  /// Whether places of one key can be twins.
  func canHaveTwins(_ count: Int, parts: UInt8) -> Bool {
    let isOfOnePart = parts & (parts - 1) == 0
    return count > 1 && !(isOfOnePart && parts != 1 << UInt8(TwinTraits.Element.area.rawValue))
  }
}

extension StoreReader {
  /// A place with what its twins know besides, and the numbers of those for which it stands.
  func joined(_ stored: StoredPlace, in database: Connection) throws -> JoinedPlace {
    let place = stored.place
    let kind = try kind(stored.kind, in: database).twins
    guard let key = kind.key(of: place) else { return (place, []) }
    let reach = kind.isStop ? 0 : place.extent?.reach(from: place.coordinate) ?? 0
    let isFar = reach > StoredPlace.farReach
    let radius = kind.isStop ? Twins.neighbourhoodOfStop : Twins.neighbourhood
    let squares = GridSquare.around(place.coordinate, within: radius.metres + (isFar ? 0 : reach))
      .map(\.numbers)
    var (count, parts) = (0, UInt8(0))
    for square in squares {
      let alike = try twinKeys(of: square, in: database)[key]
      (count, parts) = (count + alike.numbers.count, parts | alike.parts)
    }
    guard isFar || kind.canHaveTwins(count, parts: parts) else { return (place, []) }
    // Those of one that reaches far can be anywhere on it.
    let group = TwinGroup(key: key, squares: isFar ? [stored.number..<stored.number] : squares)
    if let known = around.twins[group] { return known[stored.number] ?? (place, []) }
    var numbers = try squares.flatMap { try twinKeys(of: $0, in: database)[key].numbers }
    if isFar, let name = place.name, let box = place.boundingBox {
      numbers += try self.numbers(called: name, key, within: box, in: database)
    }
    let joined = try joined(of: numbers, in: database)
    around.twins.keep(joined, as: group, size: joined.count)
    return joined[stored.number] ?? (place, [])
  }

  /// Those of some places that have twins among them.
  private func joined(of numbers: [Int64], in database: Connection) throws -> [Int64: JoinedPlace] {
    let details = try detailsOfPlaces(in: database)
    let alike = try Set(numbers).sorted().map { try place($0, details, nil, in: database) }
    let twins = Twins(among: alike.map(\.place))
    return Dictionary(
      uniqueKeysWithValues: twins.indices.map { index in
        (alike[index].number, (twins.joined(index), twins.others(of: index).map { alike[$0].number }))
      })
  }

  private func twinKeys(of square: Range<Int64>, in database: Connection) throws -> TwinKeys {
    if let known = around.twinKeys[square] { return known }
    var entries: [(key: UInt64, part: UInt8, number: Int64)] = []
    let columns = "SELECT number, kind, id, name FROM place WHERE"
    try database.statement("\(columns) number >= ? AND number < ?")
      .forEachRow(.integer(square.lowerBound), .integer(square.upperBound)) { row in
        if let (key, part) = try twinKey(row, in: database) { entries.append((key, part, row.integer(0))) }
        return true
      }
    if try hasFar(in: database) {
      let box = GridSquare(numbers: square)
      let middle = box.middle
      let far = try ExtentBoxes.places.numbers(
        within: box.radius(about: middle) + Twins.neighbourhood.metres, of: middle, in: database)
      let row = try database.statement("\(columns) number = ?")
      for number in far where !square.contains(number) {
        try row.forEachRow(.integer(number)) { row in
          if let (key, part) = try twinKey(row, in: database) { entries.append((key, part, number)) }
          return false
        }
      }
    }
    let keys = TwinKeys(entries)
    around.twinKeys.keep(keys, as: square, size: keys.count)
    return keys
  }

  /// The numbers of the places with the name of one that reaches far.
  private func numbers(
    called name: String, _ key: UInt64, within box: BoundingBox, in database: Connection
  ) throws -> [Int64] {
    let words = NameWords.asked(name)
    guard !words.isEmpty else { return [] }
    let ranges = GridSquare.ranges(covering: box.grown(by: Twins.neighbourhood.metres))
    var found: [Int64] = []
    let rows = try database.statement(
      """
      SELECT number, kind, id, name FROM term CROSS JOIN place ON place.number = term.rowid
      WHERE term MATCH ?1 AND term.rowid >= ?2 AND term.rowid < ?3
      """)
    let terms = words.map { "\"\($0)\"" }.joined(separator: " AND ")
    let (first, last) = (ranges.first?.lowerBound ?? 0, ranges.last?.upperBound ?? 0)
    try rows.forEachRow([.string(terms), .integer(first), .integer(last)]) { row in
      if try twinKey(row, in: database)?.key == key { found.append(row.integer(0)) }
      return true
    }
    return found
  }

  /// - Parameter row: of number, kind, id and name.
  private func twinKey(_ row: borrowing Row, in database: Connection) throws -> (key: UInt64, part: UInt8)? {
    try database.checkLimit()
    let kind = try kind(row.integer(1), in: database).twins
    return row.withBytes(2) { id in row.withBytes(3) { kind.key(id: id, name: $0) } }
  }
}
