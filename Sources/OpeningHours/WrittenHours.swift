/// Opening hours as somebody wrote them: the value of a tag `opening_hours`, taken apart into rules.
///
/// Reading never fails; a part that is not understood is a rule that says unknown.
///
///     let hours = WrittenHours("Mo-Fr 08:00-18:00; PH off")
///     let opening = hours.opening(at: 1_766_000_000, in: localities.locality(latitude: 60.17, longitude: 24.94))
///     // opening.state, .until, .rule, .reason
public struct WrittenHours: Hashable, Sendable {
  /// The most characters that a value can have in OpenStreetMap; a longer one is not understood.
  public static let longest = 255

  /// What was written, cut at 255 characters.
  public let text: String
  /// The rules in the order in which they apply; none if nothing was written.
  public let rules: [HoursRule]
  /// What is sloppy about the value.
  public let warnings: [HoursWarning]

  /// Whether any rule speaks of public holidays.
  let mentionsPublicHolidays: Bool
  /// A bit for each rule that may reach into the next day.
  let nightRules: UInt128
  let usesSun: Bool
  /// The cost of testing whether a rule applies to a day: dates cost more than weekdays.
  let workPerRule: Int

  /// Reads a value, in a time that depends only on its length.
  public init(_ text: String) {
    let isTooLong = text.unicodeScalars.count > Self.longest
    let kept = isTooLong ? String(text.unicodeScalars.prefix(Self.longest)) : text
    self.text = kept
    if isTooLong {
      rules = [.notUnderstood(kept, .normal)]
      warnings = [.tooLong]
    } else {
      let parser = HoursParser(kept)
      rules = parser.rules
      warnings = parser.warnings + Self.doubtfulMeanings(of: parser.rules)
    }
    mentionsPublicHolidays = rules.contains { $0.mentions(.publicHoliday) }
    isUnderstood = rules.allSatisfy(\.isUnderstood)
    constantRule = Self.constantRule(of: rules)
    nightRules = rules.enumerated().reduce(0) {
      $0 | ($1.element.mayReachIntoNextDay ? 1 << UInt128($1.offset) : 0)
    }
    usesSun = rules.contains(where: \.usesSun)
    workPerRule = rules.contains { $0.days.contains { !$0.dates.isEmpty } } ? 2 : 1
  }

  /// Whether every part was understood; if not, the state is never closed.
  public let isUnderstood: Bool

  /// The index of a rule that decides every moment, as `24/7` does if nothing comes after it.
  let constantRule: Int?

  private static func constantRule(of rules: [HoursRule]) -> Int? {
    guard let last = rules.last, last.days.isEmpty, last.times.isEmpty else { return nil }
    switch last.state {
    // Without `24/7` holidays are not mentioned.
    case .open: return last.isAlways && last.joint == .normal ? rules.count - 1 : nil
    case .unknown: return last.joint == .normal ? rules.count - 1 : nil
    // A night before it may be cut.
    case .closed: return rules.count == 1 ? 0 : nil
    }
  }

  private static func doubtfulMeanings(of rules: [HoursRule]) -> [HoursWarning] {
    var warnings: [HoursWarning] = []
    if rules.count == 1, rules[0].state == .closed, rules[0].days.isEmpty, rules[0].times.isEmpty {
      warnings.append(.alwaysClosed)
    }
    var nights: UInt8 = 0
    var hadDays = false
    for rule in rules {
      let own = rule.weekdays
      if rule.replacesDays, rule.isUnderstood, own & nights != 0 { warnings.append(.midnightCut) }
      if rule.joint == .normal, hadDays, !rule.hasDays, !rule.times.isEmpty, rule.state == .open {
        warnings.append(.replacesAll)
      }
      if rule.state == .closed, rule.hasTimeWithinAnother { warnings.append(.closesAll) }
      hadDays = hadDays || rule.hasDays
      if rule.state != .closed, rule.endsAfterMidnight { nights |= (own << 1 | own >> 6) & 0x7F }
    }
    return warnings.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

extension HoursRule {
  fileprivate var hasTimeWithinAnother: Bool {
    let spans = clockSpans ?? []
    return spans.contains { part in
      spans.contains { $0 != part && $0.start <= part.start && part.end <= $0.end }
    }
  }

  fileprivate var endsAfterMidnight: Bool {
    clockSpans?.contains { $0.end > ClockSpan.minutesADay && $0.doubt == nil } ?? false
  }
}
