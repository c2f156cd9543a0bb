import Foundation
import Geography
import Testing

@testable import Presentation

@Suite struct PlaceClocksTests {
  private let helsinki = Coordinate(latitude: 60.17, longitude: 24.94)

  @Test("times have the offset of the place, in winter and in summer, and keep their fractions")
  func places() throws {
    let clocks = PlaceClocks()
    let summer = Date(timeIntervalSince1970: 1_780_308_013.5)
    #expect(clocks.text(of: summer, at: helsinki) == "2026-06-01T13:00:13.500+03:00")
    #expect(clocks.clock(of: summer, at: helsinki) == "13:00:13")
    let winter = Date(timeIntervalSince1970: 1_767_225_600)
    #expect(clocks.text(of: winter, at: helsinki) == "2026-01-01T02:00:00+02:00")
    let chatham = Coordinate(latitude: -43.95, longitude: -176.56)
    #expect(clocks.text(of: winter, at: chatham) == "2026-01-01T13:45:00+13:45")
    let rio = Coordinate(latitude: -22.9, longitude: -43.2)
    #expect(clocks.text(of: winter, at: rio) == "2025-12-31T21:00:00-03:00")
    let london = Coordinate(latitude: 51.5, longitude: -0.1)
    #expect(clocks.text(of: winter, at: london) == "2026-01-01T00:00:00Z")
  }

  @Test("without zones, and at the ends of the calendar, times are in UTC and say so")
  func universal() {
    let time = Date(timeIntervalSince1970: 1_780_308_013)
    #expect(PlaceClocks.utc.text(of: time, at: helsinki) == "2026-06-01T10:00:13Z")
    #expect(PlaceClocks.utc.clock(of: time, at: helsinki) == "10:00:13Z")
    let last = Date(timeIntervalSince1970: 253_402_300_799)
    #expect(PlaceClocks().text(of: last, at: helsinki) == "9999-12-31T23:59:59Z")
  }
}
