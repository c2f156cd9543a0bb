import ArgumentParser
import Foundation
import Geography
import Nearby
import TestSupport
import Testing

@testable import poi

@Suite struct AlongCommandTests {
  private func parse(_ arguments: [String]) throws -> AlongCommand {
    try AlongCommand.parse(["tour.gpx"] + arguments)
  }

  @Test(
    "distances along the route are kilometres, unless they have a unit",
    arguments: [("40", 40_000.0), ("1.5", 1500), ("500m", 500), ("25mi", 40_233.6), ("2nmi", 3704)])
  func kilometres(text: String, metres: Double) throws {
    #expect(abs(try Kilometres(argument: text).metres - metres) < 0.001)
  }

  @Test(
    "speeds have a unit", arguments: [("18km/h", 5.0), ("3.6 km/h", 1), ("10kn", 5.144_444), ("5m/s", 5)])
  func speeds(text: String, metresPerSecond: Double) throws {
    #expect(abs(try Pace.speed(argument: text) - metresPerSecond) < 1e-5)
  }

  @Test(
    "a pace is a time for a distance",
    arguments: [("12min/km", 0.72), ("5:30/km", 0.33), ("20min/mi", 0.745_645), ("naismith", 0.72)])
  func paces(text: String, secondsPerMetre: Double) throws {
    #expect(abs(try Pace.pace(argument: text) - secondsPerMetre) < 1e-5)
  }

  @Test("a start is today's clock, a clock on a day, or a moment")
  func starts() throws {
    let helsinki = try #require(TimeZone(secondsFromGMT: 3 * 3600))
    // 2026-06-01T22:30:00Z, which is the next day in Helsinki.
    let now = Date(timeIntervalSince1970: 1_780_353_000)
    func start(_ text: String) throws -> (start: Date, zone: TimeZone) {
      try StartTime(argument: text).resolved(now: now, zone: helsinki)
    }
    #expect(try start("08:00").start == Date(timeIntervalSince1970: 1_780_376_400))
    #expect(try start("2026-06-02T08:00").start == Date(timeIntervalSince1970: 1_780_376_400))
    #expect(try start("2026-06-02T05:00Z").start == Date(timeIntervalSince1970: 1_780_376_400))
    let moment = try start("2026-06-02T07:00:00+02:00")
    #expect(moment.start == Date(timeIntervalSince1970: 1_780_376_400))
    #expect(moment.zone.secondsFromGMT() == 7200)
  }

  @Test(
    "what makes no sense is refused",
    arguments: [
      ["--within", "0"], ["--limit", "0"], ["--from", "north"], ["--speed", "18"], ["--speed", "0km/h"],
      ["--speed", "nankm/h"], ["--pace", "fast"], ["--pace", "0min/km"], ["--pace", "5:70/km"],
      ["--speed", "18km/h", "--pace", "naismith"], ["--start", "25:00"], ["--start", "tomorrow"],
      ["--format", "radar"], ["--json", "--format", "csv"], ["--router", "routino"], ["--profile", "foot"],
      ["--router", "osrm", "--router-database", "/nowhere"],
    ])
  func refused(arguments: [String]) {
    #expect(throws: (any Error).self) { try parse(arguments) }
  }

  @Test("Routino's text tells the way there and back, and what is missing to the stops")
  func routino() throws {
    let text = """
      # Creator : Routino - http://www.routino.org/
      #Latitude\tLongitude\tSection \tSection \tTotal   \tTotal   \tPoint\tTurn\tBearing\tHighway
       60.000000\t  24.000000\t 0.000 km\t 0.0 min\t  0.0 km\t   0 min\tWaypt#1\t\t +1\t(null)
       60.001000\t  24.000000\t 0.150 km\t 0.2 min\t  0.1 km\t   0 min\tJunct\t +0\t +1\t(null)
       60.002000\t  24.000000\t 0.100 km\t 0.2 min\t  0.2 km\t   0 min\tWaypt#2\t +0\t +1\t(null)
       60.000000\t  24.000000\t 0.250 km\t 0.2 min\t  0.5 km\t   0 min\tWaypt#3\t\t\t

      """
    let start = Coordinate(latitude: 60, longitude: 24)
    let place = Coordinate(latitude: 60.0025, longitude: 24)
    let metres = try #require(Routino.metres(in: text, by: [start, place, start]))
    // Half a thousandth of a degree from the road to the place, and back.
    #expect(abs(metres - (500 + 2 * 55.71)) < 0.1)
    #expect(Routino.metres(in: "", by: [start, place, start]) == nil)
    #expect(Routino.metres(in: "garbage\n", by: [start, place, start]) == nil)
  }

  @Test("without a database there is no router")
  func noDatabase() throws {
    let folder = try TemporaryDirectory()
    #expect(throws: CommandFailure.self) { try Routino(database: folder.url.path, profile: .foot) }
  }
}
