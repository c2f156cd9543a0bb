/// Why it is not known whether a place is open.
public enum UnknownReason: Hashable, Sendable {
  /// The place has no opening hours, or empty ones.
  case noHours
  /// The part of the value that no rule of the grammar fits.
  case notUnderstood(String)
  /// Open by appointment, with the words that say so.
  case byAppointment(String)
  /// A comment instead of a state, which only a reader can judge.
  case comment(String)
  /// The hours say `unknown`.
  case stated
  /// After the start of an open end, `18:00+`.
  case openEnd
  /// The day is a public holiday by some lists only, and the hours treat holidays differently.
  case holidayListsDisagree
  /// The day is a public holiday in some regions only, with its name if it has one, and the place's is not known.
  case holidayOfSomeRegions(String?)
  /// The hours name public holidays, and none are known for that country and year.
  case holidaysUnknown(country: String?)
  /// The day is a public holiday, with its name if it has one, and the hours do not mention holidays.
  case holidayNotMentioned(String?)
  /// The hours name school holidays, and no calendar has them.
  case schoolHolidays
  /// The clocks that meet near the place give different answers.
  case zoneBorder([String])
  /// The clocks near the place agree, and the holidays of the countries that meet there do not.
  case holidayBorder([String])
  /// A night's hours that, by the letter, a rule for the next day cuts off.
  case midnightCut
  /// The hours name sunrise or sunset, and the position is not known.
  case noPosition
  /// The hours combine the sun with the clock on a day when it does not rise or does not set.
  case noSunrise
  /// The time zone is not known, or the system has no such zone.
  case noZone(String?)
}

extension UnknownReason: CustomStringConvertible {
  /// The reason in a few words.
  public var description: String { value.map { template.replacing("{}", with: $0) } ?? template }

  /// The same with `{}` in the place of `value`.
  package var template: String {
    switch self {
    case .noHours: "no hours known"
    case .notUnderstood: "not understood"
    case .byAppointment: "by appointment"
    case .comment: "{}"
    case .stated: "the hours say unknown"
    case .openEnd: "open end"
    case .holidayListsDisagree: "holiday lists disagree"
    case .holidayOfSomeRegions(_?): "public holiday in some regions ({})"
    case .holidayOfSomeRegions(nil): "public holiday in some regions"
    case .holidaysUnknown(_?): "public holidays of {} not known"
    case .holidaysUnknown(nil): "public holidays not known"
    case .holidayNotMentioned(_?): "public holiday ({}) that the hours do not mention"
    case .holidayNotMentioned(nil): "public holiday that the hours do not mention"
    case .schoolHolidays: "school holidays"
    case .zoneBorder: "border between time zones"
    case .holidayBorder: "public holiday on one side of the border: {}"
    case .midnightCut: "night hours cut by a later rule"
    case .noPosition: "sun times need a position"
    case .noSunrise: "no sunrise or sunset that day"
    case .noZone(_?): "time zone {} not known"
    case .noZone(nil): "time zone not known"
    }
  }

  /// What it names.
  package var value: String? {
    switch self {
    case .comment(let text): text
    case .holidayOfSomeRegions(let name), .holidaysUnknown(let name), .holidayNotMentioned(let name),
      .noZone(let name):
      name
    case .holidayBorder(let countries): countries.joined(separator: " or ")
    default: nil
    }
  }
}
