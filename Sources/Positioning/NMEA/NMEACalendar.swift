import CivilTime

/// Combines dates, which only RMC and ZDA carry, with times of day into UTC.
struct NMEACalendar {
  /// Days since 1970-01-01, when the date is known.
  private var day: Int?
  /// The last time of day, in milliseconds.
  private var clock: Int?
  private var century = 2000
  private var lastYear = 0
  private var mendsRollover = true
  /// What to tell of the first date that was moved on; `nil` if none was.
  private(set) var notice: String?

  private static let hour = 3_600_000
  private static let wholeDay = 86_400_000
  // 2017-01-01 brought the leap second that gpsd judges dates by; GPS weeks roll over after 1,024.
  private static let firstCredibleDay = 17_167
  private static let rollover = 1_024 * 7

  /// The last time of day on the current date, in milliseconds since 1970, or nil without a date.
  var time: Int? {
    guard let day, let clock else { return nil }
    return day * Self.wholeDay + clock
  }

  /// Takes the year of a `# Date:` comment: the century of two-digit years, and whether old dates are true.
  ///
  /// gpsd 3.27.5 moves dates before 2017 on by 1,024 weeks unless such a comment says the log is that old.
  mutating func noteRecordingYear(_ year: Int) {
    guard (1968...2200).contains(year) else { return }
    century = year - year % 100
    mendsRollover = year >= 2017
  }

  /// Takes a time of day; a step back by more than an hour is the next day, unless a date says otherwise.
  mutating func noteClock(_ newClock: Int) {
    if let day, let clock {
      let step = newClock - clock
      if step < -Self.hour {
        self.day = day + 1
      } else if step > Self.wholeDay - Self.hour {
        self.day = day - 1
      }
    }
    clock = newClock
  }

  /// Takes a date with a two-digit year, as in RMC. Returns whether it is one.
  mutating func noteDate(day: Int, month: Int, yearOfCentury: Int) -> Bool {
    if lastYear % 100 == 99, yearOfCentury == 0 {
      century = max(century, lastYear - lastYear % 100 + 100)
    }
    var year = century + yearOfCentury
    if year >= 2080 {
      year -= 100
    }
    return noteDate(day: day, month: month, year: year)
  }

  /// Takes a time of day and its date, as in RMC. Returns whether it is one.
  mutating func note(_ clock: Int, _ date: (day: Int, month: Int, year: Int)) -> Bool {
    noteClock(clock)
    return noteDate(day: date.day, month: date.month, yearOfCentury: date.year)
  }

  /// Takes a date with its full year, as in ZDA. Returns whether it is one.
  mutating func noteDate(day: Int, month: Int, year: Int) -> Bool {
    guard (1900...2200).contains(year), (1...12).contains(month), (1...31).contains(day) else { return false }
    century = max(century, year - year % 100)
    lastYear = year
    var number = Day.number(year: year, month: month, day: day)
    if mendsRollover, number < Self.firstCredibleDay {
      let (old, new) = (Day(number: number), Day(number: number + Self.rollover))
      notice =
        notice
        ?? "poi reads \(old) as \(new), as gpsd does; if the log is that old, put this line first: # Date: \(old)"
      number = new.number
    }
    self.day = number
    return true
  }

  mutating func forget() {
    day = nil
    clock = nil
  }
}

extension Span<UInt8> {
  /// The year of a comment that says when a log was recorded: `# Date: 2008-05-29`.
  ///
  /// gpsd reads it in exactly this form, and takes a log with any other for one of today.
  var yearOfDateComment: Int? {
    let opening = "# Date: ".utf8
    guard count > opening.count, opening.enumerated().allSatisfy({ self[$0] == $1 }) else { return nil }
    var year: Int?
    for index in opening.count..<Swift.min(count, 16) {
      let digit = self[index] &- UInt8(ascii: "0")
      if digit < 10 {
        year = (year ?? 0) * 10 + Int(digit)
      } else if year != nil || self[index] != UInt8(ascii: " ") {
        break
      }
    }
    return year
  }
}
