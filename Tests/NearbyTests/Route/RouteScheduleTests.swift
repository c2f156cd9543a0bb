import Foundation
import Geography
import TestSupport
import Testing

@testable import Nearby

@Suite struct RouteScheduleTests {
  private let terrain = Terrain()
  private let start = Terrain.start

  /// A way east, a point every 100 m, with the height and the seconds at each.
  private func route(
    kilometres: Int, height: (Int) -> Double? = { _ in nil }, seconds: (Int) -> Double? = { _ in nil }
  ) throws -> Route {
    let points = (0...10 * kilometres).map { index in
      RoutePoint(
        coordinate: terrain.coordinate(east: Double(100 * index)), altitude: height(index),
        time: seconds(index).map(start.addingTimeInterval))
    }
    return try Route(segments: [points], isRecorded: true)
  }

  @Test("gives arrival times at a constant speed from the starting point")
  func speed() throws {
    let schedule = try RouteSchedule(
      try route(kilometres: 10), at: .speed(5), from: 2000, start: start, now: .distantPast)
    #expect(abs(schedule.time(at: 7000).timeIntervalSince(start) - 1000) < 0.1)
  }

  @Test("an hour for 5 km, and an hour for 600 m of climbing")
  func naismith() throws {
    // 600 m up over 6 km, and down again.
    let way = try route(kilometres: 12) { Double(min($0, 120 - $0) * 10) }
    let profile = try #require(HeightProfile(way))
    let schedule = try RouteSchedule(
      way, at: .pace(RouteSchedule.naismithPace), start: start, profile: profile, now: .distantPast)
    let hours = schedule.time(at: 12_000).timeIntervalSince(start) / 3600
    #expect(abs(hours - (12.0 / 5 + 1)) < 0.05)
    let top = schedule.time(at: 6000).timeIntervalSince(start) / 3600
    #expect(abs(top - (6.0 / 5 + 1)) < 0.05)
  }

  @Test("noise in the heights adds no climbing")
  func noise() throws {
    var random = SeededGenerator(seed: 7)
    // As a receiver writes them, a point every 5 m.
    let points = (0..<4000).map { index in
      RoutePoint(
        coordinate: terrain.coordinate(east: Double(5 * index)),
        altitude: 50 + .random(in: -6...6, using: &random))
    }
    let way = try Route(segments: [points], isRecorded: true)
    #expect(try #require(HeightProfile(way)).climb(upTo: 20_000) == 0)
  }

  @Test("more points on the same slope add no climbing")
  func density() throws {
    let few = [0.0, 5000, 10_000].map { east in
      RoutePoint(coordinate: terrain.coordinate(east: east), altitude: east == 5000 ? 300 : 0)
    }
    let coarse = try #require(HeightProfile(try Route(segments: [few], isRecorded: false)))
    let fine = try #require(HeightProfile(try route(kilometres: 10) { Double(min($0, 100 - $0) * 6) }))
    #expect(abs(coarse.climb(upTo: 10_000) - fine.climb(upTo: 10_000)) < 1)
    #expect(abs(coarse.climb(upTo: 10_000) - 300) < 10)
  }

  @Test("one wild height adds no climbing", arguments: [(50, 99_999.0), (50, 8000), (0, 3000), (100, -400)])
  func wildHeight(index: Int, height: Double) throws {
    let way = try route(kilometres: 10) { $0 == index ? height : 20 }
    #expect(try #require(HeightProfile(way)).climb(upTo: 10_000) == 0)
  }

  @Test("knows where the route's own times end")
  func timesEnd() throws {
    func end(_ seconds: (Int) -> Double?) throws -> Double? {
      try RouteSchedule(
        try route(kilometres: 10, seconds: seconds), at: .ownTimes, start: nil, now: .distantPast
      ).timesEnd
    }
    #expect(try end { Double($0 * 20) } == nil)
    #expect(abs(try #require(try end { $0 <= 50 ? Double($0 * 20) : nil }) - 5000) < 1)
  }

  @Test("uses the route's own times, unchanged or from another start")
  func ownTimes() throws {
    let way = try route(kilometres: 10, seconds: { Double($0 * 20) })
    let own = try RouteSchedule(way, at: .ownTimes, start: nil, now: .distantPast)
    #expect(abs(own.time(at: 5000).timeIntervalSince(start) - 1000) < 0.1)
    let later = try RouteSchedule(
      way, at: .ownTimes, from: 5000, start: start.addingTimeInterval(7200), now: .distantPast)
    #expect(abs(later.time(at: 6000).timeIntervalSince(start) - 7400) < 0.1)
    let back = try RouteSchedule(way.reversed, at: .ownTimes, start: nil, now: start)
    #expect(abs(back.time(at: 1000).timeIntervalSince(start) - 200) < 0.1)
  }

  @Test("missing or backward times give no schedule")
  func badTimes() throws {
    let without = try route(kilometres: 1)
    #expect(throws: RouteSchedule.TimesProblem.missing) {
      try RouteSchedule(without, at: .ownTimes, start: nil, now: .distantPast)
    }
    let backwards = try route(kilometres: 1, seconds: { Double($0 == 5 ? 0 : $0 * 20) })
    #expect(throws: RouteSchedule.TimesProblem.self) {
      try RouteSchedule(backwards, at: .ownTimes, start: nil, now: .distantPast)
    }
  }

  @Test(
    "a rest at a point, or between two segments that meet there, is no slow way to the next",
    arguments: [5, 2])
  func rest(cut: Int) throws {
    let start = Date(timeIntervalSince1970: 1_000_000)
    let points = [(0.0, 0.0), (1000, 600), (1000, 2400), (1000, 4200), (2000, 4800)].map { east, seconds in
      RoutePoint(coordinate: Terrain().coordinate(east: east, north: 0), time: start + seconds)
    }
    let route = try Route(segments: [Array(points[..<cut]), Array(points[cut...])], isRecorded: true)
    let schedule = try RouteSchedule(route, at: .ownTimes, start: nil, now: .distantPast)
    let times = [500.0, 999.9, 1500, 2000].map { schedule.time(at: $0).timeIntervalSince(start).rounded() }
    #expect(times == [300, 600, 4500, 4800])
    #expect(abs(route.length.metres - 2000) < 0.1 && route.pointCount == 3)
  }
}
