import CivilTime

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
