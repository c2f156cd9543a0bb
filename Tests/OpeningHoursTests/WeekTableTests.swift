import Testing

@testable import OpeningHours

@Suite struct WeekTableTests {
  private func week(_ hours: String, _ time: String) throws -> WeekTable {
    try #require(WrittenHours(hours).week(from: try helsinki.time(time), in: helsinki))
  }

  @Test("a week starts on the day asked for, and a night belongs to the day it begins")
  func nights() throws {
    let table = try week("Mo-Fr 08:00-12:00,13:00-17:00; Fr 20:00-02:00; Sa off", "2026-06-04 23:00")
    #expect(table.zone == "Europe/Helsinki")
    #expect(table.rows.map(\.dayOfMonth) == Array(4...10))
    #expect(table.rows.map(\.weekday) == [3, 4, 5, 6, 0, 1, 2])
    #expect(table.rows[0].spans.map(\.clocks) == ["08:00-12:00", "13:00-17:00"])
    #expect(table.rows[1].spans.map(\.clocks) == ["20:00-24:00"])
    // By the letter Saturday is off, though the night reaches into it.
    #expect(table.rows[2].spans.map(\.reason) == [.midnightCut])
    #expect(table.rows[3].spans.isEmpty)
    let nights = try week("20:00-02:00", "2026-06-04 23:00")
    #expect(nights.rows.allSatisfy { $0.spans.map(\.clocks) == ["20:00-02:00"] })
  }

  @Test("an hour that the clocks skip is not shown")
  func skippedHour() throws {
    // At 03:00 on 29 March, clocks in Helsinki go to 04:00.
    let nights = try week("22:00-03:15", "2026-03-27 12:00")
    #expect(
      nights.rows.prefix(3).flatMap { $0.spans.map(\.clocks) } == [
        "22:00-03:15", "22:00-04:00", "22:00-03:15",
      ])
    let mornings = try week("03:30-06:00", "2026-03-28 12:00")
    #expect(mornings.rows.prefix(2).flatMap { $0.spans.map(\.clocks) } == ["03:30-06:00", "04:00-06:00"])
    #expect(try week("03:10-03:50", "2026-03-29 12:00").rows[0].spans.isEmpty)
    #expect(try week("03:10-03:50", "2026-10-25 12:00").rows[0].spans.map(\.clocks) == ["03:10-03:50"])
  }

  @Test("24 hours are one day, and 24/7 is seven of them")
  func aroundTheClock() throws {
    #expect(
      try week("24/7", "2026-06-04 23:00").rows.allSatisfy { $0.spans.map(\.clocks) == ["00:00-24:00"] })
  }

  @Test("names holidays, and gives the reason for a doubtful day")
  func holidays() throws {
    let rows = try week("Mo-Fr 10:00-18:00; PH off", "2026-12-24 12:00").rows
    #expect(rows[0].holiday == WeekTable.Holiday(name: "Christmas Eve", certainty: .inSomeLists))
    #expect(rows[0].spans.map(\.reason) == [.holidayListsDisagree])
    #expect(rows[1].holiday == WeekTable.Holiday(name: "Christmas Day", certainty: .sure))
    #expect(rows[1].spans.isEmpty)
    #expect(rows[4].holiday == nil)
    #expect(rows[4].spans.map(\.state) == [.open])
  }

  @Test("open hours keep their comment")
  func comments() throws {
    let span = try #require(try week("10:00-12:00 open \"ring\"", "2026-06-04 23:00").rows[0].spans.first)
    #expect(span.comment == "ring")
    #expect(span.reason == nil)
  }
}
