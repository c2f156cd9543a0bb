import CivilTime

/// The two kinds of holidays that opening hours can speak of.
enum HolidayKind: Hashable, Sendable {
  case publicHoliday
  case schoolHoliday
}

/// Numbers from one to another, each `step`th of them; of years, or of weeks of a year.
struct NumberRange: Hashable, Sendable {
  var first: Int
  var last: Int
  var step = 1

  /// A range whose end is before its start wraps, as weeks do.
  func contains(_ number: Int, wrappingAt length: Int? = nil) -> Bool {
    if first <= last { return first <= number && number <= last && (number - first) % step == 0 }
    guard let length else { return false }
    if number >= first { return (number - first) % step == 0 }
    return number <= last && (number + length - first) % step == 0
  }
}

/// One entry of a list of weekdays and holidays.
enum DayItem: Hashable, Sendable {
  /// A bit for each weekday, Monday the lowest.
  case weekdays(UInt8)
  /// The first (1), second, … or last (−1) such weekdays of a month, and that many days later.
  case occurrences(weekdays: UInt8, of: [Int], offset: Int)
  /// That many days after a holiday.
  case holiday(HolidayKind, offset: Int)

  var isHoliday: Bool {
    if case .holiday = self { true } else { false }
  }

  func contains(_ day: Day, holidays: (HolidayKind, Int) -> Bool) -> Bool {
    switch self {
    case .weekdays(let mask): return mask & (1 << UInt8(day.weekday)) != 0
    case .holiday(let kind, let offset): return holidays(kind, day.number - offset)
    case .occurrences(let mask, let occurrences, let offset):
      let base = offset == 0 ? day : Day(number: day.number - offset)
      guard mask & (1 << UInt8(base.weekday)) != 0 else { return false }
      let fromStart = (base.dayOfMonth - 1) / 7 + 1
      let fromEnd = -((Day.length(ofMonth: base.month, in: base.year) - base.dayOfMonth) / 7 + 1)
      return occurrences.contains { $0 == fromStart || $0 == fromEnd }
    }
  }
}

/// Which days a rule applies to: all of years, dates, weeks and weekdays that it names.
struct DaySelector: Hashable, Sendable {
  var years: [NumberRange] = []
  /// A bit for each month that is named as a whole and without a year, January the lowest.
  var months: UInt16 = 0
  var dates: [DateRange] = []
  var weeks: [NumberRange] = []
  /// Lists that must each contain the day; a list of weekdays alone is `weekdays`.
  var lists: [[DayItem]] = []
  /// A bit for each weekday, Monday the lowest.
  var weekdays: UInt8 = 0x7F

  var isEveryDay: Bool {
    years.isEmpty && months == 0 && dates.isEmpty && weeks.isEmpty && lists.isEmpty && weekdays == 0x7F
  }

  /// Whether days are the same each week, whatever the date.
  var isWeekly: Bool {
    years.isEmpty && months == 0 && dates.isEmpty && weeks.isEmpty && lists.isEmpty
  }

  func mentions(_ kind: HolidayKind) -> Bool {
    lists.contains {
      $0.contains {
        if case .holiday(kind, _) = $0 { true } else { false }
      }
    }
  }

  /// Whether it names the day itself, by its date.
  func names(_ day: Day) -> Bool {
    dates.contains { $0.names(day) }
  }

  @inline(__always)
  func contains(_ day: Day, holidays: (HolidayKind, Int) -> Bool) -> Bool {
    guard weekdays & (1 << UInt8(day.weekday)) != 0 else { return false }
    return isWeekly || containsDate(day, holidays: holidays)
  }

  private func containsDate(_ day: Day, holidays: (HolidayKind, Int) -> Bool) -> Bool {
    if !years.isEmpty, !years.contains(where: { $0.contains(day.year) }) { return false }
    if months != 0 || !dates.isEmpty {
      guard months & (1 << UInt16(day.month - 1)) != 0 || dates.contains(where: { $0.contains(day) }) else {
        return false
      }
    }
    if !weeks.isEmpty {
      let week = day.week
      guard weeks.contains(where: { $0.contains(week, wrappingAt: 53) }) else { return false }
    }
    for list in lists where !list.contains(where: { $0.contains(day, holidays: holidays) }) { return false }
    return true
  }
}
