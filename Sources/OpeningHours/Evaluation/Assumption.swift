/// Which kinds of holidays are in doubt.
struct HolidayDoubts: OptionSet, Sendable {
  let rawValue: UInt8

  static let school = HolidayDoubts(rawValue: 1)
  /// Public holidays by some lists only.
  static let lists = HolidayDoubts(rawValue: 2)
  /// Public holidays in some regions only.
  static let regions = HolidayDoubts(rawValue: 4)
  /// Public holidays of a country and year without a list.
  static let missing = HolidayDoubts(rawValue: 8)
}

/// An assumption about doubtful days; hours that are the same under every assumption are certain.
struct Assumption: Sendable {
  /// Of two doubtful neighbours, one may be a holiday and the other not.
  enum PublicHolidays: Sendable, CaseIterable {
    case none, all, evenDays, oddDays
  }

  var publicHolidays = PublicHolidays.none
  var isSchoolHoliday = false

  static let noHolidays = Assumption()

  /// All but the one without holidays.
  static func others(_ doubts: HolidayDoubts) -> [Assumption] {
    let kinds = doubts.subtracting(.school).isEmpty ? [.none] : PublicHolidays.allCases
    var all = kinds.map { Assumption(publicHolidays: $0) }
    if doubts.contains(.school) { all += kinds.map { Assumption(publicHolidays: $0, isSchoolHoliday: true) } }
    return Array(all.dropFirst())
  }

  func isPublicHoliday(_ day: Int) -> Bool {
    switch publicHolidays {
    case .none: false
    case .all: true
    case .evenDays: day & 1 == 0
    case .oddDays: day & 1 == 1
    }
  }
}
