import Synchronization

/// Finds the zones, countries and holidays of places, and caches what it has read.
public final class Localities: Sendable {
  /// Finds the countries of a position in degrees, with its regions: none if unknown, several if they claim it.
  public typealias RegionFinder = @Sendable (_ latitude: Double, _ longitude: Double) -> [HolidayRegion]

  private struct Kept {
    var rules: [String: ZoneRules?] = [:]
    var holidays: [HolidayRegion: HolidayCalendar] = [:]
    /// By the number of their set in the table.
    var sides: [Int: [Locality.Side]] = [:]
  }

  private let zones: ZoneDirectory
  private let calendar: UserCalendar?
  private let home: HolidayRegion?
  private let finder: RegionFinder?
  private let kept = Mutex(Kept())

  /// - Parameters:
  ///   - calendar: The user's own holidays, which apply to every place.
  ///   - home: The region that counts in its country where the finder knows none.
  ///   - finder: Knows more than the zones; asked when the answer depends on it.
  public convenience init(
    calendar: UserCalendar? = nil, home: HolidayRegion? = nil, finder: RegionFinder? = nil
  ) {
    self.init(zones: ZoneDirectory(), calendar: calendar, home: home, finder: finder)
  }

  init(
    zones: ZoneDirectory, calendar: UserCalendar? = nil, home: HolidayRegion? = nil,
    finder: RegionFinder? = nil
  ) {
    self.zones = zones
    self.calendar = calendar
    self.home = home
    self.finder = finder
  }

  /// The locality of a position, in degrees; on the open sea, ships' time zones apply.
  public func locality(latitude: Double, longitude: Double) -> Locality {
    guard abs(latitude) <= 90, abs(longitude) <= 180 else {
      return Locality(sides: [], exact: nil, sun: nil, calendar: calendar)
    }
    let set = ZoneTable.shared.set(latitude: latitude, longitude: longitude)
    let sides =
      kept.withLock { $0.sides[set] } ?? keptSides(of: ZoneTable.shared.zones(ofSet: set), longitude, set)
    return Locality(
      sides: sides, exact: exact(sides, latitude, longitude),
      sun: SunTimes(latitude: latitude, longitude: longitude), calendar: calendar)
  }

  /// The locality of a zone, with the time zone database's country unless a region is given.
  public func locality(zone: String, region: HolidayRegion? = nil) -> Locality {
    let zone = ZoneTable.Zone(name: zone, country: ZoneTable.shared.country(of: zone))
    return locality(of: [zone], region ?? home.flatMap { $0.country == zone.country ? $0 : nil })
  }

  /// The locality of a region, whose country may have several zones.
  public func locality(region: HolidayRegion) -> Locality {
    locality(of: ZoneTable.shared.zones.filter { $0.country == region.country }, region)
  }

  private func locality(of zones: [ZoneTable.Zone], _ region: HolidayRegion?) -> Locality {
    let sides = sides(of: zones).map { side in region.map { self.side(side, in: $0) } ?? side }
    return Locality(sides: sides, exact: nil, sun: nil, calendar: calendar)
  }

  /// Whether the system knows a zone of that name.
  public func hasZone(_ name: String) -> Bool {
    locality(zone: name).sides.contains { $0.rules != nil }
  }

  /// A place about which nothing is known.
  public static let nowhere = Locality(sides: [], exact: nil, sun: nil, calendar: nil)

  private func exact(
    _ sides: [Locality.Side], _ latitude: Double, _ longitude: Double
  ) -> Locality.ExactSides? {
    guard finder != nil || home != nil else { return nil }
    return Locality.ExactSides { [self] in
      var exact = sides
      let found = finder?(latitude, longitude) ?? []
      if !found.isEmpty {
        exact = found.flatMap { region in
          let own = sides.filter { $0.country == region.country }
          return (own.isEmpty ? sides : own).map { side($0, in: region) }
        }
      }
      guard let home else { return exact }
      return exact.map { $0.country == home.country && $0.regions.isEmpty ? side($0, in: home) : $0 }
    }
  }

  private func keptSides(of zones: [ZoneTable.Zone], _ longitude: Double, _ set: Int) -> [Locality.Side] {
    guard !zones.isEmpty else { return [Self.ships(longitude)] }
    let sides = sides(of: zones)
    kept.withLock { $0.sides[set] = sides }
    return sides
  }

  private func sides(of zones: [ZoneTable.Zone]) -> [Locality.Side] {
    zones.map { zone in
      Locality.Side(
        zone: zone.name, rules: rules(of: zone.name), country: zone.country, regions: [],
        holidays: zone.country.map { holidays(of: HolidayRegion(country: $0)) }
          ?? HolidayCalendar(country: nil))
    }
  }

  /// The same clocks with the holidays of a region.
  private func side(_ side: Locality.Side, in region: HolidayRegion) -> Locality.Side {
    Locality.Side(
      zone: side.zone, rules: side.rules, country: region.country, regions: region.regions,
      holidays: holidays(of: region))
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

  private func holidays(of region: HolidayRegion) -> HolidayCalendar {
    if let known = kept.withLock({ $0.holidays[region] }) { return known }
    let holidays = HolidayCalendar(country: region.country, regions: region.regions)
    kept.withLock { kept in
      if kept.holidays.count < 1000 { kept.holidays[region] = holidays }
    }
    return holidays
  }

  /// The zone of the open sea: 15° of longitude each, `Etc/GMT-2` for two hours ahead of UTC.
  private static func ships(_ longitude: Double) -> Locality.Side {
    let hours = Int(exactly: (longitude / 15).rounded()) ?? 0
    let name = hours == 0 ? "Etc/GMT" : "Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))"
    return Locality.Side(
      zone: name, rules: ZoneRules(offset: hours * 3600), country: nil, regions: [],
      holidays: HolidayCalendar(country: nil))
  }
}
