import Foundation
import Testing

@testable import Positioning

@Suite struct NMEACalendarTests {
  @Test(
    "takes the date from RMC or ZDA, and the time of day from any sentence",
    arguments: [
      ([Sample.rmc()], "2026-02-01T12:00:00Z"),
      ([Sample.rmc(), Sample.gga("120001.5")], "2026-02-01T12:00:01.5Z"),
      ([Sample.rmc(), Sample.gll("120001")], "2026-02-01T12:00:01Z"),
      ([Sample.rmc(), Sample.gns("120001")], "2026-02-01T12:00:01Z"),
      (["GPZDA,120000,01,02,2026,,", Sample.gga()], "2026-02-01T12:00:00Z"),
      ([Sample.gga()], nil),
      ([Sample.gga(), Sample.rmc()], "2026-02-01T12:00:00Z"),
      ([Sample.rmc(status: "V"), Sample.gga()], nil),
      ([Sample.rmc(date: "")], nil),
      ([Sample.rmc(date: "011326")], nil),
      ([Sample.rmc(date: "320126")], nil),
      ([Sample.rmc(date: "000126")], nil),
      (["GPZDA,120000,01,02,,,", Sample.gga()], nil),
      (["GPZDA,120000,01,02,26,,", Sample.gga()], nil),
      ([Sample.rmc("240000")], nil),
    ])
  func sources(sentences: [String], time: String?) throws {
    try #expect(lastTime(sentences.map(nmea)) == time.map(date))
  }

  @Test(
    "handles midnight between the date and a time of day",
    arguments: [
      ("235959", "000000", "2026-02-02T00:00:00Z"), ("235959", "235958", "2026-02-01T23:59:58Z"),
      ("000001", "235959", "2026-01-31T23:59:59Z"), ("120000", "110000", "2026-02-01T11:00:00Z"),
      ("200000", "090000", "2026-02-02T09:00:00Z"), ("000000", "225900", "2026-02-01T22:59:00Z"),
    ])
  func midnight(dated: String, undated: String, time: String) throws {
    // A second GGA so that the first is a whole cycle.
    let lines = [Sample.rmc(dated), Sample.gga(undated)].map(nmea)
    try #expect(lastTime(lines) == date(time))
  }

  @Test(
    "midnight crosses months and leap days",
    arguments: [
      ("310126", "2026-02-01T00:00:00Z"), ("280228", "2028-02-29T00:00:00Z"),
      ("311229", "2030-01-01T00:00:00Z"),
    ])
  func nextDay(day: String, time: String) throws {
    try #expect(lastTime([Sample.rmc("235959", date: day), Sample.gga("000000")].map(nmea)) == date(time))
  }

  @Test(
    "a receiver that lost the time has no date until it gives one",
    arguments: [
      "GPRMC,,V,,,,,,,,,,N", "GPGGA,,,,,,0,,,,M,,M,,",
    ])
  func lost(sentence: String) {
    #expect(lastTime([Sample.rmc(), sentence, Sample.gga("120001")].map(nmea)) == nil)
  }

  @Test(
    "reads two-digit years, and dates before 2017, like gpsd 3.27.5",
    arguments: [
      (nil, "010226", "2026-02-01"), (nil, "010117", "2017-01-01"),
      // 1,024 weeks later
      (nil, "311216", "2036-08-16"), (nil, "180315", "2034-11-01"),
      ("# Date: 2015-03-18", "180315", "2015-03-18"), ("# Date: 2015", "180315", "2015-03-18"),
      ("# Date: 2020-2-1", "180315", "2034-11-01"), ("# Date: 2021-12-18T", "181223", "2023-12-18"),
      ("# Date: 1998-05-01", "010598", "1998-05-01"), ("# Date: 2008-01-01", "050180", "1980-01-05"),
      ("# Date: 2008-01-01", "311279", "2079-12-31"),
      // gpsd reads one form only
      ("# Date = 2015-03-18", "180315", "2034-11-01"), ("#Date: 2015-03-18", "180315", "2034-11-01"),
      ("# Date: soon", "180315", "2034-11-01"), ("# Date: 99999999999999999999", "180315", "2034-11-01"),
    ] as [(String?, String, String)])
  func years(comment: String?, day: String, expected: String) throws {
    let lines = (comment.map { [$0] } ?? []) + [nmea(Sample.rmc(date: day))]
    try #expect(lastTime(lines) == date(expected + "T12:00:00Z"))
  }

  @Test(
    "also moves a ZDA before 2017, unless the log is that old",
    arguments: [
      (nil, "2033-10-05"), ("# Date: 2014-02-19", "2014-02-19"),
    ] as [(String?, String)])
  func fullYear(comment: String?, expected: String) throws {
    let lines = (comment.map { [$0] } ?? []) + ["GPZDA,120000,19,02,2014,,", Sample.gga()].map(nmea)
    try #expect(lastTime(lines) == date(expected + "T12:00:00Z"))
  }

  @Test("a lost time stays lost for the current cycle")
  func lostWithinCycle() {
    #expect(lastTime([Sample.rmc(), "GPRMC,,V,,,,,,,,,,N", Sample.gll("")].map(nmea)) == nil)
  }

  @Test("a ZDA overrules the century")
  func centuryOfZDA() throws {
    let sentences = ["GPZDA,120000,01,01,2000,,", Sample.rmc("120001", date: "010100")]
    try #expect(lastTime(["# Date: 1999-12-31"] + sentences.map(nmea)) == date("2000-01-01T12:00:01Z"))
  }

  @Test("the century changes with the year")
  func centuryTurn() throws {
    let lines = [
      "# Date: 1999-12-31", nmea(Sample.rmc("235959", date: "311299")),
      nmea(Sample.rmc("000000", date: "010100")),
    ]
    try #expect(lastTime(lines) == date("2000-01-01T00:00:00Z"))
  }

  private func lastTime(_ lines: [String]) -> Date? {
    NMEALog(lines: lines).fixes.last?.time
  }

  private func date(_ text: String) throws -> Date {
    try Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains(".")))
  }
}
