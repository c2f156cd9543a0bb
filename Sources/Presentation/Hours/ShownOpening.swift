import OpeningHours

/// Whether a place is open, as it is shown.
public struct ShownOpening: Hashable, Sendable {
  /// What its hours say; `nil` if it has none.
  public let opening: Opening?
  /// The requested moment, in the place's time zone.
  public let time: PlaceTime
  /// Whether the moment is the present, from which minutes can be counted.
  public let isNow: Bool
  /// Whether the user asked for open places.
  public let isAsked: Bool

  public init(_ opening: Opening?, at time: PlaceTime, isNow: Bool = true, isAsked: Bool = false) {
    (self.opening, self.time, self.isNow, self.isAsked) = (opening, time, isNow, isAsked)
  }

  public var isUnknown: Bool { opening?.state ?? .unknown == .unknown }

  /// `open until 18:00`, `closes in 10 min`, `closed, opens Mon 09:00`, `hours unknown: by appointment`.
  public func text(_ words: Phrases) -> String {
    guard let opening else { return words(.unknownHours) }
    switch opening.state {
    case .unknown:
      guard let reason = opening.reason else { return words(.unknownHours) }
      return words(.unknownHoursAs, ["reason": TerminalText.harmless(reason.text(words))])
    case .open:
      guard let until = opening.until else { return words(.open) }
      let time = text(of: until, words)
      if opening.next != .closed { return words(.openAtLeast, ["time": time]) }
      return minutes(to: until).map { words(.closesIn, ["minutes": "\($0)"]) }
        ?? words(.openUntil, ["time": time])
    case .closed:
      guard let until = opening.until else { return words(.closed) }
      let time = text(of: until, words)
      if opening.next != .open { return words(.closedAtLeast, ["time": time]) }
      return minutes(to: until).map { words(.opensIn, ["minutes": "\($0)"]) } ?? words(.opens, ["time": time])
    }
  }

  /// The same without why, and without when it opens: `open until 18:00`, `closed`, `unknown`.
  func shortText(_ words: Phrases) -> String { opening?.state == .open ? text(words) : stateText(words) }

  /// The state alone, for people.
  func stateText(_ words: Phrases) -> String {
    switch opening?.state {
    case .open: words(.open)
    case .closed: words(.closed)
    case .unknown, nil: words(.unknown)
    }
  }

  /// The state alone, for programs: `open`, `closed`, `unknown`.
  public var word: String { (opening?.state ?? .unknown).rawValue }

  /// `open`, `closed`, or nothing.
  func mark(_ words: Phrases) -> String { isUnknown ? "" : stateText(words) }

  var style: TerminalStyle? {
    switch opening?.state {
    case .open: .open
    case .closed: .closed
    case .unknown, nil: nil
    }
  }

  /// Minutes up to a time within the hour, never too many except in the last one.
  private func minutes(to time: PlaceTime) -> Int? {
    let seconds = time.seconds - self.time.seconds
    return isNow && (1..<3600).contains(seconds) ? max(1, seconds / 60) : nil
  }

  /// `18:00` today and in the night to come, `Mon 09:00` within a week, else the date.
  private func text(of time: PlaceTime, _ words: Phrases) -> String {
    let days = time.dayNumber - self.time.dayNumber
    let isTonight = days == 1 && time.minute <= Self.endOfNight && time.minute < self.time.minute
    if days <= 0 || isTonight { return time.clock }
    if days < 7 { return "\(words.list(.weekdays)[time.weekday]) \(time.clock)" }
    let (year, month, day) = time.date
    let date = words(.date, ["day": "\(day)", "month": words.list(.shortMonths)[month - 1]])
    return date + (year == self.time.date.year ? "" : " \(year)")
  }

  /// Once it is past on this day, 5 o'clock cannot mean today.
  private static let endOfNight = 5 * 60
}

extension UnknownReason {
  func text(_ words: Phrases) -> String { words.reason(template, value) }
}

extension Opening {
  /// What is known, with times in the place's time zone.
  var jsonMembers: KeyValuePairs<StaticString, JSONValue?> {
    [
      "state": .string(state.rawValue),
      "since": since.map { .string($0.description) },
      "until": until.map { .string($0.description) },
      "next": next.map { .string($0.rawValue) },
      "rule": rule.map(JSONValue.string),
      "reason": reason.map { .string($0.description) },
    ]
  }
}
