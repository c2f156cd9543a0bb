import Foundation
import Geography

/// What a distance that the database measures by says of the way over the ground, as seen from a position.
///
/// The database sorts by a measure of its own, which is quick and not quite right: all that is nearer over the ground
/// than the measure of what it has not told can be is known.
struct TableReach {
  /// How a table measures.
  enum Measure: Hashable, Sendable {
    /// Metres on a sphere (`geography`).
    case sphere
    /// Units of a map, of so many metres over the ground at the equator, which is stretched towards the poles.
    case map(metres: Double)

    /// Web Mercator, SRID 3857; a metre of a meridian of the ellipsoid is up to so much shorter than one of the map.
    static let webMercator = map(metres: 0.9932)
    /// Degrees, SRID 4326; the shortest of them are of the meridian at the equator.
    static let degrees = map(metres: 110_570)
  }

  let measure: Measure
  let position: Coordinate

  /// The least radius of curvature of a sphere on which no way is longer than on the ellipsoid, in metres.
  private static let leastRadius = 6_335_439.0
  /// What a sphere of the mean radius may measure too much, and too little.
  private static let shortestOfSphere = 0.994
  private static let longestOfSphere = 1.006
  /// Metres that rounding may make.
  static let rounding = 0.01
  /// Nearer to a pole than this, in degrees, a map has no scale.
  private static let polar = 0.5

  /// The least metres over the ground at which something can be whose measure is no smaller.
  func leastGround(at measured: Double) -> Double {
    switch measure {
    case .sphere: return max(0, measured * Self.shortestOfSphere - Self.rounding)
    case .map(let unit):
      func reached(within metres: Double) -> Double {
        metres / (unit * cos(min(highestLatitude(within: metres), 90 - Self.polar) * .pi / 180))
      }
      var (low, high) = (0.0, farthestOnMap)
      guard measured < reached(within: high) else { return high }
      for _ in 0..<60 {
        let middle = (low + high) / 2
        if reached(within: middle) < measured { low = middle } else { high = middle }
      }
      return max(0, low - Self.rounding)
    }
  }

  /// The largest measure that something can have that is so many metres away over the ground; `nil` if there is no
  /// largest, near the poles of a map.
  func mostMeasured(within metres: Double) -> Double? {
    switch measure {
    case .sphere: return metres / Self.shortestOfSphere + Self.rounding
    case .map(let unit):
      let latitude = highestLatitude(within: metres)
      guard latitude <= 90 - Self.polar else { return nil }
      return metres / (unit * cos(latitude * .pi / 180)) + Self.rounding / unit
    }
  }

  /// The highest latitude, north or south, that so many metres can lead to.
  private func highestLatitude(within metres: Double) -> Double {
    abs(position.latitude) + metres / Self.leastRadius * 180 / .pi
  }

  /// Up to where a map has a scale, in metres.
  private var farthestOnMap: Double {
    max(0, 90 - Self.polar - abs(position.latitude)) * .pi / 180 * Self.leastRadius
  }

  /// Metres over the ground to where a map ends at 180°, no fewer of which lead to what is beyond; `nil` on a sphere.
  var groundToEdge: Double? {
    guard case .map = measure else { return nil }
    let aside = 180 - abs(position.longitude)
    // From the other half of the earth the nearest point of that meridian is a pole.
    guard aside < 90 else { return (90 - abs(position.latitude)) * .pi / 180 * Self.leastRadius }
    let sine = cos(position.latitude * .pi / 180) * sin(aside * .pi / 180)
    return asin(min(1, sine)) * Self.leastRadius
  }
}

/// Spherical Mercator, as maps of the web are drawn (EPSG:3857).
enum WebMercator {
  private static let radius = 6_378_137.0
  /// How wide the map is, in its metres.
  static let width = 2 * Double.pi * radius
  /// At the pole the map has no end.
  private static let highestLatitude = 89.99

  static func point(of coordinate: Coordinate) -> SIMD2<Double> {
    let latitude = min(max(coordinate.latitude, -highestLatitude), highestLatitude) * .pi / 180
    return SIMD2(
      coordinate.longitude * .pi / 180 * radius, asinh(tan(latitude)) * radius)
  }

  static func coordinate(of point: SIMD2<Double>) -> Coordinate {
    Coordinate(
      latitude: atan(sinh(point.y / radius)) * 180 / .pi, longitude: point.x / radius * 180 / .pi)
  }
}
