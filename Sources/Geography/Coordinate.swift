/// A point on the WGS-84 ellipsoid, in degrees.
///
/// Any two numbers can be held, as they may come from outside; ask `isValid` before trusting them.
public struct Coordinate: Hashable, Codable, Sendable {
  /// Degrees north of the equator, −90…90.
  public var latitude: Double
  /// Degrees east of Greenwich, −180…180.
  public var longitude: Double

  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Whether both numbers are finite and within their ranges.
  public var isValid: Bool {
    abs(latitude) <= 90 && abs(longitude) <= 180
  }

  /// Seven decimals, as OpenStreetMap has: computed positions are no more precise.
  package var toCentimetre: Coordinate {
    Coordinate(latitude: (latitude * 1e7).rounded() / 1e7, longitude: (longitude * 1e7).rounded() / 1e7)
  }
}
