import Foundation
import Geography
import Places
import Positioning
import TestSupport
import Testing

@testable import Nearby

/// A wide avenue to the north, and a side street that meets it from the east at 0, 0.
@Suite struct StreetMonitorTests {
  private let terrain = Terrain(around: Coordinate(latitude: 60, longitude: 25))

  private func street(
    _ id: Int64, _ name: String, _ points: [(Double, Double)], isRoundabout: Bool = false
  ) -> Street {
    Street(
      id: id, kind: .residential, name: name, ref: nil,
      line: points.map { terrain.coordinate(east: $0.0, north: $0.1) }, isRoundabout: isRoundabout)
  }

  private var streets: [Street] {
    [street(1, "Avenue", [(0, -500), (0, 0), (0, 500)]), street(2, "Side Street", [(0, 0), (200, 0)])]
  }

  /// A point of a roundabout around the origin, at some degrees from the south counterclockwise.
  private static func ring(_ degrees: Double) -> (Double, Double) {
    (12 * sin(degrees * .pi / 180), -12 * cos(degrees * .pi / 180))
  }

  private func events(
    _ way: [(Double, Double)], accuracy: Double? = 5, confirm: Int = 2, among all: [Street]? = nil
  ) -> [String] {
    var monitor = StreetMonitor(confirm: confirm)
    return way.enumerated().compactMap { index, point in
      let location = Location(
        coordinate: terrain.coordinate(east: point.0, north: point.1), accuracy: accuracy)
      let plane = LocalPlane(about: location.coordinate)
      let near = (all ?? streets).compactMap { street -> Surroundings.Near<Street>? in
        guard let metres = plane.distance(to: street.line), metres <= StreetMonitor.reach.metres else {
          return nil
        }
        return .init(street, distance: Distance(metres: metres))
      }.sorted { $0.distance < $1.distance }
      return monitor.update(with: location, among: near).map { "\(index) \($0.street.thing.title)" }
    }
  }

  private static let alongAvenue = (0...20).map { (0.0, Double($0) * 10 - 100) }

  @Test("whoever goes straight on along a street stays on it")
  func straightOn() {
    #expect(events(Self.alongAvenue) == ["1 Avenue"])
  }

  @Test("the far pavement of a wide street crosses side streets, but is not on them", arguments: [8.0, 14])
  func pavement(east: Double) {
    let way = (0...100).map { (east, Double($0) * 2 - 100) }
    #expect(events(way, accuracy: 3) == ["1 Avenue"])
  }

  @Test("a turn is told when some fixes together fit the new street better than by chance")
  func turn() {
    let way = (0...10).map { (0.0, Double($0) * 10 - 100) } + (1...10).map { (Double($0) * 4, 0.0) }
    // 4 m from the avenue, then 8 m.
    #expect(events(way) == ["1 Avenue", "12 Side Street"])
    #expect(events(way, accuracy: 15).last == "13 Side Street")
    #expect(events(way, confirm: 3).last == "13 Side Street")
  }

  @Test("who stands at a corner is not told of each street in turn")
  func standing() {
    var random = SeededGenerator(seed: 1)
    let jitter = (0..<600).map { _ in
      (Double.random(in: -8...8, using: &random), Double.random(in: -8...8, using: &random))
    }
    #expect(events(Self.alongAvenue.prefix(11) + jitter, accuracy: 14).count <= 3)
  }

  @Test("a fix that does not tell two streets apart changes nothing")
  func unsure() {
    #expect(events(Self.alongAvenue + (1...8).map { (Double($0), 0) }, accuracy: 30) == ["1 Avenue"])
  }

  @Test("a quarter of a roundabout is told, though a car needs two seconds for it", arguments: [nil, 5.0])
  func roundabout(accuracy: Double?) {
    let all = [
      street(1, "South", [(0, -500), (0, -12)]), street(2, "East", [(12, 0), (500, 0)]),
      street(3, "Ring", (0...16).map { Self.ring(Double($0) * 22.5) }, isRoundabout: true),
    ]
    let north: [(Double, Double)] = (0...10).map { (0.0, Double($0) * 9 - 105) }
    let east: [(Double, Double)] = (0...10).map { (Double($0) * 9 + 15, 0.0) }
    let way = north + [Self.ring(30), Self.ring(70)] + east
    let told = events(way, accuracy: accuracy, among: all).map { $0.split(separator: " ")[1] }
    #expect(told == ["South", "Ring", "East"])
    // Who goes past it is not on it.
    let past = (0...20).map { (-15.0, Double($0) * 10 - 100) }
    let bypass = all + [street(4, "Bypass", [(-15, -500), (-15, 500)])]
    #expect(events(past, accuracy: accuracy, among: bypass) == ["1 Bypass"])
  }

  @Test("far from all streets there is none")
  func beside() {
    #expect(events([(40, 300), (40, 310), (40, 320)], accuracy: 5) == [])
  }
}
