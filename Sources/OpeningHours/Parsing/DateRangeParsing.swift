import CivilTime

extension HoursParser {
  /// `Jan-Mar`, `Dec 24-26`, `easter -2 days`, `2026 Jun 15-2027 Jan 02`, with commas between.
  mutating func dates(into selector: inout DaySelector) throws(NotUnderstood) {
    var month: Int?
    repeat {
      if let month, isDayNumber(at: position) {
        // `Dec 24,26`, `Dec 24-Jan 2,6`: a further day of the month just named.
        let day = try dayNumber(of: month)
        selector.dates.append(try range(from: DateAnchor(base: .day(month: month, day: day))))
        continue
      }
      let anchor = try dateAnchor()
      let range = try range(from: anchor)
      month = nil
      if case .day(let named, let day) = anchor.base {
        if day != nil { month = named }
        if case .anchor(let end) = range.end, case .day(let last, _?) = end.base { month = last }
        if day == nil, anchor.year == nil, anchor.days == 0, range.step == 1, let mask = Self.months(range) {
          selector.months |= mask
          continue
        }
      }
      selector.dates.append(range)
    } while takeComma(afterDayOf: month)
  }

  /// The months of a range that names nothing else.
  private static func months(_ range: DateRange) -> UInt16? {
    guard case .day(let first, nil) = range.start.base else { return nil }
    var last = first
    switch range.end {
    case .same: break
    case .never: last = 12
    case .anchor(let anchor):
      guard case .day(let month, nil) = anchor.base, anchor.year == nil, anchor.days == 0 else { return nil }
      last = month
    }
    var mask: UInt16 = 0
    for month in first...(last < first ? last + 12 : last) { mask |= 1 << UInt16((month - 1) % 12) }
    return mask
  }

  private mutating func takeComma(afterDayOf month: Int?) -> Bool {
    guard current?.isSymbol(",") == true else { return false }
    let next = position + 1
    let isDate =
      isMonth(at: next) || beginsDayBeforeMonth(at: next) || month != nil && isDayNumber(at: next)
      || isYear(at: next) && isMonth(at: next + 1)
    if isDate { position = next }
    return isDate
  }

  func isMonth(at index: Int) -> Bool {
    switch token(at: index)?.word {
    case .month, .easter: true
    default: false
    }
  }

  /// `24 Dec`, `24. Dezember`
  func beginsDayBeforeMonth(at index: Int) -> Bool {
    guard isDay(at: index) else { return false }
    let month = token(at: index + 1)?.isSymbol(".") == true ? index + 2 : index + 1
    return if case .month? = token(at: month)?.word { true } else { false }
  }

  private func isDay(at index: Int) -> Bool {
    token(at: index).map { $0.digits <= 2 && 1...31 ~= $0.number ?? 0 } ?? false
  }

  /// A number that is a day of a month and no hour.
  func isDayNumber(at index: Int) -> Bool {
    guard isDay(at: index) else { return false }
    guard let next = token(at: index + 1) else { return true }
    if next.isSymbol(":") || next.isSymbol(".") {
      return token(at: index + 2).map { $0.number == nil || $0.hasSpaceBefore } ?? true
    }
    switch next.word {
    case .forenoon, .afternoon, .hour, .oClock: return false
    default: return true
    }
  }

  private mutating func dayNumber(of month: Int) throws(NotUnderstood) -> Int {
    try number(in: 0...Day.length(ofMonth: month, in: 2000))
  }

  private mutating func dateAnchor() throws(NotUnderstood) -> DateAnchor {
    var year: Int?
    if isYear(at: position) {
      year = current?.number
      position += 1
    }
    guard let token = current else { throw NotUnderstood() }
    var anchor: DateAnchor
    switch token.word {
    case .easter:
      takeName(token)
      anchor = DateAnchor(base: .easter, year: year)
    case .month(let month):
      takeName(token)
      if current?.isSymbol(".") == true, current?.hasSpaceBefore == false { position += 1 }
      if isDayNumber(at: position) {
        anchor = DateAnchor(base: .day(month: month, day: try dayNumber(of: month)), year: year)
      } else if let weekday = try occurrenceBeforeDash() {
        anchor = DateAnchor(
          base: .weekday(month: month, weekday: weekday.day, occurrence: weekday.occurrence), year: year)
      } else {
        return DateAnchor(base: .day(month: month, day: nil), year: year)
      }
    default:
      guard beginsDayBeforeMonth(at: position), let day = token.number else { throw NotUnderstood() }
      warn(.dayBeforeMonth)
      position += peek(1)?.isSymbol(".") == true ? 2 : 1
      guard case .month(let month)? = current?.word, day <= Day.length(ofMonth: month, in: 2000) else {
        throw NotUnderstood()
      }
      position += 1
      anchor = DateAnchor(base: .day(month: month, day: day), year: year)
    }
    try readOffsets(into: &anchor)
    return anchor
  }

  /// `-Su`, `+Sa`, then `-2 days`
  private mutating func readOffsets(into anchor: inout DateAnchor) throws(NotUnderstood) {
    if let sign = current, sign.isSymbol("+") || sign.isSymbol("-"), sign.hasSpaceBefore,
      peek(1)?.hasSpaceBefore == false, case .weekday? = peek(1)?.word
    {
      position += 1
      anchor.towards = DateAnchor.Towards(weekday: try weekday(), isForward: sign.isSymbol("+"))
    }
    anchor.days = try dayOffset() ?? 0
  }

  /// `Su[-1]` after a month, at an end of a range; elsewhere it is a weekday of all its days.
  private mutating func occurrenceBeforeDash() throws(NotUnderstood) -> (day: Int, occurrence: Int)? {
    guard case .weekday? = current?.word, peek(1)?.isSymbol("[") == true else { return nil }
    let start = position
    let day = try weekday()
    let all = try occurrences()
    let offset = try dayOffset()
    let isRange = current?.isSymbol("-") == true
    guard all.count == 1, isRange || isEndOfRange else {
      position = start
      return nil
    }
    if offset != nil { position -= 3 }
    return (day, all[0])
  }

  private mutating func range(from start: DateAnchor) throws(NotUnderstood) -> DateRange {
    var range = DateRange(start: start, end: .same)
    let isMonth = start.isMonth
    if take("+") {
      range.end = .never
    } else if takeDash() {
      if case .day(let month, _?) = start.base, isDayNumber(at: position), !beginsDayBeforeMonth(at: position)
      {
        let day = try dayNumber(of: month)
        var end = DateAnchor(base: .day(month: month, day: day), year: start.year)
        if case .day(_, let first?) = start.base, first > day { throw NotUnderstood() }
        try readOffsets(into: &end)
        range.end = .anchor(end)
      } else {
        isEndOfRange = !isMonth
        defer { isEndOfRange = false }
        let end = try dateAnchor()
        // `Oct-Mar 10`: the tenth of March, or ten o'clock?
        if isMonth, case .day(_, _?) = end.base { throw NotUnderstood() }
        if !isMonth, end.isMonth { throw NotUnderstood() }
        if let first = start.year, let last = end.year, last < first { throw NotUnderstood() }
        if start.year == nil, end.year != nil { throw NotUnderstood() }
        range.end = .anchor(end)
      }
    }
    range.step = try step()
    return range
  }
}
