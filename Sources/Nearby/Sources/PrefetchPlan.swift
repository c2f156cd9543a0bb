import Geography
import PlaceFiles
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
    let tiles = GridSquare.squares(of: FetchedSquare.usualLevel, covering: box, atMost: Self.mostTiles)
    guard let tiles else { return nil }
    self.init(Set(tiles))
  }

  /// The squares within a distance of any of the points of a track; `nil` if they are too many.
  public init?(near points: [Coordinate], within distance: Distance) {
    var tiles: Set<GridSquare> = []
    for point in points {
      let around = GridSquare.squares(
        of: FetchedSquare.usualLevel, within: distance.metres, of: point, atMost: Self.mostTiles)
      guard let around else { return nil }
      tiles.formUnion(around)
      guard tiles.count <= Self.mostTiles else { return nil }
    }
    self.init(tiles)
  }

  private init(_ tiles: Set<GridSquare>) {
    self.tiles = tiles.sorted { $0.numbers.lowerBound < $1.numbers.lowerBound }
  }

  /// The points of the tracks of a GPX file.
  public static func trackPoints(ofFile path: String) throws(PlacesError) -> [Coordinate] {
    let points = try PlaceFile(path: path).trackPoints()
    guard !points.isEmpty else { throw .formatUnknown(path: path, hint: "it has no track") }
    return points
  }
}
