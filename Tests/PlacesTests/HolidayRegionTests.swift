import OpeningHours
import Testing

@testable import Places

@Suite struct HolidayRegionTests {
  private func regions(_ areas: (level: Int, codes: [String: String])...) -> [HolidayRegion] {
    HolidayRegion.regions(
      in: areas.enumerated().map { index, area in
        AdministrativeArea(
          id: "relation/\(index)", level: area.level,
          names: area.codes.merging(["name": "area \(index)"]) { $1 }, size: 1)
      })
  }

  @Test("the areas around a place tell its country and its regions")
  func codes() {
    #expect(
      regions((2, ["ISO3166-1": "DE"]), (4, ["ISO3166-2": "DE-MV"]), (8, [:]))
        == [HolidayRegion(country: "DE", regions: ["MV"])])
    #expect(
      regions((2, ["ISO3166-1:alpha2": "FR"]), (4, ["ISO3166-2": "FR-GES"]), (6, ["ISO3166-2": "FR-67"]))
        == [HolidayRegion(country: "FR", regions: ["GES", "67"])])
  }

  @Test("an extract without the country's boundary has it in the codes of regions")
  func regionAlone() {
    #expect(regions((4, ["ISO3166-2": "DE-MV"])) == [HolidayRegion(country: "DE", regions: ["MV"])])
  }

  @Test("a country within another one is the place's; of two at one level, nobody knows")
  func countries() {
    #expect(
      regions((2, ["ISO3166-1": "FI"]), (3, ["ISO3166-1": "AX", "ISO3166-2": "FI-01"]))
        == [HolidayRegion(country: "AX")])
    #expect(
      regions((2, ["ISO3166-1": "UA"]), (2, ["ISO3166-1": "RU"]), (4, ["ISO3166-2": "UA-43"]))
        == [HolidayRegion(country: "RU"), HolidayRegion(country: "UA", regions: ["43"])])
  }

  @Test("areas without codes, or with other texts in them, tell nothing")
  func nothing() {
    #expect(regions() == [])
    #expect(regions((2, [:]), (4, ["ISO3166-2": "Mecklenburg"]), (6, ["ISO3166-1": ""])) == [])
  }
}
