/// Opening hours as somebody wrote them: the value of a tag `opening_hours`, taken apart into rules.
///
/// Reading never fails; a part that is not understood is a rule that says unknown.
///
///     let hours = WrittenHours("Mo-Fr 08:00-18:00; PH off")
///     let opening = hours.opening(at: Date(), in: localities.locality(latitude: 60.17, longitude: 24.94))
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

  /// Reads a value, in a time that grows with its length alone.
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
  }

  /// Whether every part was understood.
  public var isUnderstood: Bool { rules.allSatisfy(\.isUnderstood) }

  /// Whether every moment is like any other, as with `24/7`.
  var isConstant: Bool {
    rules.count <= 1
      && rules.allSatisfy { $0.days.isEmpty && $0.times.isEmpty && ($0.isAlways || $0.state != .open) }
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
      hadDays = hadDays || rule.hasDays
      if rule.state != .closed, rule.endsAfterMidnight { nights |= (own << 1 | own >> 6) & 0x7F }
    }
    return warnings.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

extension HoursRule {
  /// The weekdays that it may apply to, Monday the lowest bit.
  fileprivate var weekdays: UInt8 {
    days.isEmpty ? 0x7F : days.reduce(0) { $0 | $1.weekdays }
  }

  fileprivate var endsAfterMidnight: Bool {
    clockSpans?.contains { $0.end > ClockSpan.minutesADay && $0.doubt == nil } ?? false
  }
}
