/// A day of the proleptic Gregorian calendar.
package struct Day: Sendable {
  /// Days since 1970-01-01.
  package let number: Int
  package let year: Int
  /// 1 for January.
  package let month: Int
  package let dayOfMonth: Int
  /// 0 for Monday.
  package let weekday: Int

  /// From days since 1970-01-01, by the method of Howard Hinnant's `civil_from_days`.
  package init(number: Int) {
    self.number = number
    let shifted = number + 719_468
    let era = Day.floor(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    dayOfMonth = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    weekday = Day.modulo(number + 3, 7)
  }

  /// A date; `nil` if the calendar has no such day.
  package init?(year: Int, month: Int, day: Int) {
    guard 1...12 ~= month, 1...Day.length(ofMonth: month, in: year) ~= day else { return nil }
    self.init(number: Day.number(year: year, month: month, day: day))
  }

  /// Days since 1970-01-01 of a date; the day may lie outside of its month.
  package static func number(year: Int, month: Int, day: Int) -> Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = floor(shiftedYear, 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  package static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  package static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// The week of ISO 8601, 1…53: the first one has the year's first Thursday.
  package var week: Int {
    let thursday = Day(number: number - weekday + 3)
    return (thursday.number - Day.number(year: thursday.year, month: 1, day: 1)) / 7 + 1
  }

  /// Easter Sunday of the western churches, by the anonymous Gregorian algorithm (Meeus, Jones, Butcher).
  package static func easter(_ year: Int) -> Int {
    let golden = modulo(year, 19)
    let century = floor(year, 100)
    let rest = year - century * 100
    let correction = (century - (century + 8) / 25 + 1) / 3
    let epact = modulo(19 * golden + century - century / 4 - correction + 15, 30)
    let weekday = modulo(32 + 2 * (century % 4) + 2 * (rest / 4) - epact - rest % 4, 7)
    let late = (golden + 11 * epact + 22 * weekday) / 451
    let sum = epact + weekday - 7 * late + 114
    return number(year: year, month: sum / 31, day: sum % 31 + 1)
  }

  package static func floor(_ dividend: Int, _ divisor: Int) -> Int {
    dividend >= 0 ? dividend / divisor : (dividend - divisor + 1) / divisor
  }

  package static func modulo(_ dividend: Int, _ divisor: Int) -> Int {
    dividend - floor(dividend, divisor) * divisor
  }
}

extension Day: CustomStringConvertible {
  /// `2026-12-24`
  package var description: String { String(Timestamp.text(ofSecond: number * 86_400, offset: 0).prefix(10)) }
}
