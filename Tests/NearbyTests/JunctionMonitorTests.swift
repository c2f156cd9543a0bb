import Foundation
import Geography
import Glibc
import Places
import Positioning
import TestSupport
import Testing

@testable import Nearby

/// Walks north along Main Street to its junction with Cross Street at the origin, and similar ways.
@Suite struct JunctionMonitorTests {
  /// Main Street goes on as North Street; Cross Street leads west to a dead end, and Mill Lane east.
  private static var village: StreetPlan {
    var plan = StreetPlan()
    plan.add("Main Street", [(0, -400), (0, -100), (0, 0)])
    plan.add("North Street", [(0, 0), (0, 400)])
    plan.add("Cross Street", [(-80, 0), (0, 0)])
    plan.add("Mill Lane", [(0, 0), (400, 0)])
    // Without a name, it is no junction.
    plan.add(nil, [(0, -100), (100, -100)], kind: .service)
    return plan
  }

  /// A way at 1.4 m/s, with a fix per second.
  private func walk(
    _ points: [(Double, Double)], noise: Double = 0, accuracy: Double? = 5, speed: Double = 1.4,
    seed: UInt64 = 1
  ) -> [Location] {
    var random = SeededGenerator(seed: seed)
    func error() -> Double {
      let (one, two) = (Double.random(in: 1e-9..<1, using: &random), Double.random(in: 0..<1, using: &random))
      return noise / 2.squareRoot() * (-2 * log(one)).squareRoot() * cos(2 * .pi * two)
    }
    var fixes: [Location] = []
    for (from, to) in zip(points, points.dropFirst()) {
      let length = hypot(to.0 - from.0, to.1 - from.1)
      for metres in stride(from: 0, to: length, by: speed) {
        let part = metres / length
        fixes.append(
          StreetPlan().terrain.fix(
            east: from.0 + part * (to.0 - from.0) + error(),
            north: from.1 + part * (to.1 - from.1) + error(), at: Double(fixes.count), accuracy: accuracy))
      }
    }
    return fixes
  }

  /// The events of fixes, each with the seconds since the start.
  private func events(
    _ fixes: [Location], on plan: StreetPlan, street: String? = "Main Street"
  ) -> [(second: Double, event: WayEvent)] {
    var monitor = JunctionMonitor()
    let network = plan.network
    return fixes.flatMap { fix in
      monitor.update(with: fix, on: street, in: network).map {
        (fix.time?.timeIntervalSince(Terrain.start) ?? 0, $0)
      }
    }
  }

  private func summary(_ event: WayEvent) -> String {
    switch event.kind {
    case .junction(_, let arms):
      arms.map {
        "\($0.arm.name ?? "-") \($0.direction.octant.rawValue)\($0.arm.isDeadEnd ? ", dead end" : "")"
      }
      .joined(separator: "; ")
    case .uncertain(let junction, let isNews):
      junction.names.joined(separator: ", ") + (isNews ? ", uncertain" : "")
    case .crossing(let crossing): "crossing \(crossing.street ?? "")"
    case .steps(let end): "steps \(end.leadsUp == true ? "up" : "")"
    case .lift: "lift"
    }
  }

  private static let arms = "Cross Street left, dead end; North Street ahead; Mill Lane right"

  @Test("tells of a junction once, 35 m before it, with its arms from the left to the right")
  func once() throws {
    let told = events(walk([(0, -200), (0, 100)]), on: Self.village)
    #expect(told.map { summary($0.event) } == [Self.arms])
    let event = try #require(told.first?.event)
    #expect((30...36).contains(event.distance.metres), "\(event.distance)")
  }

  @Test(
    "of a junction of several nodes, the distance and the position are those of the first that one comes to")
  func joined() throws {
    var plan = StreetPlan()
    plan.add("Main Street", [(0, -400), (0, -12), (0, 0), (0, 400)])
    plan.add("Mill Lane", [(0, -12), (400, -12)])
    plan.add("High Street", [(-400, 0), (0, 0), (400, 0)], kind: .primary)
    let event = try #require(events(walk([(0, -200), (0, -30)]), on: plan).first?.event)
    let way = WGS84.inverse(from: event.location.coordinate, to: event.coordinate).distance
    #expect(abs(way.metres - event.distance.metres) < 5, "\(way)")
  }

  @Test(
    "comes to the same junction from the other side, or from a side street",
    arguments: [
      (
        "North Street", [(0.0, 200.0), (0, 20)],
        "Mill Lane left; Main Street ahead; Cross Street right, dead end"
      ),
      (
        "Mill Lane", [(200, 0), (20, 0)], "Main Street left; Cross Street ahead, dead end; North Street right"
      ),
    ] as [(String, [(Double, Double)], String)])
  func sides(street: String, way: [(Double, Double)], arms: String) {
    #expect(events(walk(way), on: Self.village, street: street).map { summary($0.event) } == [arms])
  }

  @Test("is right with noise of 3 m and of 8 m", arguments: [3.0, 8], 1...10 as ClosedRange<UInt64>)
  func noise(noise: Double, seed: UInt64) {
    let fixes = walk([(0, -200), (0, 15)], noise: noise, accuracy: 1.73 * noise, seed: seed)
    let told = events(fixes, on: Self.village)
    #expect(told.map { summary($0.event) } == [Self.arms])
    // Before it is there.
    #expect(told.allSatisfy { $0.second < 200 / 1.4 })
  }

  @Test(
    "who turns at a corner hears no sides of the junction straight on", arguments: [3.0, 8],
    1...10 as ClosedRange<UInt64>)
  func corner(noise: Double, seed: UInt64) {
    var plan = StreetPlan()
    plan.add("Main Street", [(0, -400), (0, -30), (0, 0)])
    plan.add("Church Street", [(0, -30), (300, -30)])
    plan.add("Mill Lane", [(0, 0), (400, 0)])
    // It takes longer than these 6 m to see that one has left Main Street.
    let fixes = walk([(0, -130), (0, -30), (6, -30)], noise: noise, accuracy: 1.73 * noise, seed: seed)
    #expect(events(fixes, on: plan).map { summary($0.event) } == ["Main Street ahead; Church Street right"])
  }

  @Test("at the start of a walk close to a junction, it names streets without sides")
  func unsteady() {
    let start = events(walk([(0, -20), (0, 0)], accuracy: 5), on: Self.village)
    #expect(
      start.map { summary($0.event) } == ["Cross Street, Main Street, Mill Lane, North Street"])
  }

  @Test("never tells of a junction behind")
  func behind() {
    #expect(events(walk([(0, -20), (0, -200)]), on: Self.village).isEmpty)
  }

  @Test(
    "with a position that is or may be uncertain names streets without sides, and says so once",
    arguments: [16.0, nil])
  func uncertain(accuracy: Double?) {
    let there = walk([(0, -200), (0, -10)], accuracy: accuracy)
    let back = walk([(0, -10), (0, -200)], accuracy: accuracy)
    let names = "Cross Street, Main Street, Mill Lane, North Street"
    let way = [there, back, there].joined().enumerated().map { second, fix in
      var fix = fix
      fix.time = Terrain.start.addingTimeInterval(Double(second))
      return fix
    }
    #expect(events(way, on: Self.village).map { summary($0.event) } == ["\(names), uncertain", names])
  }

  @Test("tells the same when the clock was set back on the way")
  func clockBack() {
    let way = walk([(0, -200), (0, -10)])
    let late = way.enumerated().map { index, fix in
      var fix = fix
      if index >= 20 { fix.time = fix.time?.addingTimeInterval(-3600) }
      return fix
    }
    let expected = events(way, on: Self.village).map { summary($0.event) }
    #expect(events(late, on: Self.village).map { summary($0.event) } == expected)
  }

  @Test("tells of it again after a minute elsewhere, not by turning round on the spot")
  func again() {
    func path(_ points: [(Double, Double)]) -> [String] {
      events(walk(points), on: Self.village).map { summary($0.event) }
    }
    #expect(path([(0, -60), (0, -10), (0, -30), (0, -10)]).count == 1)
    #expect(path([(0, -60)] + (0..<4).flatMap { _ in [(0, -10), (0, -30)] } + [(0, -10)]).count == 1)
    for turn in [-150.0, -65] { #expect(path([(0, -60), (0, -10), (0, turn), (0, -10)]).count == 2) }
  }

  @Test("tells of none to whoever is fast, and earlier to whoever runs")
  func speed() throws {
    #expect(events(walk([(0, -300), (0, 0)], speed: 6), on: Self.village).isEmpty)
    let told = events(walk([(0, -300), (0, 0)], speed: 4), on: Self.village)
    #expect(try (60...75).contains(#require(told.first).event.distance.metres))
  }

  @Test("a street of one name with nameless ways, and who stands, give nothing")
  func nothing() {
    var plan = StreetPlan()
    plan.add("Main Street", [(0, -300), (0, 0), (0, 300)])
    plan.add(nil, [(0, 0), (100, 0)], kind: .service)
    plan.add("Main Street", [(0, 0), (-100, 0)])
    #expect(events(walk([(0, -200), (0, 100)]), on: plan).isEmpty)
    let still = (0..<600).map { plan.terrain.fix(east: 0, north: -20, at: Double($0), accuracy: 5) }
    #expect(events(still, on: Self.village).isEmpty)
  }

  @Test("names the exits of a roundabout in their order", arguments: [true, false])
  func roundabout(goesRight: Bool) throws {
    var plan = StreetPlan()
    let ring = (0...16).map { step in
      let angle = Double(step) * .pi / 8 * (goesRight ? 1 : -1)
      return (15 * sin(angle), -15 * cos(angle))
    }
    plan.add(nil, ring, isRoundabout: true, isOneWay: true)
    plan.add("South", [(0, -400), (0, -15)])
    plan.add("East", [(15, 0), (400, 0)])
    plan.add("North", [(0, 15), (0, 400)])
    plan.add("West", [(-15, 0), (-400, 0)])
    let told = events(walk([(0, -200), (0, -20)]), on: plan, street: "South").map { summary($0.event) }
    #expect(
      told == [goesRight ? "East right; North ahead; West left" : "West left; North ahead; East right"])
  }

  @Test("a street beside the own one that has its name, and one that leads on and back, are told once")
  func twins() {
    var plan = StreetPlan()
    plan.add("Main Street", [(0, -400), (0, 0)])
    plan.add("Main Street", [(0, 0), (0, 400)])
    plan.add("Main Street", [(6, -400), (6, -100), (0, 0), (6, 100), (6, 400)], kind: .cycleway)
    plan.add("Square", [(0, 0), (-8, 60)])
    plan.add("Square", [(0, 0), (-20, -60)])
    plan.add("Cross Street", [(0, 0), (80, 0), (300, 0)])
    let told = events(walk([(0, -200), (0, 100)]), on: plan).map { summary($0.event) }
    #expect(told == ["Square ahead, dead end; Main Street ahead; Cross Street right"])
  }

  @Test("a roundabout that is not closed, and streets without names, give no nonsense")
  func gaps() {
    var plan = StreetPlan()
    let ring = (0...12).map { step -> (Double, Double) in
      let angle = Double(step) * .pi / 8
      return (15 * sin(angle), -15 * cos(angle))
    }
    plan.add(nil, ring, isRoundabout: true, isOneWay: true)
    plan.add("South", [(0, -400), (0, -15)])
    plan.add("East", [(15, 0), (400, 0)])
    let told = events(walk([(0, -200), (0, -20)]), on: plan, street: "South").map { summary($0.event) }
    #expect(told == ["East right"])
    var nameless = StreetPlan()
    let easts: [Double] = [-200, -100, 0, 100, 200]
    for east in easts { nameless.add(nil, [(east, -200), (east, 0), (east, 200)]) }
    nameless.add(nil, easts.map { east -> (Double, Double) in (east, 0) })
    #expect(events(walk([(0, -150), (0, 150)]), on: nameless, street: nil).isEmpty)
  }

  @Test("tells of crossings, steps and lifts ahead, each once, and of no steps that one only passes")
  func things() {
    var plan = StreetPlan()
    plan.add("Main Street", [(0, -300), (0, -100), (0, 300)])
    plan.add((0, -100)) { .crossing(Crossing(at: $0)) }
    plan.add((3, -50)) { .lift($0) }
    plan.add("Stairs", [(0, 60), (0, 80)], kind: .steps, steps: Steps(count: 12, leadUp: true))
    plan.add("Side Stairs", [(10, 20), (30, 20)], kind: .steps)
    let told = events(walk([(0, -200), (0, 55)]), on: plan).map { summary($0.event) }
    #expect(told == ["crossing Main Street", "lift", "steps up"])
  }

  @Test("a junction of five hundred ways and streets that jump are bounded")
  func hostile() {
    var plan = StreetPlan()
    plan.add("Main Street", [(0, -300), (0, 0)])
    for number in 0..<500 {
      let angle = Double(number) / 500 * 2 * .pi
      plan.add("Street \(number)", [(0, 0), (100 * cos(angle), 100 * sin(angle))])
    }
    let fixes = walk([(0, -200), (0, -10)])
    #expect(events(fixes, on: plan).count == 1)
    var monitor = JunctionMonitor()
    let network = plan.network
    let told = fixes.enumerated().flatMap { index, fix in
      monitor.update(with: fix, on: index % 2 == 0 ? "Main Street" : "Street 1", in: network)
    }
    #expect(told.count <= 2)
  }
}
