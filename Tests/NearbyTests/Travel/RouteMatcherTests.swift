import Foundation
import Geography
import Positioning
import TestSupport
import Testing

@testable import Nearby

@Suite struct RouteMatcherTests {
  private let terrain = Terrain()

  private func route(_ points: [(east: Double, north: Double)]) throws -> Route {
    try Route(
      segments: [points.map { RoutePoint(coordinate: terrain.coordinate(east: $0.east, north: $0.north)) }],
      isRecorded: false)
  }

  /// Rides a route at 5 m/s, a fix every two seconds that is off by a few metres.
  private func ride(
    _ route: Route, from start: Double = 0, to end: Double, seed: UInt64 = 1
  ) -> [(truth: Double, fix: Location)] {
    var random = SeededGenerator(seed: seed)
    return stride(from: start, to: end, by: 10).map { along in
      let there = WGS84.destination(
        from: route.coordinate(at: along), bearing: Bearing(degrees: .random(in: 0..<360, using: &random)),
        distance: Distance(metres: .random(in: 0...5, using: &random)))
      return (
        along, Location(coordinate: there, accuracy: 10, time: Terrain.start.addingTimeInterval(along / 5))
      )
    }
  }

  private static let shapes: [[(east: Double, north: Double)]] = [
    [(0, 0), (3000, 0), (0, 0)],
    // Two laps and a crossing.
    [
      (0, 0), (1000, 0), (1000, 1000), (0, 1000), (0, 0), (1000, 0), (1000, 1000), (0, 1000), (0, 0),
      (2000, 2000),
    ],
    // Hairpins.
    [(0, 0), (500, 40), (0, 80), (500, 120), (0, 160), (500, 200)],
  ]

  @Test("follows a ride through laps, turns and hairpins", arguments: 0..<3)
  func follows(shape: Int) throws {
    let route = try route(Self.shapes[shape])
    var matcher = RouteMatcher(route)
    var last = 0.0
    for (truth, fix) in ride(route, to: route.length.metres) {
      matcher.update(with: fix)
      guard case .on(let along) = matcher.progress else {
        Issue.record("off the route at \(truth)")
        continue
      }
      #expect(abs(along - truth) < 25, "at \(truth)")
      #expect(along >= last - 10, "at \(truth)")
      last = along
    }
    let speed = try #require(matcher.averageSpeed)
    #expect(abs(speed - 5) < 0.5)
  }

  @Test("follows a ride against the route through turns", arguments: 1...6 as ClosedRange<UInt64>)
  func followsBackwards(seed: UInt64) throws {
    let route = try route([(0, 0), (1000, 0), (1000, 1000), (0, 1000), (500, 1500)])
    var matcher = RouteMatcher(route)
    for (truth, fix) in ride(route, to: route.length.metres, seed: seed).reversed() {
      matcher.update(with: fix)
      guard case .on(let along) = matcher.progress else {
        Issue.record("off the route at \(truth)")
        continue
      }
      #expect(abs(along - truth) < 40, "at \(truth)")
    }
  }

  @Test("after the first half of a tour, nothing that is behind for good is ahead")
  func half() throws {
    let route = try route(Self.shapes[1])
    var matcher = RouteMatcher(route)
    for (truth, fix) in ride(route, to: route.length.metres / 2) {
      matcher.update(with: fix)
      guard case .on(let along) = matcher.progress else { continue }
      #expect(along > truth - 25)
    }
  }

  @Test("starts at the beginning without an earlier position")
  func start() throws {
    let route = try route([(0, 0), (1000, 0), (1000, 1000), (0, 1000), (0, 0)])
    var matcher = RouteMatcher(route)
    matcher.update(with: terrain.fix(east: 3, north: 2, at: 0))
    guard case .on(let along) = matcher.progress else {
      Issue.record("off the route")
      return
    }
    #expect(along < 10)
  }

  @Test("reports leaving the route after several fixes, and recovers by itself")
  func off() throws {
    let route = try route([(0, 0), (5000, 0)])
    var matcher = RouteMatcher(route)
    for (_, fix) in ride(route, to: 1000) { matcher.update(with: fix) }
    for step in 1...10 {
      matcher.update(
        with: terrain.fix(east: 1000 + Double(step) * 20, north: 400, at: Double(200 + 10 * step)))
    }
    guard case .off(let leftAt) = matcher.progress else {
      Issue.record("still on the route")
      return
    }
    #expect(abs((leftAt ?? 0) - 1000) < 30)
    for step in 0..<5 {
      matcher.update(with: terrain.fix(east: 1500 + Double(step) * 20, north: 2, at: Double(400 + 10 * step)))
    }
    #expect(matcher.progress != .off(leftAt: leftAt))
  }

  @Test(
    "who leaves the route across a stretch that comes later has left it, and goes on where it was left",
    arguments: [
      [(0, 0), (3000, 0), (3000, 15), (0, 15)],
      [(0, 0), (3000, 0), (3000, -900), (0, -900), (0, 15), (3000, 15)],
    ] as [[(Double, Double)]], [(1000.0, 300.0), (1300, 300)])
  func besideLaterStretch(shape: [(Double, Double)], top: (east: Double, north: Double)) throws {
    var matcher = RouteMatcher(try route(shape.map { (east: $0.0, north: $0.1) }))
    var tracker = CourseTracker()
    var random = SeededGenerator(seed: 4)
    let degrees = terrain.coordinate(east: 1000).longitude - terrain.coordinate(east: 0).longitude
    let detour = try route([(0, 0), (1000, 0), top, (2000, 300), (2000, 0), (3000, 0)])
    for along in stride(from: 0, to: detour.length.metres, by: 5) {
      let there = WGS84.destination(
        from: detour.coordinate(at: along), bearing: Bearing(degrees: .random(in: 0..<360, using: &random)),
        distance: Distance(metres: .random(in: 0...4, using: &random)))
      let fix = Location(coordinate: there, accuracy: 8, time: Terrain.start.addingTimeInterval(along / 5))
      tracker.update(with: fix)
      matcher.update(with: fix, course: tracker.course)
      switch matcher.progress {
      case .off(let leftAt): #expect(abs((leftAt ?? 0) - 1000) < 60, "at \(along)")
      case .on(let progress):
        let east = (there.longitude - terrain.coordinate(east: 0).longitude) / degrees * 1000
        #expect(abs(progress - east) < 60, "at \(along)")
      }
    }
  }

  @Test("a pause does not move the position along")
  func pause() throws {
    let route = try route([(0, 0), (5000, 0)])
    var matcher = RouteMatcher(route)
    for (_, fix) in ride(route, to: 1000) { matcher.update(with: fix) }
    var random = SeededGenerator(seed: 3)
    for second in 0..<600 {
      matcher.update(
        with: terrain.fix(
          east: 990 + .random(in: -8...8, using: &random), north: .random(in: -8...8, using: &random),
          at: Double(200 + second), accuracy: 10))
      guard case .on(let along) = matcher.progress else {
        Issue.record("off the route")
        return
      }
      #expect(abs(along - 990) < 20)
    }
    #expect(abs((matcher.averageSpeed ?? 0) - 5) < 1)
  }
}
