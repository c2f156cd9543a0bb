/// The rules that touch a day: its own, and those of the night before.
struct DayHours: Sendable {
  private enum Step: Sendable {
    /// A rule replaces what earlier rules say about the day.
    case replace(rule: Int)
    /// A rule applies from a minute of the day to another.
    case span(rule: Int, ClockSpan, isFromNight: Bool)
  }

  private var steps: [Step] = []

  mutating func replace(by rule: Int) {
    steps.append(.replace(rule: rule))
  }

  /// Adds the part of a span that lies on this day: `shift` is 1440 for one of the day before.
  mutating func add(_ span: ClockSpan, of rule: Int, shift: Int) {
    let start = max(span.start - shift, 0)
    let end = min(span.end - shift, ClockSpan.minutesADay)
    guard start < end else { return }
    steps.append(
      .span(rule: rule, ClockSpan(start: start, end: end, doubt: span.doubt), isFromNight: shift > 0))
  }

  /// The minutes at which the verdict may change, without midnight.
  func addBounds(to bounds: inout [Int]) {
    for case .span(_, let span, _) in steps {
      if span.start > 0 { bounds.append(span.start) }
      if span.end < ClockSpan.minutesADay { bounds.append(span.end) }
    }
  }

  /// What the rules say about a minute, and whether the deciding hours began the night before.
  func verdict(at minute: Int, _ rules: [HoursRule]) -> (Verdict, isFromNight: Bool) {
    var verdict = Verdict.closed
    var isFromNight = false
    var isNightCut = false
    for step in steps {
      switch step {
      case .replace(let rule):
        // By the letter, a rule for a day ends the night that reaches into it. People do not mean that.
        if verdict.state != .closed, isFromNight { isNightCut = true }
        verdict = Verdict(state: .closed, rule: rule)
        isFromNight = false
      case .span(let index, let span, let night):
        guard span.start <= minute, minute < span.end else { continue }
        let rule = rules[index]
        if rule.joint == .fallback, verdict.state != .closed, verdict.rule != index { continue }
        // Stated hours are surer than a guess at how long an open end lasts.
        if span.doubt == .openEnd, verdict.state == .open { continue }
        verdict = Verdict(state: rule.state, rule: index, doubt: rule.doubt)
        if let doubt = span.doubt { verdict = Verdict(state: .unknown, rule: index, doubt: doubt) }
        isFromNight = night
        // A rule covers the night only if it has hours of its own.
        if !rule.times.isEmpty { isNightCut = false }
      }
    }
    if isNightCut, verdict.state == .closed {
      return (Verdict(state: .unknown, rule: verdict.rule, doubt: .midnightCut), true)
    }
    return (verdict, isFromNight)
  }
}

/// What the rules say about a moment.
struct Verdict: Hashable, Sendable {
  var state: OpeningState
  /// The index of the rule that decided, `nil` if none applies.
  var rule: Int?
  /// Why the state is unknown.
  var doubt: Doubt?

  static let closed = Verdict(state: .closed)
}

/// A part of a day during which the verdict is the same.
struct DaySegment: Sendable {
  /// Minutes after midnight, to the next segment or midnight.
  var start: Int
  var verdict: Verdict
}

/// What the hours of a day depend on: days with the same traits have the same hours.
struct DayTraits: Sendable {
  /// Days since 1970-01-01.
  let number: Int
  /// A bit for each rule that applies to the day.
  let rules: UInt128
  /// A bit for each rule that applies to the day before and may reach into this one.
  let nightRules: UInt128
  /// The doubtful holidays that the rules ask for, on the day itself.
  let ownDoubts: HolidayDoubts
  /// The same with those of the night before.
  let doubts: HolidayDoubts
  /// Whether it is a public holiday that the hours do not mention.
  let isHoliday: Bool
  let isHolidayNight: Bool

  func hasSameHours(_ other: DayTraits) -> Bool {
    rules == other.rules && nightRules == other.nightRules && doubts.isEmpty && other.doubts.isEmpty
      && isHoliday == other.isHoliday && isHolidayNight == other.isHolidayNight
  }
}
