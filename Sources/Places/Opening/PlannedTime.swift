import CivilTime
import FoundationEssentials
import Geography
import OpeningHours

/// A time as people give it: on the clocks of the place in question, unless it has an offset.
public enum PlannedTime: Hashable, Sendable {
  case now
  /// Seconds since 1970-01-01 00:00 UTC.
  case instant(Int)
  /// A date, and minutes since midnight.
  case local(year: Int, month: Int, day: Int, minute: Int)
  /// The next time that the clocks show this many minutes since midnight, on a weekday (0 for Monday) if one
  /// is given.
  case next(minute: Int, weekday: Int?)

  /// Why a text is not a time.
  public struct ParsingError: Error, Equatable, CustomStringConvertible {
    public let text: String

    public var description: String {
      "'\(text)' is not a time like 18:30, Sat 10:00, 2026-12-24 10:00 or 2026-12-24T10:00:00+02:00"
    }
  }

  /// Reads `18:30`, `Sat 10:00`, `2026-12-24 10:00`, or a time as in RFC 3339.
  public init(parsing text: String) throws(ParsingError) {
    let words = text.split { $0 == " " || $0 == "T" || $0 == "t" }.map { $0.lowercased() }
    if text == "now" {
      self = .now
    } else if words.count == 1, let minute = Self.minute(of: text) {
      self = .next(minute: minute, weekday: nil)
    } else if case let parts = text.split(separator: " "), parts.count == 2,
      let weekday = Self.weekday(of: parts[0]), let minute = Self.minute(of: parts[1])
    {
      self = .next(minute: minute, weekday: weekday)
    } else if words.count == 2, let local = Self.local(date: words[0], time: words[1]) {
      self = local
    } else if text.hasSuffix("Z") || text.hasSuffix("z")
      || text.dropFirst(16).contains(where: { "+-".contains($0) }),
      let date = Timestamp.date(parsing: text, needsSeconds: false)
    {
      self = .instant(Int(clamping: date.timeIntervalSince1970.rounded(.down)))
    } else {
      throw ParsingError(text: text)
    }
  }

  /// The moment in seconds since 1970 at a place; `nil` if its time zone is unknown.
  ///
  /// A skipped time means an hour later, and a repeated one means the first.
  /// - Parameter now: in seconds since 1970.
  public func seconds(in locality: Locality, now: Int) -> Int? {
    switch self {
    case .now: return now
    case .instant(let seconds): return seconds
    case .local(let year, let month, let day, let minute):
      return Self.times(year, month, day, minute, in: locality).first
    case .next(let minute, let weekday):
      guard let offset = locality.offset(at: now) else { return nil }
      // A weekday comes back within 7 days; clocks may skip one of those.
      for day in 0...14 {
        let that = PlaceTime(seconds: now + day * 86_400, offset: offset)
        guard weekday == nil || weekday == that.weekday else { continue }
        let (year, month, day) = that.date
        let times = Self.times(year, month, day, minute, in: locality)
        // The minute that has begun is now.
        if let time = times.first(where: { $0 > now - 60 }) { return time }
      }
      return nil
    }
  }

  private static func times(
    _ year: Int, _ month: Int, _ day: Int, _ minute: Int, in locality: Locality
  ) -> [Int] {
    let times = locality.times(year: year, month: month, day: day, minute: minute)
    return times.isEmpty
      ? locality.times(year: year, month: month, day: day, minute: minute + 60) : times
  }

  // MARK: Reading

  /// `9:00`, `18:30`: minutes since midnight.
  private static func minute(of text: some StringProtocol) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      let hour = number(parts[0]), let minute = number(parts[1]), hour < 24, minute < 60
    else { return nil }
    return hour * 60 + minute
  }

  private static func number(_ digits: some StringProtocol) -> Int? {
    digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(digits) : nil
  }

  /// English names; two letters are enough.
  private static func weekday(of text: some StringProtocol) -> Int? {
    let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    let word = text.lowercased()
    return word.utf8.count < 2 ? nil : names.firstIndex { $0.hasPrefix(word) }
  }

  /// A date and a time without an offset; its seconds do not count.
  private static func local(date: String, time: String) -> PlannedTime? {
    let parts = date.split(separator: "-", omittingEmptySubsequences: false)
    let clock = time.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], let year = number(parts[0]), let month = number(parts[1]),
      let day = number(parts[2]), Day(year: year, month: month, day: day) != nil,
      clock.count == 2 || clock.count == 3 && clock[2].utf8.count == 2 && (number(clock[2]) ?? 60) < 60,
      let minute = minute(of: clock[..<2].joined(separator: ":"))
    else { return nil }
    return .local(year: year, month: month, day: day, minute: minute)
  }
}

extension PlannedTime: CustomStringConvertible {
  /// The moment as `init(parsing:)` reads it.
  public var description: String {
    switch self {
    case .now: return "now"
    case .instant(let seconds): return Timestamp.text(of: Date(timeIntervalSince1970: Double(seconds)))
    case .local(let year, let month, let day, let minute):
      let date = Day(number: Day.number(year: year, month: month, day: day))
      return "\(date) \(Timestamp.clock(minute: minute))"
    case .next(let minute, let weekday):
      let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
      return (weekday.map { "\(names[$0]) " } ?? "") + Timestamp.clock(minute: minute)
    }
  }
}
