import CivilTime
import Synchronization

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
