import Testing

@testable import OpeningHours

@Suite struct BorderTests {
  /// On the bridge from Tornio in Finland to Haparanda in Sweden, whose clocks differ by an hour.
  private let bridge = localities.locality(latitude: 65.842, longitude: 24.145)

  @Test("near a border, both sides have to agree")
  func border() throws {
    #expect(Set(bridge.zones) == ["Europe/Helsinki", "Europe/Stockholm"])
    #expect(Set(bridge.countries) == ["FI", "SE"])
    let noon = try helsinki.time("2026-06-03 13:00")
    let hours = WrittenHours("Mo-Fr 10:00-18:00")
    #expect(hours.opening(at: noon, in: bridge).state == .open)
    let morning = hours.opening(at: try helsinki.time("2026-06-03 10:30"), in: bridge)
    #expect(morning.state == .unknown)
    guard case .zoneBorder? = morning.reason else {
      Issue.record("\(morning)")
      return
    }
  }

  @Test("where the clocks agree, only holidays differ, and the country decides")
  func holidays() throws {
    // Vaduz is near Switzerland, which has its national holiday on 1 August.
    let vaduz = localities.locality(latitude: 47.141, longitude: 9.5215)
    let noon = try helsinki.time("2026-08-01 13:00")
    let hours = WrittenHours("Mo-Su 10:00-18:00; PH off")
    #expect(hours.opening(at: noon, in: vaduz).reason == .holidayBorder(vaduz.countries))
    #expect(hours.opening(at: noon, in: vaduz.inside(country: "li")).state == .open)
    #expect(hours.opening(at: noon, in: vaduz.inside(country: "CH")).state == .closed)
    #expect(vaduz.inside(country: "FI").countries == vaduz.countries)
    #expect(vaduz.inside(zone: "Europe/Vaduz").countries == ["LI"])
  }

  @Test("an agreed state begins at the later time and ends at the earlier one")
  func agreement() throws {
    let opening = WrittenHours("Mo-Fr 10:00-18:00").opening(
      at: try helsinki.time("2026-06-03 13:00"), in: bridge)
    #expect(opening.since?.seconds == (try helsinki.time("2026-06-03 11:00")))
    #expect(opening.until?.seconds == (try helsinki.time("2026-06-03 18:00")))
    #expect(opening.next == .unknown)
  }

  @Test("Xinjiang has two clocks")
  func urumqi() {
    let place = localities.locality(latitude: 43.8, longitude: 87.6)
    #expect(Set(place.zones) == ["Asia/Shanghai", "Asia/Urumqi"])
    #expect(place.countries == ["CN"])
  }

  @Test(
    "a place across the border has its own time zone, wherever the user is",
    arguments: [
      (59.437, 24.754, ["Europe/Tallinn"], ["EE"]),
      (46.155, 6.22, ["Europe/Paris", "Europe/Zurich"], ["FR", "CH"]),
      (40.71, -74.0, ["America/New_York"], ["US"]), (27.7, 85.3, ["Asia/Kathmandu"], ["NP"]),
      (-36.85, 174.76, ["Pacific/Auckland"], ["NZ"]), (78.22, 15.65, ["Arctic/Longyearbyen"], ["SJ"]),
      (0, -30, ["Etc/GMT+2"], []), (35, -180, ["Etc/GMT+12"], []), (35, 180, ["Etc/GMT-12"], []),
      (0, 0, ["Etc/GMT"], []), (91, 0, [], []), (.nan, 0, [], []),
    ] as [(Double, Double, [String], [String])])
  func zones(latitude: Double, longitude: Double, zones: [String], countries: [String]) {
    let place = localities.locality(latitude: latitude, longitude: longitude)
    #expect(place.zones == zones)
    #expect(place.countries == countries)
  }

  @Test("the system knows the zones of the table, except a few that it may have renamed")
  func systemZones() {
    let lacking = ZoneTable.shared.zones.filter { ZoneDirectory().rules(of: $0.name) == nil }
    #expect(ZoneTable.shared.zones.count > 400)
    #expect(lacking.count <= 3, "\(lacking)")
    #expect(ZoneTable.shared.zones.filter { $0.country == nil }.count <= 5)
  }
}
