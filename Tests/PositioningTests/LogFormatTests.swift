import Testing

@testable import Positioning

@Suite struct LogFormatTests {
  @Test(
    "the first line that shows a format decides",
    arguments: [
      ("$GPRMC,1", .format(.nmea)), ("!AIVDM,1", .format(.nmea)), (#"\s:x*00\$GPRMC"#, .format(.nmea)),
      ("{\"class\"", .format(.gpsdJSON)), ("<?xml", .format(.gpx)), ("<gpx>", .format(.gpx)),
      ("# a comment with $ and { in it\n$GPRMC", .format(.nmea)), ("\n\r\n \t{", .format(.gpsdJSON)),
      ("\u{FEFF}<?xml", .format(.gpx)), ("\u{FEFF}# x\r\n{", .format(.gpsdJSON)),
      ("24.9,E*5C\r\n$GPRMC", .format(.nmea)), ("\"mode\":3}\n{", .format(.gpsdJSON)),
    ] as [(String, LogFormat.Sniffed)])
  func decides(beginning: String, sniffed: LogFormat.Sniffed) {
    #expect(LogFormat.sniff(Array(beginning.utf8).span, isWhole: false) == sniffed)
  }

  @Test(
    "an undecided beginning is unknown if nothing follows", arguments: ["", "#", "x\n\n"])
  func undecided(beginning: String) {
    #expect(LogFormat.sniff(Array(beginning.utf8).span, isWhole: false) == .undecided)
    #expect(LogFormat.sniff(Array(beginning.utf8).span, isWhole: true) == .unknown)
  }

  @Test("a binary log is unknown")
  func binary() {
    let bytes: [UInt8] = [0xB5, 0x62, 0x01, 0x07, 0x5C, 0x00, 0x0A, 0xFF, 0x80]
    #expect(LogFormat.sniff(bytes.span, isWhole: true) == .unknown)
  }

  @Test("a FIT file is unknown, whatever its bytes look like")
  func fit() {
    let beginning = "\u{E}\u{10}\u{2}\u{8}1234.FIT12\n$GPRMC,1\n"
    #expect(LogFormat.sniff(Array(beginning.utf8).span, isWhole: true) == .unknown)
  }

  @Test("gives up looking for a format after a limit")
  func limit() {
    let comment = [UInt8](repeating: UInt8(ascii: "#"), count: LogFormat.sniffingLimit)
    #expect(LogFormat.sniff(comment.span, isWhole: false) == .unknown)
    #expect(LogFormat.sniff(Array(comment.dropLast()).span, isWhole: false) == .undecided)
  }
}
