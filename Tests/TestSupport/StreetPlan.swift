import Geography
import Places

/// Streets drawn in metres from the origin of a terrain, for whoever asks for a network.
public struct StreetPlan: StreetNetworkProviding {
  public let terrain: Terrain
  private var streets: [Street] = []
  private var features: [StreetFeature] = []

  public init(_ terrain: Terrain = Terrain()) {
    self.terrain = terrain
  }

  /// Adds a street; streets meet where they share a point.
  ///
  /// - Parameter points: metres to the east and to the north.
  public mutating func add(
    _ name: String?, _ points: [(Double, Double)], kind: StreetKind = .residential, ref: String? = nil,
    isRoundabout: Bool = false, isOneWay: Bool = false, use: StreetUse? = nil, steps: Steps? = nil
  ) {
    streets.append(
      Street(
        id: Int64(streets.count + 1), kind: kind, name: name, ref: ref, line: points.map(coordinate),
        isRoundabout: isRoundabout, isOneWay: isOneWay, use: use, steps: steps))
  }

  /// Adds what `make` makes for a point.
  public mutating func add(_ point: (Double, Double), _ make: (Coordinate) -> StreetFeature) {
    features.append(make(coordinate(point)))
  }

  /// A point by its metres to the east and to the north.
  public func coordinate(_ point: (Double, Double)) -> Coordinate {
    terrain.coordinate(east: point.0, north: point.1)
  }

  /// All of it.
  public var network: StreetNetwork { StreetNetwork(streets, features: features) }

  /// All of it, wherever somebody asks.
  public func network(within reach: Distance, of position: Coordinate) -> StreetNetwork? { network }
}
