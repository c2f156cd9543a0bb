/// What is sloppy about opening hours that were still understood, or what they may not mean.
public enum HoursWarning: Hashable, Sendable, CaseIterable {
  /// Dashes, quotation marks or spaces of typography.
  case typography
  /// `mo`, `MO`: a name in another case.
  case letterCase
  /// `Monday`, `Mon`, `Montag`: another name than the two or three letters.
  case longName
  /// `9-17`: hours without minutes.
  case missingMinutes
  /// `9.00`, `9h00`, `0900`: another sign than the colon, or none.
  case timeSign
  /// `9am-5pm`
  case twelveHours
  /// `Fr11:00`: no space.
  case missingSpace
  /// `Mo-Fr: 08:00`, `Mo.`: a sign that has no meaning.
  case surplusSign
  /// `Mo and We`, `8 to 17`: a word in place of a sign.
  case wordForSign
  /// `Mo-Fr 08:00-18:00 Sa 10:00-14:00`: rules without a `;` between them.
  case missingSeparator
  /// `Mo-Fr;`: a separator that separates nothing.
  case surplusSeparator
  /// `24 Dec`: the day before its month.
  case dayBeforeMonth
  /// `Mo We`: a list without commas.
  case missingComma
  /// `Mo-Fr Jan`: weekdays before dates.
  case order
  /// `Mo-Fr` alone is open around the clock.
  case noTimes
  /// A value that says `closed` and no more often means that the place is gone.
  case alwaysClosed
  /// A night's hours that a later rule cuts by the letter.
  case midnightCut
  /// A rule without days replaces the rules before it.
  case replacesAll
  /// A part was not understood, and says unknown.
  case notUnderstood
  /// Longer than the 255 characters of OpenStreetMap.
  case tooLong
}

extension HoursWarning: CustomStringConvertible {
  /// What is sloppy, and how to write it.
  public var description: String {
    switch self {
    case .typography: "typographic dashes, quotation marks or spaces; use - and \""
    case .letterCase: "names in another case; write Mo, Jan, PH, open"
    case .longName: "long or translated names; write Mo, Jan, off"
    case .missingMinutes: "hours without minutes; write 09:00, not 9"
    case .timeSign: "times with another sign than the colon; write 09:00"
    case .twelveHours: "times of the 12-hour clock; write 17:00"
    case .missingSpace: "a missing space between days and times"
    case .surplusSign: "a colon, full stop or comma that has no meaning"
    case .wordForSign: "a word in place of a sign; use - and ,"
    case .missingSeparator: "a missing ; between rules"
    case .surplusSeparator: "a ; that separates nothing"
    case .dayBeforeMonth: "a day before its month; write Dec 24"
    case .missingComma: "a list of days without commas"
    case .order: "weekdays before dates; write Jan Mo-Fr"
    case .noTimes: "days without times, which means the whole day"
    case .alwaysClosed: "always closed; the place may be gone"
    case .midnightCut: "hours after midnight that a later rule cuts by the letter; use , in place of ;"
    case .replacesAll: "a rule without days replaces the hours before it; use , to add to them"
    case .notUnderstood: "a part was not understood"
    case .tooLong: "longer than 255 characters"
    }
  }
}
