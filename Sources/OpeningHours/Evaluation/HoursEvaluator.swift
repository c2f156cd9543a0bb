import CivilTime

/// Evaluates the rules of opening hours on the clocks of one side of a place.
final class HoursEvaluator: Sendable {
  let hours: WrittenHours
  let side: Locality.Side
  let zone: ZoneRules
  private let exact: Locality.ExactSides?
  private let sun: SunTimes?
  private let calendar: UserCalendar?

  init(_ hours: WrittenHours, side: Locality.Side, zone: ZoneRules, locality: Locality) {
    self.hours = hours
    self.side = side
    self.zone = zone
    exact = locality.exact
    sun = locality.sun
    calendar = locality.calendar
  }

  /// The verdict at a time in seconds since 1970, and the day to which the deciding hours belong.
  func verdict(at time: Int) -> (Verdict, day: Int) {
    let local = time + zone.offset(at: time)
    let day = Day.floor(local, 86_400)
    return verdict((local - day * 86_400) / 60, on: plans(for: traits(of: day)))
  }

  /// The parts of a day, in minutes after its midnight.
  func segments(of day: Int) -> [DaySegment] {
    segments(traits(of: day))
  }

  /// The parts of a day with these traits.
  func segments(_ traits: DayTraits) -> [DaySegment] {
    let plans = plans(for: traits)
    var bounds = [0]
    plans.first.rules.addBounds(to: &bounds)
    for plan in plans.others { plan.rules.addBounds(to: &bounds) }
    bounds.sort()
    var segments: [DaySegment] = []
    segments.reserveCapacity(bounds.count)
    for (index, minute) in bounds.enumerated() where index == 0 || minute != bounds[index - 1] {
      segments.append(DaySegment(start: minute, verdict: verdict(minute, on: plans).0))
    }
    return segments
  }

  // MARK: Faces of days

  /// What the parts of a day depend on; `previous` are the traits of the day before, if they are known.
  func traits(of number: Int, after previous: DayTraits? = nil) -> DayTraits {
    var doubts: HolidayDoubts = []
    let day = mask(Day(number: number), .noHolidays, &doubts)
    var nightDoubts: HolidayDoubts = []
    let night: UInt128
    if let previous, previous.number == number - 1 {
      night = previous.rules
      nightDoubts = previous.ownDoubts
    } else {
      night = mask(Day(number: number - 1), .noHolidays, &nightDoubts)
    }
    let asksForHolidays = !hours.mentionsPublicHolidays
    return DayTraits(
      number: number, rules: day, nightRules: night & hours.nightRules, ownDoubts: doubts,
      doubts: doubts.union(hours.nightRules == 0 ? [] : nightDoubts),
      isHoliday: asksForHolidays && isPublicHoliday(number),
      isHolidayNight: asksForHolidays && isPublicHoliday(number - 1))
  }

  /// A bit for each rule that applies to a day.
  private func mask(_ day: Day, _ assumption: Assumption, _ doubts: inout HolidayDoubts) -> UInt128 {
    hours.rules.withUnsafeBufferPointer { rules in
      var mask: UInt128 = 0
      for index in rules.indices
      where rules[index].applies(to: day, holidays: { isHoliday($0, $1, assumption, &doubts) }) {
        mask |= 1 << UInt128(index)
      }
      return mask
    }
  }

  // MARK: Plans of a day

  /// What the rules say about a day under an assumption about doubtful holidays.
  private struct Plan {
    var assumption: Assumption
    var rules: DayHours
  }

  private struct Plans {
    var traits: DayTraits
    var first: Plan
    var others: [Plan] = []
  }

  private func plans(for traits: DayTraits) -> Plans {
    var plans = Plans(
      traits: traits, first: plan(traits.number, traits.rules, traits.nightRules, .noHolidays))
    guard !traits.doubts.isEmpty else { return plans }
    let (day, night) = (Day(number: traits.number), Day(number: traits.number - 1))
    var ignored: HolidayDoubts = []
    for assumption in Assumption.others(traits.doubts) {
      plans.others.append(
        plan(
          traits.number, mask(day, assumption, &ignored),
          mask(night, assumption, &ignored) & hours.nightRules,
          assumption))
    }
    return plans
  }

  private func plan(_ day: Int, _ rules: UInt128, _ nightRules: UInt128, _ assumption: Assumption) -> Plan {
    var result = DayHours()
    var left = rules | nightRules
    hours.rules.withUnsafeBufferPointer { all in
      while left != 0 {
        let index = left.trailingZeroBitCount
        let bit: UInt128 = 1 << UInt128(index)
        left ^= bit
        if rules & bit != 0 {
          if all[index].replacesDays { result.replace(by: index) }
          addSpans(of: &result, all[index], index, day, shift: 0)
        }
        if nightRules & bit != 0 {
          addSpans(of: &result, all[index], index, day - 1, shift: ClockSpan.minutesADay)
        }
      }
    }
    return Plan(assumption: assumption, rules: result)
  }

  @inline(__always)
  private func addSpans(
    of result: inout DayHours, _ rule: borrowing HoursRule, _ index: Int, _ day: Int, shift: Int
  ) {
    if let fixed = rule.clockSpans {
      for span in fixed { result.add(span, of: index, shift: shift) }
      return
    }
    let offset = zone.offset(at: day * 86_400 + 43_200)
    for span in rule.times {
      for clock in span.clockSpans({ sun?.clock($0, day: day, offset: offset) ?? .unknown }) {
        result.add(clock, of: index, shift: shift)
      }
    }
  }

  private func verdict(_ minute: Int, on plans: Plans) -> (Verdict, day: Int) {
    let first = verdict(minute, on: plans.first, plans.traits)
    for plan in plans.others where verdict(minute, on: plan, plans.traits).0.state != first.0.state {
      let (doubt, day) = doubt(assuming: plan.assumption, plans.traits)
      return (Verdict(state: .unknown, rule: first.0.rule, doubt: doubt), day)
    }
    return first
  }

  private func verdict(_ minute: Int, on plan: Plan, _ traits: DayTraits) -> (Verdict, day: Int) {
    let (verdict, isFromNight) = plan.rules.verdict(at: minute, hours.rules)
    if verdict.state == .closed, !hours.isUnderstood {
      // The part that is not understood may say otherwise.
      let rule = hours.rules.firstIndex { !$0.isUnderstood }
      return (Verdict(state: .unknown, rule: rule, doubt: .notUnderstood), traits.number)
    }
    let start = isFromNight ? traits.number - 1 : traits.number
    guard isFromNight ? traits.isHolidayNight : traits.isHoliday, verdict.state == .open,
      let index = verdict.rule,
      !hours.rules[index].isAlways, !hours.rules[index].names(start)
    else { return (verdict, start) }
    let isRegional = holidays(of: start).certainty(of: start) == .regional
    return (
      Verdict(state: .unknown, rule: index, doubt: isRegional ? .holidayRegions : .holidayNotMentioned), start
    )
  }

  // MARK: Holidays

  /// The calendar that tells most about a day; boundaries are asked only if the region matters.
  func holidays(of day: Int) -> HolidayCalendar {
    guard let exact, side.holidays.certainty(of: day) == .regional else { return side.holidays }
    let known = exact.sides.first { $0.zone == side.zone && $0.country == side.country }
    return known?.holidays ?? side.holidays
  }

  /// Whether a day is a public holiday by at least one list, or in some regions.
  private func isPublicHoliday(_ day: Int) -> Bool {
    switch holidays(of: day).certainty(of: day) {
    case .sure, .disputed, .regional: true
    case .none, .missing: calendar?.isHoliday(.publicHoliday, day) == true
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
    switch holidays(of: day).certainty(of: day) {
    case .sure: return true
    case .none: return false
    case .disputed: doubts.insert(.lists)
    case .regional: doubts.insert(.regions)
    case .missing: doubts.insert(.missing)
    }
    return assumption.isPublicHoliday(day)
  }

  /// What is in doubt on a day, and on which day that is: the day itself, or that of the night before.
  private func doubt(assuming assumption: Assumption, _ traits: DayTraits) -> (Doubt, day: Int) {
    if assumption.isSchoolHoliday { return (.schoolHolidays, traits.number) }
    if traits.doubts.contains(.missing) { return (.holidaysUnknown, traits.number) }
    guard traits.doubts.contains(.regions) else { return (.holidayLists, traits.number) }
    let day = [traits.number, traits.number - 1].first { holidays(of: $0).certainty(of: $0) == .regional }
    return (.holidayRegions, day ?? traits.number)
  }
}

/// Which kinds of holidays are in doubt.
struct HolidayDoubts: OptionSet, Sendable {
  let rawValue: UInt8

  static let school = HolidayDoubts(rawValue: 1)
  /// Public holidays by some lists only.
  static let lists = HolidayDoubts(rawValue: 2)
  /// Public holidays in some regions only.
  static let regions = HolidayDoubts(rawValue: 4)
  /// Public holidays of a country and year without a list.
  static let missing = HolidayDoubts(rawValue: 8)
}

/// An assumption about doubtful days; hours that are the same under every assumption are certain.
struct Assumption: Sendable {
  /// Of two doubtful neighbours, one may be a holiday and the other not.
  enum PublicHolidays: Sendable, CaseIterable {
    case none, all, evenDays, oddDays
  }

  var publicHolidays = PublicHolidays.none
  var isSchoolHoliday = false

  static let noHolidays = Assumption()

  /// All but the one without holidays.
  static func others(_ doubts: HolidayDoubts) -> [Assumption] {
    let kinds = doubts.subtracting(.school).isEmpty ? [.none] : PublicHolidays.allCases
    var all = kinds.map { Assumption(publicHolidays: $0) }
    if doubts.contains(.school) { all += kinds.map { Assumption(publicHolidays: $0, isSchoolHoliday: true) } }
    return Array(all.dropFirst())
  }

  func isPublicHoliday(_ day: Int) -> Bool {
    switch publicHolidays {
    case .none: false
    case .all: true
    case .evenDays: day & 1 == 0
    case .oddDays: day & 1 == 1
    }
  }
}
