import CivilTime

/// The sun's events that opening hours can name; dawn and dusk are the civil ones.
enum SunEvent: Hashable, Sendable {
  case dawn, sunrise, sunset, dusk
}

/// A time of day in a rule: minutes after midnight, or after (before) an event of the sun.
struct TimePoint: Hashable, Sendable {
  var event: SunEvent?
  var minutes: Int
}

/// From a time to another, as a rule writes it: `08:00-18:00`, `sunrise-sunset`, `18:00+`.
struct TimeSpan: Hashable, Sendable {
  var start: TimePoint
  /// `nil` if there is only a start, `18:00+`.
  var end: TimePoint?
  var isOpenEnded = false
}

/// A part of a day in minutes after its midnight; beyond 1440 it reaches into the next day.
struct ClockSpan: Hashable, Sendable {
  var start: Int
  var end: Int
  /// Why it is unknown whether it applies.
  var doubt: Doubt?

  static let wholeDay = ClockSpan(start: 0, end: Self.minutesADay)
  static let minutesADay = 1440
}

/// Why the state of a moment is unknown, without the words that explain it.
enum Doubt: UInt8, Hashable, Sendable {
  case notUnderstood, appointment, comment, stated, openEnd, holidayLists, holidayRegions, holidaysUnknown,
    holidayNotMentioned
  case schoolHolidays, midnightCut, position, polar
}

extension TimeSpan {
  /// The span on a day with the given sun times.
  func clockSpans(_ sun: (SunEvent) -> SunClock) -> [ClockSpan] {
    guard start.event != nil || end?.event != nil else { return fixed(start.minutes, end?.minutes) }
    var points: [SunClock] = []
    for point in [start, end ?? start] {
      guard let event = point.event else {
        points.append(.at(point.minutes))
        continue
      }
      switch sun(event) {
      case .at(let minutes): points.append(.at(minutes + point.minutes))
      case let other: points.append(other)
      }
    }
    if case .at(let first) = points[0], case .at(let last) = points[1] {
      guard let end else { return fixed(first, nil) }
      // `sunset-02:00` reaches into the morning; `16:00-sunset` is no time where the sun sets before.
      let isNight = end.event.map { $0.isMorning || $0 == start.event } ?? (end.minutes < latestEndNextDay)
      let final = last <= first && isNight ? last + ClockSpan.minutesADay : last
      return first < final ? fixed(first, final) : []
    }
    if points.contains(.unknown) {
      let from = start.event == nil ? start.minutes : 0
      var to = ClockSpan.minutesADay
      if let end, end.event == nil { to = end.minutes < latestEndNextDay ? end.minutes + to : end.minutes }
      return from < to ? [ClockSpan(start: from, end: to, doubt: .position)] : []
    }
    // The sun stays up, or down: sunrise to sunset is then all of the day, or none of it.
    if let first = start.event, let last = end?.event, points[0] == points[1], !isOpenEnded {
      let byDay = first.isMorning && !last.isMorning
      let byNight = !first.isMorning && last.isMorning
      let isUp = points[0] == .alwaysUp
      if byDay || byNight { return byDay == isUp ? [.wholeDay] : [] }
    }
    return [ClockSpan(start: 0, end: ClockSpan.minutesADay, doubt: .polar)]
  }

  /// An end before this minute is on the next day; what begins in the evening may last past noon.
  private var latestEndNextDay: Int { (start.event?.isMorning == false ? 15 : 12) * 60 }

  private func fixed(_ start: Int, _ end: Int?) -> [ClockSpan] {
    guard let end else { return [Self.openEnd(from: start)] }
    let last = end <= start ? end + ClockSpan.minutesADay : end
    let stated = ClockSpan(start: start, end: last)
    return isOpenEnded ? [stated, Self.openEnd(from: last)] : [stated]
  }

  /// How long an open end is assumed to last, as in opening_hours.js: to midnight, 10 h, or 8 h at night.
  private static func openEnd(from start: Int) -> ClockSpan {
    let time = Day.modulo(start, ClockSpan.minutesADay)
    let end =
      time < 17 * 60 ? start - time + ClockSpan.minutesADay : start + (time < 22 * 60 ? 10 * 60 : 8 * 60)
    return ClockSpan(start: start, end: end, doubt: .openEnd)
  }
}

extension SunEvent {
  var isMorning: Bool { self == .dawn || self == .sunrise }
}
