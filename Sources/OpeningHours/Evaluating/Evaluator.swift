/// Evaluates the rules of opening hours on the clocks of one side of a place.
struct Evaluator: Sendable {
  let hours: WrittenHours
  let side: Locality.Side
  let zone: ZoneRules
  private let sun: SunTimes?
  private let calendar: UserCalendar?

  init(_ hours: WrittenHours, side: Locality.Side, zone: ZoneRules, locality: Locality) {
    self.hours = hours
    self.side = side
    self.zone = zone
    sun = locality.sun
    calendar = locality.calendar
  }

  /// The verdict at a time in seconds since 1970, and the day to which the deciding hours belong.
  func verdict(at time: Int) -> (Verdict, day: Int) {
    verdict(atLocal: time + zone.offset(at: time))
  }

  /// The verdict at a time on the clocks of the place, in seconds since their 1970.
  func verdict(atLocal time: Int) -> (Verdict, day: Int) {
    let day = Day.floor(time, 86_400)
    return verdict((time - day * 86_400) / 60, on: plans(for: day), day)
  }

  /// The parts of a day, in minutes after its midnight.
  func segments(of day: Int) -> [DaySegment] {
    let plans = plans(for: day)
    var bounds = [0]
    for plan in plans { plan.rules.addBounds(to: &bounds) }
    bounds.sort()
    var segments: [DaySegment] = []
    segments.reserveCapacity(bounds.count)
    for (index, minute) in bounds.enumerated() where index == 0 || minute != bounds[index - 1] {
      segments.append(DaySegment(start: minute, verdict: verdict(minute, on: plans, day).0))
    }
    return segments
  }

  // MARK: Plans of a day

  /// What the rules say of a day if the holidays in doubt are as an assumption has them.
  private struct Plan {
    var assumption: Assumption
    var rules: DayRules
  }

  private func plans(for number: Int) -> [Plan] {
    let (day, night) = (Day(number: number), Day(number: number - 1))
    let (first, doubts) = plan(for: day, night, .noHolidays)
    guard !doubts.isEmpty else { return [first] }
    return [first] + Assumption.others(doubts).map { plan(for: day, night, $0).0 }
  }

  private func plan(for day: Day, _ night: Day, _ assumption: Assumption) -> (Plan, HolidayDoubts) {
    var doubts: HolidayDoubts = []
    var result = DayRules()
    let rules = hours.rules
    for index in rules.indices {
      let rule = rules[index]
      if rule.applies(to: day, holidays: { isHoliday($0, $1, assumption, &doubts) }) {
        if rule.replacesDays { result.replace(by: index) }
        for span in spans(of: rule, day.number) { result.add(span, of: index, shift: 0) }
      }
      if rule.mayReachIntoNextDay,
        rule.applies(to: night, holidays: { isHoliday($0, $1, assumption, &doubts) })
      {
        for span in spans(of: rule, night.number) where span.end > ClockSpan.minutesADay {
          result.add(span, of: index, shift: ClockSpan.minutesADay)
        }
      }
    }
    return (Plan(assumption: assumption, rules: result), doubts)
  }

  private func spans(of rule: HoursRule, _ day: Int) -> [ClockSpan] {
    if let fixed = rule.clockSpans { return fixed }
    let offset = zone.offset(at: day * 86_400 + 43_200)
    return rule.times.flatMap { span in
      span.clockSpans { event in sun?.clock(event, day: day, offset: offset) ?? .unknown }
    }
  }

  private func verdict(_ minute: Int, on plans: [Plan], _ day: Int) -> (Verdict, day: Int) {
    let first = verdict(minute, on: plans[0], day)
    for plan in plans.dropFirst() where verdict(minute, on: plan, day).0.state != first.0.state {
      let doubt = doubt(assuming: plan.assumption)
      return (Verdict(state: .unknown, rule: first.0.rule, doubt: doubt), day)
    }
    return first
  }

  private func verdict(_ minute: Int, on plan: Plan, _ day: Int) -> (Verdict, day: Int) {
    let (verdict, isFromNight) = plan.rules.verdict(at: minute, hours.rules)
    let start = isFromNight ? day - 1 : day
    guard verdict.state == .open, !hours.mentionsPublicHolidays, isPublicHoliday(start),
      let index = verdict.rule
    else { return (verdict, start) }
    let rule = hours.rules[index]
    guard !rule.isAlways, !rule.names(start) else { return (verdict, start) }
    return (Verdict(state: .unknown, rule: index, doubt: .holidayNotMentioned), start)
  }

  // MARK: Holidays

  /// Whether a day is a public holiday all over the country, by one list at least.
  private func isPublicHoliday(_ day: Int) -> Bool {
    switch side.holidays.certainty(of: day) {
    case .sure, .disputed: true
    default: calendar?.isHoliday(.publicHoliday, day) == true
    }
  }

  private func isHoliday(
    _ kind: HolidayKind, _ day: Int, _ assumption: Assumption, _ doubts: inout HolidayDoubts
  ) -> Bool {
    if let known = calendar?.isHoliday(kind, day) { return known }
    guard kind == .publicHoliday else {
      doubts.insert(.school)
      return assumption.isSchoolHoliday
    }
    switch side.holidays.certainty(of: day) {
    case .sure: return true
    case .none: return false
    case .regional, .disputed, .missing:
      doubts.insert(.publicHolidays)
      return assumption.isPublicHoliday(day)
    }
  }

  private func doubt(assuming assumption: Assumption) -> Doubt {
    if assumption.isSchoolHoliday { return .schoolHolidays }
    return side.holidays.isMissing ? .holidaysUnknown : .holidayLists
  }
}

extension HoursRule {
  /// Whether a part of it may lie after midnight.
  fileprivate var mayReachIntoNextDay: Bool {
    clockSpans?.contains { $0.end > ClockSpan.minutesADay } ?? true
  }

  fileprivate func names(_ number: Int) -> Bool {
    guard days.contains(where: { !$0.dates.isEmpty }) else { return false }
    let day = Day(number: number)
    return days.contains { $0.names(day) }
  }
}
