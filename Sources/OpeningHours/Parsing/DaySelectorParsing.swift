extension HoursParser {
  /// Whether a token can only be the start of days, never of a time.
  func beginsDays(_ token: HoursToken) -> Bool {
    switch token.word {
    case .weekday, .ambiguousWeekday, .month, .holiday, .week, .easter: true
    default: false
    }
  }

  /// The days of a rule: selectors that hold together, and after a comma others in their place.
  mutating func daySelectors() throws(NotUnderstood) -> [DaySelector] {
    var selectors: [DaySelector] = []
    var selector = DaySelector()
    var hasAny = false
    while let token = current {
      if try readSelector(token, into: &selector) {
        hasAny = true
      } else if hasAny, token.isSymbol(":") {
        // It belongs after years, dates and weeks, where it says nothing either.
        if selector.isWeekly || selector.weekdays != 0x7F { warn(.surplusSign) }
        position += 1
      } else if hasAny, token.isSymbol("."), peek(-1)?.kind == .word {
        warn(.surplusSign)
        position += 1
      } else if hasAny, token.isSymbol(","), beginsTime(at: position + 1) {
        warn(.surplusSign)
        position += 1
      } else if hasAny, token.isSymbol(","), let next = peek(1), beginsDays(next) || isYear(at: position + 1)
      {
        selectors.append(selector)
        selector = DaySelector()
        hasAny = false
        position += 1
      } else {
        break
      }
    }
    if hasAny {
      selectors.append(selector)
    } else if !selectors.isEmpty {
      throw NotUnderstood()
    }
    return selectors
  }

  private mutating func readSelector(_ token: HoursToken, into selector: inout DaySelector)
    throws(NotUnderstood)
    -> Bool
  {
    let hasWeekdays = selector.weekdays != 0x7F || !selector.lists.isEmpty
    switch token.word {
    case .weekday, .ambiguousWeekday, .holiday:
      try weekdays(into: &selector)
    case .month, .easter:
      guard selector.months == 0, selector.dates.isEmpty else { throw NotUnderstood() }
      if hasWeekdays { warn(.order) }
      try dates(into: &selector)
    case .week:
      guard selector.weeks.isEmpty else { throw NotUnderstood() }
      takeName(token)
      selector.weeks = try numberRanges(1...53)
    default:
      if isYear(at: position) {
        // `2026 Dec 24`, `2026 easter`
        if isMonth(at: position + 1) {
          guard selector.months == 0, selector.dates.isEmpty else { throw NotUnderstood() }
          try dates(into: &selector)
        } else {
          guard selector.years.isEmpty else { throw NotUnderstood() }
          selector.years = try numberRanges(1900...9999)
        }
      } else if beginsDayBeforeMonth(at: position) {
        guard selector.months == 0, selector.dates.isEmpty else { throw NotUnderstood() }
        try dates(into: &selector)
      } else {
        return false
      }
    }
    return true
  }

  /// `2026`, but not the time `2026`, which only days or a time stand before.
  func isYear(at index: Int) -> Bool {
    guard let token = token(at: index), token.digits == 4, token.number ?? 0 >= 1900 else { return false }
    switch self.token(at: index - 1)?.word {
    case .weekday, .ambiguousWeekday, .holiday: return false
    default: break
    }
    let (next, second) = (self.token(at: index + 1), self.token(at: index + 2))
    // `2000-2200` alone may be years or times.
    if next?.isSymbol("-") == true, second?.digits == 4, self.token(at: index + 3)?.isSymbol(";") != false {
      return false
    }
    guard next?.isSymbol(":") == true, let second else { return true }
    return second.number == nil || second.hasSpaceBefore
  }

  /// Numbers and ranges of them with commas between: years, or weeks.
  private mutating func numberRanges(_ bounds: ClosedRange<Int>) throws(NotUnderstood) -> [NumberRange] {
    var ranges: [NumberRange] = []
    repeat {
      let first = try number(in: bounds)
      var range = NumberRange(first: first, last: first)
      if take("+") {
        range.last = bounds.upperBound
      } else if takeDash() {
        range.last = try number(in: bounds)
        guard range.last >= first || bounds.upperBound == 53 else { throw NotUnderstood() }
      }
      range.step = try step()
      ranges.append(range)
    } while takeComma(beforeNumberIn: bounds)
    return ranges
  }

  private mutating func takeComma(beforeNumberIn bounds: ClosedRange<Int>) -> Bool {
    guard current?.isSymbol(",") == true, let next = peek(1)?.number, bounds.contains(next),
      peek(2)?.isSymbol(":") != true || peek(3)?.number == nil
    else { return false }
    position += 1
    return true
  }

  // MARK: Weekdays and holidays

  /// `Mo-Fr`, `Sa,Su,PH`, `PH Mo-Fr`: lists that hold together if there is a space between.
  private mutating func weekdays(into selector: inout DaySelector) throws(NotUnderstood) {
    var mask: UInt8 = 0
    var others: [DayItem] = []
    repeat {
      switch try dayItem() {
      case .weekdays(let more): mask |= more
      case let other: others.append(other)
      }
    } while takeComma()
    let list = mask == 0 ? others : [.weekdays(mask)] + others
    let isHolidays = list.allSatisfy(\.isHoliday)
    guard selector.lists.allSatisfy({ $0.allSatisfy(\.isHoliday) != isHolidays }) else {
      throw NotUnderstood()
    }
    if !others.isEmpty {
      // `Su[1] Mo-Fr`: what is in both?
      guard isHolidays || selector.weekdays == 0x7F else { throw NotUnderstood() }
      selector.lists.append(list)
    } else if selector.weekdays != 0x7F {
      // `Mo We 10:00-12:00`: no day is both, so both are meant.
      warn(.missingComma)
      selector.weekdays |= mask
    } else {
      selector.weekdays = mask
    }
  }

  /// A comma, or a word in its place, before another day of a list.
  private mutating func takeComma() -> Bool {
    guard let next = peek(1)?.word else { return false }
    switch next {
    case .weekday, .ambiguousWeekday, .holiday: break
    default: return false
    }
    if current?.word == .and {
      warn(.wordForSign)
    } else if current?.isSymbol(",") != true {
      return false
    }
    position += 1
    return true
  }

  private mutating func dayItem() throws(NotUnderstood) -> DayItem {
    guard let token = current else { throw NotUnderstood() }
    if case .holiday(let kind)? = token.word {
      takeName(token)
      return .holiday(kind, offset: try dayOffset() ?? 0)
    }
    let first = try weekday()
    _ = takeFullStop()
    if current?.isSymbol("[") == true {
      return .occurrences(weekdays: 1 << UInt8(first), of: try occurrences(), offset: try dayOffset() ?? 0)
    }
    guard isDashBeforeWeekday, takeDash() else {
      if let offset = try dayOffset() {
        return .occurrences(weekdays: 1 << UInt8(first), of: [1, 2, 3, 4, 5], offset: offset)
      }
      return .weekdays(1 << UInt8(first))
    }
    let last = try weekday()
    _ = takeFullStop()
    var mask: UInt8 = 0
    for day in first...(last < first ? last + 7 : last) { mask |= 1 << UInt8(day % 7) }
    if current?.isSymbol("[") == true {
      return .occurrences(weekdays: mask, of: try occurrences(), offset: try dayOffset() ?? 0)
    }
    return .weekdays(mask)
  }

  private mutating func takeFullStop() -> Bool {
    guard current?.hasSpaceBefore == false, take(".") else { return false }
    warn(.surplusSign)
    return true
  }

  private var isDashBeforeWeekday: Bool {
    guard current?.isSymbol("-") == true || current?.word == .through else { return false }
    switch peek(1)?.word {
    case .weekday, .ambiguousWeekday: return true
    default: return false
    }
  }

  mutating func weekday() throws(NotUnderstood) -> Int {
    guard let token = current else { throw NotUnderstood() }
    takeName(token)
    switch token.word {
    case .weekday(let weekday)?: return weekday
    case .ambiguousWeekday?:
      let words = Set(tokens.filter { $0.kind == .word }.map(lowercased))
      guard let weekday = WeekdayNames.weekday(lowercased(token), among: words) else { throw NotUnderstood() }
      return weekday
    default: throw NotUnderstood()
    }
  }

  private func lowercased(_ token: HoursToken) -> String {
    String(decoding: bytes[token.range], as: UTF8.self).lowercased()
  }

  /// `[1]`, `[1,3]`, `[1-2]`, `[-1]`
  mutating func occurrences() throws(NotUnderstood) -> [Int] {
    guard take("[") else { throw NotUnderstood() }
    var all: [Int] = []
    repeat {
      let isFromEnd = take("-")
      let first = try number(in: 1...5)
      let last = try !isFromEnd && take("-") ? number(in: first...5) : first
      all += (first...last).map { isFromEnd ? -$0 : $0 }
    } while take(",")
    guard take("]") else { throw NotUnderstood() }
    return all
  }

  /// `+1 day`, `-2 days`
  mutating func dayOffset() throws(NotUnderstood) -> Int? {
    guard let sign = current, sign.isSymbol("+") || sign.isSymbol("-"), let days = peek(1)?.number,
      peek(2)?.word == .day
    else { return nil }
    guard days <= 366 else { throw NotUnderstood() }
    position += 3
    return sign.isSymbol("-") ? -days : days
  }
}
