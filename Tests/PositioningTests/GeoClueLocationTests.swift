import Foundation
import Geography
import Testing

@testable import Positioning

@Suite struct GeoClueLocationTests {
  private func location(_ properties: [String: BusValue]) -> Location? {
    Location(
      geoclue: ["Latitude": .real(60.17), "Longitude": .real(24.94)].merging(properties) { $1 })
  }

  @Test("GeoClue's numbers for unknown mean unknown")
  func unknown() throws {
    let properties: [String: BusValue] = [
      "Altitude": .real(-.greatestFiniteMagnitude), "Speed": .real(-1), "Heading": .real(-1),
      "Accuracy": .real(-1), "Timestamp": .list([.whole(0), .whole(0)]),
    ]
    let location = try #require(self.location(properties))
    #expect(location == Location(coordinate: Coordinate(latitude: 60.17, longitude: 24.94)))
  }

  @Test("keeps known values")
  func known() throws {
    let properties: [String: BusValue] = [
      "Altitude": .real(12), "Speed": .real(1.5), "Heading": .real(90), "Accuracy": .real(25),
      "Timestamp": .list([.whole(1_700_000_000), .whole(250_000)]), "Description": .text("WiFi"),
    ]
    let location = try #require(self.location(properties))
    #expect(location.altitude == 12)
    #expect(location.speed == 1.5)
    #expect(location.course == Bearing(degrees: 90))
    #expect(location.accuracy == 25)
    #expect(location.time == Date(timeIntervalSince1970: 1_700_000_000.25))
  }

  @Test(
    "a dilution of precision is never a radius, but a city's extent is",
    arguments: [
      (0, 19), (1, 38), (3, 95), (50, 190), (100, 380), (1.1, nil), (9, nil), (10, 10), (300, 300),
      (150_000, 150_000), (.infinity, 20_100_000), (.nan, nil),
    ] as [(Double, Double?)])
  func accuracy(metres: Double, radius: Double?) throws {
    #expect(try #require(location(["Accuracy": .real(metres)])).accuracy == radius)
  }

  @Test(
    "leaves out invalid positions",
    arguments: [
      ["Latitude": .real(91)], ["Latitude": .real(.nan)], ["Longitude": .text("24")],
    ] as [[String: BusValue]])
  func none(properties: [String: BusValue]) {
    #expect(location(properties) == nil)
    #expect(Location(geoclue: [:]) == nil)
  }
}
