import Geography
import PlaceFiles
import PlaceServers
import PlaceStore
import Places

/// The squares of the grid to fetch for an area, for offline use.
public struct PrefetchPlan: Equatable, Sendable {
  /// The squares, in the order of the curve, so that neighbours follow each other.
  let tiles: [GridSquare]

  /// How many requests it takes, unless a square must be divided.
  public var count: Int { tiles.count }

  /// More squares than anybody can want to fetch from a public server.
  private static let mostTiles = 10_000

  /// The squares that a circle touches; `nil` if they are too many.
  public init?(around centre: Coordinate, radius: Distance) {
    self.init(near: [centre], within: radius)
  }

  /// The squares that a box touches; `nil` if they are too many.
  public init?(in box: BoundingBox) {
    var tiles: Set<GridSquare> = []
    for part in box.withoutDateLine {
      let first = GridSquare(around: Coordinate(latitude: part.south, longitude: part.west)).raised(
        to: FetchedSquare.usualLevel)
      let last = GridSquare(around: Coordinate(latitude: part.north, longitude: part.east)).raised(
        to: FetchedSquare.usualLevel)
      guard (last.row - first.row + 1) * (last.column - first.column + 1) <= Self.mostTiles else {
        return nil
      }
      for row in first.row...last.row {
        for column in first.column...last.column {
          tiles.insert(GridSquare(level: FetchedSquare.usualLevel, column: column, row: row))
        }
      }
    }
    self.init(tiles)
  }

  /// The squares within a distance of any of the points of a track; `nil` if they are too many.
  public init?(near points: [Coordinate], within distance: Distance) {
    var tiles: Set<GridSquare> = []
    for point in points {
      let view = GridSquare.View(from: point)
      // Most points of a track are in the square of the one before.
      var waiting = [GridSquare(around: point).raised(to: FetchedSquare.usualLevel)]
      var seen: Set<GridSquare> = []
      while let tile = waiting.popLast() {
        guard seen.insert(tile).inserted, tile.leastDistance(from: view) <= distance.metres else { continue }
        tiles.insert(tile)
        guard tiles.count <= Self.mostTiles else { return nil }
        waiting += tile.neighbours
      }
    }
    self.init(tiles)
  }

  private init(_ tiles: Set<GridSquare>) {
    self.tiles = tiles.sorted { $0.numbers.lowerBound < $1.numbers.lowerBound }
  }

  /// The points of the tracks of a GPX file.
  ///
  /// - Throws: `PlacesError`.
  public static func trackPoints(ofFile path: String) throws(PlacesError) -> [Coordinate] {
    let points = try PlaceFile(path: path).trackPoints()
    guard !points.isEmpty else { throw .formatUnknown(path: path, hint: "it has no track") }
    return points
  }
}

extension GridSquare {
  /// The squares beside it, across the date line too.
  fileprivate var neighbours: [GridSquare] {
    let columns = 65536 >> level
    let rows = 32768 >> level
    return [
      GridSquare(level: level, column: (column + 1) % columns, row: row),
      GridSquare(level: level, column: (column + columns - 1) % columns, row: row),
      GridSquare(level: level, column: column, row: row + 1),
      GridSquare(level: level, column: column, row: row - 1),
    ].filter { (0..<rows).contains($0.row) }
  }

  /// A circle that holds all of the square.
  var circle: (centre: Coordinate, radius: Distance) {
    let box = box
    let centre = Coordinate(latitude: (box.south + box.north) / 2, longitude: (box.west + box.east) / 2)
    let corners = [box.south, box.north].flatMap { latitude in
      [box.west, box.east].map { Coordinate(latitude: latitude, longitude: $0) }
    }
    let radius = corners.map { WGS84.inverse(from: centre, to: $0).distance.metres }.max() ?? 0
    // Between its corners, a parallel bows out a little.
    return (centre, Distance(metres: radius * 1.001 + 1))
  }
}
