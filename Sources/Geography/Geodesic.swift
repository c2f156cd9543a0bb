#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension WGS84 {
  /// The point that the geodesic from `start` in the direction `bearing` reaches after `distance`.
  ///
  /// Vincenty's direct method (Survey Review XXIII, 176, 1975), within 0.1 mm.
  package static func destination(
    from start: Coordinate, bearing: Bearing, distance: Distance
  ) -> Coordinate {
    let azimuth = bearing.degrees * .pi / 180
    let (sinAzimuth, cosAzimuth) = (sin(azimuth), cos(azimuth))
    let tanReduced = (1 - flattening) * tan(start.latitude * .pi / 180)
    let cosReduced = 1 / (1 + tanReduced * tanReduced).squareRoot()
    let sinReduced = tanReduced * cosReduced
    let startArc = atan2(tanReduced, cosAzimuth)
    let sinEquatorAzimuth = cosReduced * sinAzimuth
    let cosSquared = 1 - sinEquatorAzimuth * sinEquatorAzimuth
    let polarRadius = equatorialRadius * (1 - flattening)
    let secondEccentricity =
      cosSquared * (equatorialRadius * equatorialRadius / (polarRadius * polarRadius) - 1)
    let a =
      1 + secondEccentricity / 16384
      * (4096 + secondEccentricity * (-768 + secondEccentricity * (320 - 175 * secondEccentricity)))
    let b =
      secondEccentricity / 1024
      * (256 + secondEccentricity * (-128 + secondEccentricity * (74 - 47 * secondEccentricity)))
    let sphericalArc = distance.metres / (polarRadius * a)
    var arc = sphericalArc
    var cosMiddle = 0.0
    // Each round gains three digits or more.
    for _ in 0..<10 {
      cosMiddle = cos(2 * startArc + arc)
      let cosMiddle2 = cosMiddle * cosMiddle
      let (sinArc, cosArc) = (sin(arc), cos(arc))
      let third = b / 6 * cosMiddle * (4 * sinArc * sinArc - 3) * (4 * cosMiddle2 - 3)
      let correction = b * sinArc * (cosMiddle + b / 4 * (cosArc * (2 * cosMiddle2 - 1) - third))
      let next = sphericalArc + correction
      let isSettled = abs(next - arc) < 1e-14
      arc = next
      if isSettled { break }
    }
    let (sinArc, cosArc) = (sin(arc), cos(arc))
    cosMiddle = cos(2 * startArc + arc)
    let northward = sinReduced * sinArc - cosReduced * cosArc * cosAzimuth
    let latitude = atan2(
      sinReduced * cosArc + cosReduced * sinArc * cosAzimuth,
      (1 - flattening) * (sinEquatorAzimuth * sinEquatorAzimuth + northward * northward).squareRoot())
    let sphericalLongitude = atan2(
      sinArc * sinAzimuth, cosReduced * cosArc - sinReduced * sinArc * cosAzimuth)
    let c = flattening / 16 * cosSquared * (4 + flattening * (4 - 3 * cosSquared))
    let inner = cosMiddle + c * cosArc * (2 * cosMiddle * cosMiddle - 1)
    let longitude =
      sphericalLongitude - (1 - c) * flattening * sinEquatorAzimuth * (arc + c * sinArc * inner)
    return Coordinate(
      latitude: latitude * 180 / .pi,
      longitude: remainder(start.longitude + longitude * 180 / .pi, 360))
  }

  /// The point on the ellipsoid nearest to a point in space that is at most some metres from its surface.
  package static func coordinate(of point: SIMD3<Double>) -> Coordinate {
    let eccentricitySquared = flattening * (2 - flattening)
    let fromAxis = (point.x * point.x + point.y * point.y).squareRoot()
    return Coordinate(
      latitude: atan2(point.z, fromAxis * (1 - eccentricitySquared)) * 180 / .pi,
      longitude: atan2(point.y, point.x) * 180 / .pi)
  }
}
