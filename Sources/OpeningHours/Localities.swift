import CivilTime
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

/// A place as far as opening hours depend on it: its time zone, its holidays, its sun.
///
/// Near a border it has a side for each zone that reaches into its cell, as it is not known on which side it lies.
public struct Locality: Sendable {
  /// A zone with the country whose holidays apply there.
  struct Side: Sendable {
    let zone: String
    /// `nil` if the system has no such zone.
    let rules: ZoneRules?
    let country: String?
    /// The regions of the country that the place is in, as `HolidayRegion` has them.
    let regions: Set<String>
    let holidays: HolidayCalendar
  }

  /// What boundaries tell of a place, found when it is first asked for, as that takes longer.
  final class ExactSides: Sendable {
    private let known = Mutex<[Side]?>(nil)
    private let find: @Sendable () -> [Side]

    init(_ find: @escaping @Sendable () -> [Side]) { self.find = find }

    var sides: [Side] {
      known.withLock { known in
        if let known { return known }
        let sides = find()
        known = sides
        return sides
      }
    }
  }

  let sides: [Side]
  /// `nil` if boundaries tell no more than the sides.
  let exact: ExactSides?
  let sun: SunTimes?
  let calendar: UserCalendar?

  /// The names of the zones that the place may be in; none if its position is unknown.
  public var zones: [String] { sides.map(\.zone) }
  /// The countries that the place may be in, by their two letters.
  public var countries: [String] {
    sides.compactMap(\.country).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The countries that the place may be in, with their regions, as far as they are known.
  public var regions: [HolidayRegion] {
    sides.compactMap { side in side.country.map { HolidayRegion(country: $0, regions: side.regions) } }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The same place as exactly as boundaries tell.
  public var exactly: Locality {
    exact.map { Locality(sides: $0.sides, exact: nil, sun: sun, calendar: calendar) } ?? self
  }

  /// The same place, known to be in a country, by its two letters; none of its sides may be in that.
  public func inside(country: String) -> Locality {
    narrowed { $0.country == country.uppercased() }
  }

  /// The same place, known to be in a zone; none of its sides may be in that.
  public func inside(zone: String) -> Locality {
    narrowed { $0.zone == zone }
  }

  private func narrowed(to isMeant: (Side) -> Bool) -> Locality {
    let meant = sides.filter(isMeant)
    return meant.isEmpty ? self : Locality(sides: meant, exact: exact, sun: sun, calendar: calendar)
  }

  /// How many seconds the clocks of the place are ahead of UTC; of the first zone, if there are several.
  public func offset(at time: Int) -> Int? {
    clocks(at: time)?.offset(at: time)
  }

  /// The clocks of the place around a time; only where they differ between the sides, boundaries are asked.
  private func clocks(at time: Int) -> ZoneRules? {
    let offset = sides.first?.rules?.offset(at: time)
    let isOne = exact == nil || sides.allSatisfy { $0.rules?.offset(at: time) == offset }
    return (isOne ? sides : exactly.sides).first?.rules
  }

  /// The times, in seconds since 1970, at which the place's clocks show a time of day: none if they skip it,
  /// two if they show it twice.
  public func times(year: Int, month: Int, day: Int, minute: Int) -> [Int] {
    let local = Day.number(year: year, month: month, day: day) * 86_400 + minute * 60
    guard let rules = clocks(at: local) else { return [] }
    let offsets = Set([-86_400, 0, 86_400].map { rules.offset(at: local + $0) })
    return offsets.map { local - $0 }.filter { $0 + rules.offset(at: $0) == local }.sorted()
  }
}
