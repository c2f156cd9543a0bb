import CivilTime
import Testing

@testable import OpeningHours

/// When a state began and when it ends.
@Suite struct StatePeriodTests {
  @Test(
    "gives the start and the end of the state",
    arguments: [
      (
        "Mo-Fr 08:00-18:00", "2026-06-03 12:00", "2026-06-03T08:00:00+03:00", "2026-06-03T18:00:00+03:00",
        .closed
      ),
      (
        "Mo-Fr 08:00-18:00", "2026-06-06 12:00", "2026-06-05T18:00:00+03:00", "2026-06-08T08:00:00+03:00",
        .open
      ),
      (
        "Mo-Fr 08:00-18:00", "2026-12-24 07:00", "2026-12-23T18:00:00+02:00", "2026-12-24T08:00:00+02:00",
        .unknown
      ),
      // Without a break at midnight.
      (
        "Fr 20:00-24:00; Sa 00:00-04:00", "2026-06-05 23:00", "2026-06-05T20:00:00+03:00",
        "2026-06-06T04:00:00+03:00", .closed
      ),
      // A change of comment alone is not a change.
      (
        "10:00-12:00 open \"a\", 12:00-14:00 open \"b\"", "2026-06-03 11:00", "2026-06-03T10:00:00+03:00",
        "2026-06-03T14:00:00+03:00", .closed
      ),
      ("2020-2024 10:00-18:00", "2026-06-03 12:00", "2024-12-31T18:00:00+02:00", nil, nil),
      ("2010-2014 10:00-18:00", "2026-06-03 12:00", nil, nil, nil),
      ("24/7", "2026-06-03 12:00", nil, nil, nil), ("closed", "2026-06-03 12:00", nil, nil, nil),
      ("Feb 29 10:00-12:00", "2026-06-03 12:00", nil, "2028-02-29T10:00:00+02:00", .open),
      (
        "week 53 10:00-12:00", "2027-06-03 12:00", "2027-01-03T12:00:00+02:00", "2032-12-27T10:00:00+02:00",
        .open
      ),
    ] as [(String, String, String?, String?, OpeningState?)])
  func lasts(hours: String, time: String, since: String?, until: String?, next: OpeningState?) throws {
    let opening = try opening(hours, time)
    #expect(opening.since?.description == since)
    #expect(opening.until?.description == until)
    #expect(opening.next == next)
  }

  /// The clocks of Helsinki go from 03:00 to 04:00 on 2026-03-29, and from 04:00 to 03:00 on 2026-10-25.
  @Test(
    "spans follow the wall clock through clock changes",
    arguments: [
      // 01:00 to 05:00 takes three hours in March and five in October.
      ("01:00-05:00", "2026-03-29T02:30:00+02:00", "2026-03-29T05:00:00+03:00"),
      ("01:00-05:00", "2026-10-25T03:30:00+03:00", "2026-10-25T05:00:00+02:00"),
      // An end that the clock skips is where it skips.
      ("01:00-03:30", "2026-03-29T02:30:00+02:00", "2026-03-29T04:00:00+03:00"),
      // A time that it shows twice is open twice.
      ("03:00-03:30", "2026-10-25T03:15:00+03:00", "2026-10-25T03:30:00+03:00"),
      ("03:00-03:30", "2026-10-25T03:15:00+02:00", "2026-10-25T03:30:00+02:00"),
      ("00:00-03:30", "2026-10-25T03:15:00+02:00", "2026-10-25T03:30:00+02:00"),
    ])
  func clockChanges(hours: String, time: String, until: String) throws {
    let seconds = try #require(Self.seconds(time))
    let opening = WrittenHours(hours).opening(at: seconds, in: helsinki)
    #expect(opening.state == .open)
    #expect(opening.until?.description == until)
    #expect(opening.since.map { $0.seconds <= seconds } ?? false)
  }

  @Test("a span in a repeated hour opens twice, and is closed in between")
  func betweenPasses() throws {
    let opening = WrittenHours("03:00-03:30").opening(
      at: try #require(Self.seconds("2026-10-25T03:45:00+03:00")), in: helsinki)
    #expect(opening.state == .closed)
    #expect(opening.since?.description == "2026-10-25T03:30:00+03:00")
    #expect(opening.until?.description == "2026-10-25T03:00:00+02:00")
  }

  @Test("a span in a skipped hour opens nothing")
  func skippedHour() throws {
    let opening = WrittenHours("Su 03:00-03:30").opening(
      at: try #require(Self.seconds("2026-03-29T02:30:00+02:00")), in: helsinki)
    #expect(opening.state == .closed)
    #expect(opening.until?.description == "2026-04-05T03:00:00+03:00")
  }

  @Test("a skipped time of day has no moment, and a repeated one has two")
  func wallClock() {
    #expect(helsinki.times(year: 2026, month: 3, day: 29, minute: 210).isEmpty)
    #expect(helsinki.times(year: 2026, month: 10, day: 25, minute: 210).count == 2)
    #expect(helsinki.times(year: 2026, month: 6, day: 1, minute: 210).count == 1)
  }

  @Test("the state changes at the given end, and not before", arguments: 0..<60)
  func consistency(number: Int) throws {
    let values = [
      "Mo-Fr 08:00-12:00,13:00-17:30; Sa 10:00-14:00", "22:00-04:00; PH off", "sunrise-sunset",
      "Jan-Mar,Oct 10:00-18:00; We 20:00-02:00", "Mo-Th 11:00-01:00; Fr-Sa 11:00-03:00; Su 12:00-22:00",
    ]
    let hours = WrittenHours(values[number % values.count])
    let time = 1_774_600_000 + number * 5_277_077 / 10
    let opening = hours.opening(at: time, in: helsinki)
    let until = try #require(opening.until)
    #expect(until.seconds > time)
    #expect(hours.state(at: until.seconds, in: helsinki) == opening.next)
    #expect(opening.next != opening.state)
    for moment in stride(from: time, to: min(until.seconds, time + 4 * 86_400), by: 977) {
      #expect(hours.state(at: moment, in: helsinki) == opening.state)
    }
    if let since = opening.since {
      #expect(hours.state(at: since.seconds, in: helsinki) == opening.state)
      #expect(hours.state(at: since.seconds - 1, in: helsinki) != opening.state)
    }
  }

  private static func seconds(_ text: String) -> Int? {
    let numbers = text.dropLast(6).split { !$0.isNumber }.compactMap { Int($0) }
    guard numbers.count == 6, let hours = Int(text.dropLast(3).suffix(3)) else { return nil }
    return Day.number(year: numbers[0], month: numbers[1], day: numbers[2]) * 86_400 + numbers[3] * 3600
      + numbers[4] * 60 + numbers[5] - hours * 3600
  }
}
