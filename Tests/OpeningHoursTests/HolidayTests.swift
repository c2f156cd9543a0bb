import CivilTime
import Testing

@testable import OpeningHours

@Suite struct HolidayTests {
  @Test(
    "a day is a holiday as surely as the lists agree on it",
    arguments: [
      ("FI", 2026, 12, 25, .sure), ("FI", 2026, 12, 24, .disputed), ("FI", 2026, 6, 20, .sure),
      ("FI", 2026, 6, 19, .disputed), ("FI", 2026, 4, 3, .sure), ("FI", 2026, 6, 9, .none),
      ("FI", 2026, 6, 10, .none), ("DE", 2026, 10, 3, .sure), ("DE", 2026, 10, 31, .regional),
      ("US", 2026, 11, 26, .sure), ("US", 2040, 1, 1, .disputed), ("FI", 2019, 12, 25, .missing),
      ("FI", 2041, 1, 1, .missing), ("ZZ", 2026, 12, 25, .missing), ("", 2026, 12, 25, .missing),
    ] as [(String, Int, Int, Int, HolidayCalendar.Certainty)])
  func certainty(country: String, year: Int, month: Int, day: Int, certainty: HolidayCalendar.Certainty) {
    let calendar = HolidayCalendar(country: country)
    #expect(calendar.certainty(of: Day.number(year: year, month: month, day: day)) == certainty)
  }

  @Test(
    "a regional holiday is one in its regions, and in doubt where only a part has it or the region is not known",
    arguments: [
      ("DE", [], "2026-10-31", .regional), ("DE", ["MV"], "2026-10-31", .sure),
      ("DE", ["BE"], "2026-10-31", .none),
      ("DE", ["BY"], "2026-08-15", .regional), ("DE", ["SL"], "2026-08-15", .sure),
      ("DE", ["HH"], "2026-12-25", .sure), ("DE", ["XX"], "2026-10-31", .regional),
      // A province of Catalonia, a department of Alsace, a region without a list, and one around two that have some.
      ("ES", ["B"], "2026-09-11", .sure), ("FR", ["67"], "2026-04-03", .sure),
      ("FR", ["IDF"], "2026-04-03", .none),
      ("FR", ["GES"], "2026-04-03", .regional), ("FR", ["GES", "67"], "2026-04-03", .sure),
      // By the national list of one source only, and not in that state by the other.
      ("US", ["MA"], "2026-07-03", .disputed), ("US", ["NY"], "2026-02-12", .sure),
      ("US", ["CA"], "2026-02-12", .none), ("AX", [], "2026-06-09", .sure),
    ] as [(String, [String], String, HolidayCalendar.Certainty)])
  func regions(country: String, regions: [String], date: String, certainty: HolidayCalendar.Certainty) {
    let calendar = HolidayCalendar(country: country, regions: Set(regions))
    let numbers = date.split(separator: "-").compactMap { Int($0) }
    let day = Day.number(year: numbers[0], month: numbers[1], day: numbers[2])
    #expect(calendar.certainty(of: day) == certainty)
    #expect((calendar.name(of: day) == nil) == (certainty == .none))
  }

  @Test(
    "reads codes of ISO 3166",
    arguments: [
      ("de-mv", "DE-MV"), ("FI", "FI"), ("FR-6AE", "FR-6AE"), ("DEU", nil), ("DE-", nil), ("DE-MVPX", nil),
      ("D", nil), ("DE-M V", nil), ("DE-MV-X", nil), ("", nil), ("Ä-MV", nil),
    ] as [(String, String?)])
  func codes(text: String, code: String?) {
    #expect(HolidayRegion(code: text)?.description == code)
  }

  @Test("a region that the list does not know has others to choose from")
  func unknownRegions() {
    #expect(HolidayRegion(country: "DE", regions: ["XX"]).unknownAmong?.contains("MV") == true)
    #expect(HolidayRegion(country: "FR", regions: ["GES"]).unknownAmong?.contains("IDF") == true)
    #expect(HolidayRegion(country: "DE", regions: ["MV"]).unknownAmong == nil)
    #expect(HolidayRegion(country: "DE").unknownAmong == nil)
    #expect(HolidayRegion(country: "FI", regions: ["18"]).unknownAmong == nil)
  }

  @Test("names holidays as the list does, in English if it can")
  func names() {
    let calendar = HolidayCalendar(country: "FI")
    #expect(calendar.name(of: Day.number(year: 2026, month: 12, day: 6)) == "Independence Day")
    #expect(calendar.name(of: Day.number(year: 2026, month: 12, day: 7)) == nil)
  }

  @Test(
    "a listed country has holidays in every year it covers, and names without control characters",
    arguments: ["FI", "US", "IN", "ZW", "AD", "JP", "MA", "AX"])
  func table(country: String) {
    let calendar = HolidayCalendar(country: country)
    for year in 2020...2030 {
      let first = Day.number(year: year, month: 1, day: 1)
      let days = (first..<first + 365).filter { calendar.certainty(of: $0) != .none }
      #expect(!days.isEmpty)
      for name in days.compactMap(calendar.name) {
        #expect(name.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 })
      }
    }
  }

  @Test("years beyond a list, and countries without one, are unknown")
  func missingYears() {
    let calendar = HolidayCalendar(country: "LK")
    #expect(calendar.certainty(of: Day.number(year: 2026, month: 12, day: 25)) != .missing)
    #expect(calendar.certainty(of: Day.number(year: 2030, month: 6, day: 3)) == .missing)
    let without = HolidayCalendar(country: "IO")
    #expect(without.certainty(of: Day.number(year: 2026, month: 12, day: 25)) == .missing)
  }

  private static let file = """
    BEGIN:VCALENDAR\r
    VERSION:2.0\r
    X-WR-CALNAME:Helsinki\r
    BEGIN:VEVENT\r
    DTSTART;VALUE=DATE:20260216\r
    DTEND;VALUE=DATE:20260221\r
    SUMMARY:Winter\r
      break\r
    END:VEVENT\r
    BEGIN:VEVENT\r
    DTSTART;VALUE=DATE:20261221\r
    DTEND;VALUE=DATE:20270107\r
    SUMMARY:Joululoma\r
    END:VEVENT\r
    BEGIN:VEVENT\r
    DTSTART:20260612\r
    SUMMARY:Helsinki Day\r
    END:VEVENT\r
    BEGIN:VEVENT\r
    DTSTART:20260501\r
    RRULE:FREQ=YEARLY\r
    END:VEVENT\r
    END:VCALENDAR\r

    """

  @Test("a calendar of the user's has school holidays and local days")
  func userCalendar() throws {
    let calendar = try UserCalendar(icalendar: Array(Self.file.utf8))
    #expect(calendar.events.count == 3)
    #expect(calendar.skipped == 1)
    #expect(calendar.events.map(\.name) == ["Winter break", "Helsinki Day", "Joululoma"])
    let place = Localities(calendar: calendar).locality(latitude: 60.17, longitude: 24.94)
    let school = "Mo-Fr 08:00-16:00; SH off"
    #expect(try opening(school, "2026-02-17 10:00", in: place).state == .closed)
    #expect(try opening(school, "2026-02-23 10:00", in: place).state == .open)
    #expect(try opening(school, "2028-02-23 10:00", in: place).reason == .schoolHolidays)
    #expect(try opening("Mo-Fr 08:00-16:00; PH off", "2026-06-12 10:00", in: place).state == .closed)
    #expect(try opening("Mo-Fr 08:00-16:00", "2026-06-12 10:00", in: place).state == .unknown)
  }

  @Test(
    "categories decide what an event is",
    arguments: [("SH", HolidayKind.schoolHoliday), ("PH", .publicHoliday)])
  func categories(word: String, kind: HolidayKind) throws {
    let file =
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260612\nDTEND:20260615\nCATEGORIES:\(word)\nEND:VEVENT\nEND:VCALENDAR"
    let event = try #require(try UserCalendar(icalendar: Array(file.utf8)).events.first)
    #expect(event.kind == kind)
    #expect(event.days.count == 3)
  }

  @Test(
    "an event that ends before it begins is left out, and counted",
    arguments: [("20261224", 0), ("20261223", 1), ("20261223T235900", 1), ("20261224T000000", 0)])
  func backwards(end: String, skipped: Int) throws {
    let file =
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20261224\nDTEND:\(end)\nEND:VEVENT\nEND:VCALENDAR"
    let calendar = try UserCalendar(icalendar: Array(file.utf8))
    #expect(calendar.skipped == skipped)
    #expect(calendar.events.map(\.days.count) == (skipped == 0 ? [1] : []))
  }

  @Test(
    "an event that ends at midnight ends on the day before",
    arguments: [
      ("20261225T000000", 1), ("20261225T000000Z", 1), ("20261225T120000", 2), ("20261224T180000", 1),
    ])
  func timedEvents(end: String, days: Int) throws {
    let file = """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      DTSTART;TZID=Europe/Berlin:20261224T000000
      DTEND;TZID=Europe/Berlin:\(end)
      SUMMARY:Market\\, fair\\; and\\nmore \\\\ all
      END:VEVENT
      END:VCALENDAR
      """
    let event = try #require(try UserCalendar(icalendar: Array(file.utf8)).events.first)
    #expect(event.days.count == days)
    #expect(event.kind == (days == 1 ? .publicHoliday : .schoolHoliday))
    #expect(event.name == "Market, fair; and more \\ all")
  }

  @Test(
    "an event lasts as long as its duration says, and a cancelled one is none",
    arguments: [
      ("20260706", "DURATION:P6W", 42), ("20260706", "DURATION:P1D", 1),
      ("20260706T080000", "DURATION:PT10H30M", 1), ("20260706T220000Z", "DURATION:+P1DT2H", 2),
      ("20260706T220000", "DURATION:P1DT2H1S", 3), ("20260706", "DURATION:-P1D", nil),
      ("20260706", "DURATION:6 weeks", nil), ("20260706", "STATUS:CANCELLED", 0),
      ("20260706", "STATUS:CONFIRMED", 1),
    ])
  func durations(start: String, line: String, days: Int?) throws {
    let file = "BEGIN:VCALENDAR\nBEGIN:VEVENT\n\(line)\nDTSTART:\(start)\nEND:VEVENT\nEND:VCALENDAR"
    let calendar = try UserCalendar(icalendar: Array(file.utf8))
    #expect(calendar.events.first?.days.count ?? 0 == days ?? 0)
    #expect(calendar.skipped == (days == nil ? 1 : 0))
  }

  @Test(
    "whole days in UTC are days of a place, east or west of Greenwich",
    arguments: [
      ("20261223T230000Z", "20261224T230000Z", "2026-12-24", 1),
      ("20261224T050000Z", "20261225T050000Z", "2026-12-24", 1),
      ("20260326T230000Z", "20260407T220000Z", "2026-03-27", 12),
      ("20261223T230000Z", "20261224T120000Z", "2026-12-23", 2),
    ])
  func wholeDays(start: String, end: String, first: String, days: Int) throws {
    let file = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:\(start)\nDTEND:\(end)\nEND:VEVENT\nEND:VCALENDAR"
    let event = try #require(try UserCalendar(icalendar: Array(file.utf8)).events.first)
    let date = first.split(separator: "-").compactMap { Int($0) }
    #expect(event.days.lowerBound == Day.number(year: date[0], month: date[1], day: date[2]))
    #expect(event.days.count == days)
    #expect(event.kind == (days == 1 ? .publicHoliday : .schoolHoliday))
  }

  @Test("what an event's alarm says is not said of the event")
  func alarm() throws {
    let file = """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      DTSTART:20261224
      SUMMARY:Heiligabend
      BEGIN:VALARM
      SUMMARY:Reminder
      DURATION:P2D
      END:VALARM
      DURATION:P1D
      END:VEVENT
      END:VCALENDAR
      """
    let event = try #require(try UserCalendar(icalendar: Array(file.utf8)).events.first)
    #expect(event.name == "Heiligabend" && event.days.count == 1)
  }

  @Test("refuses a file that is not a calendar, and reports a bad date with its line")
  func badCalendars() {
    #expect(throws: UserCalendar.Failure.notCalendar) { try UserCalendar(icalendar: Array("hello".utf8)) }
    #expect(throws: UserCalendar.Failure.tooLarge) {
      try UserCalendar(icalendar: [UInt8](repeating: 32, count: UserCalendar.mostBytes + 1))
    }
    let failure = #expect(throws: UserCalendar.Failure.self) {
      try UserCalendar(icalendar: Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20261301\n".utf8))
    }
    #expect(failure?.description == "line 3: 20261301 is not a date; use 20261224")
  }
}
