import Geography
import Testing

@testable import Positioning

@Suite struct NMEASentenceTests {
  @Test(
    "frames a line by its last dollar and its checksum",
    arguments: [
      ("$GPGLL,1*5B", NMEASentence.Framing.damaged),
      (nmea("GPGLL,1"), .whole),
      (nmea("GPGLL,1").lowercased().replacing("gpgll", with: "GPGLL"), .whole),
      ("$GPGLL,1", .whole),
      ("$GPGLL,1\r", .whole),
      (nmea("GPGLL,1") + "\r", .whole),
      (String(nmea("GPGLL,1").dropLast()), .damaged),
      ("$GPGLL,1*", .damaged),
      ("$GPGLL,1*ZZ", .damaged),
      ("$GPGLL,1\u{7}2", .damaged),
      ("$GPGLL,é", .damaged),
      ("$GPRMC,12" + nmea("GPGLL,1"), .whole),
      ("12:00:01 " + nmea("GPGLL,1"), .whole),
      ("\\s:gps,c:1577836800*7F\\" + nmea("GPGLL,1"), .whole),
      ("!AIVDM,1,1,,B,13b*43", .absent),
      ("", .absent),
      ("$", .whole),
    ])
  func framing(line: String, framing: NMEASentence.Framing) {
    var sentence = NMEASentence()
    let bytes = Array(line.utf8)
    #expect(sentence.scan(bytes.span) == framing)
  }

  @Test("scanning a sentence forgets the one before")
  func rescan() {
    var sentence = NMEASentence()
    let (long, short) = (Array("$A,1,2,3".utf8), Array("$B,7".utf8))
    _ = sentence.scan(long.span)
    _ = sentence.scan(short.span)
    #expect(sentence.fieldCount == 2)
    #expect(sentence.integer(1, in: short.span) == 7)
    #expect(sentence.isEmpty(2))
  }

  @Test("counts fields beyond the kept ones without reading them", arguments: [19, 20, 21, 500])
  func manyFields(count: Int) {
    var sentence = NMEASentence()
    let bytes = Array(("$" + Array(repeating: "7", count: count).joined(separator: ",")).utf8)
    _ = sentence.scan(bytes.span)
    #expect(sentence.fieldCount == count)
    #expect(sentence.integer(count - 1, in: bytes.span) == (count <= 20 ? 7 : nil))
  }

  @Test(
    "reads decimal numbers",
    arguments: [
      ("12.5", 12.5), ("-30.40", -30.4), ("+3", 3), (".5", 0.5), ("7.", 7), ("00176", 176), ("-0.0", 0),
      ("1.2345678901234567890", 1.234_567_890_123_456),
      ("", nil), ("-", nil), (".", nil), ("1e5", nil), ("nan", nil), ("inf", nil), ("1.2.3", nil),
      ("1.-2", nil), ("--1", nil), ("0x10", nil), (" 1", nil), ("9999999999", nil),
    ] as [(String, Double?)])
  func decimals(text: String, number: Double?) {
    #expect(read(text) { $0.decimal(1, in: $1) } == number)
  }

  @Test(
    "reads times of day in milliseconds",
    arguments: [
      ("000000", 0), ("235959.999", 86_399_999), ("120000.5", 43_200_500), ("120000.", 43_200_000),
      ("143748.77", 52_668_770), ("235960", 86_400_000), ("120000.9999", 43_200_999),
      ("120000.066", 43_200_066), ("", nil), ("12000", nil), ("240000", nil), ("126000", nil),
      ("120061", nil), ("12:0:0", nil), ("-12000", nil),
    ] as [(String, Int?)])
  func clocks(text: String, milliseconds: Int?) {
    #expect(read(text) { $0.clock(1, in: $1) } == milliseconds)
  }

  @Test(
    "reads positions, with nine decimals",
    arguments: [
      ("6010.1940,N,02456.3040,E", 60.1699, 24.9384), ("6010.1940,S,02456.3040,W", -60.1699, -24.9384),
      ("4333.190206,N,00127.618380,E", 43.5531701, 1.460306333), ("9000.0,N,18000.0,W", 90, -180),
      ("0000.0001,S,00000.0001,E", -0.000001667, 0.000001667), ("510.5,N,1.5,E", 5.175, 0.025),
    ])
  func positions(text: String, latitude: Double, longitude: Double) {
    let coordinate = read(text) { $0.coordinate(from: 1, in: $1) }
    #expect(coordinate?.latitude == latitude)
    #expect(coordinate?.longitude == longitude)
  }

  @Test(
    "refuses text that is not a position",
    arguments: [
      ",,,", "6010.1940,N,,", ",N,02456.3040,E", "6010.1940,,02456.3040,E", "6010.1940,X,02456.3040,E",
      "6010.1940,N,02456.3040,N", "9100.0000,N,02456.3040,E", "9000.0001,N,02456.3040,E",
      "6010.1940,N,18000.0001,E", "6010,N,02456,E", "nan,N,nan,E", "-6010.1940,N,02456.3040,E",
      "99999999999999999999.0,N,02456.3040,E", "36000.0000,N,72000.0000,E",
    ])
  func noPositions(text: String) {
    #expect(read(text) { $0.coordinate(from: 1, in: $1) } == nil)
  }

  @Test(
    "reads dates",
    arguments: [("010226", 1, 2, 26), ("311299", 31, 12, 99)])
  func dates(text: String, day: Int, month: Int, year: Int) throws {
    let date = try #require(read(text) { $0.date(1, in: $1) })
    #expect(date == (day, month, year))
  }

  @Test("refuses text that is not a date", arguments: ["", "0102", "01022026", "0102-1", "1.2.26"])
  func noDates(text: String) {
    #expect(read(text) { $0.date(1, in: $1) } == nil)
  }

  private func read<Value>(
    _ fields: String, _ body: (NMEASentence, Span<UInt8>) -> Value
  ) -> Value {
    var sentence = NMEASentence()
    let bytes = Array("$GPZZZ,\(fields)".utf8)
    _ = sentence.scan(bytes.span)
    return body(sentence, bytes.span)
  }
}
