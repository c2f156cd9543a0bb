import FoundationEssentials
import Geography

/// One fix: where the receiver was, and what it knew about that.
///
/// What a receiver did not report is `nil`, never a made-up zero.
public struct Location: Hashable, Codable, Sendable {
  /// What kind of fix it is, by gpsd's numbers.
  public enum Mode: Int, Codable, Sendable {
    /// Latitude and longitude.
    case twoDimensional = 2
    /// Altitude as well.
    case threeDimensional = 3
  }

  public var coordinate: Coordinate
  /// The radius, in metres, that holds the true position in 95 % of cases.
  public var accuracy: Double?
  /// Metres above mean sea level.
  public var altitude: Double?
  /// Metres a second over ground.
  public var speed: Double?
  public var course: Bearing?
  /// When the receiver was there, by its own clock (UTC).
  public var time: Date?
  /// 2-D or 3-D, if known.
  public var mode: Mode?
  /// The number of satellites used.
  public var satellites: Int?

  /// A fix; what is not given is unknown, and so is a speed below 0.
  public init(
    coordinate: Coordinate, accuracy: Double? = nil, altitude: Double? = nil, speed: Double? = nil,
    course: Bearing? = nil, time: Date? = nil, mode: Mode? = nil, satellites: Int? = nil
  ) {
    self.coordinate = coordinate
    self.accuracy = accuracy
    self.altitude = altitude
    self.speed = speed.flatMap { $0 < 0 ? nil : $0 }
    self.course = course
    self.time = time
    self.mode = mode
    self.satellites = satellites
  }

  /// gpsd's estimate of the accuracy (95 %), in metres for an HDOP of 1, with and without differential correction.
  static func accuracyPerHDOP(isDifferential: Bool) -> Double {
    isDifferential ? 4.75 : 19
  }

  /// The number, if it is a dilution of precision; receivers send 0, 99.0 or 99.99 when they know none.
  static func dilution(_ number: Double) -> Double? {
    0.01...89.99 ~= number ? number : nil
  }

  /// The number, if it can be an accuracy; more than half of the earth is half of it.
  static func accuracy(_ metres: Double) -> Double? {
    metres >= 0 ? min(metres, 20_100_000) : nil
  }
}
