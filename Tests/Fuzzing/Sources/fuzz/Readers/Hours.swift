@testable import OpeningHours

let hoursSeeds = [
  "Mo-Fr 08:00-12:00,13:00-17:30; Sa 10:00-14:00; PH off", "Mo-Sa 11:00-02:00; Su 12:00-20:00 || \"call\"",
  "Jan Su[1]-Feb 03 9am-5pm, easter -2 days off", "week 1-53/2 Mo[1,3] +1 day 10:00+; SH unknown",
  "(sunrise+01:00)-(sunset-00:30); 2020-2030/2 Dec 25-Jan 6 off",
  "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260216\nDTEND:20260221\nSUMMARY:Ferien\nEND:VEVENT\nEND:VCALENDAR",
]

private let hoursPlace = Localities().locality(latitude: 60.17, longitude: 24.94)

/// Opening hours, and calendars of holidays.
func checkHours(_ bytes: [UInt8]) {
  let hours = WrittenHours(String(decoding: bytes, as: UTF8.self))
  let time = 1_766_000_000 + bytes.reduce(0) { ($0 * 31 + Int($1)) % 40_000_000 }
  let opening = hours.opening(at: time, in: hoursPlace)
  expect((opening.state == .unknown) == (opening.reason != nil), "\(hours.text) is \(opening)")
  expect(hours.isUnderstood || opening.state != .closed, "\(hours.text) is closed, though not understood")
  expect(opening.until.map { $0.seconds > time } ?? true, "\(hours.text) ends before it is asked: \(opening)")
  expect(opening.since.map { $0.seconds <= time } ?? true, "\(hours.text) begins later: \(opening)")
  expect(opening.next != opening.state, "\(hours.text) goes on as it was: \(opening)")
  expect(hours.week(from: time, in: hoursPlace)?.rows.count == 7, "\(hours.text) has no week")
  if let calendar = try? UserCalendar(icalendar: bytes) {
    expect(calendar.events.allSatisfy { $0.days.count > 0 }, "an event without a day")
  }
  _ = ZoneRules(tzif: bytes)?.transition(after: time)
}
