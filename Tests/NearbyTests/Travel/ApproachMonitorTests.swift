import Foundation
import Geography
import Places
import Positioning
import TestSupport
import Testing

@testable import Nearby

@Suite struct ApproachMonitorTests {
  private let terrain = Terrain()
  private let rules = ProximityRules()

  /// The reports on the way east at 5 m/s, by place and metres from the start.
  private func told(_ places: [PointOfInterest], angle: Double = 90, ends: Double = 2000) -> [String] {
    var monitor = TravelMonitor(
      rules: rules, approaches: ApproachMonitor(within: Distance(metres: 500), angle: angle))
    let fences = FenceIndex(places, rules: rules)
    return stride(from: 0.0, through: ends, by: 5).flatMap { east -> [String] in
      let fix = terrain.fix(east: east, at: east / 5, accuracy: 5)
      _ = monitor.update(with: fix)
      return monitor.approaches(at: fix, after: nil, course: monitor.course, among: fences).map {
        "\($0.kind) \($0.place.place.id) \(Int(east))"
      }
    }
  }

  @Test("reports a place ahead once when near, and once when behind")
  func once() {
    #expect(
      told([terrain.place("tap", east: 1000, north: 30)]) == ["approach tap 505", "passed tap 1045"])
  }

  @Test("off a route, reports a place again when somebody who joined the route comes back")
  func again() throws {
    let way = [0.0, 3000].map { RoutePoint(coordinate: terrain.coordinate(east: $0)) }
    let follower = RouteFollower(
      try Route(segments: [way], isRecorded: false), passes: [], filter: PlaceFilter(),
      approach: Distance(metres: 500))
    var monitor = TravelMonitor(
      rules: rules, follower: follower, approaches: ApproachMonitor(within: Distance(metres: 500)))
    let fences = FenceIndex([terrain.place("tap", east: 1000, north: -25)], rules: rules)
    let corners = [(1010, -1000), (1010, 0), (1800, 0), (1800, -1200), (1010, -1200), (1010, -300)]
    let told = Self.points(on: corners).enumerated().flatMap { second, point in
      let fix = terrain.fix(
        east: Double(point.0), north: Double(point.1), at: Double(second), accuracy: 5)
      _ = monitor.update(with: fix)
      return monitor.approaches(at: fix, after: nil, course: monitor.course, among: fences).map {
        "\($0.kind) \(point)"
      }
    }
    #expect(told == ["approach (1010, -520)", "passed (1020, 0)", "approach (1010, -520)"])
  }

  /// Points 5 m apart.
  private static func points(on corners: [(Int, Int)]) -> [(Int, Int)] {
    zip(corners, corners.dropFirst()).flatMap { start, end in
      let steps = max(abs(end.0 - start.0), abs(end.1 - start.1)) / 5
      return (0..<steps).map { step in
        (start.0 + (end.0 - start.0) * step / steps, start.1 + (end.1 - start.1) * step / steps)
      }
    }
  }

  @Test(
    "on a route, reports a place again to somebody who left it for some minutes before the place",
    arguments: [(seconds: 8, told: 2), (2, 1)])
  func rejoined(seconds: Int, told: Int) throws {
    let way = [0.0, 3000].map { RoutePoint(coordinate: terrain.coordinate(east: $0)) }
    let route = try Route(segments: [way], isRecorded: false)
    let follower = RouteFollower(
      route, passes: Tours.passes(of: [terrain.place("tap", east: 1000, north: -25)], on: route),
      filter: PlaceFilter(), approach: Distance(metres: 500))
    var monitor = TravelMonitor(rules: rules, follower: follower)
    let corners = [(400, 0), (700, 0), (700, 150), (720, 150), (720, 0), (1200, 0)]
    var events: [String] = []
    for (index, point) in Self.points(on: corners).enumerated() {
      let fix = terrain.fix(
        east: Double(point.0), north: Double(point.1), at: Double(index * seconds), accuracy: 5)
      for case .travel(let event) in monitor.update(with: fix) { events.append("\(event.kind)") }
    }
    #expect(events == Array(repeating: "approach", count: told) + ["passed"])
  }

  @Test("a place is passed as near as the way between two fixes comes", arguments: [200.0, 2000])
  func between(approach: Double) throws {
    var engine = WatchEngine(
      monitor: ProximityMonitor(rules: rules),
      travel: TravelMonitor(rules: rules, approaches: ApproachMonitor(within: Distance(metres: approach))))
    let known = WatchEngine.Known(fences: FenceIndex([terrain.place("tap", north: 30)], rules: rules))
    var events: [String] = []
    for step in -10...10 {
      let fix = terrain.fix(east: Double(step) * 332 + 166, at: Double(step) * 4, accuracy: 5)
      for case .event(let event) in engine.step(.fix(fix)) + engine.step(.placesKnown, among: known) {
        switch event {
        case .proximity(let pass):
          events.append("\(pass.kind)")
          #expect(abs((pass.closest?.distance.metres ?? .infinity) - 30) < 0.1)
        case .travel(let travel):
          events.append("\(travel.kind)")
          #expect(travel.kind == .approach || abs((travel.closest?.metres ?? .infinity) - 30) < 0.1)
        default: break
        }
      }
    }
    #expect(events == ["approach", "pass", "passed"])
  }

  @Test("does not report what lies beside the path or behind")
  func notAhead() {
    #expect(told([terrain.place("back", east: -50), terrain.place("side", east: 200, north: 450)]) == [])
    let both = told([terrain.place("side", east: 200, north: 450)], angle: 200)
    #expect(both.first?.hasPrefix("approach side") == true)
  }

  @Test("without a direction of travel, nothing is ahead")
  func standing() {
    #expect(told([terrain.place("tap", east: 40)], ends: 10) == [])
  }

  @Test("the arrival time assumes the straight line at the speed so far")
  func arrival() throws {
    var monitor = TravelMonitor(
      rules: rules, approaches: ApproachMonitor(within: Distance(metres: 500)))
    let fences = FenceIndex([terrain.place("tap", east: 1000)], rules: rules)
    var found: TravelEvent?
    for east in stride(from: 0.0, through: 600, by: 5) {
      let fix = terrain.fix(east: east, at: east / 5, accuracy: 5)
      _ = monitor.update(with: fix)
      found = found ?? monitor.approaches(at: fix, after: nil, course: monitor.course, among: fences).first
    }
    let event = try #require(found)
    let seconds = try #require(event.arrival?.timeIntervalSince(Terrain.start))
    #expect(abs(seconds - 200) < 3)
    #expect(event.direction?.quadrant == .ahead)
  }
}
