import CivilTime

/// A day of a year, as a rule names it: `Dec 24`, `easter -2 days`, `Oct Su[-1]`.
struct DateAnchor: Hashable, Sendable {
  enum Base: Hashable, Sendable {
    /// The day is `nil` for the month as a whole.
    case day(month: Int, day: Int?)
    case easter
    /// The first (1), second, … or last (−1) of the month's days with that weekday.
    case weekday(month: Int, weekday: Int, occurrence: Int)
  }

  struct Towards: Hashable, Sendable {
    var weekday: Int
    var isForward: Bool
  }

  var base: Base
  var year: Int?
  /// The next (`+Su`) or the previous (`-Su`) such weekday, unless the day is one itself.
  var towards: Towards?
  var days = 0

  var isMonth: Bool {
    if case .day(_, nil) = base { true } else { false }
  }

  /// The month times 32 and the day, if nothing else matters.
  var plainFirst: Int? {
    guard case .day(let month, let day) = base, days == 0, towards == nil else { return nil }
    return month << 5 | (day ?? 1)
  }

  /// The first day of what is named, or `nil` if that year has none; with `clamped` the next existing day.
  func first(in year: Int, clamped: Bool) -> Int? {
    day(in: year) { month, day in
      guard let day, day > Day.length(ofMonth: month, in: year) else { return day ?? 1 }
      return clamped ? Day.length(ofMonth: month, in: year) + 1 : nil
    }
  }

  /// The last day of what is named; a day that its month lacks is the month's last.
  func last(in year: Int) -> Int? {
    day(in: year) { month, day in
      let length = Day.length(ofMonth: month, in: year)
      return min(day ?? length, length)
    }
  }

  private func day(in year: Int, dayOfMonth: (Int, Int?) -> Int?) -> Int? {
    var number: Int
    switch base {
    case .day(let month, let day):
      guard let day = dayOfMonth(month, day) else { return nil }
      number = Day.number(year: year, month: month, day: day)
    case .easter: number = Day.easter(year)
    case .weekday(let month, let weekday, let occurrence):
      guard let found = Self.day(occurrence, weekday, month, year) else { return nil }
      number = found
    }
    if let towards {
      let weekday = Day.modulo(number + 3, 7)
      number +=
        towards.isForward
        ? Day.modulo(towards.weekday - weekday, 7) : -Day.modulo(weekday - towards.weekday, 7)
    }
    return number + days
  }

  private static func day(_ occurrence: Int, _ weekday: Int, _ month: Int, _ year: Int) -> Int? {
    let length = Day.length(ofMonth: month, in: year)
    let first = Day.number(year: year, month: month, day: 1)
    if occurrence > 0 {
      let day = first + Day.modulo(weekday - Day.modulo(first + 3, 7), 7) + (occurrence - 1) * 7
      return day < first + length ? day : nil
    }
    let last = first + length - 1
    let day = last - Day.modulo(Day.modulo(last + 3, 7) - weekday, 7) + (occurrence + 1) * 7
    return day >= first ? day : nil
  }
}

/// Days from one to another, each year or of a year: `Dec 24-26`, `Oct-Mar`, `2026 Jun 15-2027 Jan 02`.
struct DateRange: Hashable, Sendable {
  enum End: Hashable, Sendable {
    /// The range is what the start names: a day, or a month.
    case same
    case anchor(DateAnchor)
    /// `Jan 15+`: to the end of the year, or for ever if the start has a year.
    case never
  }

  var start: DateAnchor
  var end: End
  /// Every that many days from the start on.
  var step = 1

  /// Whether it names a day within at most a week, like someone who knows of a holiday.
  func names(_ day: Day) -> Bool {
    guard !start.isMonth, contains(day) else { return false }
    guard case .anchor(let anchor) = end else { return end == .same }
    return [day.year - 1, day.year].contains { year in
      guard let first = start.first(in: year, clamped: true), var last = anchor.last(in: anchor.year ?? year)
      else { return false }
      if last < first { last = anchor.last(in: year + 1) ?? last }
      return first <= day.number && day.number <= last && last - first < 7
    }
  }

  func contains(_ day: Day) -> Bool {
    if let isIn = containsPlainly(day) { return isIn }
    if let year = start.year { return contains(day, from: year) }
    // A range that wraps began in the year before; offsets may carry a day across New Year.
    return contains(day, from: day.year) || contains(day, from: day.year - 1)
      || contains(day, from: day.year + 1)
  }

  /// The answer if months and days of months decide it, as they usually do; else `nil`.
  private func containsPlainly(_ day: Day) -> Bool? {
    guard step == 1, start.year == nil, let first = start.plainFirst else { return nil }
    // 31 days fit into 32, and 29 February lies between its neighbours in every year.
    let key = day.month << 5 | day.dayOfMonth
    switch end {
    case .never: return key >= first
    case .same: return start.isMonth ? day.month == first >> 5 : key == first
    case .anchor(let anchor):
      guard anchor.year == nil, let last = anchor.plainFirst else { return nil }
      let end = anchor.isMonth ? last | 31 : last
      return first <= end ? first <= key && key <= end : first <= key || key <= end
    }
  }

  private func contains(_ day: Day, from year: Int) -> Bool {
    guard let first = start.first(in: year, clamped: end != .same) else { return false }
    guard day.number >= first, (day.number - first) % step == 0 else { return false }
    switch end {
    case .same: return start.last(in: year).map { day.number <= $0 } ?? false
    case .never: return start.year != nil || day.year == year
    case .anchor(let anchor):
      if let endYear = anchor.year { return anchor.last(in: endYear).map { day.number <= $0 } ?? false }
      guard let last = anchor.last(in: year) else { return false }
      if last >= first { return day.number <= last }
      return anchor.last(in: year + 1).map { day.number <= $0 } ?? false
    }
  }
}
