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
      return monitor.approaches(at: fix, course: monitor.course, among: fences).map {
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
    let points = zip(corners, corners.dropFirst()).flatMap { start, end in
      let steps = max(abs(end.0 - start.0), abs(end.1 - start.1)) / 5
      return (0..<steps).map { step in
        (start.0 + (end.0 - start.0) * step / steps, start.1 + (end.1 - start.1) * step / steps)
      }
    }
    let told = points.enumerated().flatMap { second, point in
      let fix = terrain.fix(
        east: Double(point.0), north: Double(point.1), at: Double(second), accuracy: 5)
      _ = monitor.update(with: fix)
      return monitor.approaches(at: fix, course: monitor.course, among: fences).map { "\($0.kind) \(point)" }
    }
    #expect(told == ["approach (1010, -520)", "approach (1010, -520)"])
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
      found = found ?? monitor.approaches(at: fix, course: monitor.course, among: fences).first
    }
    let event = try #require(found)
    let seconds = try #require(event.arrival?.timeIntervalSince(Terrain.start))
    #expect(abs(seconds - 200) < 3)
    #expect(event.direction?.quadrant == .ahead)
  }
}
