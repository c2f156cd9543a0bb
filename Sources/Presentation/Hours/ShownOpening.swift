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
    self.opening = opening
    self.time = time
    self.isNow = isNow
    self.isAsked = isAsked
  }

  public var isUnknown: Bool { opening?.state ?? .unknown == .unknown }

  /// `open until 18:00`, `closes in 10 min`, `closed, opens Mon 09:00`, `hours unknown: by appointment`.
  public var text: String {
    guard let opening else { return "hours not known" }
    switch opening.state {
    case .unknown:
      return "hours unknown" + (opening.reason.map { ": \(TerminalText.harmless($0.description))" } ?? "")
    case .open:
      guard let until = opening.until else { return "open" }
      if opening.next != .closed { return "open until \(wording(of: until)) at least" }
      return minutes(to: until).map { "closes in \($0) min" } ?? "open until \(wording(of: until))"
    case .closed:
      guard let until = opening.until else { return "closed" }
      if opening.next != .open { return "closed until \(wording(of: until)) at least" }
      return minutes(to: until).map { "closed, opens in \($0) min" } ?? "closed, opens \(wording(of: until))"
    }
  }

  /// The same without why, and without when it opens: `open until 18:00`, `closed`, `unknown`.
  var shortText: String { opening?.state == .open ? text : word }

  /// The state alone: `open`, `closed`, `unknown`.
  public var word: String { (opening?.state ?? .unknown).rawValue }

  /// `closed`, or nothing.
  var closedMark: String { opening?.state == .closed ? word : "" }

  /// Minutes up to a time within the hour, never too many except in the last one.
  private func minutes(to time: PlaceTime) -> Int? {
    let seconds = time.seconds - self.time.seconds
    return isNow && (1..<3600).contains(seconds) ? max(1, seconds / 60) : nil
  }

  /// `18:00` today and in the night to come, `Mon 09:00` within a week, else the date.
  private func wording(of time: PlaceTime) -> String {
    let days = time.dayNumber - self.time.dayNumber
    if days <= 0 || days == 1 && time.minute <= Self.endOfNight { return time.clock }
    if days < 7 { return "\(WeekdayWord.short[time.weekday]) \(time.clock)" }
    let (year, month, day) = time.date
    return "\(day) \(Self.months[month - 1])\(year == self.time.date.year ? "" : " \(year)")"
  }

  /// If the day is over, 5 o'clock cannot mean today.
  private static let endOfNight = 5 * 60
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}

/// English names of weekdays, Monday first.
enum WeekdayWord {
  static let short = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
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
