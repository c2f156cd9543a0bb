import CivilTime
import Foundation
import Geography
import Input
import Testing

@testable import Positioning

@Suite struct NMEADecoderTests {
  // MARK: - One cycle, one fix

  @Test("joins the sentences of a cycle to one fix with all their data")
  func merging() throws {
    let log = NMEALog(Sample.rmc(), Sample.gga(), "GPVTG,91.0,T,,M,3.0,N,5.6,K,A")
    let fix = try #require(log.fixes.first)
    #expect(log.fixes.count == 1)
    #expect(fix.coordinate == Coordinate(latitude: 60.1699, longitude: 24.9384))
    #expect(fix.altitude == 12.5)
    #expect(fix.speed == 1.543)
    #expect(fix.course == Bearing(degrees: 91))
    #expect(fix.time == noon)
    #expect(fix.accuracy == 19)
    #expect(fix.mode == .threeDimensional)
    #expect(fix.satellites == 8)
  }

  @Test(
    "each kind with a position makes a fix by itself",
    arguments: [Sample.rmc(), Sample.gga(), Sample.gll(), Sample.gns()])
  func alone(sentence: String) {
    #expect(NMEALog(sentence).fixes.map(\.coordinate) == [Coordinate(latitude: 60.1699, longitude: 24.9384)])
  }

  @Test(
    "accepts any talker",
    arguments: ["GP", "GN", "GL", "GA", "GB", "BD", "QZ", "GQ", "GI", "II", "IN", "EC", "AP"])
  func talkers(talker: String) {
    #expect(NMEALog(Sample.rmc(talker: talker)).fixes.count == 1)
  }

  @Test(
    "a new time of day begins a new cycle; ten milliseconds do not",
    arguments: [("120001", 2), ("120000.020", 2), ("120000.010", 1), ("120000", 1), ("115959", 2)])
  func cycles(time: String, count: Int) {
    #expect(NMEALog(Sample.rmc(), Sample.rmc(time)).fixes.count == count)
  }

  @Test("passes on a fix when the next cycle begins, and the last one at the end")
  func handing() {
    var decoder = NMEADecoder()
    var fixes: [Location] = []
    var counts: [Int] = []
    for time in ["120000", "120001", "120002"] {
      decoder.decode(Array(nmea(Sample.rmc(time)).utf8).span, into: &fixes)
      counts.append(fixes.count)
    }
    decoder.finish(into: &fixes)
    #expect(counts == [0, 1, 2])
    #expect(fixes.count == 3)
  }

  @Test("finishing twice passes on the last fix once")
  func finishingTwice() {
    var decoder = NMEADecoder()
    var fixes: [Location] = []
    decoder.decode(Array(nmea(Sample.rmc()).utf8).span, into: &fixes)
    decoder.finish(into: &fixes)
    decoder.finish(into: &fixes)
    #expect(fixes.count == 1)
  }

  @Test("values of one cycle do not leak into the next")
  func freshCycle() throws {
    let log = NMEALog(
      Sample.rmc(), Sample.gga(), Sample.rmc("120001", knots: "", course: ""),
      Sample.gga("120001", hdop: "", altitude: ""))
    let fix = try #require(log.fixes.last)
    #expect(log.fixes.count == 2)
    #expect(fix.altitude == nil)
    #expect(fix.speed == nil)
    #expect(fix.course == nil)
    #expect(fix.accuracy == nil)
  }

  @Test("if the sentences of a cycle differ in decimals, the last one is right")
  func lastPosition() {
    let log = NMEALog(
      Sample.gga(), Sample.rmc(), Sample.gga("120001"), Sample.rmc("120001", latitude: "6010.1941,N"))
    #expect(log.fixes.map(\.coordinate.latitude) == [60.1699, 60.169901667])
  }

  @Test("until the end of a cycle is known, another position is another fix")
  func unknownCycle() {
    let log = NMEALog(Sample.gga(), Sample.rmc(latitude: "6010.1941,N"))
    #expect(log.fixes.map(\.coordinate.latitude) == [60.1699, 60.169901667])
  }

  @Test("a cycle that the end of the log cuts off is not a fix, as for gpsd")
  func cutOff() {
    let log = NMEALog(
      Sample.gga(), Sample.rmc(), Sample.gga("120001"), Sample.rmc("120001"), Sample.gga("120002"))
    #expect(log.fixes.map(\.time) == [noon, noon + 1])
  }

  @Test(
    "ZDA and GBS end a cycle like any sentence with a time",
    arguments: ["ZDA,%,01,02,2026,,", "GBS,%,1,1,1,,,,"])
  func cycleEnds(form: String) {
    let end = { (time: String) in "GP" + form.replacing("%", with: time) }
    let log = NMEALog(
      Sample.rmc(), end("120000"), Sample.rmc("120001"), end("120001"), Sample.rmc("120002"))
    #expect(log.fixes.map(\.time) == [noon, noon + 1])
  }

  @Test("the same sentence without a time begins a new cycle")
  func untimed() {
    #expect(NMEALog(Sample.gll(""), Sample.gll(""), Sample.gll("")).fixes.count == 3)
  }

  @Test("the same time with another position is a new fix")
  func stuckTime() {
    let log = NMEALog(Sample.rmc(), Sample.rmc(latitude: "6010.2940,N"), Sample.rmc(latitude: "6010.3940,N"))
    #expect(log.fixes.count == 3)
  }

  @Test("until the end of a cycle is proven, no cycle counts as cut off")
  func unproven() {
    let log = NMEALog(Sample.rmc(), Sample.gga("120001"), Sample.gns("120002"))
    #expect(log.fixes.count == 3)
  }

  @Test("a sentence before a GLL does not end a cycle, since a GLL may belong to the cycle before")
  func beforeGLL() {
    let log = NMEALog(
      Sample.gll(), Sample.rmc(), Sample.gll("120001", latitude: "6010.2940,N"),
      Sample.rmc("120001", latitude: "6010.3940,N"))
    #expect(log.fixes.count == 3)
  }

  @Test("forgets the end of a cycle if another receiver's log follows")
  func forgottenEnd() {
    let first = ["120000", "120001", "120002"].map { Sample.rmc($0) }
    let second = (3...9).map { Sample.gll("12000\($0)") }
    let fixes = NMEALog(lines: (first + second).map(nmea)).fixes
    #expect(fixes.map(\.time) == [0, 1, 2, 6, 7, 8, 9].map { noon + $0 })
  }

  @Test("a receiver that loses the time has no cycles: each position counts again")
  func lostCycle() {
    let log = NMEALog(
      Sample.gga(), Sample.rmc(), Sample.gga("120001"), Sample.rmc("120001"), "GPRMC,,V,,,,,,,,,,N",
      Sample.gga("120002"))
    #expect(log.fixes.count == 3)
  }

  // MARK: - Sentences without a fix

  @Test(
    "sentences without a fix give none",
    arguments: [
      Sample.rmc(status: "V"), Sample.rmc(status: ""), Sample.rmc(faa: "N"),
      Sample.gga(quality: "0"), Sample.gga(quality: ""), Sample.gga(satellites: "00"),
      Sample.gll(status: "V"), Sample.gll(status: ""), Sample.gll(faa: "N"),
      Sample.gns(modes: "N"), Sample.gns(modes: "NN"), Sample.gns(modes: ""), Sample.gns(safety: "V"),
      Sample.gns(safety: "U"), Sample.gsa(), "GPVTG,91.0,T,,M,3.0,N,5.6,K,A",
      "GPZDA,120000,01,02,2026,,", "GPGST,120000,1,,,,2,2,3", "GPTXT,01,01,02,hello",
      "PGRMC,120000,A,6010.1940,N,02456.3040,E,2.0,90.0,010226,,,A",
    ])
  func noFix(sentence: String) {
    let log = NMEALog(sentence)
    #expect(log.fixes == [])
    #expect(log.badLines == 0)
  }

  @Test(
    "estimated, manual and simulated positions are fixes, as for gpsd",
    arguments: [
      Sample.rmc(faa: "E"), Sample.rmc(faa: "M"), Sample.rmc(faa: "S"), Sample.gga(quality: "6"),
      Sample.gga(quality: "7"), Sample.gga(quality: "8"), Sample.gll(faa: "E"), Sample.gns(modes: "E"),
    ])
  func estimated(sentence: String) {
    #expect(NMEALog(sentence).fixes.count == 1)
  }

  @Test("a sentence after the end of a cycle adds to its fix")
  func afterEnd() {
    let log = NMEALog(
      Sample.gga("115958", quality: "0"), Sample.gga("115959", quality: "0"), Sample.gga(satellites: "00"),
      Sample.gsa(mode: "2"))
    #expect(log.fixes.count == 1)
  }

  @Test("a GSA can confirm a position without satellites")
  func vouched() {
    #expect(NMEALog(Sample.gga(satellites: "00"), Sample.gsa(mode: "2")).fixes.count == 1)
  }

  // MARK: - Mode

  @Test(
    "distinguishes 2-D from 3-D fixes",
    arguments: [
      ([Sample.rmc()], .twoDimensional),
      ([Sample.gga()], .threeDimensional),
      ([Sample.gga(satellites: "03")], .twoDimensional),
      ([Sample.gga(altitude: "")], .twoDimensional),
      ([Sample.gns()], .threeDimensional),
      ([Sample.gll()], .twoDimensional),
      ([Sample.gga(altitude: ""), Sample.gsa(mode: "3")], .threeDimensional),
      ([Sample.gga(), Sample.gsa(mode: "2")], .twoDimensional),
      ([Sample.gga(), Sample.rmc()], .threeDimensional),
      ([Sample.gga(), Sample.gll()], .threeDimensional),
      (["GPGSA,A,3,01,02,03,04,,,,,,,,,1.5,1.0,1.2", Sample.rmc()], .threeDimensional),
      (["GPGSA,A,3,01,02,03,04,,,,,,,,,1.5,1.0,1.2", Sample.gll()], .threeDimensional),
      (["GPGSA,A,3,01,02,03,,,,,,,,,,1.5,1.0,1.2", Sample.gll()], .twoDimensional),
      // A 3-D fix stays one while there is an altitude.
      ([Sample.rmc(), Sample.gga(), Sample.gsa(mode: "2")], .threeDimensional),
      ([Sample.rmc(), Sample.gga(), Sample.rmc("120001")], .threeDimensional),
      ([Sample.rmc(), Sample.gga(), Sample.rmc("120001"), Sample.gsa(mode: "2")], .threeDimensional),
      // Two satellites each time are not four.
      (
        [
          Sample.gsa(mode: "2", talker: "GN"), Sample.rmc(), Sample.gsa(mode: "2", talker: "GN"),
          Sample.rmc("120001"),
        ], .twoDimensional
      ),
      ([Sample.rmc(), Sample.gga()] + (1...4).map { Sample.rmc("12000\($0)") }, .threeDimensional),
    ] as [([String], Location.Mode)])
  func modes(sentences: [String], mode: Location.Mode) {
    #expect(NMEALog(lines: sentences.map(nmea)).fixes.last?.mode == mode)
  }

  @Test("a GSA of one system among several does not set the mode")
  func partialGSA() {
    let log = NMEALog(
      Sample.gsa(mode: "3", talker: "GL"), Sample.gga(altitude: ""), Sample.gsa(mode: "3", talker: "GP"))
    #expect(log.fixes.last?.mode == .twoDimensional)
  }

  @Test("ignores a GSA after a GGA with an old time")
  func stuckGSA() {
    let log = NMEALog(Sample.gga(satellites: "00"), Sample.gga(satellites: "00"), Sample.gsa(mode: "3"))
    #expect(log.fixes == [])
  }

  @Test("trusts a GSA after a GGA of another system with the same time")
  func otherSystem() {
    let log = NMEALog(
      Sample.gga(satellites: "00"), Sample.gga(satellites: "00", talker: "GL"), Sample.gsa(mode: "3"))
    #expect(log.fixes.count == 1)
  }

  // MARK: - Accuracy

  @Test(
    "computes 95 % accuracy from the dilution: 19 m, with DGPS 4.75 m; GST overrules it",
    arguments: [
      ([Sample.gga(hdop: "1.3")], 24.7),
      ([Sample.gga(quality: "2", hdop: "1.0")], 4.75),
      ([Sample.gga(quality: "4", hdop: "1.0")], 19),
      ([Sample.gns()], 19),
      ([Sample.gns(modes: "D")], 4.75),
      ([Sample.gga(hdop: ""), Sample.gsa(hdop: "2.0")], 38),
      ([Sample.rmc(faa: "D"), Sample.gsa(hdop: "2.0")], 9.5),
      ([Sample.gga(hdop: "99.99")], nil),
      ([Sample.gga(hdop: "0.0")], nil),
      ([Sample.gga(hdop: "-1")], nil),
      ([Sample.rmc()], nil),
      // With 24 satellites, field 16 is one of them.
      ([Sample.rmc(), "GPGSA,A,3,\((1...24).map { "\($0)," }.joined())9.1,7.2,5.7"], nil),
      // The first report of a fix's dilution counts, and the best of its quality.
      ([Sample.gga(), Sample.gsa(hdop: "2.0")], 19),
      ([Sample.gga(satellites: "00"), Sample.gsa(mode: "2", hdop: "2.0")], 38),
      ([Sample.gga(quality: "2", hdop: ""), Sample.rmc(), Sample.gsa(hdop: "2.0")], 9.5),
      ([Sample.gga(), "GPGST,120000,1,,,,3.0,4.0,5"], 8.654),
      ([Sample.gga(), "GPGST,120001,1,,,,3.0,4.0,5"], 19),
      ([Sample.gga(), "GPGST,120000,1,,,,,,"], 19),
      ([Sample.gga(), "GPGST,120000,1,,,,0,0,0"], 19),
    ] as [([String], Double?)])
  func accuracy(sentences: [String], metres: Double?) {
    #expect(NMEALog(lines: sentences.map(nmea)).fixes.last?.accuracy == metres)
  }

  // MARK: - Speed and course

  @Test(
    "speed is in metres per second, and course is true",
    arguments: [
      ("10.0", "361.5", 5.144, 1.5), ("0.0", "0.0", 0, 0), ("", "", nil, nil), ("99999", "-90", nil, 270),
    ] as [(String, String, Double?, Double?)])
  func motion(knots: String, course: String, speed: Double?, degrees: Double?) {
    let fix = NMEALog(Sample.rmc(knots: knots, course: course)).fixes.first
    #expect(fix?.speed == speed)
    #expect(fix?.course?.degrees == degrees)
  }

  @Test(
    "uses VTG only as a pair that is neither estimated nor invalid",
    arguments: [
      ("91.0,T,,M,3.0,N,5.6,K,A", 91), ("91.0,T,,M,3.0,N,5.6,K", 91), ("91.0,T,,M,3.0,N,5.6,K,N", 90),
      ("91.0,T,,M,3.0,N,5.6,K,E", 90), ("91.0,T,,M,,N,,K,A", 90), (",T,,M,3.0,N,5.6,K,A", 90),
    ])
  func courseOverGround(fields: String, degrees: Double) {
    #expect(NMEALog(Sample.rmc(), "GPVTG,\(fields)").fixes.first?.course?.degrees == degrees)
  }

  // MARK: - Bad lines

  @Test(
    "counts damaged lines, but not foreign ones",
    arguments: [
      ("$GPRMC,120000,A*00", 1), ("$GPGGA,1200", 1), ("0,A,6010.1940,N*1C", 1), ("binary \u{1}\u{2}", 1),
      ("# Date: 2026-02-01", 0), ("", 0), ("  \t", 0), ("!AIVDM,1,1,,B,13b,0*00", 0),
      ("12:00 !AIVDM,1,1,,B,13b,0*00", 0), (nmea("GPXYZ,1"), 0), (nmea("PUBX,00"), 0),
      (nmea("GPGSA,A,1,,,,"), 0),
      ("{\"class\":\"VERSION\"}", 0), ("$PMTK010,001*2E", 0),
    ])
  func badLines(line: String, count: Int) {
    let log = NMEALog(lines: [line])
    #expect(log.badLines == count)
    #expect(log.fixes == [])
  }

  @Test(
    "a position that is none is a bad line, whatever its checksum",
    arguments: [
      Sample.rmc(latitude: "4999.9700,N"), Sample.gga(latitude: "4960.0000,N"),
      Sample.gll(latitude: "4999.9700,N"), Sample.rmc(longitude: "00175.0000,E"),
      Sample.rmc(latitude: ",N"), Sample.gga(latitude: "9159.0,N"), Sample.gll(latitude: "6010.1940,"),
    ])
  func impossiblePosition(sentence: String) {
    let log = NMEALog(sentence)
    #expect(log.badLines == 1)
    #expect(log.fixes == [])
  }

  @Test(
    "sentences without a fix at the end of a log say how long it went on",
    arguments: [
      ([Sample.rmc("120030", status: "V")], 30), ([Sample.gga("120031", quality: "0")], 31),
      ([Sample.gll("120032", status: "V")], 32), (["GPRMC,,V,,,,,,,,,,N"], nil),
      ([Sample.gsa(mode: "1")], nil),
      ([Sample.rmc("120030", status: "V"), Sample.rmc("120040")], nil), ([], nil),
    ] as [([String], Double?)])
  func silentEnd(sentences: [String], seconds: Double?) {
    var decoder = NMEADecoder()
    var locations: [Location] = []
    for sentence in [Sample.rmc("120000")] + sentences {
      let line = Array(nmea(sentence).utf8)
      decoder.decode(line.span, into: &locations)
    }
    let start = Timestamp.date(parsing: "2026-02-01T12:00:00Z")
    #expect(decoder.end.silentUntil == seconds.flatMap { start?.addingTimeInterval($0) })
  }

  @Test("a fix survives bad lines around it")
  func survives() {
    let log = NMEALog(lines: ["$GPRMC,12$GPGGA", "$GPGGA,1*00", "$GPRMC,12" + nmea(Sample.rmc()), "$GP"])
    #expect(log.fixes.count == 1)
  }

  @Test("reads each of the sentences that a lost line break glued together")
  func glued() {
    let sentences = [Sample.rmc("120000"), Sample.rmc("120001"), Sample.rmc("120002")].map(nmea)
    #expect(NMEALog(lines: [sentences.joined()]).fixes.count == 3)
    let damaged = NMEALog(lines: ["$GPRMC,120000,A*00" + sentences.joined(separator: "\r")])
    #expect(damaged.fixes.count == 3)
    #expect(damaged.badLines == 1)
  }

  @Test("no hostile line crashes the decoder", arguments: UInt64(1)...20)
  func hostile(seed: UInt64) {
    var random = SplitMix(state: seed)
    let kinds = ["RMC", "GGA", "GLL", "GNS", "GSA", "GST", "VTG", "ZDA", "GBS"]
    let values = [
      "", "A", "N", "99999999999999999999", "-1", "91.0", "nan", "é", "120000", "6010.1940", "02456.3040",
      "E",
      "*", "$", "311299", "\u{0}", ".", "000000.000000000000000000001", "18446744073709551616.5", "1e308",
    ]
    let lines = (0..<2000).map { _ in
      let count = Int.random(in: 0..<40, using: &random)
      let fields = (0..<count).map { _ in values.randomElement(using: &random) ?? "" }
      let body = (["GP" + (kinds.randomElement(using: &random) ?? "")] + fields).joined(separator: ",")
      return Bool.random(using: &random) ? nmea(body) : "$" + body
    }
    for fix in NMEALog(lines: lines).fixes {
      #expect(fix.coordinate.isValid)
    }
  }

  @Test(
    "survives a line of nothing but commas, and one of 64 KiB",
    arguments: [",", "$", "*", "9", "\u{0}"])
  func long(filling: String) {
    let rest = String(repeating: filling, count: InputLimits.line - 7)
    #expect(NMEALog(lines: ["$GPGGA," + rest]).fixes == [])
  }

  private let noon = Date(timeIntervalSince1970: 1_769_947_200)
}

/// A small generator, so that a failing seed fails again.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
