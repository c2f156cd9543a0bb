import Synchronization
import Testing

@testable import OpeningHours

/// Holidays by boundaries, which tell the country and the region of a place.
@Suite struct RegionTests {
  /// Answers with the regions given, and counts how often it is asked.
  private final class Boundaries: Sendable {
    private let regions: [HolidayRegion]
    private let count = Mutex(0)

    init(_ codes: String...) { regions = codes.compactMap(HolidayRegion.init(code:)) }

    var questions: Int { count.withLock(\.self) }

    @Sendable func find(_ latitude: Double, _ longitude: Double) -> [HolidayRegion] {
      count.withLock { $0 += 1 }
      return regions
    }
  }

  private func neubrandenburg(_ boundaries: Boundaries? = nil, home: HolidayRegion? = nil) -> Locality {
    Localities(home: home, finder: boundaries?.find).locality(latitude: 53.557, longitude: 13.261)
  }

  private func vaduz(_ boundaries: Boundaries) -> Locality {
    Localities(finder: boundaries.find).locality(latitude: 47.141, longitude: 9.5215)
  }

  @Test(
    "without its region, a regional holiday leaves the state unknown",
    arguments: ["PH off", "PH 10:00-12:00", ""])
  func unknownRegion(rule: String) throws {
    let place = neubrandenburg(Boundaries())
    let reformation = try opening("Mo-Su 08:00-20:00; \(rule)", "2026-10-31 13:00", in: place)
    #expect(reformation.state == .unknown)
    #expect(reformation.reason == .holidayOfSomeRegions("Reformation Day"))
    // The night after belongs to the day in doubt.
    for hours in ["Mo-Su 20:00-03:00", "PH 20:00-03:00"] {
      let night = try opening(hours, "2026-11-19 01:00", in: place)
      #expect(night.reason == .holidayOfSomeRegions("Repentance and Prayer Day"))
    }
    #expect(try opening("Mo-Su 08:00-20:00; \(rule)", "2026-10-30 13:00", in: place).state == .open)
  }

  @Test("boundaries tell the region, before the one that the user gives")
  func knownRegion() throws {
    let hours = "Mo-Su 08:00-20:00; PH off"
    let mecklenburg = neubrandenburg(Boundaries("DE-MV"))
    #expect(try opening(hours, "2026-10-31 13:00", in: mecklenburg).state == .closed)
    #expect(try opening(hours, "2026-10-30 13:00", in: mecklenburg).next == .closed)
    #expect(
      try opening("Mo-Su 08:00-20:00", "2026-10-31 13:00", in: mecklenburg).reason
        == .holidayNotMentioned("Reformation Day"))
    let berlin = try #require(HolidayRegion(code: "DE-BE"))
    #expect(
      try opening(hours, "2026-10-31 13:00", in: neubrandenburg(Boundaries("DE-MV"), home: berlin)).state
        == .closed)
    for boundaries in [nil, Boundaries(), Boundaries("DE")] {
      #expect(
        try opening(hours, "2026-10-31 13:00", in: neubrandenburg(boundaries, home: berlin)).state == .open)
    }
    let zurich = try #require(HolidayRegion(code: "CH-ZH"))
    #expect(try opening(hours, "2026-10-31 13:00", in: neubrandenburg(home: zurich)).state == .unknown)
  }

  @Test("boundaries are asked once, and only on days that some region has as a holiday")
  func questions() throws {
    let boundaries = Boundaries("DE-MV")
    let place = neubrandenburg(boundaries)
    let hours = WrittenHours("Mo-Su 08:00-20:00; PH off")
    for date in ["2026-10-30", "2026-12-25"] {
      _ = hours.state(at: try place.time("\(date) 13:00"), in: place)
    }
    #expect(boundaries.questions == 0)
    for hour in 10...15 { _ = hours.state(at: try place.time("2026-10-31 \(hour):00"), in: place) }
    #expect(boundaries.questions == 1)
  }

  @Test("at a border, boundaries decide on the country, asked only where its sides differ")
  func border() throws {
    let boundaries = Boundaries("LI-11")
    let place = vaduz(boundaries)
    let hours = WrittenHours("Mo-Su 10:00-18:00; PH off")
    #expect(hours.state(at: try helsinki.time("2026-09-07 13:00"), in: place) == .open)
    #expect(boundaries.questions == 0)
    // A national holiday in Liechtenstein, and none in Switzerland.
    #expect(hours.state(at: try helsinki.time("2026-09-08 13:00"), in: place) == .closed)
    let opening = hours.opening(at: try helsinki.time("2026-08-01 13:00"), in: place)
    #expect(opening.state == .open)
    #expect(boundaries.questions == 1)
    #expect(place.exactly.countries == ["LI"])
    let week = try #require(
      WrittenHours("PH off").week(from: try helsinki.time("2026-09-08 13:00"), in: place))
    #expect(week.rows[0].holiday?.certainty == .sure)
  }

  @Test("boundaries decide on the clocks, too")
  func clocks() throws {
    let bridge = Localities(finder: Boundaries("FI-10").find).locality(latitude: 65.842, longitude: 24.145)
    #expect(bridge.exactly.zones == ["Europe/Helsinki"])
    #expect(bridge.offset(at: try helsinki.time("2026-06-03 10:30")) == 3 * 3600)
    #expect(try opening("Mo-Fr 10:00-18:00", "2026-06-03 10:30", in: bridge).state == .open)
  }

  @Test("a place that two countries claim has the holidays of both")
  func claimed() throws {
    let place = Localities(finder: Boundaries("UA-43", "RU").find).locality(latitude: 45.04, longitude: 33.98)
    #expect(place.exactly.countries == ["UA", "RU"])
  }

  @Test("a country that has no zone of its own has its own holidays")
  func withoutZone() {
    let pristina = Localities(finder: Boundaries("XK").find).locality(latitude: 42.66, longitude: 21.16)
    #expect(pristina.zones == ["Europe/Belgrade"])
    #expect(pristina.exactly.countries == ["XK"])
  }
}
