import Glibc

/// The ground around a position as a plane: metres to the east and to the north of it.
///
/// Distances from the position are within 2 mm at 5 km, 0.2 m at 20 km and 0.1 % at 100 km, and straight lines near
/// it are geodesics to the same order. The expansion of the azimuthal equidistant projection on the ellipsoid to the
/// second order, where d(N cos φ)/dφ = −M sin φ (Snyder, "Map Projections", 1987, equations 4-18 to 4-21); near the
/// poles, where it does not converge, the direction and the chord.
package struct LocalPlane {
  private let latitude: Double
  private let longitude: Double
  /// The radii of curvature along the meridian and across it, in metres, with the factors of the expansion.
  private let east: Double
  private let eastByNorth: Double
  private let north: Double
  private let northByNorth: Double
  private let northByEast: Double
  /// Set near the poles.
  private let vicinity: WGS84.Vicinity?

  /// Degrees of latitude up to which the expansion holds.
  private static let lastLatitude = 80.0

  package init(about position: Coordinate) {
    latitude = position.latitude
    longitude = position.longitude
    let eccentricitySquared = WGS84.flattening * (2 - WGS84.flattening)
    let (sine, cosine) = (sin(latitude * .pi / 180), cos(latitude * .pi / 180))
    let flatness = 1 - eccentricitySquared * sine * sine
    let transverse = WGS84.equatorialRadius / flatness.squareRoot()
    let meridian = transverse * (1 - eccentricitySquared) / flatness
    let radians = Double.pi / 180
    east = transverse * cosine * radians
    eastByNorth = -meridian * sine * radians * radians
    north = meridian * radians
    northByNorth = 1.5 * meridian * eccentricitySquared * sine * cosine / flatness * radians * radians
    northByEast = 0.5 * transverse * sine * cosine * radians * radians
    vicinity = abs(latitude) > Self.lastLatitude ? WGS84.Vicinity(of: position) : nil
  }

  package func point(of coordinate: Coordinate) -> SIMD2<Double> {
    if let vicinity { return vicinity.chord(to: WGS84.cartesian(coordinate)) }
    let northward = coordinate.latitude - latitude
    let eastward = Self.turn(from: longitude, to: coordinate.longitude)
    return SIMD2(
      eastward * (east + eastByNorth * northward),
      northward * (north + northByNorth * northward) + northByEast * eastward * eastward)
  }

  /// Metres from the position to a line of points; `nil` if it has none.
  package func distance(to line: [Coordinate]) -> Double? {
    foot(on: line).map { ($0 * $0).sum().squareRoot() }
  }

  /// The nearest point of a line, in metres to the east and north of the position; `nil` if it has none.
  package func foot(on line: [Coordinate]) -> SIMD2<Double>? {
    var last: SIMD2<Double>?
    var (nearest, least) = (nil as SIMD2<Double>?, Double.infinity)
    for coordinate in line {
      let place = point(of: coordinate)
      let start = last ?? place
      let way = place - start
      let squaredLength = (way * way).sum()
      let along = squaredLength > 0 ? min(1, max(0, -(start * way).sum() / squaredLength)) : 0
      let foot = start + way * along
      let squared = (foot * foot).sum()
      if squared < least { (nearest, least) = (foot, squared) }
      last = place
    }
    return nearest
  }

  /// Metres from the position to the nearest of some lines; 0 within an odd number of those that come back to their
  /// start, which are rings; `nil` if there are no points.
  package func distance(toOutline lines: [[Coordinate]]) -> Double? {
    let isInside = lines.reduce(false) { $0 != surrounds($1) }
    return isInside ? 0 : lines.compactMap(distance(to:)).min()
  }

  /// How large rings are together, in square metres; of lines, nothing.
  package func area(ofOutline lines: [[Coordinate]]) -> Double {
    lines.reduce(0) { sum, line in
      guard line.first == line.last else { return sum }
      let corners = line.map(point)
      return sum + abs(zip(corners, corners.dropFirst()).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y })
        / 2
    }
  }

  /// Whether a line is a ring around the position.
  private func surrounds(_ line: [Coordinate]) -> Bool {
    line.count > 3 && line.first == line.last && isOriginInside(line.lazy.map(point))
  }

  /// Degrees to the east, from −180 to 180.
  static func turn(from start: Double, to end: Double) -> Double {
    let turn = end - start
    return turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn
  }
}
