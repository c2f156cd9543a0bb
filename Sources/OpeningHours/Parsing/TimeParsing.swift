extension HoursParser {
  /// Whether a time can begin here.
  func beginsTime(at index: Int) -> Bool {
    guard let token = token(at: index) else { return false }
    switch token.kind {
    case .number(24, _) where self.token(at: index + 1)?.isSymbol("/") == true:
      return self.token(at: index + 2)?.number != 7
    case .number: return !beginsDayBeforeMonth(at: index) && !isYearBeforeDays(at: index)
    case .symbol(UInt8(ascii: "(")): return true
    case .word:
      switch token.word {
      case .event, .noon, .midnight: return true
      default: return false
      }
    default: return false
    }
  }

  private func isYearBeforeDays(at index: Int) -> Bool {
    guard isYear(at: index) else { return false }
    let next = token(at: index + 1)
    if next?.isSymbol("+") == true { return true }
    let isRange = next?.isSymbol("-") == true && token(at: index + 2)?.digits == 4
    return (isRange ? token(at: index + 3) : next).map(beginsDays) ?? false
  }

  /// `08:00-12:00,14:00-18:00`
  mutating func timeSpans() throws(NotUnderstood) -> [TimeSpan] {
    var spans = [try timeSpan()]
    while true {
      let isComma = current?.isSymbol(",") == true
      let isWord = current?.word == .and
      guard isComma || isWord, beginsTime(at: position + 1) else { break }
      if isWord { warn(.wordForSign) }
      position += 1
      spans.append(try timeSpan())
    }
    return spans
  }

  private mutating func timeSpan() throws(NotUnderstood) -> TimeSpan {
    var start = try clock()
    if take("+") { return TimeSpan(start: try start.point(), end: nil, isOpenEnded: true) }
    // A moment alone belongs to another key: collection_times, service_times.
    guard takeDash(), beginsTime(at: position) else { throw NotUnderstood() }
    var end = try clock()
    start.takeHalf(from: end)
    guard start.event != nil || start.hour <= 24 else { throw NotUnderstood() }
    end.isEnd = true
    let isOpenEnded = take("+")
    // `10:00-16:00/90`: moments again.
    if current?.isSymbol("/") == true { throw NotUnderstood() }
    return TimeSpan(start: try start.point(), end: try end.point(), isOpenEnded: isOpenEnded)
  }

  /// A time as it is written, before it is known which half of the day it is in.
  private struct Clock {
    var event: SunEvent?
    var hour = 0
    var minute = 0
    /// `true` for pm, `false` for am.
    var half: Bool?
    var hasMinutes = true
    var isEnd = false

    /// `9-5pm` begins in the forenoon, `1-5pm` in the afternoon.
    mutating func takeHalf(from end: Clock) {
      guard half == nil, let endHalf = end.half, event == nil, 1...12 ~= hour else { return }
      half = hour % 12 * 60 + minute < end.hour % 12 * 60 + end.minute ? endHalf : !endHalf
    }

    func point() throws(NotUnderstood) -> TimePoint {
      if let event { return TimePoint(event: event, minutes: hour * 60 + minute) }
      var minutes = hour * 60 + minute
      if let half {
        guard 1...12 ~= hour else { throw NotUnderstood() }
        minutes = (hour % 12 + (half ? 12 : 0)) * 60 + minute
        if minutes == 0, isEnd { minutes = ClockSpan.minutesADay }
      }
      guard hour <= 48, minute < 60, minutes <= 48 * 60 else { throw NotUnderstood() }
      return TimePoint(minutes: minutes)
    }
  }

  private mutating func clock() throws(NotUnderstood) -> Clock {
    if take("(") {
      let clock = try sunClock()
      guard take(")") else { throw NotUnderstood() }
      return clock
    }
    switch current?.word {
    case .event: return try sunClock()
    case .noon:
      warn(.longName)
      position += 1
      return Clock(hour: 12)
    case .midnight:
      warn(.longName)
      position += 1
      return Clock(hour: 24)
    default: return try numericClock()
    }
  }

  /// `sunrise`, `sunset-00:30`
  private mutating func sunClock() throws(NotUnderstood) -> Clock {
    guard let token = current, case .event(let event)? = token.word else { throw NotUnderstood() }
    takeName(token)
    var clock = Clock(event: event)
    guard let sign = current, sign.isSymbol("+") || sign.isSymbol("-"), isHoursAndMinutes(at: position + 1),
      sign.isSymbol("+") || peek(-2)?.isSymbol("(") == true
    else { return clock }
    guard let hours = peek(1)?.number, let minutes = peek(3)?.number, hours < 24, minutes < 60 else {
      throw NotUnderstood()
    }
    clock.hour = sign.isSymbol("-") ? -hours : hours
    clock.minute = sign.isSymbol("-") ? -minutes : minutes
    position += 4
    return clock
  }

  private func isHoursAndMinutes(at index: Int) -> Bool {
    token(at: index)?.number != nil && token(at: index + 1)?.isSymbol(":") == true
      && token(at: index + 2)?.number != nil
  }

  /// `9:00`, `9.00`, `9h00`, `0900`, `9`, each with `am`, `pm` or `Uhr` behind it.
  private mutating func numericClock() throws(NotUnderstood) -> Clock {
    guard let token = current, let number = token.number else { throw NotUnderstood() }
    position += 1
    var clock = Clock(hour: number)
    if token.digits > 2 {
      guard token.digits == 4 else { throw NotUnderstood() }
      warn(.timeSign)
      clock.hour = number / 100
      clock.minute = number % 100
    } else if let sign = current, sign.isSymbol(":") || sign.isSymbol("."), !sign.hasSpaceBefore,
      let minutes = peek(1), minutes.digits == 2, !minutes.hasSpaceBefore
    {
      if sign.isSymbol(".") { warn(.timeSign) }
      clock.minute = minutes.number ?? 0
      position += 2
    } else if current?.word == .hour {
      warn(.timeSign)
      position += 1
      if let minutes = current, minutes.digits == 2, !minutes.hasSpaceBefore {
        clock.minute = minutes.number ?? 0
        position += 1
      }
    } else {
      clock.hasMinutes = false
    }
    readSuffix(into: &clock)
    if !clock.hasMinutes, clock.half == nil { warn(.missingMinutes) }
    return clock
  }

  private mutating func readSuffix(into clock: inout Clock) {
    if let letter = current?.word, letter == .letterA || letter == .letterP, peek(1)?.isSymbol(".") == true,
      peek(2)?.word == .letterM
    {
      warn(.twelveHours)
      clock.half = letter == .letterP
      position += 3
      if current?.isSymbol(".") == true { position += 1 }
      return
    }
    switch current?.word {
    case .forenoon, .afternoon:
      warn(.twelveHours)
      clock.half = current?.word == .afternoon
      position += 1
    case .oClock, .hour:
      warn(.longName)
      clock.hasMinutes = true
      position += 1
    default: break
    }
  }
}
