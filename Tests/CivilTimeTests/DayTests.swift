import Testing

@testable import CivilTime

@Suite struct DayTests {
  @Test("converts between dates and days since 1970")
  func roundTrip() {
    for number in stride(from: -200_000, to: 200_000, by: 37) {
      let day = Day(number: number)
      #expect(Day.number(year: day.year, month: day.month, day: day.dayOfMonth) == number)
      #expect(1...Day.length(ofMonth: day.month, in: day.year) ~= day.dayOfMonth)
    }
    #expect(Day(number: 0).weekday == 3)
    #expect(Day(number: -1).year == 1969)
  }

  @Test(
    "weeks follow ISO 8601",
    arguments: [
      (2025, 12, 28, 52), (2025, 12, 29, 1), (2026, 1, 1, 1), (2026, 12, 31, 53), (2027, 1, 3, 53),
      (2027, 1, 4, 1),
      (2021, 1, 3, 53), (2020, 12, 31, 53), (2024, 12, 30, 1),
    ])
  func weeks(year: Int, month: Int, day: Int, week: Int) {
    #expect(Day(number: Day.number(year: year, month: month, day: day)).week == week)
  }

  @Test(
    "Easter falls on the churches' dates",
    arguments: [
      (1954, 4, 18), (2000, 4, 23), (2008, 3, 23), (2024, 3, 31), (2025, 4, 20), (2026, 4, 5), (2038, 4, 25),
    ])
  func easter(year: Int, month: Int, day: Int) {
    #expect(Day.easter(year) == Day.number(year: year, month: month, day: day))
  }

  @Test(
    "writes a time with its offset",
    arguments: [
      (0, 0, "1970-01-01T00:00:00Z"), (1_780_300_000, 10_800, "2026-06-01T10:46:40+03:00"),
      (1_780_300_000, -12_600, "2026-06-01T04:16:40-03:30"), (-1, 3600, "1970-01-01T00:59:59+01:00"),
    ])
  func withOffset(seconds: Int, offset: Int, text: String) {
    #expect(Timestamp.text(ofSecond: seconds, offset: offset) == text)
  }
}
