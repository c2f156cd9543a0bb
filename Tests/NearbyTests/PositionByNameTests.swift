import Geography
import Places
import TestSupport
import Testing

@testable import Nearby

@Suite struct PositionByNameTests {
  private let terrain = Terrain()

  private func place(_ number: Int, east: Double, north: Double) -> PointOfInterest {
    PointOfInterest(id: "\(number)", name: "Mill", coordinate: terrain.coordinate(east: east, north: north))
  }

  @Test("things of one name are one if a chain of steps of 200 m joins them, whatever their order")
  func chains() throws {
    var generator = SeededGenerator(seed: 3)
    let places = (0..<300).map {
      place(
        $0, east: .random(in: 0...3500, using: &generator), north: .random(in: 0...3500, using: &generator))
    }
    // Each takes the least number that it can reach, until nothing changes.
    var least = Array(places.indices)
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for (a, first) in places.enumerated() {
        for (b, second) in places.enumerated() where least[b] < least[a] {
          let way = WGS84.inverse(from: first.coordinate, to: second.coordinate)
          if way.distance.metres <= 200 { (least[a], hasChanged) = (least[b], true) }
        }
      }
    }
    let spots = try PositionByName.spots(of: places)
    #expect(spots.compactMap(\.place?.id) == Set(least).sorted().map { "\($0)" })
    #expect(spots.count > 20 && spots.count < 280)
  }

  @Test("as many as a country has are told apart")
  func many() throws {
    let places = (0..<5000).map { place($0, east: Double($0 % 100) * 900, north: Double($0 / 100) * 900) }
    #expect(try PositionByName.spots(of: places).count == 5000)
  }
}
