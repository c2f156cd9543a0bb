import CGeographic
import Glibc

/// The ellipsoid that GPS positions refer to, and geometry on it.
public enum WGS84 {
  /// Metres; NIMA TR8350.2.
  package static let equatorialRadius = 6_378_137.0
  static let flattening = 1 / 298.257223563
  private static let eccentricitySquared = flattening * (2 - flattening)
  /// Points less than this many metres apart are the same point: at the poles and at ±180°, one point can be written in
  /// several ways, and rounding moves them apart.
  private static let coincidence = 1e-6

  /// The shortest way over the ellipsoid from one valid point to another, and the direction it sets out in.
  ///
  /// Up to 10 km by the straight line (`Vicinity`, within 20 nm), farther by GeographicLib. Coincident points have no
  /// bearing.
  public static func inverse(
    from start: Coordinate, to end: Coordinate
  ) -> (distance: Distance, bearing: Bearing?) {
    // Most points are either near or clearly far away.
    if abs(start.latitude - end.latitude) < 0.1,
      let near = Vicinity(of: start).inverse(to: cartesian(end))
    {
      return near
    }
    return farInverse(from: start, to: end)
  }

  private static func farInverse(
    from start: Coordinate, to end: Coordinate
  ) -> (distance: Distance, bearing: Bearing?) {
    var bearing = 0.0
    let metres = cgeographic_inverse(start.forGeographicLib, end.forGeographicLib, &bearing)
    guard metres >= coincidence else { return (.zero, nil) }
    return (Distance(metres: metres), Bearing(degrees: bearing))
  }

  /// The point that the geodesic from `start` in the direction `bearing` reaches after `distance`.
  package static func destination(
    from start: Coordinate, bearing: Bearing, distance: Distance
  ) -> Coordinate {
    Coordinate(cgeographic_direct(start.forGeographicLib, bearing.degrees, distance.metres))
  }

  /// The point on the ellipsoid nearest to a point in space that is at most some metres from its surface.
  package static func coordinate(of point: SIMD3<Double>) -> Coordinate {
    let fromAxis = (point.x * point.x + point.y * point.y).squareRoot()
    return Coordinate(
      latitude: atan2(point.z, fromAxis * (1 - eccentricitySquared)) * 180 / .pi,
      longitude: atan2(point.y, point.x) * 180 / .pi)
  }

  /// Metres from the centre of the earth: x towards 0° N 0° E, y towards 0° N 90° E, z towards the north pole.
  ///
  /// The straight line between two such points is never longer than the way over the ground, and has no
  /// exception at the date line or the poles.
  package static func cartesian(_ coordinate: Coordinate) -> SIMD3<Double> {
    let (sinLatitude, cosLatitude) = sineAndCosine(degrees: coordinate.latitude)
    let (sinLongitude, cosLongitude) = sineAndCosine(degrees: coordinate.longitude)
    return cartesian(
      sinLatitude: sinLatitude, cosLatitude: cosLatitude, sinLongitude: sinLongitude,
      cosLongitude: cosLongitude)
  }

  private static func cartesian(
    sinLatitude: Double, cosLatitude: Double, sinLongitude: Double, cosLongitude: Double
  ) -> SIMD3<Double> {
    let normal = equatorialRadius / (1 - eccentricitySquared * sinLatitude * sinLatitude).squareRoot()
    return SIMD3(
      normal * cosLatitude * cosLongitude,
      normal * cosLatitude * sinLongitude,
      normal * (1 - eccentricitySquared) * sinLatitude)
  }

  /// The least radius of curvature, that of the meridian at the equator, in metres.
  private static let leastRadius = equatorialRadius * (1 - flattening) * (1 - flattening)

  /// The longest way over the ground, in metres, that a straight line of up to 1,000 km can replace.
  ///
  /// Up to there only the first term of the arc's series matters, at the least radius of curvature.
  package static func longestWay(overChord chord: Double) -> Double {
    return chord + 1.1 * chord * chord * chord / (24 * leastRadius * leastRadius) + 1e-4
  }

  /// The greatest radius of curvature, at the poles, in metres.
  ///
  /// The ellipsoid rolls within a ball of that radius (Blaschke), so that between two points of a given chord no
  /// way over the ground is shorter than the ball's arc.
  private static let greatestRadius = equatorialRadius / (1 - flattening)

  /// The longest way over the ground, in metres, between two points this many degrees of latitude and longitude
  /// apart, where the parallels are not longer than at `latitude`.
  package static func longestWay(latitudes: Double, longitudes: Double, at latitude: Double) -> Double {
    let parallel = longitudes * cos(latitude * .pi / 180)
    return greatestRadius * .pi / 180 * (latitudes * latitudes + parallel * parallel).squareRoot()
  }

  /// A point and the directions there, prepared to measure the distances of many other points.
  ///
  /// The way over the ground is the straight line c and c³/24R² more, where R is the ellipsoid's radius of curvature in
  /// that direction (Euler's formula); the bearing is that of the normal section. Against GeographicLib both are within
  /// 20 nm and 1e-7 degrees up to 10 km.
  package struct Vicinity: Sendable {
    private let coordinate: Coordinate
    /// The point, in metres from the centre of the earth.
    package let point: SIMD3<Double>
    private let east: SIMD3<Double>
    private let north: SIMD3<Double>
    /// The curvature of the meridian and across it, in 1/m.
    private let meridian: Double
    private let transverse: Double

    /// Metres of a straight line, squared, up to which the series holds.
    private static let squaredReach = 1e8

    /// The surroundings of a valid point.
    package init(of coordinate: Coordinate) {
      self.coordinate = coordinate
      let (sinLatitude, cosLatitude) = sineAndCosine(degrees: coordinate.latitude)
      let (sinLongitude, cosLongitude) = sineAndCosine(degrees: coordinate.longitude)
      point = cartesian(
        sinLatitude: sinLatitude, cosLatitude: cosLatitude, sinLongitude: sinLongitude,
        cosLongitude: cosLongitude)
      east = SIMD3(-sinLongitude, cosLongitude, 0)
      north = SIMD3(-sinLatitude * cosLongitude, -sinLatitude * sinLongitude, cosLatitude)
      let flatness = 1 - eccentricitySquared * sinLatitude * sinLatitude
      transverse = flatness.squareRoot() / equatorialRadius
      meridian = flatness * transverse / (1 - eccentricitySquared)
    }

    /// Metres over the ground to a point on it, and the direction it lies in.
    ///
    /// - Parameters:
    ///   - other: the point in metres from the centre of the earth.
    ///   - coordinate: the same point.
    package func inverse(
      to other: SIMD3<Double>, at coordinate: @autoclosure () -> Coordinate
    ) -> (distance: Distance, bearing: Bearing?) {
      inverse(to: other) ?? farInverse(from: self.coordinate, to: coordinate())
    }

    /// Metres over the ground to a point on it; as `inverse` has them.
    package func metres(to other: SIMD3<Double>, at coordinate: @autoclosure () -> Coordinate) -> Double {
      let way = way(to: other)
      return way.map { $0.metres < coincidence ? 0 : $0.metres }
        ?? farInverse(from: self.coordinate, to: coordinate()).distance.metres
    }

    fileprivate func inverse(to other: SIMD3<Double>) -> (distance: Distance, bearing: Bearing?)? {
      guard let way = way(to: other) else { return nil }
      guard way.metres >= coincidence else { return (.zero, nil) }
      return (Distance(metres: way.metres), Bearing(degrees: atan2(way.east, way.north) * 180 / .pi))
    }

    /// The straight line to a point, turned down onto the ground's tangent: metres to the east and to the north.
    func chord(to other: SIMD3<Double>) -> SIMD2<Double> {
      let offset = other - point
      let flat = SIMD2((offset * east).sum(), (offset * north).sum())
      let length = (flat * flat).sum().squareRoot()
      return length > 0 ? flat * ((offset * offset).sum().squareRoot() / length) : flat
    }

    @inline(__always)
    private func way(to other: SIMD3<Double>) -> (metres: Double, east: Double, north: Double)? {
      let offset = other - point
      let squaredChord = (offset * offset).sum()
      guard squaredChord <= Self.squaredReach else { return nil }
      let (alongEast, alongNorth) = ((offset * east).sum(), (offset * north).sum())
      let (squaredEast, squaredNorth) = (alongEast * alongEast, alongNorth * alongNorth)
      let flat = squaredEast + squaredNorth
      let curvature = flat > 0 ? (squaredNorth * meridian + squaredEast * transverse) / flat : transverse
      let bulge = squaredChord * curvature * curvature / 24
      return (squaredChord.squareRoot() * (1 + bulge), alongEast, alongNorth)
    }
  }

  private static func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
    let radians = degrees * .pi / 180
    return (sin(radians), cos(radians))
  }
}
