import FoundationEssentials

extension PlaceTime {
  /// The moment without the place's clocks.
  public var instant: Date { Date(timeIntervalSince1970: Double(seconds)) }
}

extension WrittenHours {
  /// The state at a moment alone, which costs less than all of `opening(at:in:)`.
  public func state(at time: Date, in locality: Locality) -> OpeningState {
    state(at: time.wholeSeconds, in: locality)
  }

  /// What the hours say about a moment.
  public func opening(at time: Date, in locality: Locality) -> Opening {
    opening(at: time.wholeSeconds, in: locality)
  }

  /// The hours of the days from `time` on, in the place's time zone; `nil` if that is unknown.
  public func week(from time: Date, in locality: Locality, days: Int = 7) -> WeekTable? {
    week(from: time.wholeSeconds, in: locality, days: days)
  }
}

extension Date {
  /// Seconds since 1970, within the years −9999…9999 or so.
  fileprivate var wholeSeconds: Int {
    let seconds = timeIntervalSince1970.rounded(.down)
    return Int(exactly: max(-377_705_116_800, min(seconds, 253_402_300_799))) ?? 0
  }
}
