/// What the hours of a day depend on: days with the same traits have the same hours.
struct DayTraits: Sendable {
  /// Days since 1970-01-01.
  let number: Int
  /// A bit for each rule that applies to the day.
  let rules: UInt128
  /// A bit for each rule that applies to the day before and may reach into this one.
  let nightRules: UInt128
  /// The doubtful holidays that the rules ask for, on the day itself.
  let ownDoubts: HolidayDoubts
  /// The same with those of the night before.
  let doubts: HolidayDoubts
  /// Whether it is a public holiday that the hours do not mention.
  let isHoliday: Bool
  let isHolidayNight: Bool

  func hasSameHours(_ other: DayTraits) -> Bool {
    rules == other.rules && nightRules == other.nightRules && doubts.isEmpty && other.doubts.isEmpty
      && isHoliday == other.isHoliday && isHolidayNight == other.isHolidayNight
  }
}
