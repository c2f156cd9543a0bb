import Synchronization

/// Finds the zones, countries and holidays of places, and caches what it has read.
public final class Localities: Sendable {
  private struct Kept {
    var rules: [String: ZoneRules?] = [:]
    var holidays: [String: HolidayCalendar] = [:]
    /// By the number of their set in the table.
    var sides: [Int: [Locality.Side]] = [:]
  }

  private let zones: any ZoneProviding
  private let calendar: UserCalendar?
  private let kept = Mutex(Kept())

  /// - Parameter calendar: The user's own holidays, which apply to every place.
  public convenience init(calendar: UserCalendar? = nil) {
    self.init(zones: ZoneDirectory(), calendar: calendar)
  }

  init(zones: any ZoneProviding, calendar: UserCalendar? = nil) {
    self.zones = zones
    self.calendar = calendar
  }

  /// The locality of a position, in degrees; on the open sea, ships' time zones apply.
  public func locality(latitude: Double, longitude: Double) -> Locality {
    guard abs(latitude) <= 90, abs(longitude) <= 180 else {
      return Locality(sides: [], sun: nil, calendar: calendar)
    }
    let set = ZoneTable.shared.set(latitude: latitude, longitude: longitude)
    let sides =
      kept.withLock { $0.sides[set] } ?? keptSides(of: ZoneTable.shared.zones(ofSet: set), longitude, set)
    return Locality(
      sides: sides, sun: SunTimes(latitude: latitude, longitude: longitude), calendar: calendar)
  }

  /// The locality of a zone, with the time zone database's country unless another is given.
  public func locality(zone: String, country: String? = nil) -> Locality {
    let country = country?.uppercased() ?? ZoneTable.shared.country(of: zone)
    return Locality(
      sides: sides(of: [ZoneTable.Zone(name: zone, country: country)]), sun: nil, calendar: calendar)
  }

  /// Whether the system knows a zone of that name.
  public func hasZone(_ name: String) -> Bool {
    locality(zone: name).sides.contains { $0.rules != nil }
  }

  /// A place about which nothing is known.
  public static let nowhere = Locality(sides: [], sun: nil, calendar: nil)

  private func keptSides(of zones: [ZoneTable.Zone], _ longitude: Double, _ set: Int) -> [Locality.Side] {
    guard !zones.isEmpty else { return [Self.ships(longitude)] }
    let sides = sides(of: zones)
    kept.withLock { $0.sides[set] = sides }
    return sides
  }

  private func sides(of zones: [ZoneTable.Zone]) -> [Locality.Side] {
    zones.map { zone in
      Locality.Side(
        zone: zone.name, rules: rules(of: zone.name), country: zone.country,
        holidays: holidays(of: zone.country))
    }
  }

  private func rules(of zone: String) -> ZoneRules? {
    if let known = kept.withLock({ $0.rules[zone] }) { return known }
    let rules = zones.rules(of: zone)
    kept.withLock { kept in
      // A user may ask for any name; the database has some 600.
      if kept.rules.count < 1000 { kept.rules[zone] = .some(rules) }
    }
    return rules
  }

  private func holidays(of country: String?) -> HolidayCalendar {
    guard let country else { return HolidayCalendar(country: nil) }
    if let known = kept.withLock({ $0.holidays[country] }) { return known }
    let holidays = HolidayCalendar(country: country)
    kept.withLock { kept in
      if kept.holidays.count < 1000 { kept.holidays[country] = holidays }
    }
    return holidays
  }

  /// The zone of the open sea: 15° of longitude each, `Etc/GMT-2` for two hours ahead of UTC.
  private static func ships(_ longitude: Double) -> Locality.Side {
    let hours = Int(exactly: (longitude / 15).rounded()) ?? 0
    let name = hours == 0 ? "Etc/GMT" : "Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))"
    return Locality.Side(
      zone: name, rules: ZoneRules(offset: hours * 3600), country: nil,
      holidays: HolidayCalendar(country: nil))
  }
}
