import CivilTime

/// The hours of some days in a row, as on a shop's door.
public struct WeekTable: Hashable, Sendable {
  /// A time during which a place is open, or may be.
  public struct Span: Hashable, Sendable {
    /// Minutes after the day's midnight; the end of a night lies beyond 1440.
    public let start: Int
    public let end: Int
    public let state: OpeningState
    /// Why the state is unknown.
    public let reason: UnknownReason?
    /// What the rule adds in words.
    public let comment: String?

    /// `18:00-02:00`
    public var clocks: String { "\(Self.clock(start))-\(Self.clock(end))" }

    private static func clock(_ minute: Int) -> String {
      let minute = minute > ClockSpan.minutesADay ? minute - ClockSpan.minutesADay : minute
      return String(minute / 60 + 100).dropFirst() + ":" + String(minute % 60 + 100).dropFirst()
    }
  }

  /// A public holiday by name, and how sure it is one.
  public struct Holiday: Hashable, Sendable {
    public enum Certainty: Hashable, Sendable {
      case sure, inSomeLists, inSomeRegions
    }

    public let name: String?
    public let certainty: Certainty
  }

  public struct Row: Hashable, Sendable {
    public let year: Int
    public let month: Int
    public let dayOfMonth: Int
    /// 0 for Monday.
    public let weekday: Int
    public let holiday: Holiday?
    /// When it is open, or may be; none on a day when it is closed.
    public let spans: [Span]
  }

  public let rows: [Row]
  /// The zone whose clocks these are.
  public let zone: String
}

extension WrittenHours {
  /// The hours of the days from `time` on, on the clocks of the place; `nil` if its zone is not known.
  ///
  /// Near a border they are those of the first zone.
  /// - Parameter time: Seconds since 1970-01-01 00:00 UTC.
  public func week(from time: Int, in locality: Locality, days: Int = 7) -> WeekTable? {
    let locality = locality.sides.count > 1 ? locality.exactly : locality
    guard let side = locality.sides.first, let zone = side.rules else { return nil }
    let evaluator = HoursEvaluator(self, side: side, zone: zone, locality: locality)
    let first = Day.floor(time + zone.offset(at: time), 86_400)
    let parts = (first - 1...first + days).map { day in (day, evaluator.segments(of: day)) }
    var spans: [Int: [WeekTable.Span]] = [:]
    for (day, first, last, verdict) in Self.joined(parts) where verdict.state != .closed {
      let (start, end) = (zone.shownMinute(first, of: day), zone.shownMinute(last, of: day))
      if start >= end { continue }
      let rule = verdict.rule.map { rules[$0] }
      let reason = rules.isEmpty ? .noHours : verdict.doubt?.reason(rule: rule, day: day, by: evaluator)
      spans[day, default: []].append(
        WeekTable.Span(
          start: start, end: end, state: verdict.state, reason: reason,
          comment: reason == nil ? rule?.comment : nil))
    }
    let rows = (first..<first + days).map { number in
      let day = Day(number: number)
      return WeekTable.Row(
        year: day.year, month: day.month, dayOfMonth: day.dayOfMonth, weekday: day.weekday,
        holiday: Self.holiday(number, evaluator.holidays(of: number), locality.calendar),
        spans: spans[number] ?? [])
    }
    return WeekTable(rows: rows, zone: side.zone)
  }

  /// Joins like parts of days, even across midnight if the whole lasts less than a day.
  private static func joined(_ days: [(Int, [DaySegment])]) -> [(day: Int, start: Int, end: Int, Verdict)] {
    var joined: [(day: Int, start: Int, end: Int, verdict: Verdict)] = []
    for (day, segments) in days {
      for (index, segment) in segments.enumerated() {
        let end = index + 1 < segments.count ? segments[index + 1].start : ClockSpan.minutesADay
        if let last = joined.last, last.verdict.state == segment.verdict.state,
          last.verdict.doubt == segment.verdict.doubt,
          last.verdict.rule == segment.verdict.rule || last.day < day,
          last.end == segment.start + (day - last.day) * ClockSpan.minutesADay,
          end + (day - last.day) * ClockSpan.minutesADay - last.start < ClockSpan.minutesADay
            || last.day == day
        {
          joined[joined.count - 1].end = end + (day - last.day) * ClockSpan.minutesADay
        } else {
          joined.append((day, segment.start, end, segment.verdict))
        }
      }
    }
    return joined.map { ($0.day, $0.start, $0.end, $0.verdict) }
  }

  private static func holiday(
    _ day: Int, _ holidays: HolidayCalendar, _ calendar: UserCalendar?
  ) -> WeekTable.Holiday? {
    if let event = calendar?.event(.publicHoliday, day) {
      return WeekTable.Holiday(name: event.name.isEmpty ? nil : event.name, certainty: .sure)
    }
    let certainty: WeekTable.Holiday.Certainty
    switch holidays.certainty(of: day) {
    case .sure: certainty = .sure
    case .disputed: certainty = .inSomeLists
    case .regional: certainty = .inSomeRegions
    case .none, .missing: return nil
    }
    return WeekTable.Holiday(name: holidays.name(of: day), certainty: certainty)
  }
}
