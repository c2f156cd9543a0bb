import Foundation
import Positioning
import Testing

@testable import CivilTime

@Suite struct TimestampTests {
  @Test(
    "reads the times of every format",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2026-06-01T10:00:03.000Z", 1_780_308_003),
      ("2026-06-01T10:00:03", 1_780_308_003), ("2026-06-01 10:00:03z", 1_780_308_003),
      ("2026-06-01t10:00:03Z", 1_780_308_003), ("2026-06-01T13:00:03+03:00", 1_780_308_003),
      ("2026-06-01T13:00:03+0300", 1_780_308_003), ("2026-06-01T04:30:03-05:30", 1_780_308_003),
      ("2026-06-01T10:00:03.5Z", 1_780_308_003.5), ("2026-06-01T10:00:03.25+00:00", 1_780_308_003.25),
      ("2026-06-01T10:00:03.0000000000000000000009Z", 1_780_308_003),
      ("1969-12-31T23:59:59Z", -1), ("1969-12-31T23:59:59.5Z", -0.5), ("2000-02-29T00:00:00Z", 951_782_400),
      ("2024-02-29T12:00:00Z", 1_709_208_000), ("2016-12-31T23:59:60Z", 1_483_228_800),
    ] as [(String, Double)])
  func parses(text: String, seconds: Double) {
    #expect(Timestamp.date(parsing: text)?.timeIntervalSince1970 == seconds)
  }

  @Test(
    "refuses text that is not a time",
    arguments: [
      "", "now", "2026", "2026-06-01", "2026-06-01T", "2026-06-01T10:00", "2026-6-1T10:00:00Z",
      "2026-00-01T10:00:00Z", "2026-13-01T10:00:00Z", "2026-06-00T10:00:00Z", "2026-06-31T10:00:00Z",
      "2025-02-29T10:00:00Z", "1900-02-29T10:00:00Z", "2026-06-01T24:00:00Z", "2026-06-01T10:60:00Z",
      "2026-06-01T10:00:61Z", "2026-06-01T10:00:00X", "2026-06-01T10:00:00Z ", "2026-06-01T10:00:00ZZ",
      "2026-06-01T10:00:00+", "2026-06-01T10:00:00+3", "2026-06-01T10:00:00+24:00",
      "2026-06-01T10:00:00+03:60", "-026-06-01T10:00:00Z", "0000-01-01T00:00:00+00:01",
      "9999-12-31T23:59:60Z", "２０２６-06-01T10:00:00Z",
    ])
  func refuses(text: String) {
    #expect(Timestamp.date(parsing: text) == nil)
  }

  @Test(
    "a time survives reading and writing",
    arguments: [
      "1970-01-01T00:00:00Z", "1969-12-31T23:59:59.999Z", "2026-06-01T10:00:03.120Z", "2000-02-29T23:59:59Z",
      "2100-03-01T00:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z",
    ])
  func roundTrip(text: String) throws {
    let date = try #require(Timestamp.date(parsing: text))
    #expect(Timestamp.text(of: date) == text)
  }

  @Test("rounds to milliseconds, carrying into the next second")
  func rounding() {
    #expect(Timestamp.text(of: Date(timeIntervalSince1970: 59.9996)) == "1970-01-01T00:01:00Z")
    #expect(Timestamp.text(of: Date(timeIntervalSince1970: -0.0001)) == "1970-01-01T00:00:00Z")
  }
}
