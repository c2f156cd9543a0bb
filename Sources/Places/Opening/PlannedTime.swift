import CivilTime
import FoundationEssentials
import Geography
import OpeningHours

/// A time as people give it: on the clocks of the place in question, unless it has an offset.
public enum PlannedTime: Hashable, Sendable, TypedValue {
  case now
  /// Seconds since 1970-01-01 00:00 UTC.
  case instant(Int)
  /// A date, and minutes since midnight.
  case local(year: Int, month: Int, day: Int, minute: Int)
  /// The next time that the clocks show this many minutes since midnight, on a weekday (0 for Monday) if one
  /// is given.
  case next(minute: Int, weekday: Int?)
  /// So many days after today, and minutes since midnight.
  case later(days: Int, minute: Int)
  /// An hour of this evening, or now if that is past or the night is not over.
  case tonight(hour: Int)
  /// The next time that the clocks show this date and time.
  case yearly(month: Int, day: Int, minute: Int)
  /// So many minutes from now.
  case after(minutes: Int)

  /// The hours that people mean by tonight and by late, and at which the night is over.
  static let (evening, late, morning) = (20, 22, 5)

  public static let notation =
    "a time like 18:30, Sunday 8pm, tomorrow 9:00, 24.12. 20:00, in 2 hours or 2026-12-24 10:00"

  /// Reads a time as people say it, like `18:30`, `So 20 Uhr`, `tomorrow 9am`, `24.12. 20 Uhr` or `in 2 hours`, or as in
  /// RFC 3339; a day without an hour means its noon.
  ///
  /// - Parameter language: decides where two languages use the same word for different days.
  public init(parsing text: String, in language: Category.Language = .english) throws(ParsingError) {
    let isLocal =
      text.utf8.count >= 16 && text.utf8.dropFirst(4).first == UInt8(ascii: "-")
      && text.utf8.dropFirst(10).first.map { "Tt ".utf8.contains($0) } == true
    let zone = text.dropFirst(16)
    if text == "now" {
      self = .now
    } else if isLocal, "Zz".contains(text.last ?? " ") || zone.contains(where: { "+-".contains($0) }) {
      guard let date = Timestamp.date(parsing: text, needsSeconds: false) else {
        throw ParsingError(text: text)
      }
      self = .instant(Int(clamping: date.timeIntervalSince1970.rounded(.down)))
    } else {
      let spaced = isLocal ? text.prefix(10) + " " + text.dropFirst(11) : text[...]
      guard text.utf8.count <= 100, let moment = TimeWords.moment(of: [String(spaced)], in: language) else {
        throw ParsingError(text: text)
      }
      self = moment
    }
  }

  /// The moment in seconds since 1970 at a place; `nil` if its time zone is unknown.
  ///
  /// A skipped time means an hour later, of a skipped day a day later, and a repeated one means the first.
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
    case .later(let days, let minute):
      guard let offset = locality.offset(at: now) else { return nil }
      let (year, month, day) = PlaceTime(seconds: now + days * 86_400, offset: offset).date
      return Self.times(year, month, day, minute, in: locality).first
    case .tonight(let hour):
      guard let offset = locality.offset(at: now) else { return nil }
      let (year, month, day) = PlaceTime(seconds: now, offset: offset).date
      func time(_ hour: Int) -> Int? { Self.times(year, month, day, 60 * hour, in: locality).first }
      return time(Self.morning).map { $0 > now } == true ? now : time(hour).map { max($0, now) }
    case .yearly(let month, let day, let minute):
      guard let offset = locality.offset(at: now) else { return nil }
      let year = PlaceTime(seconds: now, offset: offset).date.year
      // 29 February comes back within eight years.
      let years = (year...year + 8).lazy.filter { Day(year: $0, month: month, day: day) != nil }
      return years.compactMap { Self.times($0, month, day, minute, in: locality).first }.first {
        $0 > now - 60
      }
    case .after(let minutes): return now + 60 * minutes
    }
  }

  /// - Throws: `PlacesError.skippedTime` if the clocks of a place are known and do not show the date and time.
  public func check(in locality: Locality) throws(PlacesError) {
    guard case .local(let year, let month, let day, let minute) = self,
      locality.offset(at: Day.number(year: year, month: month, day: day) * 86_400) != nil,
      locality.times(year: year, month: month, day: day, minute: minute).isEmpty
    else { return }
    throw .skippedTime("\(self)")
  }

  /// Whether another day's reader would take it for another time.
  public var isRelative: Bool {
    switch self {
    case .next, .later, .tonight, .yearly, .after: true
    case .now, .instant, .local: false
    }
  }

  /// The moment at a place as people say it, like `Sunday 29 November, 20:00`; `nil` if its time zone is unknown.
  ///
  /// - Parameter now: in seconds since 1970.
  public func text(at locality: Locality, now: Int, in language: Category.Language) -> String? {
    seconds(in: locality, now: now).flatMap { seconds in
      locality.offset(at: seconds).map {
        TimeWords.text(PlaceTime(seconds: seconds, offset: $0), in: language)
      }
    }
  }

  private static func times(
    _ year: Int, _ month: Int, _ day: Int, _ minute: Int, in locality: Locality
  ) -> [Int] {
    let times = [0, 60, 1440].map { locality.times(year: year, month: month, day: day, minute: minute + $0) }
    return times.first { !$0.isEmpty } ?? []
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
    case .later(let days, let minute):
      let names = ["today", "tomorrow", "day after tomorrow"]
      return "\(names[min(max(days, 0), 2)]) \(Timestamp.clock(minute: minute))"
    case .tonight(let hour): return hour == Self.evening ? "tonight" : Timestamp.clock(minute: 60 * hour)
    case .yearly(let month, let day, let minute):
      return "\(day).\(month). \(Timestamp.clock(minute: minute))"
    case .after(let minutes): return "in \(minutes) min"
    }
  }
}
