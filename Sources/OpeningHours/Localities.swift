import Synchronization

/// Finds the zones, countries and holidays of places; what was read once is kept.
public final class Localities: Sendable {
  private struct Kept {
    var rules: [String: ZoneRules?] = [:]
    var holidays: [String: HolidayCalendar] = [:]
    var sides: [[ZoneTable.Zone]: [Locality.Side]] = [:]
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

  /// What is known of a position, in degrees; on the open sea its clocks are those of the ships' zones.
  public func locality(latitude: Double, longitude: Double) -> Locality {
    guard abs(latitude) <= 90, abs(longitude) <= 180 else {
      return Locality(sides: [], sun: nil, calendar: calendar)
    }
    let found = ZoneTable.shared.zones(latitude: latitude, longitude: longitude)
    let sides = found.isEmpty ? [Self.ships(longitude)] : self.sides(of: found)
    return Locality(
      sides: sides, sun: SunTimes(latitude: latitude, longitude: longitude), calendar: calendar)
  }

  /// What is known of a zone; its country is that of the time zone database unless another is given.
  public func locality(zone: String, country: String? = nil) -> Locality {
    let country = country?.uppercased() ?? ZoneTable.shared.country(of: zone)
    return Locality(
      sides: sides(of: [ZoneTable.Zone(name: zone, country: country)]), sun: nil, calendar: calendar)
  }

  /// Whether the system knows a zone of that name.
  public func hasZone(_ name: String) -> Bool {
    locality(zone: name).sides.contains { $0.rules != nil }
  }

  /// A place of which nothing is known.
  public static let nowhere = Locality(sides: [], sun: nil, calendar: nil)

  private func sides(of zones: [ZoneTable.Zone]) -> [Locality.Side] {
    kept.withLock { kept in
      if let sides = kept.sides[zones] { return sides }
      let sides = zones.map { zone in
        if kept.rules[zone.name] == nil { kept.rules[zone.name] = .some(self.zones.rules(of: zone.name)) }
        let country = zone.country ?? ""
        let holidays = kept.holidays[country] ?? HolidayCalendar(country: zone.country)
        kept.holidays[country] = holidays
        return Locality.Side(
          zone: zone.name, rules: kept.rules[zone.name] ?? nil, country: zone.country, holidays: holidays)
      }
      // A user may ask for any zone by name; those of positions are some hundred.
      if kept.sides.count < 10_000 { kept.sides[zones] = sides }
      return sides
    }
  }

  /// The zone of the open sea: 15° of longitude each, `Etc/GMT-2` for two hours ahead of UTC.
  private static func ships(_ longitude: Double) -> Locality.Side {
    let hours = Int((longitude / 15).rounded())
    let name = hours == 0 ? "Etc/GMT" : "Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))"
    return Locality.Side(
      zone: name, rules: ZoneRules(offset: hours * 3600), country: nil,
      holidays: HolidayCalendar(country: nil))
  }
}
