import ArgumentParser
import FoundationEssentials
import OpeningHours
import Places
import Presentation

struct OpeningOptions: ParsableArguments {
  @Flag(help: "Hide places that are closed now") var openNow = false

  @Option(.moment, help: "Hide places closed at this time, like \"Sat 10:00\"") var openAt: PlannedTime?

  // Like the store in `SourceOptions`.
  @Option(Setting.holidays) var calendar: String?
  @Option(Setting.country) var country: HolidayRegion?

  func validate() throws {
    if openNow, openAt != nil { throw ValidationError("--open-now and --open-at contradict each other") }
  }

  /// Determines whether places are open, at the requested time or else now.
  ///
  /// - Parameters:
  ///   - store: has the boundaries of countries and regions.
  ///   - question: may say when by a word such as `open` and the saved query, unless an option does.
  /// - Throws: `CommandFailure` if the calendar cannot be read.
  @MainActor
  func openings(
    _ store: StoreOptions, in context: CommandContext, _ question: PlaceQuestion? = nil
  ) throws -> Openings {
    if openNow || openAt != nil, let typed = question?.typed.moment, typed != .now {
      throw CommandFailure(
        "both the words and --open-\(openNow ? "now" : "at") say when places must be open; leave one out",
        .usage)
    }
    let moment = (question ?? PlaceQuestion(in: .english)).openingMoment(isNow: openNow, at: openAt)
    var holidays = HolidayOptions()
    (holidays.holidays, holidays.country) = (calendar, country)
    let hours = PlaceHours(localities: try holidays.localities(store, in: context))
    return Openings(
      OpeningCondition(moment ?? .now, now: context.now(), hours: hours), isAsked: moment != nil)
  }
}

extension SettingType where Value == PlannedTime {
  /// A time of day, with a weekday or a date if it is not the next.
  static var moment: Self {
    Self(
      form: .text, valueName: "time", allowed: "a time like 18:30, \"Sunday 8pm\" or \"in 2 hours\"",
      parse: {
        let settings = Settings(environment: ProcessInfo.processInfo.environment)
        return try PlannedTime(parsing: $0, in: settings.wordsLanguage())
      }, shown: { .text("\($0)") })
  }
}
