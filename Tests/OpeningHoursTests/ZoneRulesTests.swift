import CivilTime
import Foundation
import TestSupport
import Testing

@testable import OpeningHours

@Suite struct ZoneRulesTests {
  @Test(
    "offsets match Foundation's",
    arguments: [
      "Europe/Helsinki", "Europe/Dublin", "America/New_York", "America/Sao_Paulo", "Asia/Kathmandu",
      "Australia/Lord_Howe", "Pacific/Chatham", "Africa/Casablanca", "Asia/Gaza", "Pacific/Apia",
      "America/Nuuk",
      "UTC",
    ])
  func offsets(zone: String) throws {
    let rules = try #require(ZoneDirectory().rules(of: zone))
    let foundation = try #require(TimeZone(identifier: zone))
    // From 1990 to 2100, at a different time of day each.
    for time in stride(from: 631_152_000, to: 4_102_444_800, by: 86_400 * 5 + 3333) {
      #expect(
        rules.offset(at: time) == foundation.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time))))
    }
  }

  @Test("finds clock changes forward and back, even past the end of the table")
  func transitions() throws {
    let rules = try #require(ZoneDirectory().rules(of: "Europe/Helsinki"))
    for year in [2026, 2100] {
      let summer = Day.number(year: year, month: 6, day: 1) * 86_400
      let end = try #require(rules.transition(after: summer))
      #expect(rules.offset(at: end - 1) == 10_800)
      #expect(rules.offset(at: end) == 7200)
      #expect(rules.transition(upTo: end) == end)
      #expect(try #require(rules.transition(upTo: end - 1)) < summer)
    }
    #expect(ZoneRules(offset: 3600).transition(after: 0) == nil)
  }

  @Test(
    "reads the POSIX rule for future years",
    arguments: [
      ("EET-2EEST,M3.5.0/3,M10.5.0/4", 2026, 7, 10_800), ("EET-2EEST,M3.5.0/3,M10.5.0/4", 2026, 1, 7200),
      ("<+0330>-3:30", 2026, 7, 12_600), ("AEST-10AEDT,M10.1.0,M4.1.0/3", 2026, 1, 39_600),
      ("AEST-10AEDT,M10.1.0,M4.1.0/3", 2026, 7, 36_000), ("IST-1GMT0,M10.5.0,M3.5.0/1", 2026, 1, 0),
      ("AAA3BBB2,J60/0,J300/0", 2028, 3, -7200), ("AAA3BBB,59/0,299/0", 2028, 7, -7200),
    ])
  func footer(text: String, year: Int, month: Int, offset: Int) throws {
    let zone = try #require(POSIXZone(Array(text.utf8)))
    #expect(zone.offset(at: Day.number(year: year, month: month, day: 2) * 86_400) == offset)
  }

  @Test(
    "refuses text that is not a POSIX rule",
    arguments: ["", "EE-2", "EET", "EET-2EEST", "EET-2EEST,M13.5.0,M1.1.1", "EET-99"])
  func noFooter(text: String) {
    #expect(POSIXZone(Array(text.utf8)) == nil)
  }

  @Test("refuses a damaged file without crashing")
  func damaged() throws {
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/Europe/Helsinki")))
    #expect(ZoneRules(tzif: []) == nil)
    #expect(ZoneRules(tzif: Array(whole.prefix(43))) == nil)
    #expect(ZoneRules(tzif: Array(whole.dropLast(1))) == nil)
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      guard let rules = ZoneRules(tzif: Array(bytes.prefix(.random(in: 40...bytes.count, using: &generator))))
      else {
        continue
      }
      #expect(abs(rules.offset(at: 1_780_000_000)) < 26 * 3600)
      _ = rules.transition(after: 1_780_000_000)
    }
  }
}
