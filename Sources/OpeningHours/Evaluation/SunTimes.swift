import Glibc

/// What the sun does on a day, as minutes after midnight, or that it stays up or down.
enum SunClock: Hashable, Sendable {
  case at(Int)
  case alwaysUp
  case alwaysDown
  /// The position is unknown.
  case unknown
}

/// Sunrise, sunset and civil twilight at a position.
///
/// The equations are those of NOAA's solar calculator, after Meeus, Astronomical Algorithms, chapter 25; good to about
/// a minute below 72° of latitude. https://gml.noaa.gov/grad/solcalc/calcdetails.html
struct SunTimes: Sendable {
  /// Degrees.
  let latitude: Double
  let longitude: Double

  /// The time of the sun's `event` on a day since 1970-01-01, on a clock `offset` seconds ahead of UTC.
  func clock(_ event: SunEvent, day: Int, offset: Int) -> SunClock {
    // The centre of the sun at its rise is 50′ below the horizon, at civil dusk 6°.
    let altitude = event == .sunrise || event == .sunset ? -0.833 : -6
    let offset = Double(offset) / 60
    var shift = 0.0
    // If the clock is far from solar time, its noon may fall on a neighbouring day of UTC.
    let noon = 720 - 4 * longitude + offset
    while noon + shift < 0 { shift += 1440 }
    while noon + shift >= 1440 { shift -= 1440 }
    var utc = 720 - 4 * longitude + shift
    for _ in 0..<3 {
      let sun = Self.sun(daysSince1970: Double(day) + utc / 1440)
      let cosine =
        (sin(radians(altitude)) - sin(radians(latitude)) * sin(sun.declination))
        / (cos(radians(latitude)) * cos(sun.declination))
      guard cosine <= 1 else { return .alwaysDown }
      guard cosine >= -1 else { return .alwaysUp }
      let hourAngle = acos(cosine) * 180 / .pi * 4
      utc = 720 - 4 * longitude - sun.equationOfTime + shift + (event.isMorning ? -hourAngle : hourAngle)
    }
    return Int(exactly: (utc + offset).rounded()).map(SunClock.at) ?? .alwaysDown
  }

  /// The declination in radians, and how many minutes a sundial is ahead of the clock.
  private static func sun(daysSince1970 days: Double) -> (declination: Double, equationOfTime: Double) {
    let century = (days + 2_440_587.5 - 2_451_545) / 36_525
    let meanLongitude = radians(280.46646 + century * (36_000.76983 + century * 0.0003032))
    let meanAnomaly = radians(357.52911 + century * (35_999.05029 - 0.0001537 * century))
    let eccentricity = 0.016708634 - century * (0.000042037 + 0.0000001267 * century)
    let centre =
      sin(meanAnomaly) * (1.914602 - century * (0.004817 + 0.000014 * century))
      + sin(2 * meanAnomaly) * (0.019993 - 0.000101 * century) + sin(3 * meanAnomaly) * 0.000289
    let node = radians(125.04 - 1934.136 * century)
    let longitude = meanLongitude + radians(centre - 0.00569 - 0.00478 * sin(node))
    let obliquity = radians(23.439291 - century * 0.0130042 + 0.00256 * cos(node))
    let y = tan(obliquity / 2) * tan(obliquity / 2)
    let equation =
      y * sin(2 * meanLongitude) - 2 * eccentricity * sin(meanAnomaly)
      + 4 * eccentricity * y * sin(meanAnomaly) * cos(2 * meanLongitude)
      - 0.5 * y * y * sin(4 * meanLongitude) - 1.25 * eccentricity * eccentricity * sin(2 * meanAnomaly)
    return (asin(sin(obliquity) * sin(longitude)), equation * 180 / .pi * 4)
  }
}

private func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
