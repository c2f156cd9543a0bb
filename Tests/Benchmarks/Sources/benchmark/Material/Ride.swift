import Foundation

/// A ride through a city as a receiver records it: NMEA 0183, one fix a second, 8 m between two fixes.
struct Ride {
  let city: City
  let fixes: Int

  /// Writes it: RMC alone, or RMC, GGA and GSA for each fix.
  func write(to path: String, sentencesAFix: Int) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else { throw CocoaError(.fileWriteUnknown) }
    let middle = (
      latitude: (city.latitudes.lowerBound + city.latitudes.upperBound) / 2,
      longitude: (city.longitudes.lowerBound + city.longitudes.upperBound) / 2
    )
    var (latitude, longitude, course) = (middle.latitude, middle.longitude, 0.3)
    let shrinking = cos(middle.latitude * .pi / 180)
    var generator = SeededGenerator(seed: 4)
    var text = ""
    for second in 0..<fixes {
      course += Double.random(in: -0.035...0.035, using: &generator)
      if !city.latitudes.contains(latitude) || !city.longitudes.contains(longitude) {
        course = atan2((middle.longitude - longitude) * shrinking, middle.latitude - latitude)
      }
      latitude += cos(course) * 8 / 111_320
      longitude += sin(course) * 8 / (111_320 * shrinking)
      let day = second / 86400
      let time = String(format: "%02d%02d%02d.00", second / 3600 % 24, second / 60 % 60, second % 60)
      let date = String(format: "%02d%02d26", 1 + day % 28, 1 + day / 28 % 12)
      let position =
        Self.minutes(latitude, width: 2, "N", "S") + "," + Self.minutes(longitude, width: 3, "E", "W")
      text += Self.sentence("GPRMC,\(time),A,\(position),15.5,90.0,\(date),,,A")
      if sentencesAFix == 3 {
        text += Self.sentence("GPGGA,\(time),\(position),1,08,1.1,35.0,M,,M,,")
        text += Self.sentence("GPGSA,A,3,10,07,05,02,29,04,08,13,,,,,1.7,1.1,1.3")
      }
      if text.utf8.count > 1 << 20 {
        try file.write(contentsOf: Data(text.utf8))
        text.removeAll(keepingCapacity: true)
      }
    }
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }

  private static func sentence(_ body: String) -> String {
    let checksum = body.utf8.reduce(0, ^)
    return "$" + body + "*" + (checksum < 16 ? "0" : "") + String(checksum, radix: 16, uppercase: true)
      + "\r\n"
  }

  private static func minutes(_ degrees: Double, width: Int, _ positive: String, _ negative: String) -> String
  {
    let size = abs(degrees)
    return String(format: "%0\(width)d%08.5f,", Int(size), (size - size.rounded(.down)) * 60)
      + (degrees < 0 ? negative : positive)
  }
}
