import Testing

@testable import OpeningHours

@Suite struct UnknownReasonTests {
  @Test(
    "an unknown state has its reason",
    arguments: [
      ("", "2026-06-01 11:00", .noHours), ("  ", "2026-06-01 11:00", .noHours),
      ("on demand", "2026-06-01 11:00", .notUnderstood("on demand")),
      ("\"by appointment\"", "2026-06-01 11:00", .byAppointment("by appointment")),
      ("10:00-18:00 \"nach Vereinbarung\"", "2026-06-01 11:00", .byAppointment("nach Vereinbarung")),
      ("\"if the flag is up\"", "2026-06-01 11:00", .comment("if the flag is up")),
      ("unknown", "2026-06-01 11:00", .stated), ("18:00+", "2026-06-01 23:00", .openEnd),
      ("10:00-20:00+", "2026-06-01 21:00", .openEnd),
      ("Mo-Fr 10:00-18:00; PH off", "2026-12-24 11:00", .holidayListsDisagree),
      ("PH off", "2026-06-03 11:00", nil),
      ("10:00-18:00; PH off", "2041-06-03 11:00", .holidaysUnknown(country: "FI")),
      ("Mo-Fr 10:00-18:00", "2026-12-25 11:00", .holidayNotMentioned("Christmas Day")),
      ("SH 10:00-18:00", "2026-06-01 11:00", .schoolHolidays),
      ("10:00-12:00; SH off", "2026-06-01 11:00", .schoolHolidays),
      ("Mo-Sa 11:00-02:00; Su 12:00-20:00", "2026-06-07 01:00", .midnightCut),
      ("Mo-Sa 20:00-03:00; PH off", "2026-12-25 01:00", .midnightCut),
      (#"Sa 10:00-02:00; Su "by appointment"; PH off"#, "2026-12-06 01:00", .midnightCut),
    ] as [(String, String, UnknownReason?)])
  func reasons(hours: String, time: String, reason: UnknownReason?) throws {
    let opening = try opening(hours, time)
    #expect(opening.reason == reason)
    #expect((opening.state == .unknown) == (reason != nil))
  }

  @Test("each reason has its wording")
  func words() {
    #expect(UnknownReason.byAppointment("call").description == "by appointment")
    #expect(
      UnknownReason.holidayNotMentioned("Christmas Day").description
        == "public holiday (Christmas Day) that the hours do not mention")
    #expect(UnknownReason.holidaysUnknown(country: "XX").description == "public holidays of XX not known")
    let all: [UnknownReason] = [
      .noHours, .notUnderstood("x"), .comment("ask"), .stated, .openEnd, .holidayListsDisagree,
      .holidayOfSomeRegions(nil), .holidayOfSomeRegions("May Day"), .holidaysUnknown(country: nil),
      .holidayNotMentioned(nil), .schoolHolidays, .zoneBorder([]),
      .holidayBorder([]),
      .midnightCut,
      .noPosition, .noSunrise, .noZone("A/B"), .noZone(nil),
    ]
    #expect(Set(all.map(\.description)).count == all.count)
  }

  @Test("in a country without a list, hours with public holidays are unknown")
  func holidaysUnknown() throws {
    let place = localities.locality(zone: "Europe/Helsinki", region: HolidayRegion(country: "ZZ"))
    let hours = "10:00-18:00; PH off"
    #expect(try opening(hours, "2026-06-01 11:00", in: place).reason == .holidaysUnknown(country: "ZZ"))
    #expect(try opening(hours, "2026-06-01 09:00", in: place).state == .closed)
  }

  @Test("24/7, a date and PH apply on a holiday; a weekday may not")
  func mentions() throws {
    for hours in ["24/7", "Dec 25 10:00-12:00", "Mo-Su,PH 10:00-12:00"] {
      #expect(try opening(hours, "2026-12-25 11:00").state == .open)
    }
    #expect(try opening("Mo-Su 10:00-12:00", "2026-12-25 11:00").state == .unknown)
    #expect(try opening("Mo-Su 10:00-12:00", "2026-12-25 09:00").state == .closed)
  }

  @Test("a night that began before a holiday belongs to the day before")
  func nightBeforeHoliday() throws {
    #expect(try opening("Mo-Su 20:00-03:00", "2026-12-06 02:00").state == .open)
    #expect(try opening("Mo-Su 20:00-03:00", "2026-12-07 02:00").state == .unknown)
  }

  @Test("an open end lasts as long as opening_hours.js assumes")
  func openEnd() throws {
    #expect(try days("18:00+", from: "2026-06-01", count: 1) == ["u8c28u12"])
    #expect(try days("Mo 10:00+", from: "2026-06-01", count: 2) == ["c20u28", "c"])
    #expect(try days("Mo 10:00-20:00+", from: "2026-06-01", count: 2) == ["c20o20u8", "u12c36"])
    #expect(try days("Mo 22:00+", from: "2026-06-01", count: 2) == ["c44u4", "u12c36"])
  }

  @Test("a fallback applies if the rules before it do not say open")
  func fallback() throws {
    let hours = "Mo-Fr 10:00-12:00; PH off || \"by appointment\""
    #expect(try opening(hours, "2026-06-01 11:00").state == .open)
    #expect(try opening(hours, "2026-06-01 13:00").reason == .byAppointment("by appointment"))
    #expect(try opening(hours, "2026-12-25 11:00").reason == .byAppointment("by appointment"))
  }

  @Test("a zone that the system lacks, or no place, gives an unknown state")
  func noZone() throws {
    let hours = WrittenHours("10:00-12:00")
    let lost = localities.locality(zone: "Europe/Atlantis")
    #expect(hours.opening(at: 0, in: lost).reason == .noZone("Europe/Atlantis"))
    #expect(hours.opening(at: 0, in: Localities.nowhere).reason == .noZone(nil))
    #expect(WrittenHours("24/7").state(at: 0, in: Localities.nowhere) == .open)
    #expect(!localities.hasZone("../../etc/passwd"))
    #expect(localities.hasZone("America/Argentina/Buenos_Aires"))
  }
}
