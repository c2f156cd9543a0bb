import Geography
import Positioning
import TestSupport
import Testing

@testable import Nearby

/// Walks to a place 400 m to the east.
@Suite struct BeaconMonitorTests {
  private let terrain = Terrain()

  private func told(_ points: [(Double, Double, Double?)], every seconds: Double = 10) -> [String] {
    var monitor = BeaconMonitor(to: terrain.coordinate(east: 400), called: "Mill")
    return points.enumerated().compactMap { index, point in
      let fix = terrain.fix(east: point.0, north: point.1, at: Double(index) * seconds)
      return monitor.update(with: fix, course: point.2.map(Bearing.init(degrees:))).map { event in
        let side = event.direction?.octant.rawValue ?? "\(event.bearing?.degrees.rounded() ?? -1)"
        return event.hasArrived ? "there" : "\(Int(event.distance.metres.rounded())) \(side)"
      }
    }
  }

  @Test("by the compass before the first step, then every 50 m, then that one is there")
  func way() {
    var way: [(Double, Double, Double?)] = [(0, 0, nil)]
    for east in stride(from: 11.0, through: 400, by: 11) { way.append((east, 0, 90)) }
    #expect(
      told(way) == [
        "400 90.0", "389 ahead", "334 ahead", "279 ahead", "224 ahead", "169 ahead", "114 ahead", "59 ahead",
        "there",
      ])
  }

  @Test("a turn by 45° is told, not at once again, and standing is not")
  func turns() {
    #expect(
      told([(0, 0, 90), (1, 0, 120), (2, 0, 140), (3, 0, 180)]) == ["400 ahead", "398 ahead left"])
    #expect(told([(0, 0, 90), (1, 0, 180), (2, 0, 270)], every: 3).count == 1)
    #expect(told((0..<100).map { _ in (0, 0, 90) }).count == 1)
  }

  @Test("who is there hears nothing more until they have left")
  func there() {
    #expect(
      told([(395, 0, 90), (400, 5, 0), (410, 0, 270), (430, 0, 90), (460, 0, 90)]) == ["there", "60 behind"])
  }
}
