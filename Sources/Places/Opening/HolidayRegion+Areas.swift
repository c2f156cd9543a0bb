import OpeningHours

extension HolidayRegion {
  /// The country of a place with its regions, by the areas around it: none if they have no codes, several if more
  /// than one country claims the place.
  public static func regions(in areas: [AdministrativeArea]) -> [HolidayRegion] {
    let regions = areas.flatMap { area in
      (area.names["ISO3166-2"] ?? "").split(separator: ";").compactMap { HolidayRegion(code: String($0)) }
    }
    // Åland is a country by its code, and lies in another one.
    let codes = areas.compactMap { area in
      (area.names["ISO3166-1"] ?? area.names["ISO3166-1:alpha2"]).flatMap(HolidayRegion.init(code:))
        .map { (level: area.level, country: $0.country) }
    }
    let deepest = codes.map(\.level).max()
    let named = codes.filter { $0.level == deepest }.map(\.country)
    // An extract of a region lacks the boundary of its country.
    let countries = named.isEmpty ? regions.map(\.country) : named
    return Set(countries).sorted().map { country in
      HolidayRegion(
        country: country,
        regions: regions.reduce(into: []) { if $1.country == country { $0.formUnion($1.regions) } })
    }
  }
}
