#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The Gauss–Krüger projection of the WGS-84 ellipsoid, to some nanometres within a zone of UTM.
///
/// Krüger's series to the sixth order, as C. F. F. Karney has it: Transverse Mercator with an accuracy of a few
/// nanometers, Journal of Geodesy 85 (2011), equations 7 to 35.
enum TransverseMercator {
  private static let flattening = 1 / 298.257223563
  private static let eccentricitySquared = flattening * (2 - flattening)
  private static let eccentricity = eccentricitySquared.squareRoot()
  /// The third flattening.
  private static let n = flattening / (2 - flattening)
  /// Metres: the radius of a circle as long as a meridian.
  private static let rectifyingRadius =
    WGS84.equatorialRadius / (1 + n) * (1 + n * n / 4 + power(4) / 64 + power(6) / 256)

  private static let forwardSeries = [
    n / 2 - 2 * power(2) / 3 + 5 * power(3) / 16 + 41 * power(4) / 180 - 127 * power(5) / 288
      + 7891 * power(6) / 37800,
    13 * power(2) / 48 - 3 * power(3) / 5 + 557 * power(4) / 1440 + 281 * power(5) / 630
      - 1_983_433 * power(6) / 1_935_360,
    61 * power(3) / 240 - 103 * power(4) / 140 + 15061 * power(5) / 26880 + 167_603 * power(6) / 181_440,
    49561 * power(4) / 161_280 - 179 * power(5) / 168 + 6_601_661 * power(6) / 7_257_600,
    34729 * power(5) / 80640 - 3_418_889 * power(6) / 1_995_840,
    212_378_941 * power(6) / 319_334_400,
  ]
  private static let inverseSeries = [
    n / 2 - 2 * power(2) / 3 + 37 * power(3) / 96 - power(4) / 360 - 81 * power(5) / 512
      + 96199 * power(6) / 604_800,
    power(2) / 48 + power(3) / 15 - 437 * power(4) / 1440 + 46 * power(5) / 105
      - 1_118_711 * power(6) / 3_870_720,
    17 * power(3) / 480 - 37 * power(4) / 840 - 209 * power(5) / 4480 + 5569 * power(6) / 90720,
    4397 * power(4) / 161_280 - 11 * power(5) / 504 - 830_251 * power(6) / 7_257_600,
    4583 * power(5) / 161_280 - 108_847 * power(6) / 3_991_680,
    20_648_693 * power(6) / 638_668_800,
  ]

  private static func power(_ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { product, _ in product * n }
  }

  /// Metres east of the central meridian and north of the equator, at scale 1.
  ///
  /// - Parameter longitude: degrees east of the central meridian, well within ±90.
  static func project(latitude: Double, longitude: Double) -> (x: Double, y: Double) {
    let lambda = longitude * .pi / 180
    let tauPrime = conformalTangent(of: tan(latitude * .pi / 180))
    let xi = atan2(tauPrime, cos(lambda))
    let eta = asinh(sin(lambda) / hypot(tauPrime, cos(lambda)))
    var x = eta
    var y = xi
    for (index, term) in forwardSeries.enumerated() {
      let order = 2 * Double(index + 1)
      y += term * sin(order * xi) * cosh(order * eta)
      x += term * cos(order * xi) * sinh(order * eta)
    }
    return (rectifyingRadius * x, rectifyingRadius * y)
  }

  /// Latitude, and longitude from the central meridian, in degrees.
  static func unproject(x: Double, y: Double) -> (latitude: Double, longitude: Double) {
    let xi = y / rectifyingRadius
    let eta = x / rectifyingRadius
    var xiPrime = xi
    var etaPrime = eta
    for (index, term) in inverseSeries.enumerated() {
      let order = 2 * Double(index + 1)
      xiPrime -= term * sin(order * xi) * cosh(order * eta)
      etaPrime -= term * cos(order * xi) * sinh(order * eta)
    }
    let tauPrime = sin(xiPrime) / hypot(sinh(etaPrime), cos(xiPrime))
    let longitude = atan2(sinh(etaPrime), cos(xiPrime)) * 180 / .pi
    return (atan(tangent(ofConformal: tauPrime)) * 180 / .pi, longitude)
  }

  /// The tangent of the conformal latitude, from that of the geographic one.
  static func conformalTangent(of tau: Double) -> Double {
    let secant = hypot(1, tau)
    let sigma = sinh(eccentricity * atanh(eccentricity * tau / secant))
    return hypot(1, sigma) * tau - sigma * secant
  }

  /// The tangent of the geographic latitude, from that of the conformal one: Newton's method.
  static func tangent(ofConformal tauPrime: Double) -> Double {
    guard tauPrime.isFinite else { return tauPrime }
    let complement = 1 - eccentricitySquared
    // Far from the equator the two differ by a constant factor.
    var tau =
      abs(tauPrime) > 70 ? tauPrime * exp(eccentricity * atanh(eccentricity)) : tauPrime / complement
    for _ in 0..<6 {
      let guess = conformalTangent(of: tau)
      let step =
        (tauPrime - guess) * (1 + complement * tau * tau) / (complement * hypot(1, tau) * hypot(1, guess))
      tau += step
      if abs(step) < 1e-12 * max(1, abs(tau)) { break }
    }
    return tau
  }

  /// What polar stereographic radii are multiples of, in metres.
  static var polarRadius: Double {
    2 * WGS84.equatorialRadius
      / ((1 - flattening) * exp(eccentricity * atanh(eccentricity)))
  }
}
