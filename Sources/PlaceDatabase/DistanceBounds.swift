import Geography
import Glibc

/// Relates the database's distances from a position to those over the ground.
///
/// The database sorts by its own measure, which is fast but not exact. All places are known that are nearer over the ground
/// than any row that it has not returned can be.
struct DistanceBounds {
  enum Measure: Hashable, Sendable {
    /// Metres on a sphere (`geography`).
    case sphere
    /// Units of a map that are so many metres at the equator, and shorter over the ground towards the poles.
    case map(metres: Double)

    /// Web Mercator, SRID 3857; at the equator, a map metre along a meridian is only this many metres on the
    /// ellipsoid.
    static let webMercator = map(metres: 0.9932)
    /// Degrees, SRID 4326; the shortest are along the meridian at the equator.
    static let degrees = map(metres: 110_570)
  }

  let measure: Measure
  let position: Coordinate

  /// The radius in metres of a sphere on which no distance is longer than on the ellipsoid.
  private static let leastRadius = 6_335_439.0
  /// The distance on the ellipsoid is at least this part of what a sphere of the mean radius measures.
  private static let shortestOfSphere = 0.994
  /// Metres of rounding error.
  static let rounding = 0.01
  /// Within this many degrees of a pole, a map has no usable scale.
  private static let polar = 0.5

  /// The least distance over the ground, in metres, of anything with at least this measure.
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

  /// The largest measure of anything within so many metres over the ground; `nil` near the poles of a map,
  /// where there is no largest.
  func mostMeasured(within metres: Double) -> Double? {
    switch measure {
    case .sphere: return metres / Self.shortestOfSphere + Self.rounding
    case .map(let unit):
      let latitude = highestLatitude(within: metres)
      guard latitude <= 90 - Self.polar else { return nil }
      return metres / (unit * cos(latitude * .pi / 180)) + Self.rounding / unit
    }
  }

  /// The highest latitude, north or south, within so many metres.
  private func highestLatitude(within metres: Double) -> Double {
    abs(position.latitude) + metres / Self.leastRadius * 180 / .pi
  }

  /// How far a map has a usable scale, in metres.
  private var farthestOnMap: Double {
    max(0, 90 - Self.polar - abs(position.latitude)) * .pi / 180 * Self.leastRadius
  }

  /// The least distance in metres over the ground to the map's edge at 180°; `nil` on a sphere.
  var groundToEdge: Double? {
    guard case .map = measure else { return nil }
    let aside = 180 - abs(position.longitude)
    // From the other half of the earth, the nearest point of that meridian is a pole.
    guard aside < 90 else { return (90 - abs(position.latitude)) * .pi / 180 * Self.leastRadius }
    let sine = cos(position.latitude * .pi / 180) * sin(aside * .pi / 180)
    return asin(min(1, sine)) * Self.leastRadius
  }
}

/// Spherical Mercator, the projection of web maps (EPSG:3857).
enum WebMercator {
  private static let radius = 6_378_137.0
  /// The map's width, in its metres.
  static let width = 2 * Double.pi * radius
  /// At the pole, the map is infinite.
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
