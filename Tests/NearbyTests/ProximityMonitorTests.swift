import Foundation
import Geography
import Places
import Positioning
import TestSupport
import Testing

@testable import Nearby

/// Each rule of the fence engine, on fixes some metres around a place.
@Suite struct ProximityMonitorTests {
  private let terrain = Terrain()

  /// The default rules with a test's changes.
  static func rules(_ change: (inout ProximityRules) -> Void = { _ in }) -> ProximityRules {
    var rules = ProximityRules()
    change(&rules)
    return rules
  }

  /// A path past a place at the origin, and the expected events.
  struct Walk: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var rules = ProximityRules()
    /// Metres east of the place, ten seconds apart.
    let offsets: [Double]
    /// Kinds of events, and the seconds at which they come.
    let events: [String]

    init(
      _ description: String, _ offsets: [Double], _ events: [String],
      _ change: (inout ProximityRules) -> Void = { _ in }
    ) {
      testDescription = description
      self.offsets = offsets
      self.events = events
      rules = ProximityMonitorTests.rules(change)
    }
  }

  @Test(
    "entering and leaving",
    arguments: [
      Walk("inside at the start is told once", [10, 10, 10], ["initial 0"]),
      Walk("one confirms", [100, 10, 10, 10], ["enter 10"]) { $0.confirm = 1 },
      Walk("two confirm", [100, 10, 10, 10], ["enter 20"]),
      Walk("three confirm", [100, 10, 10, 10], ["enter 30"]) { $0.confirm = 3 },
      Walk("entering is confirmed in a row", [100, 10, 100, 10, 10], ["enter 40"]),
      Walk("one confirms the leaving", [0, 100, 100, 100], ["initial 0", "leave 10"]) { $0.confirm = 1 },
      Walk("two confirm the leaving", [0, 100, 100, 100], ["initial 0", "leave 20"]),
      Walk("three confirm the leaving", [0, 100, 100, 100], ["initial 0", "leave 30"]) { $0.confirm = 3 },
      Walk("the gap breaks the row of leaving", [0, 100, 60, 100, 100], ["initial 0", "leave 40"]),
      Walk("being inside breaks the row of leaving", [0, 100, 0, 100, 100], ["initial 0", "leave 40"]),
      Walk("at r = 50 the gap is 20 m: not yet left", [0, 69.9, 69.9, 69.9], ["initial 0"]),
      Walk("at r = 50 the gap is 20 m: left", [0, 70.1, 70.1], ["initial 0", "leave 20"]),
      Walk("at r = 500 the gap is a tenth: not yet left", [0, 549.9, 549.9, 549.9], ["initial 0"]) {
        $0.within = Distance(metres: 500)
      },
      Walk("at r = 500 the gap is a tenth: left", [0, 550.1, 550.1], ["initial 0", "leave 20"]) {
        $0.within = Distance(metres: 500)
      },
      Walk("the edge is inside", [100, 49.99, 49.99], ["enter 20"]),
      Walk("the gap does not enter", [100, 60, 60, 60], []),
      Walk("the gap does not leave", [0, 60, 60, 60], ["initial 0"]),
      Walk("what is far away is nothing", [1000, 990, 980], []),
    ])
  func crossing(walk: Walk) {
    expectEvents(of: walk)
  }

  @Test(
    "the cooldown",
    arguments: [
      // Left at 20 s, so that it ends at 80 s.
      Walk(
        "a place left is entered again when it is over, to the second",
        [0, 100, 100, 0, 0, 0, 0, 0, 0, 0], ["initial 0", "leave 20", "enter 80"]),
      Walk(
        "entering again is confirmed in a row all the same",
        [0, 100, 100, 0, 0, 0, 0, 100, 0, 0], ["initial 0", "leave 20", "enter 90"]),
      Walk("there may be none", [0, 100, 100, 0, 0], ["initial 0", "leave 20", "enter 40"]) {
        $0.cooldown = 0
      },
      Walk(
        "it begins anew with every leaving", [0, 100, 100, 0, 0, 100, 100, 0, 0],
        ["initial 0", "leave 20", "enter 40", "leave 60", "enter 80"]
      ) { $0.cooldown = 20 },
    ])
  func cooldown(walk: Walk) {
    expectEvents(of: walk)
  }

  @Test(
    "the dwell",
    arguments: [
      Walk("entered after staying so long", [100, 0, 0, 0, 0, 0], ["enter 40"]) { $0.dwell = 30 },
      Walk("going out begins it anew", [100, 0, 0, 0, 100, 0, 0, 0, 0], ["enter 80"]) { $0.dwell = 30 },
      Walk("a shorter one than confirming takes adds nothing", [100, 0, 0], ["enter 20"]) { $0.dwell = 5 },
      Walk("it does not concern the first fix", [0, 0], ["initial 0"]) { $0.dwell = 30 },
    ])
  func dwell(walk: Walk) {
    expectEvents(of: walk)
  }

  @Test("without times no dwell ends, and the reason says so")
  func dwellWithoutTimes() {
    let replay = Replay(
      terrain.track([100, 0, 0, 0], every: nil), [terrain.place("a")], Self.rules { $0.dwell = 30 })
    #expect(replay.kinds.isEmpty)
    #expect(
      replay.reasons == [
        "1 of 2 fixes within 50 m", "the fixes have no times, so the stay cannot be measured",
        "the fixes have no times, so the stay cannot be measured",
      ])
  }

  @Test("a stay whose first fix has no time begins with the next")
  func dwellWithLateTime() {
    var fixes = terrain.track([100, 0, 0, 0, 0, 0])
    fixes[1].time = nil
    #expect(Replay(fixes, [terrain.place("a")], Self.rules { $0.dwell = 30 }).kinds == ["enter"])
  }

  @Test("two places with the same id do not make one fix count twice")
  func sameID() {
    let replay = Replay(terrain.track([100, 0, 100]), [terrain.place("a"), terrain.place("a")])
    #expect(replay.kinds.isEmpty)
  }

  @Test("a clock that goes back does not make a stay last for ever")
  func dwellWithClockGoingBack() {
    let fixes =
      [terrain.fix(east: 100, at: 4000)] + [4010, 410, 420, 450].map { terrain.fix(east: 0, at: Double($0)) }
    #expect(Replay(fixes, [terrain.place("a")], Self.rules { $0.dwell = 30 }).kinds == ["enter"])
  }

  @Test("enters and leaves places without times, too")
  func withoutTimes() {
    let replay = Replay(terrain.track([100, 0, 0, 100, 100], every: nil), [terrain.place("a")])
    #expect(replay.kinds == ["enter", "leave"])
  }

  // MARK: Fixes that do not count

  @Test(
    "a fix counts if its accuracy is unknown or good enough",
    arguments: [(nil, true), (100, true), (100.1, false)] as [(Double?, Bool)])
  func accuracy(accuracy: Double?, counts: Bool) {
    let replay = Replay([terrain.fix(east: 0, at: 0, accuracy: accuracy)], [terrain.place("a")])
    #expect(replay.kinds == (counts ? ["initial"] : []))
  }

  @Test("the first fix that counts decides which places are initial")
  func initialAtTheFirstCounted() {
    let fixes = [terrain.fix(east: 0, at: 0, accuracy: 500), terrain.fix(east: 0, at: 1, accuracy: 5)]
    #expect(Replay(fixes, [terrain.place("a")]).timed == ["initial 1"])
  }

  @Test(
    "a fix counts if the speed since the last counted one is possible",
    arguments: [(1499.0, true), (1501, false)])
  func speed(distance: Double, counts: Bool) {
    let replay = Replay(
      terrain.track([distance, 0, 0]), [terrain.place("a")], Self.rules { $0.confirm = 1 })
    #expect(replay.timed == (counts ? ["enter 10"] : ["enter 20"]))
  }

  @Test("an outlier does not interrupt a row of fixes")
  func outlier() {
    let replay = Replay(terrain.track([100, 0, 5000, 0]), [terrain.place("a")])
    #expect(replay.timed == ["enter 30"])
  }

  @Test("a clock that goes back gives no speed")
  func clockGoingBack() {
    let fixes = [
      terrain.fix(east: 5000, at: 100), terrain.fix(east: 0, at: 10), terrain.fix(east: 0, at: 20),
    ]
    #expect(Replay(fixes, [terrain.place("a")]).timed == ["enter 20"])
  }

  @Test("a clock that goes back ends a cooldown")
  func clockGoingBackInCooldown() {
    let fixes =
      terrain.track([0, 100, 100]) + [terrain.fix(east: 0, at: -500), terrain.fix(east: 0, at: -490)]
    #expect(Replay(fixes, [terrain.place("a")]).timed == ["initial 0", "leave 20", "enter -490"])
  }

  // MARK: Passing

  private func expectClosest(metres: Double, seconds: Double, of event: ProximityEvent) throws {
    let closest = try #require(event.closest)
    #expect(abs(closest.distance.metres - metres) < 0.01)
    #expect(abs(closest.time.timeIntervalSince(Terrain.start) - seconds) < 0.01)
  }

  @Test("a pass between two fixes has the closest distance, and a time between theirs")
  func passing() throws {
    let fixes = [terrain.fix(east: -150, north: 30, at: 0), terrain.fix(east: 50, north: 30, at: 10)]
    let replay = Replay(fixes, [terrain.place("a")])
    #expect(replay.timed == ["pass 10"])
    let event = try #require(replay.events.first)
    try expectClosest(metres: 30, seconds: 7.5, of: event)
    #expect(event.reason.description == "came within 50 m between two fixes")
  }

  /// Two fixes, and whether a place at the origin was passed between them.
  struct Passage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let from: Double
    let to: Double
    var north = 0.0
    var seconds: Double? = 10
    let isPass: Bool
  }

  @Test(
    "when a path counts as a pass",
    arguments: [
      Passage(testDescription: "a minute apart", from: -100, to: 100, seconds: 60, isPass: true),
      Passage(testDescription: "over a minute apart", from: -100, to: 100, seconds: 60.1, isPass: false),
      Passage(testDescription: "no times", from: -100, to: 100, seconds: nil, isPass: false),
      Passage(testDescription: "back in time", from: -100, to: 100, seconds: -10, isPass: false),
      Passage(testDescription: "the end inside", from: -100, to: 40, isPass: false),
      Passage(testDescription: "the start inside", from: -40, to: 100, isPass: false),
      Passage(testDescription: "just within", from: -100, to: 100, north: 49.9, isPass: true),
      Passage(testDescription: "just not within", from: -100, to: 100, north: 50.1, isPass: false),
      Passage(testDescription: "not come that far", from: -200, to: -60, isPass: false),
    ])
  func passage(passage: Passage) {
    let fixes = [
      terrain.fix(east: passage.from, north: passage.north, at: passage.seconds.map { _ in 0 }),
      terrain.fix(east: passage.to, north: passage.north, at: passage.seconds),
    ]
    let replay = Replay(fixes, [terrain.place("a")])
    #expect(replay.kinds.contains("pass") == passage.isPass)
  }

  @Test("leaving a place is not a pass")
  func passingWhileInside() {
    let replay = Replay(terrain.track([0, 60, -60, 60]), [terrain.place("a")])
    #expect(replay.kinds == ["initial"])
  }

  @Test(
    "a place is passed as well if fewer fixes are inside than entering takes",
    arguments: [
      Walk("one is inside", [100, 40, -100], ["pass 20"]),
      Walk("two of three are inside", [100, 20, -20, -100], ["pass 30"]) { $0.confirm = 3 },
      Walk("in and out again on the same side", [100, 40, 100], []),
      Walk("no farther than noise takes a fix", [52, 45, 60], []),
      Walk("after a stay that is shorter than the dwell", [100, 20, -20, -100], []) { $0.dwell = 60 },
      Walk("at r = 500 noise may be a tenth of it", [510, 499, 545], []) {
        $0.within = Distance(metres: 500)
      },
    ])
  func passingWithFixesInside(walk: Walk) {
    expectEvents(of: walk)
  }

  @Test("one who drives by has one pass, with the closest distance and its time")
  func drivingBy() throws {
    let fixes = (0..<20).map { second in
      terrain.fix(east: -410 + 40 * Double(second), north: 45, at: Double(second), accuracy: 5)
    }
    let replay = Replay(fixes, [terrain.place("a")])
    #expect(replay.timed == ["pass 11"])
    let event = try #require(replay.events.first)
    try expectClosest(metres: 45, seconds: 10.25, of: event)
    #expect(event.reason.description == "came within 50 m for 1 fix")
    #expect(replay.reasons == ["1 of 2 fixes within 50 m"])
  }

  @Test(
    "what may be noise is no pass: a way no longer than twice the accuracy, or with a gap",
    arguments: [(39, 1, true), (41, 1, false), (nil, 1, true), (5, 60, true), (5, 61, false)]
      as [(Double?, Double, Bool)])
  func noise(accuracy: Double?, seconds: Double, isPass: Bool) {
    let fixes = [-40.0, 0, 40].enumerated().map { index, east in
      terrain.fix(east: east, north: 45, at: Double(index) * seconds, accuracy: accuracy)
    }
    #expect(Replay(fixes, [terrain.place("a")]).kinds == (isPass ? ["pass"] : []))
  }

  @Test("a straight way at speed is no noise, however inaccurate its positions", arguments: [15.0, 2, nil])
  func atSpeed(speed: Double?) {
    let fixes = [-15.0, 0, 15].enumerated().map { index, east in
      terrain.fix(east: east, north: 49, at: Double(index), accuracy: 19, speed: speed)
    }
    #expect(Replay(fixes, [terrain.place("a")]).kinds == (speed == 15 ? ["pass"] : []))
  }

  @Test("one who walks by outside is not taken in by a fix that scatters", arguments: 0..<60 as Range<UInt64>)
  func walkingBy(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let scattered = Int.random(in: 95...105, using: &random)
    let fixes = (0..<200).map { second in
      terrain.fix(
        east: 1.4 * Double(second - 100) + .random(in: -3...3, using: &random),
        north: second == scattered ? 46 : .random(in: 52...58, using: &random), at: Double(second),
        accuracy: 5)
    }
    #expect(Replay(fixes, [terrain.place("a")]).kinds.isEmpty)
  }

  // MARK: Radii

  @Test(
    "a place's own proximity is its radius, up to a kilometre",
    arguments: [
      (200.0, 190.0, true), (200, 210, false), (10, 20, false), (5000, 999, true), (5000, 1001, false),
    ])
  func proximity(proximity: Double, distance: Double, isInside: Bool) {
    let replay = Replay(terrain.track([distance]), [terrain.place("a", proximity: proximity)])
    #expect(replay.kinds == (isInside ? ["initial"] : []))
  }

  // MARK: Reasons

  @Test("every event has its reason")
  func eventReasons() {
    let replay = Replay(
      terrain.track([0, 100, 100, 0, 0, 0, 0]), [terrain.place("a")], Self.rules { $0.cooldown = 30 })
    #expect(
      replay.events.map(\.reason.description) == [
        "within 50 m at the first fix", "2 fixes beyond 70 m", "3 fixes within 50 m",
      ])
  }

  @Test("an entry after a dwell names the dwell")
  func dwellReason() {
    let replay = Replay(terrain.track([100, 0, 0, 0]), [terrain.place("a")], Self.rules { $0.dwell = 15 })
    #expect(replay.events.map(\.reason.description) == ["3 fixes within 50 m for 15 s"])
  }

  @Test("the singular of fix")
  func singular() {
    let replay = Replay(terrain.track([100, 0]), [terrain.place("a")], Self.rules { $0.confirm = 1 })
    #expect(replay.events.map(\.reason.description) == ["1 fix within 50 m"])
  }

  @Test("names the accuracy that keeps a fix from counting")
  func accuracySuppression() {
    let fixes = [terrain.fix(east: 0, at: 0, accuracy: 150.04)]
    #expect(Replay(fixes, []).reasons == ["accurate only to 150 m, not to 100 m"])
  }

  /// A path whose last fix is suppressed.
  struct Suppressed: Sendable, CustomTestStringConvertible {
    let offsets: [Double]
    let testDescription: String
    var change: @Sendable (inout ProximityRules) -> Void = { _ in }
  }

  @Test(
    "every suppression has its reason",
    arguments: [
      Suppressed(offsets: [2000, 0], testDescription: "2 km in 10 s is faster than 150 m/s"),
      Suppressed(offsets: [100, 0], testDescription: "1 of 2 fixes within 50 m"),
      Suppressed(offsets: [100, 0, 100], testDescription: "outside again after 1 fix"),
      Suppressed(offsets: [0, 100], testDescription: "1 of 2 fixes beyond 70 m"),
      Suppressed(
        offsets: [0, 100, 100, 0, 0], testDescription: "left 20 s ago, within the cooldown of 60 s"),
      Suppressed(offsets: [100, 0, 0], testDescription: "stayed 10 of 30 s") { $0.dwell = 30 },
      Suppressed(offsets: [100, 0, 0, 100], testDescription: "outside again after 2 fixes") { $0.dwell = 30 },
    ])
  func suppression(suppressed: Suppressed) {
    let replay = Replay(
      terrain.track(suppressed.offsets), [terrain.place("a")], Self.rules(suppressed.change))
    #expect(replay.reasons.last == suppressed.testDescription)
  }

  // MARK: Order, areas, the whole earth

  @Test("at one fix: passes, then leaves, then entries, the nearest first")
  func order() {
    let places = [
      terrain.place("entered later", east: 340), terrain.place("left"), terrain.place("passed", east: 150),
      terrain.place("entered", east: 310),
    ]
    let replay = Replay(terrain.track([0, 300]), places, Self.rules { $0.confirm = 1 })
    #expect(
      replay.events.map { "\($0.kind) \($0.place.place.id)" } == [
        "initial left", "pass passed", "leave left", "enter entered", "enter entered later",
      ])
  }

  @Test("places at the same distance are sorted by id")
  func sameDistance() {
    let places = ["c", "a", "b"].map { terrain.place($0) }
    #expect(Replay(terrain.track([10]), places).events.map(\.place.place.id) == ["a", "b", "c"])
  }

  @Test("sees the fences of another area after forgetting the old ones")
  func exchange() {
    var monitor = ProximityMonitor(rules: Self.rules { $0.confirm = 1 })
    let fixes = terrain.track([100, 90, 10])
    let none = FenceIndex(rules: monitor.rules)
    let one = FenceIndex([terrain.place("a")], rules: monitor.rules)
    #expect(monitor.update(with: fixes[0], among: none).events.isEmpty)
    monitor.forgetNeighbourhood()
    #expect(monitor.update(with: fixes[1], among: one).events.isEmpty)
    #expect(monitor.update(with: fixes[2], among: one).events.map(\.kind) == [.enter])
  }

  @Test("can still leave a place that is no longer known")
  func vanished() {
    var monitor = ProximityMonitor(rules: Self.rules { $0.confirm = 1 })
    let fixes = terrain.track([0, 100])
    _ = monitor.update(with: fixes[0], among: FenceIndex([terrain.place("a")], rules: monitor.rules))
    monitor.forgetNeighbourhood()
    let update = monitor.update(with: fixes[1], among: FenceIndex(rules: monitor.rules))
    #expect(update.events.map(\.kind) == [.leave])
  }

  @Test(
    "works at the date line and the poles",
    arguments: [
      (Coordinate(latitude: 0, longitude: 180), [(0, -179.9999)], ["initial"]),
      (Coordinate(latitude: 0, longitude: -179.9999), [(0, 179.9999)], ["initial"]),
      (Coordinate(latitude: 0.0002, longitude: 180), [(0, 179.999), (0, -179.999)], ["pass"]),
      (Coordinate(latitude: 90, longitude: 0), [(89.9999, 123)], ["initial"]),
      (Coordinate(latitude: -90, longitude: 55), [(-89.999, 0), (-89.999, 180)], ["pass"]),
      (Coordinate(latitude: 89.9999, longitude: 0), [(89.9999, 180)], ["initial"]),
    ] as [(Coordinate, [(Double, Double)], [String])])
  func wholeEarth(place: Coordinate, points: [(Double, Double)], kinds: [String]) {
    let fixes = points.enumerated().map { index, point in
      Location(
        coordinate: Coordinate(latitude: point.0, longitude: point.1),
        time: Terrain.start.addingTimeInterval(Double(index) * 10))
    }
    #expect(Replay(fixes, [PointOfInterest(id: "a", coordinate: place)]).kinds == kinds)
  }

  @Test("lists the places that it is inside")
  func inside() {
    var monitor = ProximityMonitor(rules: ProximityRules())
    let fences = FenceIndex([terrain.place("b"), terrain.place("a")], rules: monitor.rules)
    _ = monitor.update(with: terrain.fix(east: 0, at: 0), among: fences)
    #expect(monitor.state.inside.map(\.id) == ["a", "b"])
  }

  private func expectEvents(of walk: Walk) {
    #expect(Replay(terrain.track(walk.offsets), [terrain.place("a")], walk.rules).timed == walk.events)
  }

  @Test("five fixes that agree with each other overrule a first one that they contradict, and no other")
  func overruling() {
    let fixes = [terrain.fix(east: 55_000, at: 0)] + (1...8).map { terrain.fix(east: 0, at: Double($0)) }
    let replay = Replay(fixes, [terrain.place("a"), terrain.place("on the way", east: 20_000)])
    #expect(replay.timed == ["enter 6"])
    #expect(replay.reasons.count == 5, "\(replay.reasons)")
    let jump = [terrain.fix(east: 55_000, at: -1)] + fixes
    #expect(Replay(jump, [terrain.place("a")]).timed == [])
  }

  @Test("the first fix after a while without any is doubtful, too, and so is one that is a minute old")
  func overrulingAfterAWhile() {
    let places = [terrain.place("a"), terrain.place("b", east: 100_000)]
    func fixes(_ east: Double, _ seconds: ClosedRange<Int>) -> [Location] {
      seconds.map { terrain.fix(east: east, at: Double($0)) }
    }
    #expect(
      Replay(fixes(0, 0...4) + fixes(0, 3600...3600) + fixes(100_000, 3601...3620), places).timed
        == ["initial 0", "leave 3606", "enter 3606"])
    #expect(
      Replay(fixes(0, 0...4) + fixes(100_000, 5...80), places).timed == ["initial 0", "leave 70", "enter 70"])
  }

  @Test(
    "a fix far away is ignored also if its clock says an earlier time, or none; what stays there is not",
    arguments: [-1e9, -1, nil] as [Double?])
  func wrongClock(time: Double?) {
    let rules = Self.rules { $0.confirm = 1 }
    let places = [terrain.place("a"), terrain.place("b", east: 100_000)]
    let here = (0...20).map { terrain.fix(east: 0, at: Double($0)) }
    let there = (0...9).map { second in terrain.fix(east: 100_000, at: time.map { $0 + Double(second) }) }
    let glitches = here.flatMap { [$0, there[0]] }
    let replay = Replay(glitches, places, rules)
    #expect(replay.kinds == ["initial"])
    #expect(replay.reasons.allSatisfy { $0.hasSuffix("m from the last fix, after an unknown time") })
    #expect(Replay(here + there, places, rules).kinds == ["initial", "leave", "enter"])
  }

  @Test("a clock that is set back, or comes and goes, keeps no fix nearby from counting")
  func clockSetBack() {
    let times: [Double?] = [100, 101, nil, nil, 104, -6e8, -6e8 + 1]
    let fixes = times.enumerated().map { terrain.fix(east: Double($0) * 50, at: $1) }
    #expect(Replay(fixes, []).reasons == [])
  }

  @Test("fixes that contradict each other, too, overrule nothing")
  func disagreeing() {
    let scattered = (1...20).map { terrain.fix(east: 20_000 * Double(1 + $0 % 3), at: Double($0)) }
    let fixes = [terrain.fix(east: 0, at: 0)] + scattered + [terrain.fix(east: 0, at: 21)]
    #expect(Replay(fixes, [terrain.place("a")]).kinds == ["initial"])
  }

  /// What happens at the place `a` after a watch that saw fixes at these metres goes on with `more`, ten seconds apart.
  private func resumed(
    _ offsets: [Double], _ more: [Double], after pause: Double = 100, within: Double = 500,
    place: PointOfInterest
  ) -> [String] {
    let before = Self.rules { $0.within = Distance(metres: 500) }
    var monitor = ProximityMonitor(rules: before)
    let fences = FenceIndex([terrain.place("a")], rules: before)
    for fix in terrain.track(offsets) { _ = monitor.update(with: fix, among: fences) }
    let rules = Self.rules { $0.within = Distance(metres: within) }
    monitor = ProximityMonitor(rules: rules, state: monitor.state)
    return more.indices.flatMap { index in
      let fix = terrain.fix(east: more[index], at: pause + 10 * Double(index))
      return monitor.update(with: fix, among: FenceIndex([place], rules: rules)).events
    }.map(\.kind.rawValue)
  }

  @Test("a fence is that of this run, also around a place that was entered in an earlier one")
  func resumedFence() {
    let place = terrain.place("a")
    #expect(resumed([300, 300], [300, 300], place: place) == [])
    #expect(resumed([300, 300], [300, 300], within: 50, place: place) == ["leave"])
    #expect(resumed([300, 300], [300, 300], place: terrain.place("a", east: 5000)) == ["leave"])
    #expect(resumed([300, 300], [300, 300], place: terrain.place("a", proximity: 20)) == ["leave"])
  }

  @Test("a fix of days ago is not in a row with the next one")
  func unconfirmedLongAgo() {
    let place = terrain.place("a")
    #expect(resumed([900, 300], [300], place: place) == ["enter"])
    #expect(resumed([900, 300], [300], after: 259_200, place: place) == [])
    #expect(resumed([900, 300], [300, 300], after: 259_200, place: place) == ["enter"])
  }
}
