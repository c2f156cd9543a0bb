import Geography
import TestSupport
import Testing

@testable import Places

@Suite("Junctions of a network")
struct JunctionTests {
  @Test("A crossroads has an arm for each way that leaves it")
  func crossroads() throws {
    var plan = StreetPlan()
    plan.add("Main Street", [(-200, 0), (0, 0), (200, 0)])
    plan.add("Mill Lane", [(0, -200), (0, 0)])
    plan.add(nil, [(0, 0), (0, 400)], kind: .track)
    let junctions = plan.network.junctions
    #expect(junctions.count == 1)
    let junction = try #require(junctions.first)
    #expect(junction.arms.map(\.name) == [nil, "Main Street", "Mill Lane", "Main Street"])
    #expect(junction.arms.map { $0.bearing.degrees.rounded() } == [0, 90, 180, 270])
    #expect(junction.arms.map(\.isDeadEnd) == [false, true, true, true])
    #expect(junction.names == ["Main Street", "Mill Lane"])
  }
}
