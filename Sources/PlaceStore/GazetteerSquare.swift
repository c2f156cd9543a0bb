import Geography
import Places

/// The streets and addresses of one smallest square of the grid, as a store keeps them.
///
/// A street is in each square that it passes through, with its points there and the next ones beyond the edges.
struct GazetteerSquare: Hashable, Sendable {
  typealias Point = SquarePoint<GazetteerSquare>

  struct Piece: Hashable, Sendable {
    let id: Int64
    let kind: StreetKind
    /// With those in other languages behind it; `GazetteerSquare.names` takes them apart.
    let name: String?
    let ref: String?
    var points: [Point]
    var isRoundabout = false
    var isOneWay = false
    var use: StreetUse?
    var steps: Steps?
  }

  /// A crossing, lift, barrier or traffic light.
  struct Feature: Hashable, Sendable {
    let point: Point
    /// What it is, as `StreetFeature.code` writes it.
    let code: UInt64
    let barrier: String?
  }

  struct House: Hashable, Sendable {
    let street: String?
    let postcode: String?
    let city: String?
    let number: String
    let point: Point
    /// Its outline, as `Address` has it, in each square that it may reach into; empty if it is a point.
    var lines: [[Point]] = []

    /// What neighbours mostly share.
    var shared: [String?] { [street, postcode, city] }
  }

  /// Houses between others, whose numbers are known only by these; in each square all of it.
  struct Interpolation: Hashable, Sendable {
    let id: Int64
    let numbering: AddressInterpolation.Numbering
    let points: [Point]
  }

  var pieces: [Piece] = []
  var houses: Set<House> = []
  var interpolations: [Interpolation] = []
  var features: Set<Feature> = []

  /// Adds what another source or an earlier import has; of a street, and of what is at a point, the present form stays.
  func union(_ other: GazetteerSquare) -> GazetteerSquare {
    var all = self
    all.formUnion(other.beside(self))
    return all
  }

  /// Leaves out what is at a point where a newer square has something of the kind.
  func beside(_ newer: GazetteerSquare) -> GazetteerSquare {
    let (houses, features) = (Set(newer.houses.map(\.point)), Set(newer.features.map(\.point)))
    var all = self
    all.houses = all.houses.filter { !houses.contains($0.point) }
    all.features = all.features.filter { !features.contains($0.point) }
    return all
  }

  /// Adds another part of the same import, in which several things can be at one point.
  mutating func formUnion(_ other: GazetteerSquare) {
    let known = Set(pieces.map(\.id))
    pieces += other.pieces.filter { !known.contains($0.id) }
    houses.formUnion(other.houses)
    let knownLines = Set(interpolations.map(\.id))
    interpolations += other.interpolations.filter { !knownLines.contains($0.id) }
    features.formUnion(other.features)
  }

  /// More than any square of the earth has of each, as a square is read whole.
  static let mostEntries = 50_000

  /// Leaves out what is more than that, the same in every run.
  ///
  /// - Returns: how many entries those are.
  mutating func leaveOutCrowd() -> Int {
    let all = pieces.count + houses.count + interpolations.count + features.count
    if pieces.count > Self.mostEntries {
      let inOrder = pieces.sorted { ($0.id, $0.points[0]) < ($1.id, $1.points[0]) }
      pieces = Array(inOrder.prefix(Self.mostEntries))
    }
    if houses.count > Self.mostEntries {
      houses = Set(houses.sorted(by: House.isBefore).prefix(Self.mostEntries))
    }
    if interpolations.count > Self.mostEntries {
      interpolations = Array(interpolations.sorted { $0.id < $1.id }.prefix(Self.mostEntries))
    }
    if features.count > Self.mostEntries {
      features = Set(features.sorted(by: Feature.isBefore).prefix(Self.mostEntries))
    }
    return all - pieces.count - houses.count - interpolations.count - features.count
  }

  /// What the index finds it by: the names of its streets in all languages, with a house or without, and postcodes.
  var namesInIndex: Set<String> {
    Set(
      Set(pieces.flatMap { Self.names(in: $0.name) } + houses.compactMap(\.street)).map {
        NameWords.asked($0).joined(separator: " ")
      } + Set(houses.compactMap(\.postcode)).map { Self.name(ofPostcode: TypedAddress.postcode($0)) })
  }

  /// A name that no street has.
  static func name(ofPostcode code: String) -> String { "=\(code)" }

  /// Stands between the names of a street in several languages, the local one first.
  static let betweenNames: Character = "\u{1F}"

  static func localName(in text: String) -> String {
    text.utf8.firstIndex(of: 0x1F).map { String(text[..<$0]) } ?? text
  }

  /// The names that a piece of a street has.
  static func names(in text: String?) -> [String] {
    text?.split(separator: betweenNames).map(String.init) ?? []
  }
}

extension GazetteerSquare.Piece {
  var street: Street {
    Street(
      id: id, kind: kind, name: name.map(GazetteerSquare.localName), ref: ref,
      line: points.map(\.coordinate), isRoundabout: isRoundabout, isOneWay: isOneWay, use: use, steps: steps)
  }
}

// MARK: - As bytes

extension GazetteerSquare {
  /// Each text once; then the streets in the order of their ids, the houses by what they share, and interpolations,
  /// houses with an outline and features of streets, if there are any. Numbers are of variable length, points are
  /// differences from the one before, and 0 stands for no text.
  ///
  /// - Parameter square: the square that it is of.
  func encoded(in square: GridSquare) -> [UInt8] {
    var texts = SquareTexts()
    var bytes: [UInt8] = []
    bytes.append(variableLength: UInt64(pieces.count))
    var lastID: Int64 = 0
    for piece in pieces.sorted(by: { ($0.id, $0.points[0]) < ($1.id, $1.points[0]) }) {
      bytes.append(variableLength: (piece.id &- lastID).zigzag)
      lastID = piece.id
      piece.appendKind(to: &bytes)
      bytes.append(variableLength: texts.number(of: piece.name))
      bytes.append(variableLength: texts.number(of: piece.ref))
      bytes.append(variableLength: UInt64(piece.points.count))
      var last = square.corner
      for point in piece.points { bytes.append(point, after: &last) }
    }
    let groups = Dictionary(grouping: houses.filter(\.lines.isEmpty), by: \.shared)
      .sorted { $0.key.map { $0 ?? "" }.lexicographicallyPrecedes($1.key.map { $0 ?? "" }) }
    bytes.append(variableLength: UInt64(groups.count))
    for (shared, houses) in groups {
      for text in shared { bytes.append(variableLength: texts.number(of: text)) }
      bytes.append(variableLength: UInt64(houses.count))
      var last = square.corner
      for house in houses.sorted(by: { ($0.point, $0.number) < ($1.point, $1.number) }) {
        bytes.append(variableLength: UInt64(house.number.utf8.count))
        bytes += house.number.utf8
        bytes.append(house.point, after: &last)
      }
    }
    lastID = 0
    for line in interpolations.sorted(by: { ($0.id, $0.points[0]) < ($1.id, $1.points[0]) }) {
      bytes.append(variableLength: (line.id &- lastID).zigzag)
      lastID = line.id
      bytes.append(
        variableLength: UInt64(AddressInterpolation.Numbering.allCases.firstIndex(of: line.numbering) ?? 0))
      bytes.append(variableLength: UInt64(line.points.count))
      var last = square.corner
      for point in line.points { bytes.append(point, after: &last) }
    }
    for house in houses.filter({ !$0.lines.isEmpty }).sorted(by: House.isBefore) {
      bytes.append(variableLength: 0)
      bytes.append(variableLength: Self.outlinedHouse)
      for text in house.shared + [house.number] { bytes.append(variableLength: texts.number(of: text)) }
      var last = square.corner
      bytes.append(house.point, after: &last)
      bytes.append(variableLength: UInt64(house.lines.count))
      for line in house.lines {
        // Where it began, a ring need not come back to.
        let isRing = line.count > 3 && line.first == line.last
        let points = isRing ? line.dropLast() : line[...]
        bytes.append(variableLength: UInt64(points.count) << 1 | (isRing ? 1 : 0))
        for point in points { bytes.append(point, after: &last) }
      }
    }
    if !features.isEmpty {
      bytes.append(variableLength: 0)
      bytes.append(variableLength: Self.listOfFeatures)
      bytes.append(variableLength: UInt64(features.count))
      var last = square.corner
      for feature in features.sorted(by: Feature.isBefore) {
        bytes.append(feature.point, after: &last)
        bytes.append(variableLength: feature.code)
        if feature.code == Feature.barrier { bytes.append(variableLength: texts.number(of: feature.barrier)) }
      }
    }
    return texts.encoded + bytes
  }

  /// What a house with an outline has in place of an interpolation's numbering, and what features have.
  private static let outlinedHouse = UInt64(AddressInterpolation.Numbering.allCases.count)
  private static let listOfFeatures = outlinedHouse + 1

  /// What `encoded(in:)` wrote; `nil` if the bytes are damaged.
  ///
  /// - Parameter isWanted: the names of streets whose pieces and houses to take; `nil` for all.
  init?(
    encoded bytes: UnsafeRawBufferPointer, in square: GridSquare,
    ofStreets isWanted: ((String?) -> Bool)? = nil
  ) {
    guard var reader = SquareReader(bytes), let count = reader.count(ofAtLeast: 7) else { return nil }
    if isWanted == nil { pieces.reserveCapacity(count) }
    var id: Int64 = 0
    for _ in 0..<count {
      guard let step = reader.rest.popVariableLengthNumber(),
        let kind = Piece(&reader.rest),
        let name = reader.textOfTable(),
        let ref = reader.textOfTable(), let count = reader.count(ofAtLeast: 2), count > 0
      else { return nil }
      id &+= Int64(zigzag: step)
      if isWanted?(name.text) == false {
        guard reader.skipNumbers(2 * count) else { return nil }
        continue
      }
      guard let points = reader.points(count, from: square.corner) else { return nil }
      pieces.append(kind.with(id: id, name: name.text, ref: ref.text, points: points))
    }
    guard let count = reader.count(ofAtLeast: 4) else { return nil }
    for _ in 0..<count {
      guard let street = reader.textOfTable(), let postcode = reader.textOfTable(),
        let city = reader.textOfTable(), let count = reader.count(ofAtLeast: 3)
      else { return nil }
      if isWanted?(street.text) == false {
        for _ in 0..<count {
          guard let length = reader.count(ofAtLeast: 1) else { return nil }
          reader.rest = reader.rest.dropFirst(length)
          guard reader.skipNumbers(2) else { return nil }
        }
        continue
      }
      var last = square.corner
      for _ in 0..<count {
        guard let number = reader.text(), let point = reader.point(after: last) else { return nil }
        last = point
        houses.insert(
          House(
            street: street.text, postcode: postcode.text, city: city.text, number: number, point: point))
      }
    }
    id = 0
    while !reader.rest.isEmpty {
      guard let step = reader.rest.popVariableLengthNumber(),
        let numbering = reader.rest.popVariableLengthNumber()
      else { return nil }
      if step == 0, numbering == Self.outlinedHouse {
        guard let house = reader.outlinedHouse(from: square.corner) else { return nil }
        if isWanted?(house.street) != false { houses.insert(house) }
        continue
      }
      if step == 0, numbering == Self.listOfFeatures {
        guard let features = reader.features(from: square.corner) else { return nil }
        self.features.formUnion(features)
        continue
      }
      guard numbering < Self.outlinedHouse,
        let count = reader.count(ofAtLeast: 2), count > 0,
        let points = reader.points(count, from: square.corner)
      else { return nil }
      id &+= Int64(zigzag: step)
      interpolations.append(
        Interpolation(
          id: id, numbering: AddressInterpolation.Numbering.allCases[Int(numbering)], points: points))
    }
  }
}

extension GazetteerSquare.House {
  fileprivate static func isBefore(_ left: Self, _ right: Self) -> Bool {
    func order(_ house: Self) -> (GazetteerSquare.Point, String, String, Int) {
      (house.point, house.number, house.street ?? "", house.lines.reduce(0) { $0 + $1.count })
    }
    return order(left) < order(right)
  }
}

extension SquareReader {
  typealias Point = GazetteerSquare.Point

  fileprivate mutating func outlinedHouse(from start: Point) -> GazetteerSquare.House? {
    guard let street = textOfTable(), let postcode = textOfTable(), let city = textOfTable(),
      let number = textOfTable()?.text, let point = point(after: start), let count = count(ofAtLeast: 3)
    else { return nil }
    var lines: [[Point]] = []
    var last = point
    for _ in 0..<count {
      guard let head = rest.popVariableLengthNumber(), head > 1, head >> 1 <= UInt64(rest.count / 2),
        var line = points(Int(head >> 1), from: last)
      else { return nil }
      last = line.last ?? last
      if head & 1 == 1 { line.append(line[0]) }
      lines.append(line)
    }
    return GazetteerSquare.House(
      street: street.text, postcode: postcode.text, city: city.text, number: number, point: point,
      lines: lines)
  }

  fileprivate mutating func points(_ count: Int, from start: Point) -> [Point]? {
    points(count, from: start, ofDegree: Point.degree)
  }

  mutating func point(after last: Point) -> Point? { point(after: last, ofDegree: Point.degree) }
}

extension GazetteerSquare.Point {
  /// Parts of a degree: 0.1 m.
  fileprivate static let degree: Int64 = 1_000_000

  /// - Parameter coordinate: valid.
  init(_ coordinate: Coordinate) {
    self.init(SIMD2(coordinate.longitude, coordinate.latitude), unit: Double(Self.degree))
  }

  var coordinate: Coordinate { coordinate(unit: Double(Self.degree)) }
}

extension GridSquare {
  /// The south-western corner.
  var corner: GazetteerSquare.Point {
    GazetteerSquare.Point(Coordinate(latitude: box.south, longitude: box.west))
  }
}

// MARK: - Cutting into squares

/// Entries by the squares that they lie in.
struct GazetteerBatch: Sendable {
  private(set) var squares: [GridSquare: GazetteerSquare] = [:]
  private(set) var areas: [OutlinedArea] = []
  /// How many bytes it takes in memory, roughly.
  private(set) var byteCount = 0

  private static let bytesOfSquare = 400
  private static let bytesOfHouse = 250
  /// Of a piece of a street, or an interpolation, without its points.
  private static let bytesOfLine = 200
  private static let bytesOfPoint = 8
  private static let bytesOfFeature = 80

  mutating func add(_ entries: GazetteerEntries) {
    let squareCount = squares.count
    defer { byteCount += (squares.count - squareCount) * Self.bytesOfSquare }
    for street in entries.streets { add(street, alsoCalled: entries.otherNames[street.id] ?? []) }
    for address in entries.addresses { add(address) }
    for feature in entries.features {
      let square = GridSquare(around: feature.coordinate)
      squares[square, default: GazetteerSquare()].features.insert(GazetteerSquare.Feature(feature))
      byteCount += Self.bytesOfFeature
    }
    for line in entries.interpolations {
      let interpolation = GazetteerSquare.Interpolation(
        id: line.id, numbering: line.numbering, points: line.line.map(GazetteerSquare.Point.init))
      for square in GridSquare.runs(of: line.line).keys {
        squares[square, default: GazetteerSquare()].interpolations.append(interpolation)
        byteCount += Self.bytesOfLine + interpolation.points.count * Self.bytesOfPoint
      }
    }
    areas += entries.areas
    byteCount += entries.areas.reduce(0) { $0 + Self.bytesOfLine + $1.outline.pointCount * Self.bytesOfPoint }
  }

  /// Leaves out the streets and addresses of the other smallest squares.
  mutating func keep(in isWanted: (GridSquare) throws -> Bool) rethrows {
    squares = try squares.filter { try isWanted($0.key) }
  }

  private mutating func add(_ address: Address) {
    var house = GazetteerSquare.House(
      street: address.street, postcode: address.postcode, city: address.city, number: address.housenumber,
      point: .init(address.coordinate), lines: address.outline.map { $0.map(GazetteerSquare.Point.init) })
    var around = GridSquare.covering(house.lines.flatMap(\.self).map(\.coordinate), atMost: Self.mostSquares)
    if around.isEmpty {
      house.lines = []
      around = [GridSquare(around: house.point.coordinate)]
    }
    for square in around {
      squares[square, default: GazetteerSquare()].houses.insert(house)
      byteCount += Self.bytesOfHouse + house.lines.reduce(0) { $0 + $1.count } * Self.bytesOfPoint
    }
  }

  /// Squares that one address can be in, beyond which it is that of a point: more than an airport takes.
  private static let mostSquares = 1024

  private mutating func add(_ street: Street, alsoCalled others: [String]) {
    let name = street.name.map { ([$0] + others).joined(separator: "\(GazetteerSquare.betweenNames)") }
    let points = street.line.map(GazetteerSquare.Point.init)
    for (square, runs) in GridSquare.runs(of: street.line) {
      for run in runs {
        squares[square, default: GazetteerSquare()].pieces.append(
          .init(
            id: street.id, kind: street.kind, name: name, ref: street.ref, points: Array(points[run]),
            isRoundabout: street.isRoundabout, isOneWay: street.isOneWay, use: street.use, steps: street.steps
          ))
        byteCount += Self.bytesOfLine + run.count * Self.bytesOfPoint
      }
    }
  }
}
