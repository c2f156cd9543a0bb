/// What is sloppy about opening hours that were still understood, or what they may not mean.
public enum HoursWarning: String, Sendable, CaseIterable, CustomStringConvertible {
  case typography = "typographic dashes, quotation marks or spaces; use - and \""
  /// `mo`, `MO`: a name in another case.
  case letterCase = "names in another case; write Mo, Jan, PH, open"
  /// `Monday`, `Mon`, `Montag`: another name than the two or three letters.
  case longName = "long or translated names; write Mo, Jan, off"
  /// `9-17`: hours without minutes.
  case missingMinutes = "hours without minutes; write 09:00, not 9"
  /// `9.00`, `9h00`, `0900`: another sign than the colon, or none.
  case timeSign = "times with another sign than the colon; write 09:00"
  /// `9am-5pm`
  case twelveHours = "times of the 12-hour clock; write 17:00"
  /// `Fr11:00`: no space.
  case missingSpace = "a missing space between days and times"
  /// `Mo-Fr: 08:00`, `Mo.`: a sign that has no meaning.
  case surplusSign = "a colon, full stop or comma that has no meaning"
  /// `Mo and We`, `8 to 17`: a word in place of a sign.
  case wordForSign = "a word instead of a sign; use - and ,"
  /// `Mo-Fr 08:00-18:00 Sa 10:00-14:00`: rules without a `;` between them.
  case missingSeparator = "a missing ; between rules"
  /// `Mo-Fr;`: a separator that separates nothing.
  case surplusSeparator = "a ; that separates nothing"
  /// `24 Dec`: the day before its month.
  case dayBeforeMonth = "a day before its month; write Dec 24"
  /// `Mo We`: a list without commas.
  case missingComma = "a list of days without commas"
  /// `Mo-Fr Jan`: weekdays before dates.
  case order = "weekdays before dates; write Jan Mo-Fr"
  /// `Mo-Fr` alone is open around the clock.
  case noTimes = "days without times, which means the whole day"
  /// A value that says `closed` and no more often means that the place is gone.
  case alwaysClosed = "always closed; the place may be gone"
  /// `10:00-16:00, 12:00-13:00 off`: nobody closes a part of what is closed.
  case closesAll = "off closes all of these times; to close only a part, write 10:00-16:00; 12:00-13:00 off"
  /// A night's hours that a later rule cuts by the letter.
  case midnightCut = "read literally, a later rule cuts off the hours after midnight; use , instead of ;"
  case replacesAll = "a rule without days replaces the hours before it; use , to add to them"
  /// A part was not understood, and says unknown.
  case notUnderstood = "a part was not understood"
  case tooLong = "longer than 255 characters"

  public var description: String { rawValue }
}
