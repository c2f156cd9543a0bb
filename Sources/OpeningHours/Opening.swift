import CivilTime

/// What opening hours say about a moment, and what comes before and after.
public struct Opening: Hashable, Sendable {
  public let state: OpeningState
  /// When that state began; `nil` if it has always been so, or since before the time examined.
  public let since: PlaceTime?
  /// When it ends; `nil` if it never does, or not within the time examined.
  public let until: PlaceTime?
  /// The state after that.
  public let next: OpeningState?
  /// The rule that decided, as it is written; `nil` if none applies, which means closed.
  public let rule: String?
  /// Why the state is unknown; `nil` for the others.
  public let reason: UnknownReason?
}

extension WrittenHours {
  /// The state at a moment alone, which costs less than all of `opening(at:in:)`.
  ///
  /// - Parameter time: Seconds since 1970-01-01 00:00 UTC.
  public func state(at time: Int, in locality: Locality) -> OpeningState {
    verdict(at: time, in: locality).state
  }

  /// What the hours say about a moment.
  ///
  /// - Parameter time: Seconds since 1970-01-01 00:00 UTC.
  public func opening(at time: Int, in locality: Locality) -> Opening {
    // The period may end at a holiday of one side.
    let locality = locality.sides.count > 1 ? locality.exactly : locality
    let outcome = verdict(at: time, in: locality)
    var since: PlaceTime?
    var until: PlaceTime?
    var next: OpeningState?
    if outcome.isShared {
      for evaluator in outcome.evaluators {
        let period = StatePeriod(of: evaluator, at: time, state: outcome.state)
        if let start = period.since, start.seconds > since?.seconds ?? .min { since = start }
        if let (end, state) = period.until {
          if end.seconds < until?.seconds ?? .max {
            next = until == nil && outcome.evaluators.count == 1 ? state : nil
            until = end
          }
        }
      }
      if let until, next == nil {
        next = verdict(at: until.seconds, in: locality).state
        if next == outcome.state { next = .unknown }
      }
    }
    return Opening(
      state: outcome.state, since: since, until: until, next: next, rule: outcome.rule.map { rules[$0].text },
      reason: outcome.reason)
  }

  /// A verdict for all sides of a place, with those who gave it.
  private struct Outcome {
    var state: OpeningState
    var rule: Int?
    var reason: UnknownReason?
    /// Whether all sides gave the same state.
    var isShared = true
    var evaluators: [HoursEvaluator] = []
  }

  private func verdict(at time: Int, in locality: Locality) -> Outcome {
    guard !rules.isEmpty else { return Outcome(state: .unknown, reason: .noHours) }
    if let constantRule {
      // No clock and no holiday changes it.
      let rule = rules[constantRule]
      return Outcome(
        state: rule.state, rule: constantRule,
        reason: rule.state == .unknown ? rule.doubt?.reason(rule: rule, day: nil, by: nil) : nil)
    }
    guard !locality.sides.isEmpty else { return Outcome(state: .unknown, reason: .noZone(nil)) }
    var result: Outcome?
    for side in locality.sides {
      guard let zone = side.rules else { return Outcome(state: .unknown, reason: .noZone(side.zone)) }
      let evaluator = HoursEvaluator(self, side: side, zone: zone, locality: locality)
      let (verdict, day) = evaluator.verdict(at: time)
      guard var known = result else {
        result = Outcome(
          state: verdict.state, rule: verdict.rule,
          reason: verdict.doubt?.reason(rule: verdict.rule.map { rules[$0] }, day: day, by: evaluator),
          evaluators: [evaluator])
        continue
      }
      known.evaluators.append(evaluator)
      if known.state != verdict.state {
        if locality.exact != nil { return self.verdict(at: time, in: locality.exactly) }
        let hasOneClock = known.evaluators.allSatisfy { $0.zone.offset(at: time) == zone.offset(at: time) }
        return Outcome(
          state: .unknown,
          reason: hasOneClock ? .holidayBorder(locality.countries) : .zoneBorder(locality.zones),
          isShared: false)
      }
      result = known
    }
    return result ?? Outcome(state: .unknown, reason: .noZone(nil))
  }
}

extension Doubt {
  /// The reason with what it is about.
  func reason(rule: HoursRule?, day: Int?, by evaluator: HoursEvaluator?) -> UnknownReason {
    func name() -> String? { day.flatMap { evaluator?.holidays(of: $0).name(of: $0) } }
    return switch self {
    case .notUnderstood: .notUnderstood(rule?.text ?? "")
    case .appointment: .byAppointment(rule?.comment ?? "")
    case .comment: .comment(rule?.comment ?? "")
    case .stated: .stated
    case .openEnd: .openEnd
    case .holidayLists: .holidayListsDisagree
    case .holidayRegions: .holidayOfSomeRegions(name())
    case .holidaysUnknown: .holidaysUnknown(country: evaluator?.side.country)
    case .holidayNotMentioned: .holidayNotMentioned(name())
    case .schoolHolidays: .schoolHolidays
    case .midnightCut: .midnightCut
    case .position: .noPosition
    case .polar: .noSunrise
    }
  }
}

/// What is known about a place at a moment.
public enum OpeningState: String, Hashable, Sendable {
  case open
  case closed
  case unknown
}

/// A moment in the time zone of a place.
public struct PlaceTime: Hashable, Sendable {
  /// Seconds since 1970-01-01 00:00 UTC.
  public let seconds: Int
  /// Seconds that the place's clocks are ahead of UTC.
  public let offset: Int

  public init(seconds: Int, offset: Int) {
    self.seconds = seconds
    self.offset = offset
  }

  /// The date on the place's clocks.
  public var date: (year: Int, month: Int, day: Int) {
    let day = Day(number: dayNumber)
    return (day.year, day.month, day.dayOfMonth)
  }

  /// The weekday on the place's clocks, 0 for Monday.
  public var weekday: Int { Day(number: dayNumber).weekday }

  /// Minutes since midnight on the place's clocks.
  public var minute: Int { Day.modulo(seconds + offset, 86_400) / 60 }

  /// Days from 1970-01-01 to the date on the place's clocks.
  public var dayNumber: Int { Day.floor(seconds + offset, 86_400) }
}

extension PlaceTime: CustomStringConvertible {
  /// The time as in RFC 3339, `2026-06-01T18:00:00+03:00`.
  public var description: String { Timestamp.text(ofSecond: seconds, offset: offset) }

  /// The time of day, `18:00`.
  public var clock: String { Timestamp.clock(minute: minute) }
}
