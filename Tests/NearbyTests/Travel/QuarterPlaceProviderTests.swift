import Geography
import Places
import TestSupport
import Testing

@testable import Nearby

@Suite struct QuarterPlaceProviderTests {
  private let terrain = Terrain()

  @Test("the nearest place in each quarter, however many are nearer in another")
  func quarters() async throws {
    var places = (1...200).map { terrain.place("north\($0)", east: 0, north: Double($0)) }
    places += [
      terrain.place("east", east: 5000), terrain.place("south", north: -900),
      terrain.place("west", east: -30),
      terrain.place("farther", east: -40),
    ]
    let provider = QuarterPlaceProvider(MockPlaceProvider(.success(places)))
    let found = try await provider.places(near: terrain.coordinate(east: 0), matching: PlaceQuery(limit: 2))
    #expect(found.places.map(\.place.id) == ["north1", "west", "south", "east"])
  }
}
