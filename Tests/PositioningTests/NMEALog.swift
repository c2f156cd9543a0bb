@testable import Positioning

/// A hand-made log: its lines, and what the decoder makes of them.
struct NMEALog {
  private(set) var fixes: [Location] = []
  private(set) var badLines = 0

  /// Reads the lines as they are.
  init(lines: [String]) {
    self.init(lines: lines.map { Array($0.utf8) })
  }

  /// Reads lines of any bytes.
  init(lines: [[UInt8]]) {
    var decoder = NMEADecoder()
    for line in lines {
      decoder.decode(line.span, into: &fixes)
    }
    decoder.finish(into: &fixes)
    badLines = decoder.end.badLines
  }

  /// Reads sentences that are written here without their `$` and checksum.
  init(_ sentences: String...) {
    self.init(lines: sentences.map(nmea))
  }
}

/// The sentence with its `$` and checksum.
func nmea(_ body: String) -> String {
  let checksum = body.utf8.reduce(0, ^)
  let digits = String(checksum, radix: 16, uppercase: true)
  return "$" + body + "*" + (digits.count < 2 ? "0" : "") + digits
}

/// Sentences with a fix, each changed by a test only in what it is about.
enum Sample {
  static func rmc(
    _ time: String = "120000", status: String = "A", latitude: String = "6010.1940,N",
    longitude: String = "02456.3040,E", knots: String = "2.0", course: String = "90.0",
    date: String = "010226", faa: String = "A", talker: String = "GP"
  ) -> String {
    "\(talker)RMC,\(time),\(status),\(latitude),\(longitude),\(knots),\(course),\(date),,,\(faa)"
  }

  static func gga(
    _ time: String = "120000", latitude: String = "6010.1940,N", longitude: String = "02456.3040,E",
    quality: String = "1", satellites: String = "08", hdop: String = "1.0", altitude: String = "12.5",
    talker: String = "GP"
  ) -> String {
    "\(talker)GGA,\(time),\(latitude),\(longitude),\(quality),\(satellites),\(hdop),\(altitude),M,17.0,M,,"
  }

  static func gll(
    _ time: String = "120000", latitude: String = "6010.1940,N", status: String = "A", faa: String = "A"
  ) -> String {
    "GPGLL,\(latitude),02456.3040,E,\(time),\(status),\(faa)"
  }

  static func gns(_ time: String = "120000", modes: String = "AA", safety: String = "S") -> String {
    "GNGNS,\(time),6010.1940,N,02456.3040,E,\(modes),08,1.0,12.5,17.0,,,\(safety)"
  }

  static func gsa(mode: String = "3", hdop: String = "1.0", talker: String = "GP") -> String {
    "\(talker)GSA,A,\(mode),01,02,,,,,,,,,,,1.5,\(hdop),1.2"
  }
}
