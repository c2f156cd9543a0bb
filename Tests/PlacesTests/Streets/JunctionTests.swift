import Foundation
import Geography
import TestSupport
import Testing

@testable import Places

@Suite("Junctions of a network")
struct JunctionTests {
  /// The names of arms and their bearings, clockwise from north, which can be a hair less than 360°.
  private func arms(_ junction: Junction) -> [String] {
    junction.arms.map { (degrees: Int($0.bearing.degrees.rounded()) % 360, arm: $0) }
      .sorted { $0.degrees < $1.degrees }
      .map { "\($0.arm.name ?? "-") \($0.degrees)\($0.arm.isDeadEnd ? " end" : "")" }
  }

  @Test("a crossroads has an arm for each way that leaves it")
  func crossroads() throws {
    var plan = StreetPlan()
    plan.add("Main Street", [(-400, 0), (0, 0), (400, 0)])
    plan.add("Mill Lane", [(0, -200), (0, 0)])
    plan.add(nil, [(0, 0), (0, 400)], kind: .track)
    let junctions = plan.network.junctions
    #expect(junctions.map(arms) == [["- 0", "Main Street 90", "Mill Lane 180 end", "Main Street 270"]])
    #expect(junctions.first?.names == ["Main Street", "Mill Lane"])
    #expect(junctions.first?.coordinate == plan.coordinate((0, 0)))
  }

  @Test("nodes within 15 m are one junction, and others are not")
  func nodes() {
    for (apart, count) in [(12.0, 1), (40, 2)] {
      var plan = StreetPlan()
      plan.add("Main Street", [(-400, 0), (0, 0), (apart, 0), (400, 0)])
      plan.add("North Lane", [(0, 0), (0, 400)])
      plan.add("South Lane", [(apart, 0), (apart, -400)])
      let junctions = plan.network.junctions
      #expect(junctions.count == count, "\(apart) m")
      #expect(
        junctions.count > 1
          || junctions.map(arms) == [["North Lane 0", "Main Street 90", "South Lane 180", "Main Street 270"]])
    }
  }

  @Test("a named way that ends within a junction is an arm")
  func stub() {
    var plan = StreetPlan()
    plan.add("Main Street", [(-400, 0), (0, 0), (400, 0)])
    plan.add("Yard", [(0, 0), (0, 7)])
    plan.add(nil, [(0, 7), (0, 12)], kind: .footway)
    plan.add(nil, [(-200, 12), (0, 12), (200, 12)], kind: .footway)
    #expect(plan.network.junctions.map { $0.names } == [["Main Street", "Yard"]])
  }

  @Test("halves of a divided road are one arm, and where it is crossed is one junction")
  func halves() {
    var plan = StreetPlan()
    plan.add("Avenue", [(-400, 0), (0, 0), (400, 0)], isOneWay: true)
    plan.add("Avenue", [(400, 25), (0, 25), (-400, 25)], isOneWay: true)
    plan.add("Lane", [(0, -400), (0, 0), (0, 25), (0, 400)])
    #expect(
      plan.network.junctions.map(arms) == [["Lane 0", "Avenue 90", "Lane 180", "Avenue 270"]])
  }

  @Test("one-way streets side by side that lead the same way are no halves")
  func parallel() {
    var plan = StreetPlan()
    plan.add("Avenue", [(-400, 0), (0, 0), (400, 0)], isOneWay: true)
    plan.add("Avenue", [(-400, 25), (0, 25), (400, 25)], isOneWay: true)
    plan.add("Lane", [(0, -400), (0, 0), (0, 25), (0, 400)])
    #expect(plan.network.junctions.count == 2)
  }

  @Test("a bridge meets nothing, though it crosses")
  func bridge() {
    var plan = StreetPlan()
    plan.add("Main Street", [(-400, 0), (400, 0)])
    plan.add("Bridge Road", [(0, -400), (0, 400)])
    #expect(plan.network.junctions.isEmpty && plan.network.edges.count == 2)
  }

  @Test("a roundabout, closed or in pieces or open, is one junction with its exits in order")
  func roundabout() throws {
    let ring = [(0.0, 30.0), (-30, 0), (0, -30), (30, 0), (0, 30)]
    for pieces in [[0...4], [0...2, 2...4], [0...3]] as [[ClosedRange<Int>]] {
      var plan = StreetPlan()
      for piece in pieces {
        plan.add("Star", Array(ring[piece]), isRoundabout: true, isOneWay: true)
      }
      plan.add("North Road", [(0, 30), (0, 400)])
      plan.add("West Road", [(-30, 0), (-400, 0)])
      plan.add("South Road", [(0, -30), (0, -400)])
      plan.add("East Road", [(30, 0), (400, 0)])
      let junctions = plan.network.junctions
      #expect(
        junctions.map(arms) == [["North Road 0", "East Road 90", "South Road 180", "West Road 270"]],
        "\(pieces)")
      let roundabout = try #require(junctions.first?.roundabout)
      #expect(roundabout.name == "Star" && abs(roundabout.radius - 30) < 0.1)
    }
  }

  @Test("the links beside an island at a roundabout are one exit")
  func island() {
    var plan = StreetPlan()
    plan.add(nil, [(0, 30), (-30, 0), (0, -30), (25, -10), (30, 0), (25, 10), (0, 30)], isRoundabout: true)
    plan.add("East Road", [(25, 10), (60, 0)], isOneWay: true)
    plan.add("East Road", [(60, 0), (25, -10)], isOneWay: true)
    plan.add("East Road", [(60, 0), (400, 0)])
    plan.add("West Road", [(-30, 0), (-400, 0)])
    #expect(
      plan.network.junctions.first { $0.roundabout != nil }.map(arms) == ["East Road 90", "West Road 270"])
  }

  @Test("a way that goes on under another name is a junction, and one that is only cut is none")
  func names() {
    for (name, count) in [("Main Street", 0), ("High Street", 1), (nil, 0)] as [(String?, Int)] {
      var plan = StreetPlan()
      plan.add("Main Street", [(-400, 0), (0, 0)])
      plan.add(name, [(0, 0), (400, 0)])
      #expect(plan.network.junctions.count == count, "\(name ?? "")")
    }
  }

  @Test("an arm is a dead end if all ways from it end where the data goes on")
  func deadEnds() {
    for (isKnown, far, expected) in [(true, 100.0, true), (false, 100, false), (true, 400, false)] {
      var plan = StreetPlan()
      plan.add("Main Street", [(-400, 0), (0, 0), (400, 0)])
      plan.add("Close", [(0, 0), (0, 50), (0, far)])
      plan.add(nil, [(0, 50), (30, 50)], kind: .service)
      let network = StreetNetwork(plan.streets) { _ in isKnown }
      let arm = network.junctions.first { $0.names.count == 2 }?.arms.first { $0.name == "Close" }
      #expect(arm?.isDeadEnd == expected, "\(isKnown) \(far)")
    }
  }

  @Test("500 ways that meet are one junction")
  func star() {
    var plan = StreetPlan()
    for index in 0..<500 {
      let angle = Double(index) / 500 * 2 * .pi
      plan.add("Street \(index)", [(0, 0), (400 * cos(angle), 400 * sin(angle))])
    }
    let junctions = plan.network.junctions
    #expect(junctions.count == 1 && junctions.first?.arms.count == 500)
  }

  @Test("pieces of a way join where they share a step, and the junction of either is the same")
  func pieces() {
    var plan = StreetPlan()
    plan.add("Main Street", [(-400, 0), (0, 0), (10, 0), (400, 0)])
    plan.add("Lane", [(0, 0), (0, 400)])
    let main = plan.streets[0]
    let pieces = [main.line.prefix(3), main.line.suffix(3)].map {
      Street(id: main.id, kind: main.kind, name: main.name, ref: nil, line: Array($0.suffix(3)))
    }
    let cut = StreetNetwork(pieces + plan.streets.dropFirst())
    #expect(cut.junctions.map(arms) == plan.network.junctions.map(arms))
    #expect(cut.edges.count == 3)
  }

  @Test("crossings know the street they lead across, and belong to junctions near them")
  func crossings() throws {
    var plan = StreetPlan()
    plan.add("Main Street", [(-400, 0), (0, 0), (10, 0), (200, 0), (400, 0)])
    plan.add("Lane", [(0, 0), (0, 400)])
    plan.add(nil, [(10, -5), (10, 0), (10, 5)], kind: .footway, use: .crossing)
    for east in [10.0, 200] { plan.add((east, 0)) { .crossing(Crossing(at: $0)) } }
    plan.add((5, 0)) { .signals($0) }
    let network = plan.network
    let junction = try #require(network.junctions.first { $0.names.count == 2 })
    #expect(junction.crossings.map(\.street) == ["Main Street"])
    #expect(network.features.count == 3)
  }

  @Test("a crossing has the highest of the kerbs on its path, unless it has one itself")
  func kerbs() {
    for (own, kerbs, expected) in [
      (nil, [("lowered", 4.0), ("raised", -4)], .raised), (nil, [("flush", 4), ("lowered", -4)], .lowered),
      (.flush, [("raised", 4)], .flush), (nil, [("raised", 15)], nil), (nil, [], nil),
    ] as [(Crossing.Kerb?, [(String, Double)], Crossing.Kerb?)] {
      var plan = StreetPlan()
      plan.add("Main Street", [(-400, 0), (0, 0), (400, 0)])
      plan.add(nil, [(0, -20), (0, -4), (0, 0), (0, 4), (0, 15)], kind: .footway, use: .crossing)
      // Those of the next crossing are as near.
      plan.add(nil, [(6, -4), (6, 20)], kind: .footway, use: .crossing)
      plan.add((6, -4)) { .barrier(StreetBarrier("kerb=raised", at: $0)) }
      plan.add((0, 0)) {
        var crossing = Crossing(at: $0)
        crossing.kerb = own
        return .crossing(crossing)
      }
      for (kerb, north) in kerbs { plan.add((0, north)) { .barrier(StreetBarrier("kerb=\(kerb)", at: $0)) } }
      let found = plan.network.features.compactMap {
        if case .crossing(let found) = $0 { found } else { nil }
      }
      #expect(found.map(\.kerb) == [expected], "\(kerbs)")
    }
  }

  @Test("steps tell at both ends where they lead")
  func steps() {
    var plan = StreetPlan()
    plan.add(
      "Stairs", [(0, 0), (0, 10), (0, 20)], kind: .steps,
      steps: Steps(count: 30, hasHandrail: true, leadUp: true))
    let ends = plan.network.features.compactMap { feature -> StepsEnd? in
      if case .steps(let end) = feature { end } else { nil }
    }
    #expect(ends.map(\.leadsUp) == [true, false] && ends.map(\.count) == [30, 30])
    #expect(ends.map { Int($0.bearing.degrees.rounded()) % 360 } == [0, 180])
  }

  @Test("the edges near a position are those within a distance, the nearest first")
  func near() {
    var plan = StreetPlan()
    plan.add("A", [(-100, 0), (100, 0)])
    plan.add("B", [(-100, 12), (100, 12)])
    plan.add("C", [(-100, 40), (100, 40)])
    let near = plan.network.edges(within: 20, of: plan.coordinate((0, 10)))
    #expect(near.map(\.edge) == [1, 0] && near.map { $0.distance.rounded() } == [2, 10])
    #expect(near.map { $0.along.rounded() } == [100, 100] && near[0].bearing.degrees.rounded() == 90)
  }
}
