import Geography
import Places

// The sea of pictures. An extract has only its edge, the coastlines, so the squares that these cross are filled when a
// picture asks, with the coastlines of all sources; how far the open sea goes on beyond is written down at the import.

extension MapDetail {
  /// The level of the squares that are filled one by one, so that a coastline that ends leaves only a small one unknown.
  fileprivate var levelOfSea: Int {
    switch self {
    case .closest, .fine: 2
    case .middle: 3
    case .coarse: 5
    }
  }

  /// How many squares the open sea goes on from those of the coast: 5 to 40 km.
  fileprivate var reachOfSea: Int { self == .coarse ? 2 : 4 }

  /// Units from an end of a coastline to the edge of a square or an extract, within which it goes on: some 150 m.
  fileprivate var gapOfCoast: Double { 0.0014 * unit }
}

/// Squares of open sea, and what is known of the coast beside them.
struct OpenSea: Sendable {
  /// The sides of squares with a coast along which there is sea: west, north, east and south.
  private var coast: [MapDetail: [GridSquare: [Bool]]] = [:]

  /// Notes the coast in a square of a store.
  mutating func note(_ pieces: MapSquare, in square: GridSquare, _ detail: MapDetail, within box: BoundingBox)
  {
    guard pieces.hasSea else { return }
    for (cell, sea) in pieces.seas(in: square, detail, within: box) where sea != .noCoast {
      var sides = [false, false, false, false]
      if case .known(let shape) = sea { sides = shape.sides }
      coast[detail, default: [:]][cell] = sides
    }
  }

  /// The squares of open sea, by the squares of the store that keep them.
  func squares(within box: BoundingBox) -> [MapBatch.Key: MapSquare] {
    var found: [MapBatch.Key: MapSquare] = [:]
    for (detail, coast) in coast {
      for cell in cells(beside: coast, detail, within: box) {
        let square = cell.raised(to: detail.level)
        found[MapBatch.Key(detail: detail, square: square), default: MapSquare()].pieces
          .append(.openSea(cell, detail))
      }
    }
    return found
  }

  private func cells(
    beside coast: [GridSquare: [Bool]], _ detail: MapDetail, within box: BoundingBox
  ) -> Set<GridSquare> {
    var reached: Set<GridSquare> = []
    var edge = coast.flatMap { cell, sides in
      zip(cell.besides, sides).compactMap { $1 ? $0 : nil }
    }
    for _ in 0..<detail.reachOfSea {
      edge = edge.filter {
        coast[$0] == nil && $0.boundingBox.overlaps(box) && reached.insert($0).inserted
      }.flatMap { $0.besides.compactMap(\.self) }
    }
    return reached
  }
}

extension MapSquare.Piece {
  /// Far from the ids of all ways.
  private static let firstOpenSea: Int64 = -1 << 40

  fileprivate static func openSea(_ cell: GridSquare, _ detail: MapDetail) -> Self {
    let corners = cell.plane(detail)
    let ring = [
      corners.low, SIMD2(corners.low.x, corners.high.y), corners.high, SIMD2(corners.high.x, corners.low.y),
    ]
    return Self(
      id: firstOpenSea + Int64(cell.ordinal(within: detail.level)), kind: .water, name: nil,
      parts: [ring.map { MapSquare.Point($0 / detail.unit, unit: detail.unit) }])
  }

  var isOpenSea: Bool { id < Self.firstOpenSea + 1 << 16 }
}

extension MapSquare {
  /// Whether it says anything of the sea.
  var hasSea: Bool { pieces.contains { $0.kind == .coast || $0.isOpenSea } }

  /// What pictures show as sea in a square.
  ///
  /// - Parameter box: where the coastlines come from; `nil` if that is not known.
  func sea(in square: GridSquare, _ detail: MapDetail, within box: BoundingBox?) -> [MapFeature] {
    guard hasSea else { return [] }
    // No import makes so many; a stranger's store may not make a picture slow.
    let points = pieces.filter { $0.kind == .coast }.reduce(0) { $0 + $1.parts.reduce(0) { $0 + $1.count } }
    guard points <= StoreReader.mostPoints else { return [] }
    let open = pieces.filter(\.isOpenSea)
    return seas(in: square, detail, within: box).flatMap { cell, sea -> [MapFeature] in
      switch sea {
      case .unknown: return []
      case .known(let shape):
        return [MapFeature(kind: .water, parts: cell.plane(detail).covering(shape.rings, detail))]
      case .noCoast:
        let id = Piece.openSea(cell, detail).id
        return open.filter { $0.id == id }.map { $0.feature(detail) }
      }
    }
  }

  /// The sea in each of the squares that are filled, as far as they reach into a box.
  fileprivate func seas(
    in square: GridSquare, _ detail: MapDetail, within box: BoundingBox?
  ) -> [(GridSquare, Sea)] {
    let coastlines = pieces.filter { $0.kind == .coast }.flatMap(\.parts).map { part in
      part.map { SIMD2(Double($0.longitude), Double($0.latitude)) }
    }
    return square.squares(of: detail.levelOfSea).compactMap { cell in
      var plane = cell.plane(detail)
      if let box {
        guard let part = box.withoutDateLine.first(where: cell.boundingBox.overlaps) else { return nil }
        plane = PlaneBox(
          low: pointwiseMax(plane.low, SIMD2(part.west, part.south) * detail.unit),
          high: pointwiseMin(plane.high, SIMD2(part.east, part.north) * detail.unit))
      }
      return (cell, Sea(in: plane, of: coastlines, tolerance: detail.gapOfCoast))
    }
  }
}

extension PlaneBox {
  /// Rings in degrees, a little beyond the edges of the box so that no seams show.
  fileprivate func covering(_ rings: [[SIMD2<Double>]], _ detail: MapDetail) -> [[Coordinate]] {
    rings.map { ring in
      ring.map { point in
        var point = point
        for axis in 0...1 {
          if point[axis] == low[axis] { point[axis] -= 1 }
          if point[axis] == high[axis] { point[axis] += 1 }
        }
        return Coordinate(
          latitude: min(90, max(-90, point.y / detail.unit)),
          longitude: min(180, max(-180, point.x / detail.unit)))
      }
    }
  }
}

extension GridSquare {
  /// In units of a detail.
  fileprivate func plane(_ detail: MapDetail) -> PlaneBox {
    PlaneBox(low: SIMD2(box.west, box.south) * detail.unit, high: SIMD2(box.east, box.north) * detail.unit)
  }

  /// Those to the west, north, east and south, as far as there are any.
  fileprivate var besides: [GridSquare?] {
    [(-1, 0), (0, 1), (1, 0), (0, -1)].map { right, up in
      GridSquare(level: Int64(level), column: Int64(column + right), row: Int64(row + up))
    }
  }

  fileprivate func squares(of level: Int) -> [GridSquare] {
    self.level == level ? [self] : quarters.flatMap { $0.squares(of: level) }
  }

  /// Its number among the squares of its level in one of a higher level.
  fileprivate func ordinal(within level: Int) -> Int {
    let steps = level - self.level
    let mask = 1 << steps - 1
    return (row & mask) << steps | (column & mask)
  }
}
