import CivilTime

/// A user's own holidays from an iCalendar file (RFC 5545): school holidays, and days that only a town has.
///
/// An event is a school holiday if its categories, its summary or the calendar's name say so, or if it lasts
/// longer than a day; any other is a public holiday. `CATEGORIES:SH` and `CATEGORIES:PH` decide by
/// themselves.
public struct UserCalendar: Hashable, Sendable {
  /// A calendar that cannot be used, with the line of the file.
  public enum Failure: Error, Hashable, CustomStringConvertible {
    case notCalendar
    case tooLarge
    case badDate(line: Int, String)

    public var description: String {
      switch self {
      case .notCalendar: "not an iCalendar file: BEGIN:VCALENDAR is missing"
      case .tooLarge: "an iCalendar file of more than \(UserCalendar.mostBytes >> 20) MiB"
      case .badDate(let line, let text): "line \(line): \(text) is not a date; use 20261224"
      }
    }
  }

  public static let mostBytes = 4 << 20

  struct Event: Hashable, Sendable {
    var kind: HolidayKind
    var days: ClosedRange<Int>
    var name: String
  }

  private(set) var events: [Event] = []
  /// The days for which the calendar distinguishes school holidays from school.
  private(set) var schoolYears: ClosedRange<Int>?
  /// Events that repeat, have no date or end before they begin, which are left out.
  public private(set) var skipped = 0

  public init(icalendar bytes: [UInt8]) throws(Failure) {
    guard bytes.count <= Self.mostBytes else { throw .tooLarge }
    var reader = CalendarLines(bytes)
    guard reader.next()?.isProperty("BEGIN", "VCALENDAR") == true else { throw .notCalendar }
    var calendarName = ""
    var draft: Draft?
    while let line = reader.next() {
      if line.isProperty("BEGIN", "VEVENT") {
        draft = Draft()
      } else if line.isProperty("END", "VEVENT") {
        if let event = draft?.event(in: calendarName) {
          if draft?.isCancelled == false { events.append(event) }
        } else {
          skipped += 1
        }
        draft = nil
      } else if draft != nil {
        try draft?.read(line)
      } else if line.name == "X-WR-CALNAME" {
        calendarName = line.value
      }
    }
    let school = events.filter { $0.kind == .schoolHoliday }
    if let first = school.map(\.days.lowerBound).min(), let last = school.map(\.days.upperBound).max() {
      schoolYears = first...last
    }
    events.sort { $0.days.lowerBound < $1.days.lowerBound }
  }

  /// Whether a day is such a holiday, `nil` if the calendar does not tell.
  func isHoliday(_ kind: HolidayKind, _ day: Int) -> Bool? {
    if event(kind, day) != nil { return true }
    return kind == .schoolHoliday && schoolYears?.contains(day) == true ? false : nil
  }

  func event(_ kind: HolidayKind, _ day: Int) -> Event? {
    events.first { $0.kind == kind && $0.days.contains(day) }
  }

  private struct Draft {
    /// Seconds since 1970 by the clock that the file means.
    var start: Int?
    var end: Int?
    /// Seconds.
    var duration = 0
    var isUTC = false
    var isInAlarm = false
    var isCancelled = false
    var name = ""
    var categories = ""
    var isRepeated = false

    mutating func read(_ line: CalendarLines.Line) throws(Failure) {
      if line.name == "BEGIN" || line.name == "END" { isInAlarm = line.name == "BEGIN" }
      guard !isInAlarm else { return }
      switch line.name {
      case "DTSTART": (start, isUTC) = (try line.seconds(), line.value.hasSuffix("Z"))
      case "DTEND": end = try line.seconds()
      // An event whose length cannot be read ends before it begins.
      case "DURATION": duration = Self.seconds(of: line.value.uppercased()) ?? -1
      case "STATUS": isCancelled = line.isProperty("STATUS", "CANCELLED")
      case "SUMMARY": name = line.text
      case "CATEGORIES": categories += " " + line.value
      case "RRULE", "RDATE": isRepeated = true
      default: break
      }
    }

    func event(in calendarName: String) -> Event? {
      guard var start, !isRepeated, duration >= 0 else { return nil }
      var end = end ?? start + duration
      guard end / Self.day >= start / Self.day else { return nil }
      let days = (end - start + Self.day / 24) / Self.day
      // Whole days in UTC, with an hour for summer time, are days of a place: they begin at the midnight next to them.
      if isUTC, days > 0, abs(end - start - days * Self.day) <= Self.day / 24 {
        start = (start + Self.day / 2) / Self.day * Self.day
        end = start + days * Self.day
      }
      let first = start / Self.day
      // An end is not part of the event: at midnight, the last day is the one before.
      let last = max((end - 1) / Self.day, first)
      return Event(kind: kind(in: calendarName, lasts: last - first + 1), days: first...last, name: name)
    }

    /// Seconds.
    private static let day = 86_400

    /// The length of `P6W` or `P1DT12H`.
    private static func seconds(of text: String) -> Int? {
      guard text.hasPrefix("P") || text.hasPrefix("+P") else { return nil }
      var (total, number) = (0, 0)
      for character in text.drop(while: { $0 != "P" }).dropFirst() {
        if let digit = character.wholeNumberValue, number < 10_000 {
          number = 10 * number + digit
        } else if let unit = secondsOfUnits[character] {
          (total, number) = (total + number * unit, 0)
        } else {
          return nil
        }
      }
      return total
    }

    private static let secondsOfUnits: [Character: Int] = [
      "W": 604_800, "D": 86_400, "T": 0, "H": 3600, "M": 60, "S": 1,
    ]

    private func kind(in calendarName: String, lasts days: Int) -> HolidayKind {
      let words = categories.uppercased().split { !$0.isLetter }
      if words.contains("SH") { return .schoolHoliday }
      if words.contains("PH") { return .publicHoliday }
      let text = "\(categories) \(name) \(calendarName)".lowercased()
      return days > 1 || Self.schoolWords.contains(where: text.contains) ? .schoolHoliday : .publicHoliday
    }

    private static let schoolWords = [
      "school", "schul", "ferien", "vacances", "vakantie", "koulu", "loma", "skol", "vacaciones", "vacanze",
      "prázdniny", "ferie",
    ]
  }
}

/// The lines of an iCalendar file, unfolded and taken apart (RFC 5545, section 3.1).
struct CalendarLines {
  struct Line {
    /// In capitals, without parameters.
    let name: String
    let value: String
    let number: Int

    func isProperty(_ name: String, _ value: String) -> Bool {
      self.name == name && self.value.uppercased() == value
    }

    /// The value as text, without escapes (RFC 5545, section 3.3.11), in one line.
    var text: String {
      var text = ""
      var isEscaped = false
      for character in value {
        if isEscaped {
          text.append(character == "n" || character == "N" ? " " : character)
        } else if character != "\\" {
          text.append(character)
        }
        isEscaped = !isEscaped && character == "\\"
      }
      return text
    }

    /// The seconds since 1970 of a value like 20261224 or 20261224T080000Z, whatever its time zone.
    func seconds() throws(UserCalendar.Failure) -> Int {
      let digits = Array(value.utf8.prefix(8))
      guard digits.count == 8, digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }),
        value.utf8.count == 8 || value.utf8.dropFirst(8).first == UInt8(ascii: "T")
      else { throw .badDate(line: number, value) }
      let date = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
      guard let day = Day(year: date / 10_000, month: date / 100 % 100, day: date % 100) else {
        throw .badDate(line: number, value)
      }
      let clock = Int(value.dropFirst(9).prefix(6)) ?? 0
      return day.number * 86_400 + (clock / 10_000 * 60 + clock / 100 % 100) * 60 + clock % 100
    }
  }

  private let bytes: [UInt8]
  private var position = 0
  private var number = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The next line that has a name and a value.
  mutating func next() -> Line? {
    while position < bytes.count {
      let first = number + 1
      var text = physicalLine()
      while position < bytes.count,
        bytes[position] == UInt8(ascii: " ") || bytes[position] == UInt8(ascii: "\t")
      {
        text += physicalLine().dropFirst()
      }
      guard let colon = Self.colon(of: text) else { continue }
      let name = text[..<colon].prefix { $0 != UInt8(ascii: ";") }
      return Line(
        name: String(decoding: name, as: UTF8.self).uppercased(),
        value: String(decoding: text[(colon + 1)...], as: UTF8.self), number: first)
    }
    return nil
  }

  private mutating func physicalLine() -> [UInt8] {
    let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    var line = Array(bytes[position..<end])
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    position = min(end + 1, bytes.count)
    number += 1
    return line
  }

  /// The colon that ends the name and its parameters; those may have one between quotation marks.
  private static func colon(of line: [UInt8]) -> Int? {
    var isQuoted = false
    for (index, byte) in line.enumerated() {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: ":"), !isQuoted { return index }
    }
    return nil
  }
}
