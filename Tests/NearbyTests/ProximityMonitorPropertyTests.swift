import Foundation
import Geography
import Places
import Positioning
import TestSupport
import Testing

@testable import Nearby

/// What holds for every walk, tried on random ones.
@Suite struct ProximityMonitorPropertyTests {
  /// Places, rules and fixes that follow from a seed.
  struct World {
    let places: [PointOfInterest]
    let rules: ProximityRules
    let fixes: [Location]

    init(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      // Also where degrees are misleading: across the date line, far north, on the equator.
      let origin =
        [
          Coordinate(latitude: 60.17, longitude: 24.94), Coordinate(latitude: -17, longitude: 179.9999),
          Coordinate(latitude: 84, longitude: -30), Coordinate(latitude: 0, longitude: 0),
        ].randomElement(using: &random) ?? Coordinate(latitude: 0, longitude: 0)
      let terrain = Terrain(around: origin)
      let spread: Double = [300.0, 3000, 20_000].randomElement(using: &random) ?? 300
      places = (0..<Int.random(in: 1...40, using: &random)).map { number in
        let place = terrain.place(
          "p\(number)", east: .random(in: -spread...spread, using: &random),
          north: .random(in: -spread...spread, using: &random),
          proximity: Bool.random(using: &random) ? .random(in: 5...1500, using: &random) : nil)
        return PointOfInterest(
          id: place.id, coordinate: Self.onEarth(place.coordinate), proximity: place.proximity)
      }
      rules = ProximityMonitorTests.rules {
        $0.confirm = .random(in: 1...4, using: &random)
        $0.cooldown = [0, 60, 300].randomElement(using: &random) ?? 60
        $0.dwell = [0, 0, 45].randomElement(using: &random) ?? 0
        $0.within = Distance(metres: .random(in: 10...1400, using: &random))
      }
      fixes = Self.walk(terrain, within: spread, using: &random)
    }

    /// Turning now and then; some fixes are outliers, some inaccurate, some without a time.
    private static func walk(
      _ terrain: Terrain, within spread: Double, using random: inout SeededGenerator
    ) -> [Location] {
      var position = SIMD2(0.0, 0.0)
      var seconds = 0.0
      var heading = 0.0
      let fastest = Double.random(in: 1...100, using: &random)
      return (0..<300).map { _ in
        let interval = Double.random(in: 0.2...70, using: &random)
        seconds += interval
        heading += .random(in: -1...1, using: &random)
        position += SIMD2(sin(heading), cos(heading)) * (.random(in: 0...fastest, using: &random) * interval)
        // A walk that would leave the area turns back.
        for axis in 0..<2 where abs(position[axis]) > spread {
          position[axis] = .random(in: -spread...spread, using: &random)
        }
        let jump = Int.random(in: 0..<20, using: &random) == 0 ? 3 * spread : 0
        var fix = terrain.fix(
          east: position.x + jump, north: position.y,
          at: Int.random(in: 0..<30, using: &random) == 0 ? nil : seconds,
          accuracy: Int.random(in: 0..<3, using: &random) == 0 ? .random(in: 1...130, using: &random) : nil)
        fix.coordinate = onEarth(fix.coordinate)
        return fix
      }
    }

    private static func onEarth(_ coordinate: Coordinate) -> Coordinate {
      Coordinate(latitude: coordinate.latitude, longitude: remainder(coordinate.longitude, 360))
    }
  }

  @Test(
    "every place that is left was entered before, and entering and leaving alternate",
    arguments: 0..<60 as Range<UInt64>)
  func turns(seed: UInt64) {
    let world = World(seed: seed)
    var inside: Set<String> = []
    for event in Replay(world.fixes, world.places, world.rules).events {
      let id = event.place.place.id
      switch event.kind {
      case .initial, .enter: #expect(inside.insert(id).inserted)
      case .leave: #expect(inside.remove(id) != nil)
      case .pass: #expect(!inside.contains(id))
      }
    }
  }

  @Test("the random walks have events of every kind")
  func worldsAreEventful() {
    let kinds = (0..<60 as Range<UInt64>).map(World.init).flatMap {
      Replay($0.fixes, $0.places, $0.rules).events.map(\.kind)
    }
    for kind in ProximityEvent.Kind.allCases {
      #expect(kinds.count { $0 == kind } > 30, "\(kind)")
    }
  }

  @Test("the same input gives the same events", arguments: 0..<10 as Range<UInt64>)
  func repeatable(seed: UInt64) {
    let world = World(seed: seed)
    let first = Replay(world.fixes, world.places, world.rules).events
    #expect(Replay(world.fixes, world.places, world.rules).events == first)
    #expect(Replay(world.fixes, world.places.reversed(), world.rules).events == first)
  }

  @Test("standing still enters at most once, and never leaves", arguments: 0..<60 as Range<UInt64>)
  func standingStill(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let terrain = Terrain()
    let east = Double.random(in: 0...150, using: &random)
    // The gap between entering and leaving is 20 m: as wide as fixes scatter that are accurate to 10 m.
    let fixes = (0..<300).map { second in
      let angle = Double.random(in: 0...(2 * .pi), using: &random)
      let error = Double.random(in: 0...10, using: &random)
      return terrain.fix(
        east: east + error * sin(angle), north: error * cos(angle), at: Double(second), accuracy: 10)
    }
    let kinds = Replay(fixes, [terrain.place("a")]).kinds
    #expect([[], ["initial"], ["enter"]].contains(kinds))
  }

  @Test(
    "resuming from a state file gives the same events as never stopping", arguments: 0..<40 as Range<UInt64>)
  func cutting(seed: UInt64) throws {
    let world = World(seed: seed)
    let folder = try TemporaryDirectory()
    let file = WatchStateFile(path: folder.url.appendingPathComponent("state").path)
    var random = SeededGenerator(seed: seed)
    let fences = FenceIndex(world.places, rules: world.rules)
    var events: [ProximityEvent] = []
    var monitor = ProximityMonitor(rules: world.rules)
    for fix in world.fixes {
      if Int.random(in: 0..<20, using: &random) == 0 {
        try file.save(monitor.state)
        monitor = ProximityMonitor(rules: world.rules, state: try #require(try file.load()))
      }
      events += monitor.update(with: fix, among: fences).events
    }
    #expect(events == Replay(world.fixes, world.places, world.rules).events)
  }

  @Test("checking every place for every fix gives the same events", arguments: 0..<120 as Range<UInt64>)
  func naive(seed: UInt64) {
    let world = World(seed: seed)
    let fences = FenceIndex(world.places, rules: world.rules)
    var monitor = ProximityMonitor(rules: world.rules)
    var naive = NaiveMonitor(world.places, world.rules)
    for (index, fix) in world.fixes.enumerated() {
      let events = monitor.update(with: fix, among: fences).events.map { "\($0.kind) \($0.place.place.id)" }
      #expect(events.sorted() == naive.events(at: fix).sorted(), "fix \(index)")
    }
  }
}
