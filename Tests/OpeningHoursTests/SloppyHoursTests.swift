import Testing

@testable import OpeningHours

@Suite struct SloppyHoursTests {
  @Test(
    "sloppy hours mean the same as their correct form",
    arguments: [
      ("Mo - Fr 08:00-18:00", "Mo-Fr 08:00-18:00"), ("Mo-Fr 9:00-17:00", "Mo-Fr 09:00-17:00"),
      ("Mo-Fr 9.00-17.30", "Mo-Fr 09:00-17:30"), ("9am-5pm", "09:00-17:00"), ("9-5pm", "09:00-17:00"),
      ("1-5pm", "13:00-17:00"), ("10am-12am", "10:00-24:00"), ("9 a.m. - 5 p.m.", "09:00-17:00"),
      ("10-18", "10:00-18:00"), ("Mon-Fri 10:00-18:00", "Mo-Fr 10:00-18:00"),
      ("Monday to Friday 10:00-18:00", "Mo-Fr 10:00-18:00"), ("Mo–Fr 10:00—18:00", "Mo-Fr 10:00-18:00"),
      ("mo-fr 10:00-18:00", "Mo-Fr 10:00-18:00"), ("MO-FR 10:00-18:00", "Mo-Fr 10:00-18:00"),
      ("Mo-Fr: 10:00-18:00", "Mo-Fr 10:00-18:00"), ("Mo-Fr 10:00-18:00;", "Mo-Fr 10:00-18:00"),
      ("Sa, Su 09:00-16:00", "Sa,Su 09:00-16:00"), ("Fr11:00-12:00", "Fr 11:00-12:00"),
      ("Mo-Do 10:00-18:00", "Mo-Th 10:00-18:00"), ("Di,Mi 10:00-18:00", "Tu,We 10:00-18:00"),
      ("Montag bis Freitag 10-18 Uhr", "Mo-Fr 10:00-18:00"), ("lu-ve 10:00-18:00", "Mo-Fr 10:00-18:00"),
      ("di-za 10:00-18:00", "Tu-Sa 10:00-18:00"), ("ma-pe 10-18", "Mo-Fr 10:00-18:00"),
      ("je-di 9h00-17h30", "Th-Su 09:00-17:30"), ("Mo-Fr 0900-1730", "Mo-Fr 09:00-17:30"),
      ("Mo-Fr 08:00-18:00 Sa 10:00-14:00", "Mo-Fr 08:00-18:00; Sa 10:00-14:00"),
      ("Mo We 10:00-12:00", "Mo,We 10:00-12:00"), ("Mo and We 10:00-12:00", "Mo,We 10:00-12:00"),
      ("Mo-Fr 10:00-18:00; Sa geschlossen", "Mo-Fr 10:00-18:00; Sa off"),
      ("24 Dec off; 10:00-18:00", "Dec 24 off; 10:00-18:00"), ("Mo-Fr 24/7", "Mo-Fr 00:00-24:00"),
      ("Mo-Fr, 10:00-18:00", "Mo-Fr 10:00-18:00"), ("Mo\u{A0}10:00-12:00", "Mo 10:00-12:00"),
      ("10:00~18:00", "10:00-18:00"), ("noon-midnight", "12:00-24:00"),
      ("Mo. 10:00-12:00", "Mo 10:00-12:00"), ("Mo-Fr Jun 10:00-12:00", "Jun Mo-Fr 10:00-12:00"),
    ])
  func means(sloppy: String, proper: String) throws {
    let hours = WrittenHours(sloppy)
    #expect(hours.isUnderstood)
    #expect(WrittenHours(proper).warnings.filter { ![.replacesAll].contains($0) }.isEmpty)
    #expect(try days(sloppy, from: "2026-06-01") == days(proper, from: "2026-06-01"))
    #expect(try days(sloppy, from: "2026-11-30") == days(proper, from: "2026-11-30"))
  }

  @Test(
    "warns about sloppy hours",
    arguments: [
      ("Mo–Fr 10:00-12:00", .typography), ("mo 10:00-12:00", .letterCase), ("Monday 10:00-12:00", .longName),
      ("Mo 10-12", .missingMinutes), ("Mo 9.00-10.00", .timeSign), ("Mo 9am-5pm", .twelveHours),
      ("Mo10:00-12:00", .missingSpace), ("Mo: 10:00-12:00", .surplusSign),
      ("Mo to We 10:00-12:00", .wordForSign), ("Mo 10:00-12:00 Tu 10:00-12:00", .missingSeparator),
      ("Mo 10:00-12:00;", .surplusSeparator), ("24 Dec 10:00-12:00", .dayBeforeMonth),
      ("Mo Tu 10:00-12:00", .missingComma), ("Mo-Fr", .noTimes), ("closed", .alwaysClosed),
      ("Fr 20:00-02:00; Sa 10:00-12:00", .midnightCut), ("Mo 10:00-12:00; 14:00-18:00", .replacesAll),
      ("Mo 10:00-12:00; whenever", .notUnderstood), ("Mo Jan 10:00-12:00", .order),
      (String(repeating: "Mo,", count: 90), .tooLong), ("Mo 10:00-16:00, 12:00-13:00 off", .closesAll),
    ] as [(String, HoursWarning)])
  func warns(hours: String, warning: HoursWarning) {
    #expect(WrittenHours(hours).warnings.contains(warning))
    #expect(!warning.description.isEmpty)
  }

  @Test("two times may be closed", arguments: ["10:00-18:00; Mo 10:00-12:00,14:00-16:00 off", "Mo off"])
  func closed(hours: String) { #expect(WrittenHours(hours).warnings.isEmpty) }

  @Test(
    "hours that it cannot parse are unknown, never closed",
    arguments: [
      "Seasonal, only summer time", "Mo-Fr 8-02;Sa 8-02 Su 8", "Mo-Fr 16:00-, Sa 14:00-", "10:00-16:00/90",
      "10:00", "10:00-18:00 Mo-Fr", "10-18 Dec", "Oct-Mar 10", "Mo-Fr 25:70-26:00", "Mo-Fr 49:00-50:00",
      "by chance",
      "Mo-Fr 10:00-18:00 \"unfinished", "Mo 10:00-12:00 Mo 11:00-13:00", "Su[1] Mo 10:00-12:00", "2000-2200",
      "2020-2024",
      "Feb 30 10:00-12:00", "Mo-Fr 10:00-12:00 = 14:00", "ma 10:00-18:00", "Mo-Fr 10:00-18:00; Sa 10-",
    ])
  func notUnderstood(text: String) throws {
    let hours = WrittenHours(text)
    #expect(!hours.isUnderstood)
    for day in try days(text, from: "2026-06-01") { #expect(!day.contains("c")) }
    let opening = try opening(text, "2026-06-01 03:00")
    #expect(opening.state == .unknown)
    guard case .notUnderstood(let part)? = opening.reason else {
      Issue.record("\(opening)")
      return
    }
    #expect(!part.isEmpty && text.contains(part))
  }

  @Test("refuses more than 255 characters")
  func tooLong() throws {
    let text = String(repeating: "Mo 10:00-12:00; ", count: 1000)
    #expect(WrittenHours(text).text.count == 255)
    #expect(try opening(text, "2026-06-01 11:00").state == .unknown)
  }
}
