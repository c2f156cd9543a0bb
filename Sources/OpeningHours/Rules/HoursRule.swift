import CivilTime

/// One rule of opening hours: the days and times it applies to, and what it says of them.
public struct HoursRule: Hashable, Sendable {
  /// How a rule acts on those before it.
  public enum Joint: Hashable, Sendable {
    /// `;`: it replaces the days that it applies to.
    case normal
    /// `,`: it adds to them.
    case additional
    /// `||`: it applies if those before say neither open nor unknown.
    case fallback
  }

  /// The part of the value that it was read from.
  public let text: String
  public let joint: Joint
  /// What is written between quotation marks.
  public let comment: String?
  /// Whether it was understood; one that was not says unknown, always.
  public let isUnderstood: Bool

  let state: OpeningState
  /// Why it says unknown.
  let doubt: Doubt?
  /// The rule applies to the days of any of them.
  let days: [DaySelector]
  /// Whether it names days, even if all of them.
  let hasDays: Bool
  let times: [TimeSpan]
  /// The same spans for every day, or `nil` if they depend on the sun.
  let clockSpans: [ClockSpan]?
  /// `24/7`, which includes holidays.
  let isAlways: Bool
  /// Whether a part of it may lie after midnight.
  let mayReachIntoNextDay: Bool
  /// A bit for each weekday, Monday the lowest, of a rule that asks for nothing else.
  private let weekdaysAlone: UInt8?

  init(
    text: String, joint: Joint, state: OpeningState, doubt: Doubt?, comment: String?, days: [DaySelector],
    hasDays: Bool, times: [TimeSpan], isAlways: Bool, isUnderstood: Bool = true
  ) {
    self.text = text
    self.joint = joint
    self.state = state
    self.doubt = doubt
    self.comment = comment
    self.days = days.contains(where: \.isEveryDay) ? [] : days
    self.hasDays = hasDays
    self.times = times
    self.isAlways = isAlways
    self.isUnderstood = isUnderstood
    if times.isEmpty {
      clockSpans = [.wholeDay]
    } else if times.allSatisfy({ $0.start.event == nil && $0.end?.event == nil }) {
      clockSpans = times.flatMap { $0.clockSpans { _ in .unknown } }
    } else {
      clockSpans = nil
    }
    mayReachIntoNextDay = clockSpans?.contains { $0.end > ClockSpan.minutesADay } ?? true
    if self.days.allSatisfy(\.isWeekly) {
      weekdaysAlone = self.days.reduce(self.days.isEmpty ? 0x7F : 0) { $0 | $1.weekdays }
    } else {
      weekdaysAlone = nil
    }
  }

  /// A rule that was not understood says unknown for every day.
  static func notUnderstood(_ text: String, _ joint: Joint) -> HoursRule {
    HoursRule(
      text: text, joint: joint == .fallback ? .fallback : .normal, state: .unknown, doubt: .notUnderstood,
      comment: nil, days: [], hasDays: false, times: [], isAlways: false, isUnderstood: false)
  }

  /// Whether the rule replaces what earlier rules say about its days.
  var replacesDays: Bool {
    joint == .normal && (state != .closed || times.isEmpty)
  }

  func mentions(_ kind: HolidayKind) -> Bool {
    days.contains { $0.mentions(kind) }
  }

  /// The weekdays that it may apply to, Monday the lowest bit.
  var weekdays: UInt8 {
    days.isEmpty ? 0x7F : days.reduce(0) { $0 | $1.weekdays }
  }

  var usesSun: Bool { clockSpans == nil }

  @inline(__always)
  func applies(to day: Day, holidays: (HolidayKind, Int) -> Bool) -> Bool {
    if let weekdaysAlone { return weekdaysAlone & (1 << UInt8(day.weekday)) != 0 }
    return days.contains { $0.contains(day, holidays: holidays) }
  }

  /// Whether it names a day by its date.
  func names(_ number: Int) -> Bool {
    guard days.contains(where: { !$0.dates.isEmpty }) else { return false }
    let day = Day(number: number)
    return days.contains { $0.names(day) }
  }
}
