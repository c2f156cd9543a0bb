import Geography
import Glibc
import Places

/// What pictures show in one square of the grid, as a store keeps it for one detail.
///
/// A line is in each square that it passes through, with its points there and the next ones beyond the edges; an area
/// is cut at the edges, a little beyond them so that no seams show.
struct MapSquare: Hashable, Sendable {
  /// In units of the detail.
  typealias Point = SquarePoint<MapSquare>

  struct Piece: Hashable, Sendable {
    let id: Int64
    let kind: MapKind
    let name: String?
    let parts: [[Point]]

    func feature(_ detail: MapDetail) -> MapFeature {
      MapFeature(
        kind: kind, name: name,
        parts: parts.map { part in part.map { $0.coordinate(unit: detail.unit) } })
    }
  }

  var pieces: [Piece] = []

  /// Adds what another source or an earlier import has; the present form of a thing stays.
  mutating func formUnion(_ other: MapSquare) {
    let known = Set(pieces.map(\.id))
    pieces += other.pieces.filter { !known.contains($0.id) }
  }

  /// All but the sea.
  func features(_ detail: MapDetail) -> [MapFeature] {
    pieces.filter { !$0.isOpenSea }.map { $0.feature(detail) }
  }
}

extension MapDetail {
  private var measures: (level: Int, unit: Double, tolerance: Double, leastArea: Double) {
    switch self {
    case .closest, .fine: (2, 100_000, 1.5, 0)
    case .middle: (4, 20_000, 10, 120)
    case .coarse: (7, 2_000, 70, 900)
    }
  }

  /// The level of the squares that keep it.
  var level: Int { measures.level }
  /// Parts of a degree: 1 m, 6 m, 50 m.
  var unit: Double { measures.unit }
  /// Metres by which a line may be off.
  var tolerance: Double { measures.tolerance }
  /// Metres that an area has at least from corner to corner of its box.
  var leastArea: Double { measures.leastArea }
}

extension GridSquare {
  /// Under what a store keeps a square of a detail; the number of the source is added.
  ///
  /// The first number of a large square ends in zeros, which leave room for the detail.
  func mapNumber(_ detail: MapDetail) -> Int64 {
    numbers.lowerBound + Int64(detail.rawValue) * Self.ordinals
  }

  /// The detail and the square of such a number; `nil` if there is no such detail.
  static func mapSquare(of number: Int64) -> (detail: MapDetail, square: GridSquare)? {
    MapDetail(rawValue: Int(number / ordinals & 3)).map { detail in
      let first = GridSquare(number: number - Int64(detail.rawValue) * ordinals)
      return (detail, first.raised(to: detail.level))
    }
  }

  fileprivate func corner(_ detail: MapDetail) -> MapSquare.Point {
    MapSquare.Point(SIMD2(box.west, box.south), unit: detail.unit)
  }
}

// MARK: - As bytes

extension MapSquare {
  /// Each text once, then the pieces in the order of their ids; numbers are of variable length, points are differences
  /// from the one before, and 0 stands for no text.
  func encoded(in square: GridSquare, _ detail: MapDetail) -> [UInt8] {
    var texts = SquareTexts()
    var bytes: [UInt8] = []
    bytes.append(variableLength: UInt64(pieces.count))
    var lastID: Int64 = 0
    var last = square.corner(detail)
    for piece in pieces.sorted(by: { $0.id < $1.id }) {
      bytes.append(variableLength: (piece.id &- lastID).zigzag)
      lastID = piece.id
      bytes.append(variableLength: UInt64(MapKind.allCases.firstIndex(of: piece.kind) ?? 0))
      bytes.append(variableLength: texts.number(of: piece.name))
      bytes.append(variableLength: UInt64(piece.parts.count))
      for part in piece.parts {
        bytes.append(variableLength: UInt64(part.count))
        for point in part { bytes.append(point, after: &last) }
      }
    }
    return texts.encoded + bytes
  }

  /// What `encoded(in:_:)` wrote; `nil` if the bytes are damaged.
  init?(encoded bytes: UnsafeRawBufferPointer, in square: GridSquare, _ detail: MapDetail) {
    guard var reader = SquareReader(bytes), let count = reader.count(ofAtLeast: 4) else { return nil }
    pieces.reserveCapacity(count)
    var id: Int64 = 0
    var last = square.corner(detail)
    let degree = Int64(clamping: Int(clamping: detail.unit))
    for _ in 0..<count {
      guard let step = reader.rest.popVariableLengthNumber(),
        let kind = reader.rest.popVariableLengthNumber(), kind < UInt64(MapKind.allCases.count),
        let name = reader.textOfTable(), let partCount = reader.count(ofAtLeast: 1)
      else { return nil }
      var parts: [[Point]] = []
      parts.reserveCapacity(partCount)
      for _ in 0..<partCount {
        guard let count = reader.count(ofAtLeast: 2),
          let part = reader.points(count, from: last, ofDegree: degree)
        else { return nil }
        last = part.last ?? last
        parts.append(part)
      }
      id &+= Int64(zigzag: step)
      pieces.append(Piece(id: id, kind: MapKind.allCases[Int(kind)], name: name.text, parts: parts))
    }
    guard reader.rest.isEmpty else { return nil }
  }
}

// MARK: - Cutting into squares

/// What pictures show, by the squares of each detail.
struct MapBatch: Sendable {
  struct Key: Hashable, Sendable {
    let detail: MapDetail
    let square: GridSquare

    var number: Int64 { square.mapNumber(detail) }
  }

  private(set) var squares: [Key: MapSquare] = [:]
  /// How many points it has.
  private(set) var size = 0

  mutating func add(_ entry: MapEntry) {
    let box = entry.extent.boundingBox
    let whole = (entry.kind.isArea ? entry.extent.rings : entry.extent.lines).map { $0.map(\.degrees) }
    let sides = box.west <= box.east ? [whole] : Self.sides(ofDateLine: whole, areas: entry.kind.isArea)
    let metres = SIMD2(111_320 * cosine(box.south), 111_320)
    let finest = entry.kind == .building ? MapDetail.closest : .fine
    for detail in MapDetail.allCases
    where (finest...entry.coarsest).contains(detail) && (detail > .fine || !entry.isStored) {
      for parts in sides { add(parts, of: entry.id, entry.kind, entry.name, detail, metres) }
    }
  }

  /// What of some lines or rings is to the west and to the east of the date line.
  private static func sides(ofDateLine parts: [[SIMD2<Double>]], areas: Bool) -> [[[SIMD2<Double>]]] {
    let joined = parts.map { $0.map { SIMD2($0.x < 0 ? $0.x + 360 : $0.x, $0.y) } }
    return [0.0, 180].map { start in
      let side = PlaneBox(low: SIMD2(start, -90), high: SIMD2(start + 180, 90))
      return joined.flatMap { areas ? [side.clipped(ring: $0)] : side.clipped(line: $0) }
        .filter { !$0.isEmpty }.map { $0.map { $0 - SIMD2(start == 0 ? 0 : 360, 0) } }
    }
  }

  private func cosine(_ latitude: Double) -> Double { max(0.01, cos(latitude * .pi / 180)) }

  private mutating func add(
    _ parts: [[SIMD2<Double>]], of id: Int64, _ kind: MapKind, _ name: String?, _ detail: MapDetail,
    _ metres: SIMD2<Double>
  ) {
    var simple: [[SIMD2<Double>]] = []
    for part in parts {
      let points = simplified(part.map { $0 * metres }, tolerance: detail.tolerance)
      if kind.isArea || kind == .coast && points.first == points.last {
        guard points.count > 3, let box = PlaneBox(around: points) else { continue }
        let size = box.high - box.low
        if (size * size).sum() < detail.leastArea * detail.leastArea { continue }
      }
      simple.append(points.map { $0 / metres })
    }
    guard let box = PlaneBox(around: simple.joined()) else { return }
    guard kind.isArea else {
      for line in simple { addLine(line, of: id, kind, name, detail) }
      return
    }
    var square = GridSquare(around: Coordinate(latitude: box.low.y, longitude: box.low.x))
      .raised(to: detail.level)
    while !square.plane.contains(box) {
      // Whatever lies in both halves of the earth is larger than any picture.
      guard let outer = square.outer else { return }
      square = outer
    }
    for (square, rings) in Self.cut(simple, to: square, detail.level) {
      let rings = rings.map { Self.distinct($0.map { MapSquare.Point($0, unit: detail.unit) }) }.filter {
        $0.count > 2
      }
      guard !rings.isEmpty else { continue }
      file(.init(id: id, kind: kind, name: name, parts: rings), in: Key(detail: detail, square: square))
    }
  }

  /// What of some rings is in each square of a level within one, and a little beyond its edges.
  private static func cut(
    _ rings: [[SIMD2<Double>]], to square: GridSquare, _ level: Int
  ) -> [(GridSquare, [[SIMD2<Double>]])] {
    if square.level == level { return [(square, rings)] }
    return square.quarters.flatMap { quarter -> [(GridSquare, [[SIMD2<Double>]])] in
      let size = (quarter.box.north - quarter.box.south) / Double(1 << (quarter.level - level))
      let box = quarter.plane.grown(by: size / 32)
      let inside = rings.map { box.clipped(ring: $0) }.filter { !$0.isEmpty }
      return inside.isEmpty ? [] : cut(inside, to: quarter, level)
    }
  }

  private mutating func addLine(
    _ line: [SIMD2<Double>], of id: Int64, _ kind: MapKind, _ name: String?, _ detail: MapDetail
  ) {
    let points = line.map { MapSquare.Point($0, unit: detail.unit) }
    for (square, runs) in GridSquare.runs(of: line.map(Coordinate.init(_:)), level: detail.level) {
      let parts = runs.map { Self.distinct(points[$0]) }.filter { $0.count > 1 }
      guard !parts.isEmpty else { continue }
      file(.init(id: id, kind: kind, name: name, parts: parts), in: Key(detail: detail, square: square))
    }
  }

  private mutating func file(_ piece: MapSquare.Piece, in key: Key) {
    squares[key, default: MapSquare()].pieces.append(piece)
    size += piece.parts.reduce(0) { $0 + $1.count }
  }

  private static func distinct(_ points: some Sequence<MapSquare.Point>) -> [MapSquare.Point] {
    var kept: [MapSquare.Point] = []
    for point in points where point != kept.last { kept.append(point) }
    return kept
  }
}

extension GridSquare {
  /// Longitudes and latitudes.
  fileprivate var plane: PlaneBox {
    PlaneBox(low: SIMD2(box.west, box.south), high: SIMD2(box.east, box.north))
  }
}

extension Coordinate {
  fileprivate var degrees: SIMD2<Double> { SIMD2(longitude, latitude) }

  fileprivate init(_ degrees: SIMD2<Double>) {
    self.init(latitude: degrees.y, longitude: degrees.x)
  }
}
