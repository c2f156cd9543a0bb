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
    let holidays: HolidayCalendar
  }

  let sides: [Side]
  let sun: SunTimes?
  let calendar: UserCalendar?

  /// The names of the zones that the place may be in; none if its position is unknown.
  public var zones: [String] { sides.map(\.zone) }
  /// The countries that the place may be in, by their two letters.
  public var countries: [String] {
    sides.compactMap(\.country).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
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
    return meant.isEmpty ? self : Locality(sides: meant, sun: sun, calendar: calendar)
  }

  /// How many seconds the clocks of the place are ahead of UTC; of the first zone, if there are several.
  public func offset(at time: Int) -> Int? {
    sides.first?.rules?.offset(at: time)
  }

  /// The times, in seconds since 1970, at which the place's clocks show a time of day: none if they skip it,
  /// two if they show it twice.
  public func times(year: Int, month: Int, day: Int, minute: Int) -> [Int] {
    guard let rules = sides.first?.rules else { return [] }
    let local = Day.number(year: year, month: month, day: day) * 86_400 + minute * 60
    let offsets = Set([-86_400, 0, 86_400].map { rules.offset(at: local + $0) })
    return offsets.map { local - $0 }.filter { $0 + rules.offset(at: $0) == local }.sorted()
  }
}
