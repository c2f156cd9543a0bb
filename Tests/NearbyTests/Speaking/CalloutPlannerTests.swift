import Foundation
import Geography
import Places
import Positioning
import TestSupport
import Testing

@testable import Nearby

/// Walks and drives east along a straight road, and their callouts.
@Suite struct CalloutPlannerTests {
  private let terrain = Terrain()

  /// The callouts of a path among places, with its fence events, beside those of a beacon.
  private func callouts(
    on fixes: [Location], among places: [PointOfInterest], rules: ProximityRules = ProximityRules(),
    beacon: PointOfInterest? = nil
  ) -> [Callout] {
    let fences = FenceIndex(places, rules: rules)
    var monitor = ProximityMonitor(rules: rules)
    var planner = CalloutPlanner(fences: rules)
    var beacon = beacon.map { BeaconMonitor(to: $0, called: "Mill") }
    return fixes.compactMap { fix in
      for event in monitor.update(with: fix, among: fences).events { planner.note(event) }
      let event = beacon?.update(with: fix, course: Bearing(degrees: 90))
      if let event { #expect(planner.callout(.beacon(event), at: fix) != nil) }
      return planner.update(with: fix) { reach, limit in
        fences.index.nearest(to: fix.coordinate, limit: limit, within: reach)
      }
    }
  }

  /// A path east at a speed, with a fix per second.
  private func way(from start: Double, to end: Double, speed: Double, north: Double = 0) -> [Location] {
    stride(from: start, through: end, by: speed).enumerated().map { second, east in
      var fix = terrain.fix(east: east, north: north, at: Double(second))
      fix.speed = speed
      return fix
    }
  }

  private func place(
    _ id: String, east: Double, north: Double = 0, name: String? = nil, category: String? = "bench",
    proximity: Double? = nil
  ) -> PointOfInterest {
    PointOfInterest(
      id: id, name: name, category: category, coordinate: terrain.coordinate(east: east, north: north),
      proximity: proximity.map { Distance(metres: $0) })
  }

  /// In short: what, which place, how many, and where.
  private func summary(_ callout: Callout) -> String {
    func text(_ kind: String, _ sighting: Callout.Sighting) -> String {
      [kind, sighting.place.id, "\(sighting.count)", sighting.direction?.quadrant.rawValue ?? "-"]
        .joined(separator: " ")
    }
    return switch callout.subject {
    case .inside(let place): "inside \(place.id)"
    case .left(let place): "left \(place.id)"
    case .arrival(let sighting): text("arrival", sighting)
    case .approach(let sighting): text("approach", sighting)
    case .listed(let sighting): text("listed", sighting)
    case .street(let name): "street \(name)"
    case .ahead(let event): "ahead \(event.kind)"
    case .beacon(let event): "beacon \(event.name)"
    case .routeFound: "on route"
    case .routeLost: "off route"
    case .signalLost: "lost"
    case .signalRegained: "regained"
    case .nothingFound: "nothing"
    }
  }

  @Test("a beacon, which tells its distance every 50 m, silences no place", arguments: [1.4, 5, 20])
  func besideBeacon(speed: Double) {
    let springs = (0..<5).map { place("s\($0)", east: 200 + 600 * Double($0), name: "Spring \($0)") }
    let fixes = way(from: 0, to: 3000, speed: speed)
    let told = callouts(on: fixes, among: springs, beacon: place("mill", east: 9000))
    #expect(Set(told.map { summary($0).split(separator: " ")[1] }).count == springs.count)
  }

  @Test("announces a place once as it comes nearer, and once on arrival")
  func once() {
    let told = callouts(
      on: way(from: 0, to: 300, speed: 1.4), among: [place("cafe", east: 150, north: 10, name: "Café")])
    #expect(told.map(summary) == ["approach cafe 1 ahead", "arrival cafe 1 ahead"])
    #expect(told.map(\.urgency) == [.whenQuiet, .inTurn])
  }

  @Test("announces a place beside the path once")
  func beside() {
    let told = callouts(
      on: way(from: 0, to: 300, speed: 1.4), among: [place("cafe", east: 150, north: -40, name: "Café")])
    #expect(told.map(summary) == ["approach cafe 1 right"])
  }

  @Test("takes the side by the receiver's course while it is another than that of the movement")
  func turning() {
    var path = way(from: 0, to: 140, speed: 1.4)
    let cafe = place("cafe", east: 150, north: -40, name: "Café")
    for index in path.indices { path[index].course = Bearing(degrees: index > 60 ? 240 : 80) }
    #expect(callouts(on: path, among: [cafe]).map(summary) == ["approach cafe 1 left"])
    for index in path.indices { path[index].speed = 0.9 }
    #expect(callouts(on: path, among: [cafe]).map(summary) == ["approach cafe 1 right"], "that is noise")
  }

  @Test("does not repeat on arrival a place announced just before")
  func lateApproach() {
    let told = callouts(
      on: way(from: 118, to: 200, speed: 1.4), among: [place("cafe", east: 150, north: 2, name: "Café")])
    #expect(told.count == 1)
  }

  @Test("does not announce what lies behind")
  func behind() {
    let told = callouts(
      on: way(from: 0, to: 100, speed: 1.4), among: [place("cafe", east: -45, name: "Café")])
    // Without a course, nothing is behind.
    #expect(told.map(summary) == ["approach cafe 1 -"])
    let moving = callouts(
      on: way(from: -200, to: 200, speed: 1.4) + way(from: 200, to: 240, speed: 1.4),
      among: [place("gate", east: -300, name: "Gate")])
    #expect(moving.isEmpty)
  }

  @Test("at speed, announces places from farther away, up to six times as far")
  func speed() throws {
    func distance(_ speed: Double) throws -> Double {
      let told = callouts(
        on: way(from: 0, to: 2000, speed: speed), among: [place("fuel", east: 1500, name: "Fuel")])
      guard case .approach(let sighting) = try #require(told.first).subject else { return 0 }
      return sighting.distance.metres
    }
    #expect(abs(try distance(1.4) - 50) < 3)
    #expect(abs(try distance(5) - 100) < 6)
    #expect(abs(try distance(14) - 280) < 15)
    #expect(abs(try distance(40) - 300) < 41)
  }

  @Test("joins nameless things of a kind into one callout, but not named ones")
  func several() {
    let benches = (0..<4).map { place("bench\($0)", east: 100 + Double($0) * 4, north: 30) }
    let told = callouts(on: way(from: 0, to: 400, speed: 1.4), among: benches)
    #expect(told.map(summary) == ["approach bench0 1 ahead"])

    let named = [place("a", east: 100, north: 30, name: "A"), place("b", east: 104, north: 30, name: "B")]
    #expect(Set(callouts(on: way(from: 0, to: 400, speed: 1.4), among: named).map(summary)).count == 2)
  }

  @Test("counts several of a kind in reach")
  func counted() throws {
    let rules = ProximityRules()
    var planner = CalloutPlanner(fences: rules)
    let benches = PlaceIndex((0..<3).map { place("bench\($0)", east: 30 + Double($0), north: 30) })
    let callout = planner.update(with: terrain.fix(east: 0, at: 0)) {
      benches.nearest(to: terrain.coordinate(east: 0), limit: $1, within: $0)
    }
    #expect(try summary(#require(callout)) == "approach bench0 3 -")
  }

  @Test("the platforms of one stop are one callout")
  func platforms() {
    let platforms = (0..<6).map { place("p\($0)", east: 100 + Double($0) * 10, north: 30, name: "Station") }
    let told = callouts(on: way(from: 0, to: 130, speed: 1.4), among: platforms)
    #expect(told.count == 1)
  }

  @Test("in a place with its own extent, gives no direction")
  func inside() {
    let told = callouts(
      on: way(from: 0, to: 600, speed: 1.4),
      among: [place("park", east: 300, north: 0, name: "Park", proximity: 100)])
    #expect(told.map(summary) == ["inside park"])
  }

  /// A park of 200 by 200 m beside the path.
  private var park: PointOfInterest {
    let ring = [(200.0, -100.0), (400, -100), (400, 100), (200, 100), (200, -100)].map {
      terrain.coordinate(east: $0.0, north: $0.1)
    }
    return PointOfInterest(
      id: "park", name: "Park", category: "park", coordinate: terrain.coordinate(east: 300),
      extent: Extent(lines: [], rings: [ring]))
  }

  @Test("an area is told once from outside, once inside, and once when left")
  func area() {
    let told = callouts(on: way(from: 0, to: 900, speed: 1.4), among: [park])
    #expect(told.map(summary) == ["approach park 1 ahead", "inside park", "left park"])
  }

  @Test("hydrants and bins are told only if asked for")
  func clutter() {
    let things = [("a", ["emergency": "fire_hydrant"]), ("b", ["amenity": "waste_basket"])].map {
      PointOfInterest(id: $0.0, coordinate: terrain.coordinate(east: 30), tags: $0.1)
    }
    for skips in [true, false] {
      var planner = CalloutPlanner(fences: ProximityRules())
      planner.skipsClutter = skips
      let told = planner.update(with: terrain.fix(east: 0, at: 0)) { _, _ in
        things.map { NearbyPlace($0, from: terrain.coordinate(east: 0)) }
      }
      #expect((told == nil) == skips)
    }
  }

  @Test("waits no longer for the voice than the place is ahead")
  func patience() throws {
    func patience(_ speed: Double) throws -> Double {
      try #require(
        callouts(
          on: way(from: 0, to: 2000, speed: speed), among: [place("fuel", east: 1500, name: "Fuel")]
        ).first
      ).patience
    }
    #expect(try patience(1.4) == 10)
    #expect(try patience(40) < 8)
  }

  @Test("while standing, gives no direction and announces nothing new")
  func standing() {
    let still = (0..<600).map { second in
      terrain.fix(east: Double(second % 2), at: Double(second))
    }
    let places = (0..<5).map { place("p\($0)", east: 0, north: 25 + Double($0), name: "P\($0)") }
    let told = callouts(on: still, among: places)
    #expect(told.map(summary) == ["approach p0 1 -"])
  }

  @Test("repeats a place only after leaving it for a while")
  func again() {
    let there = way(from: 0, to: 300, speed: 2)
    func back(after pause: Double) -> [Location] {
      let start = Double(there.count) + pause
      return way(from: 0, to: 300, speed: 2).enumerated().map { index, _ in
        var fix = terrain.fix(east: 300 - 2 * Double(index), at: start + Double(index))
        fix.speed = 2
        return fix
      }
    }
    let cafe = [place("cafe", east: 150, north: 40, name: "Café")]
    #expect(callouts(on: there + back(after: 0), among: cafe).count == 2)
    let corner = [place("cafe", east: 300, north: 40, name: "Café")]
    #expect(callouts(on: there + back(after: 0), among: corner).count == 1)
  }

  @Test("with a dwell time, announces nothing before it has passed")
  func dwell() {
    var rules = ProximityRules()
    rules.dwell = 60
    let cafe = [place("cafe", east: 100, north: 10, name: "Café")]
    #expect(callouts(on: way(from: 0, to: 300, speed: 3), among: cafe, rules: rules).isEmpty)
    let stay = way(from: 0, to: 90, speed: 3)
    let staying = (0..<120).map { second in
      terrain.fix(east: 90 + Double(second) * 0.1, at: Double(stay.count + second))
    }
    #expect(callouts(on: stay + staying, among: cafe, rules: rules).map(summary) == ["arrival cafe 1 -"])
  }

  @Test("leaves out what has been passed by the time it could be said, and tells what comes instead")
  func passedWhileWaiting() {
    let places = [
      ("alpha", 218.0, -10.0), ("beta", 193, 2), ("gamma", 200, 0), ("delta", 195, -8), ("epsilon", 209, 1),
      ("zeta", 205, -11), ("theta", 290, 0),
    ].map { place($0.0, east: $0.1, north: $0.2, name: $0.0) }
    let told = callouts(on: way(from: 0, to: 400, speed: 1.4), among: places).map(summary)
    #expect(!told.contains { $0.hasSuffix("behind") } && told.contains("approach theta 1 ahead"), "\(told)")
  }

  @Test("tells of a place a few metres behind, and not of one farther back", arguments: [56.0, 50])
  func atHand(east: Double) {
    var planner = CalloutPlanner(fences: ProximityRules())
    let cafe = place("cafe", east: east, name: "Café")
    let told = way(from: 0, to: 200, speed: 1.4).enumerated().compactMap { second, fix in
      planner.update(with: fix) { _, _ in second < 43 ? [] : [NearbyPlace(cafe, from: fix.coordinate)] }
    }
    #expect(told.map(summary) == (east == 56 ? ["arrival cafe 1 behind"] : []))
  }

  @Test(
    "leaves out a place passed between two fixes",
    // Still within its fence, and beyond it.
    arguments: [360.0, 330])
  func passed(east: Double) {
    let fixes = [0.0, 40, 80, 120, 400].enumerated().map { index, east in
      terrain.fix(east: east, at: Double(index) * 20)
    }
    let told = callouts(on: fixes, among: [place("cafe", east: east, north: 10, name: "Café")])
    #expect(told.isEmpty)
  }

  @Test("announces a lost signal once a minute, and its return only after that")
  func signal() {
    var planner = CalloutPlanner(fences: ProximityRules())
    func event(_ status: SignalEvent.Status, _ second: Double) -> SignalEvent {
      SignalEvent(
        status: status, location: terrain.fix(east: 0, at: second), since: nil,
        time: Terrain.start.addingTimeInterval(second))
    }
    let told = [
      event(.regained, 0), event(.lost, 10), event(.regained, 20), event(.lost, 30), event(.regained, 40),
      event(.lost, 80),
    ].map { planner.callout(for: $0).map(summary) ?? "" }
    #expect(told == ["", "lost", "regained", "", "", "lost"])
    #expect(Callout(.signalLost, time: nil).urgency == .atOnce)
  }

  @Test("streets that change every second are told fifteen times a minute at most")
  func chatter() {
    var planner = CalloutPlanner(fences: ProximityRules())
    let told = (0..<240).filter { second in
      let fix = terrain.fix(east: Double(second) * 5, at: Double(second))
      let callout = planner.callout(.street("Street \(second % 2)"), at: fix)
      return planner.update(with: fix) { _, _ in [] } != nil || callout != nil
    }
    for second in told { #expect(told.filter { (second..<second + 60).contains($0) }.count <= 15) }
    #expect(told.count >= 45)
  }

  @Test("a point is passed once it is farther away than it was, by more than the accuracy")
  func passedPoint() {
    var point = PassedPoint(terrain.coordinate(east: 100))
    let passed = stride(from: 60.0, through: 120, by: 2).first {
      point.update(with: terrain.fix(east: $0, at: $0, accuracy: 8))
    }
    #expect(passed == 110)
  }

  @Test("keeps speaking after the clock goes back")
  func clock() {
    let early = way(from: 0, to: 100, speed: 1.4)
    let late = early.map { fix in
      var fix = fix
      fix.time = fix.time?.addingTimeInterval(100_000)
      return fix
    }
    let places = [
      place("a", east: 50, north: 30, name: "A"), place("b", east: 250, north: 30, name: "B"),
    ]
    let back = way(from: 200, to: 300, speed: 1.4)
    let told = callouts(on: late + back, among: places).map(summary)
    #expect(told.contains { $0.contains(" b ") }, "\(told)")
  }

  @Test("also speaks for fixes without a time")
  func timeless() {
    let fixes = way(from: 0, to: 300, speed: 1.4).map { fix in
      var fix = fix
      fix.time = nil
      return fix
    }
    let told = callouts(on: fixes, among: [place("cafe", east: 150, north: 10, name: "Café")])
    #expect(told.map(summary) == ["approach cafe 1 ahead", "arrival cafe 1 ahead"])
    #expect(told.allSatisfy { $0.time == nil })
  }

  @Test("the spoken name is the place's, or its chain's")
  func names() {
    func name(_ name: String?, _ tags: [String: String]) -> String? {
      PointOfInterest(id: "x", name: name, coordinate: terrain.coordinate(east: 0), tags: tags).spokenName
    }
    #expect(name("Café", ["brand": "Chain"]) == "Café")
    #expect(name(nil, ["brand": "Chain"]) == "Chain")
    #expect(name(nil, ["ref": "12", "operator": "City"]) == nil)
    #expect(name("---", [:]) == nil)
  }
}
