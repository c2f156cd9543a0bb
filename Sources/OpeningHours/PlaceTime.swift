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
  public var description: String {
    let (year, month, day) = date
    let second = Day.modulo(seconds + offset, 60)
    // RFC 3339 has no seconds of an offset; those that clocks once had are rounded away.
    let minutes = abs(offset) / 60
    let zone = offset == 0 ? "Z" : "\(offset < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
    return "\(two(year / 100))\(two(year % 100))-\(two(month))-\(two(day))T\(clock):\(two(second))\(zone)"
  }

  /// The time of day, `18:00`.
  public var clock: String { "\(two(minute / 60)):\(two(minute % 60))" }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
