import Geography
import Places
import Positioning
import TestSupport
import Testing

@testable import Nearby

/// Walks to a place 400 m to the east.
@Suite struct BeaconMonitorTests {
  private let terrain = Terrain()

  private func told(
    _ points: [(Double, Double, Double?)], every seconds: Double = 10, words: Int = 4
  ) -> [String] {
    var monitor = BeaconMonitor(to: terrain.place("mill", east: 400), called: "Mill", words: words)
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

  @Test("a word that stays wrong is corrected after 3 s, and noise at its border is not told")
  func wrongWord() {
    func told(_ courses: [Double], _ words: Int) -> [String] {
      self.told(courses.map { (0, 0, $0) }, every: 1, words: words)
    }
    let turned = Array(repeating: 90.0, count: 10) + Array(repeating: 126, count: 5)
    #expect(told(turned, 8) == ["400 ahead", "400 ahead left"])
    #expect(told(Array(turned.dropLast(2)), 8) == ["400 ahead"])
    #expect(told(turned, 4) == ["400 ahead"], "the word is the same")
    #expect(told([50] + (0..<20).map { _ in 30 }, 4) == ["400 ahead right", "400 ahead right"])
    #expect(told([70] + (0..<20).map { $0 % 2 == 0 ? 40 : 50 }, 4) == ["400 ahead"])
    #expect(told([90] + (0..<20).map { _ in 62 }, 12) == ["400 ahead", "400 ahead right"])
  }

  @Test("after a turn it tells the side by the receiver's course, as callouts do", arguments: [true, false])
  func corner(isAhead: Bool) throws {
    let target: (east: Double, north: Double) = isAhead ? (387, -40) : (103, 449)
    var engine = WatchEngine(
      monitor: ProximityMonitor(rules: ProximityRules()), travel: TravelMonitor(rules: ProximityRules()))
    engine.beacon = BeaconMonitor(
      to: terrain.place("mill", east: target.east, north: target.north), called: "Mill")
    var told: [String] = []
    for second in 0..<90 {
      let (way, past) = (min(63, Double(second) * 1.4), max(0, Double(second) * 1.4 - 63))
      var fix = terrain.fix(
        east: past * 0.866, north: way - past / 2, at: Double(second), accuracy: 4, speed: 1.4)
      fix.course = Bearing(degrees: past > 0 ? 120 : 0)
      for outcome in engine.step(.fix(fix)) + engine.step(.placesKnown) {
        guard case .event(.beacon(let event)) = outcome, let side = event.direction else { continue }
        told.append("\(second) \(side.quadrant)")
      }
    }
    #expect(told == (isAhead ? ["16 right", "47 ahead", "85 ahead"] : ["16 ahead", "47 left"]))
  }

  @Test("who comes there between two fixes hears it, but not after a gap", arguments: [10.0, 100])
  func between(seconds: Double) {
    let told = told([(340, 0, 90), (382, 0, 90), (424, 0, 90), (470, 0, 90)], every: seconds)
    #expect(told == (seconds < 60 ? ["60 ahead", "there", "70 behind"] : ["60 ahead", "24 behind"]))
  }

  @Test("a large place is as near as its edge, and one is there inside")
  func area() {
    let corners = [(300.0, -90.0), (500, -90), (500, 90), (300, 90), (300, -90)]
    let ring = corners.map { terrain.coordinate(east: $0, north: $1) }
    let park = PointOfInterest(
      id: "park", coordinate: terrain.coordinate(east: 400), extent: Extent(lines: [], rings: [ring]))
    var monitor = BeaconMonitor(to: park, called: "Park")
    let told = [200.0, 240, 280, 320, 400].enumerated().compactMap { index, east in
      monitor.update(with: terrain.fix(east: east, at: Double(index) * 20), course: Bearing(degrees: 90))
        .map { $0.hasArrived ? "there \(east)" : "\(Int($0.distance.metres.rounded()))" }
    }
    #expect(told == ["100", "20", "there 320.0"])
  }

  @Test("who is there hears nothing more until they have left")
  func there() {
    #expect(
      told([(395, 0, 90), (400, 5, 0), (410, 0, 270), (430, 0, 90), (460, 0, 90)]) == ["there", "60 behind"])
  }
}
