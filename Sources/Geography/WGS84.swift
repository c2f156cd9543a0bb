import CGPS

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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
  /// Up to 10 km by the straight line (`Vicinity`, within 20 nm). Farther by Vincenty's inverse method as in
  /// libgps (within 0.1 mm), and, for nearly antipodal points, where that method does not converge, the
  /// shortest way through a point between. Coincident points have no bearing.
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
    let geodesic = vincenty(from: start, to: end) ?? antipodal(from: start, to: end)
    guard geodesic.metres >= coincidence else { return (.zero, nil) }
    return (Distance(metres: geodesic.metres), Bearing(degrees: geodesic.bearing))
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

  private typealias Geodesic = (metres: Double, bearing: Double)

  private static func vincenty(from start: Coordinate, to end: Coordinate) -> Geodesic? {
    var bearing = Double.nan
    let metres = cgps_distance(start.latitude, start.longitude, end.latitude, end.longitude, &bearing)
    return metres.isFinite ? (metres, bearing) : nil
  }

  /// The way between nearly opposite points.
  ///
  /// Any such way crosses the great circle that lies a quarter turn from `start`, and both halves are then
  /// far from antipodal. The sum of the halves, as a function of where it crosses, has its minimum at the
  /// geodesic: found by a coarse scan of the circle and a golden-section search around the best.
  private static func antipodal(from start: Coordinate, to end: Coordinate) -> Geodesic {
    func way(through azimuth: Double) -> Geodesic {
      let middle = quarterTurn(from: start, azimuth: azimuth)
      guard let first = vincenty(from: start, to: middle), let second = vincenty(from: middle, to: end) else {
        return (.infinity, azimuth)
      }
      return (first.metres + second.metres, first.bearing)
    }

    let step = 5.0
    var coarse = 0.0
    for azimuth in stride(from: 0, to: 360, by: step)
    where way(through: azimuth).metres < way(through: coarse).metres {
      coarse = azimuth
    }
    let goldenRatio = (5.0.squareRoot() - 1) / 2
    var low = coarse - step
    var high = coarse + step
    while high - low > 1e-7 {
      let lower = high - goldenRatio * (high - low)
      let upper = low + goldenRatio * (high - low)
      if way(through: lower).metres < way(through: upper).metres {
        high = upper
      } else {
        low = lower
      }
    }
    return way(through: (low + high) / 2)
  }

  /// The point 90° away on the sphere, in the direction `azimuth` (degrees).
  private static func quarterTurn(from start: Coordinate, azimuth: Double) -> Coordinate {
    let (sinLatitude, cosLatitude) = sineAndCosine(degrees: start.latitude)
    let (sinAzimuth, cosAzimuth) = sineAndCosine(degrees: azimuth)
    let latitude = asin(cosLatitude * cosAzimuth)
    let longitudeOffset = atan2(sinAzimuth, -sinLatitude * cosAzimuth)
    return Coordinate(
      latitude: latitude * 180 / .pi,
      longitude: remainder(start.longitude + longitudeOffset * 180 / .pi, 360))
  }

  private static func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
    let radians = degrees * .pi / 180
    return (sin(radians), cos(radians))
  }
}
