import ArgumentParser
import Geography
import Glibc
import Logging
import OpeningHours
import PlaceStore
import Places
import Presentation

struct HolidayOptions: ParsableArguments {
  @Option(Setting.holidays) var holidays: String?
  @Option(Setting.country) var country: HolidayRegion?

  /// Finds clocks and holidays: by the boundaries in the store, and with the user's own calendar if there is one.
  ///
  /// - Throws: `CommandFailure` if the calendar cannot be read.
  func localities(_ store: StoreOptions, in context: CommandContext) throws -> Localities {
    let stored = (try? store.path(in: context.settings)).map(PlaceStore.init(awaitedAt:))
    return Localities(
      calendar: try calendar(in: context), home: try context.settings.value(of: .country, given: country)
    ) { [logger = context.logger] latitude, longitude in
      do throws(PlacesError) {
        let position = Coordinate(latitude: latitude, longitude: longitude)
        return HolidayRegion.regions(in: try stored?.ifThere?.codedAreas(around: position) ?? [])
      } catch {
        // What depends on the region is unknown then.
        logger.debug("holidays: no boundaries: \(error)")
        return []
      }
    }
  }

  private func calendar(in context: CommandContext) throws -> UserCalendar? {
    guard let path = try context.settings.value(of: .holidays, given: holidays) else { return nil }
    guard let bytes = try SmallTextFile.bytesIfThere(path, atMost: UserCalendar.mostBytes + 1) else {
      throw CommandFailure(path, errno: ENOENT)
    }
    do throws(UserCalendar.Failure) {
      let calendar = try UserCalendar(icalendar: bytes)
      if calendar.skipped > 0 {
        let events =
          calendar.skipped == 1
          ? "1 event that repeats, has no date or ends before it begins"
          : "\(calendar.skipped) events that repeat, have no date or end before they begin"
        context.console.tell("\(path): ignored \(events)")
      }
      return calendar
    } catch {
      throw CommandFailure("\(path): \(error)", .malformedInput)
    }
  }
}

extension Setting where Value == String? {
  static var holidays: Self {
    Self(
      nil, "holidays", SettingType<String>.path.optional,
      help: "A calendar (.ics) of school or local holidays", example: "~/.config/poi/holidays.ics",
      default: nil)
  }
}

extension Setting where Value == HolidayRegion? {
  static var country: Self {
    Self(
      nil, "country", SettingType<HolidayRegion>.holidayRegion.optional,
      help: "Holidays of this country or region, like DE-MV",
      example: HolidayRegion(country: "DE", regions: ["MV"]), default: nil)
  }
}

extension SettingType where Value == HolidayRegion {
  /// A country, with or without one of its regions.
  static var holidayRegion: Self {
    Self(
      form: .text, valueName: "code", allowed: "a code of ISO 3166 like FI or DE-MV",
      parse: { text in
        guard let region = HolidayRegion(code: text) else {
          throw ValidationError("'\(text)' is not an ISO 3166 code like FI or DE-MV")
        }
        if let known = region.unknownAmong {
          throw ValidationError(
            "the holidays of \(region) are not known; of \(region.country), poi knows \(known.joined(separator: ", "))"
          )
        }
        return region
      }, shown: { .text("\($0)") })
  }
}
