import Geography
import Places

public enum RouteSide: String, Hashable, Sendable {
  case left, right
  /// So near that neither the receiver nor the map could tell.
  case on
}

/// A stretch of a route along a place, by its nearest point.
public struct RouteStretch: Hashable, Sendable {
  /// Metres along the route to the point that is nearest to the place.
  public let along: Double
  /// From that point to the place, on the ellipsoid.
  public let offset: Distance
  public let side: RouteSide
  public let point: Coordinate
  /// Metres along the route where it leaves the place's area, if it leads through.
  public internal(set) var until: Double?
}

/// One pass of the route by a place; a route that turns back or goes in circles passes it more than once.
public struct RoutePass: Hashable, Sendable {
  public let place: PointOfInterest
  public let stretch: RouteStretch
  /// Which of its passes this is, from 1.
  public let number: Int
  /// How many passes it has on the whole route.
  public let count: Int
  /// The requested word that the place was found by, if it is another than its main category.
  public internal(set) var matched: String?

  public var along: Double { stretch.along }
  public var offset: Distance { stretch.offset }

  /// Straight there and back: no detour is shorter.
  public var leastDetour: Distance { Distance(metres: 2 * offset.metres) }

  static func precedes(_ left: RoutePass, _ right: RoutePass) -> Bool {
    left.along != right.along
      ? left.along < right.along : (left.offset, left.place.id) < (right.offset, right.place.id)
  }
}
