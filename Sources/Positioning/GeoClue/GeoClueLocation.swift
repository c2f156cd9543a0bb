import FoundationEssentials
import Geography
import Glibc

extension Location {
  /// The position in the properties of a GeoClue location; `nil` if they have none.
  ///
  /// GeoClue has numbers for unknown values: -1 for speed and heading, the least of all numbers for the
  /// altitude.
  init?(geoclue properties: [String: BusValue]) {
    guard let latitude = properties["Latitude"]?.real, let longitude = properties["Longitude"]?.real else {
      return nil
    }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    guard coordinate.isValid else { return nil }
    self.init(
      coordinate: coordinate,
      accuracy: properties["Accuracy"]?.real.flatMap { Self.accuracy(ofGeoclue: $0) },
      altitude: properties["Altitude"]?.real.flatMap { abs($0) < 1e6 ? $0 : nil },
      speed: properties["Speed"]?.real.flatMap { $0 >= 0 && $0 < 1e6 ? $0 : nil },
      course: properties["Heading"]?.real.flatMap { (0...360).contains($0) ? Bearing(degrees: $0) : nil },
      time: properties["Timestamp"].flatMap(Self.time))
  }

  /// Converts GeoClue's accuracy in metres to poi's.
  ///
  /// GeoClue knows no radius for a receiver: up to version 2.7 it derives one of five numbers from the HDOP;
  /// 0, 1 and 3 stand for an HDOP up to 1, 2 and 5. poi uses the accuracy that gpsd gives for such an HDOP.
  private static func accuracy(ofGeoclue metres: Double) -> Double? {
    guard let metres = accuracy(metres) else { return nil }
    let hdop: Double? =
      switch metres {
      case 0: 1
      case 1: 2
      case 3: 5
      case 50: 10
      case 100: 20
      default: nil
      }
    if let hdop { return hdop * accuracyPerHDOP(isDifferential: false) }
    // Of GeoClue's sources, only satellite receivers give such a number.
    return metres < leastGeoclueAccuracy ? nil : metres
  }

  /// Metres: a smaller number is a dilution of precision, not a radius.
  private static let leastGeoclueAccuracy = 10.0

  /// Seconds since 1970, and microseconds.
  private static func time(_ timestamp: BusValue) -> Date? {
    let parts = timestamp.elements.compactMap(\.whole)
    guard parts.count == 2, parts[0] > 0, parts[0] < 1 << 40, (0..<1_000_000).contains(parts[1]) else {
      return nil
    }
    return Date(timeIntervalSince1970: Double(parts[0]) + Double(parts[1]) / 1e6)
  }
}
