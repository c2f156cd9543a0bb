import CivilTime

/// The clocks of a zone for all years to come, as POSIX writes them in `TZ`: `EET-2EEST,M3.5.0/3,M10.5.0/4`.
struct POSIXZone: Sendable {
  private enum Rule: Sendable {
    /// Week 1…5 of a month (5 the last), and the weekday, 0 for Sunday.
    case week(month: Int, week: Int, weekday: Int, time: Int)
    /// 1…365, without counting 29 February.
    case julian(day: Int, time: Int)
    /// 0…365
    case ordinal(day: Int, time: Int)

    /// Seconds since 1970 on the wall clock before the change.
    func wallTime(in year: Int) -> Int {
      switch self {
      case .week(let month, let week, let weekday, let time):
        let first = Day.number(year: year, month: month, day: 1)
        var day = first + Day.modulo(weekday - Day.modulo(first + 4, 7), 7) + (week - 1) * 7
        if day >= first + Day.length(ofMonth: month, in: year) { day -= 7 }
        return day * 86_400 + time
      case .julian(let day, let time):
        let leap = Day.isLeap(year) && day >= 60 ? 1 : 0
        return (Day.number(year: year, month: 1, day: day) + leap) * 86_400 + time
      case .ordinal(let day, let time):
        return (Day.number(year: year, month: 1, day: 1) + day) * 86_400 + time
      }
    }
  }

  private let standard: Int
  private var summer: (offset: Int, start: Rule, end: Rule)?

  /// Reads the text; `nil` if it is not of that form.
  init?(_ text: [UInt8]) {
    var reader = Reader(bytes: text)
    guard reader.skipName(), let offset = reader.time(hours: 24) else { return nil }
    standard = -offset
    guard !reader.isAtEnd else { return }
    guard reader.skipName() else { return nil }
    var summerOffset = standard + 3600
    if !reader.isNext(UInt8(ascii: ",")) {
      guard let offset = reader.time(hours: 24) else { return nil }
      summerOffset = -offset
    }
    guard reader.take(UInt8(ascii: ",")), let start = reader.rule(), reader.take(UInt8(ascii: ",")),
      let end = reader.rule(), reader.isAtEnd
    else { return nil }
    summer = (summerOffset, start, end)
  }

  func offset(at time: Int) -> Int {
    guard let summer else { return standard }
    let year = Day(number: Day.floor(time + standard, 86_400)).year
    let start = summer.start.wallTime(in: year) - standard
    let end = summer.end.wallTime(in: year) - summer.offset
    let isSummer = start < end ? start <= time && time < end : !(end <= time && time < start)
    return isSummer ? summer.offset : standard
  }

  func transition(after time: Int) -> Int? {
    transitions(around: time).filter { $0 > time }.min()
  }

  func transition(upTo time: Int) -> Int? {
    transitions(around: time).filter { $0 <= time }.max()
  }

  private func transitions(around time: Int) -> [Int] {
    guard let summer else { return [] }
    let year = Day(number: Day.floor(time, 86_400)).year
    return (year - 1...year + 1).flatMap {
      [summer.start.wallTime(in: $0) - standard, summer.end.wallTime(in: $0) - summer.offset]
    }
  }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    func isNext(_ byte: UInt8) -> Bool { position < bytes.count && bytes[position] == byte }

    mutating func take(_ byte: UInt8) -> Bool {
      guard isNext(byte) else { return false }
      position += 1
      return true
    }

    /// `EET`, `<+03>`
    mutating func skipName() -> Bool {
      let start = position
      if take(UInt8(ascii: "<")) {
        while position < bytes.count, bytes[position] != UInt8(ascii: ">") { position += 1 }
        return take(UInt8(ascii: ">"))
      }
      while position < bytes.count, (bytes[position] | 0x20) &- UInt8(ascii: "a") < 26 { position += 1 }
      return position - start >= 3
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int? {
      var value = 0
      let start = position
      while position < bytes.count, position - start < 4, bytes[position] &- UInt8(ascii: "0") < 10 {
        value = value * 10 + Int(bytes[position] - UInt8(ascii: "0"))
        position += 1
      }
      return position > start && range.contains(value) ? value : nil
    }

    /// `-3`, `3:30`, `-3:30:00`, in seconds.
    mutating func time(hours: Int) -> Int? {
      let isNegative = take(UInt8(ascii: "-"))
      if !isNegative { _ = take(UInt8(ascii: "+")) }
      guard var seconds = number(0...hours).map({ $0 * 3600 }) else { return nil }
      for unit in [60, 1] where take(UInt8(ascii: ":")) {
        guard let more = number(0...59) else { return nil }
        seconds += more * unit
      }
      return isNegative ? -seconds : seconds
    }

    mutating func rule() -> Rule? {
      if take(UInt8(ascii: "M")) {
        guard let month = number(1...12), take(UInt8(ascii: ".")), let week = number(1...5),
          take(UInt8(ascii: ".")), let weekday = number(0...6), let time = ruleTime()
        else { return nil }
        return .week(month: month, week: week, weekday: weekday, time: time)
      }
      if take(UInt8(ascii: "J")) {
        guard let day = number(1...365), let time = ruleTime() else { return nil }
        return .julian(day: day, time: time)
      }
      guard let day = number(0...365), let time = ruleTime() else { return nil }
      return .ordinal(day: day, time: time)
    }

    /// At 02:00 by default.
    private mutating func ruleTime() -> Int? {
      take(UInt8(ascii: "/")) ? time(hours: 167) : 7200
    }
  }
}
