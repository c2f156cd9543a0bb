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
    #expect(found.source.knownWithin == nil)
  }

  @Test("knows no farther than the last of the places that it looks at")
  func manyInOneQuarter() async throws {
    let places = (1...50_000).map { terrain.place("north\($0)", east: 0, north: Double($0) / 100) }
    let provider = QuarterPlaceProvider(MockPlaceProvider(.success(places)))
    let found = try await provider.places(near: terrain.coordinate(east: 0), matching: PlaceQuery(limit: 2))
    #expect(found.places.map(\.place.id) == ["north1"])
    let known = try #require(found.source.knownWithin)
    #expect(abs(known.metres - 500) < 1)
  }

  @Test(
    "leaves a nameless river out unless all is asked for, but none with a name",
    arguments: [("Rhine", true, "river"), (nil, true, "west"), (nil, false, "river")])
  func river(name: String?, skipsUnlisted: Bool, expected: String) async throws {
    let river = PointOfInterest(
      id: "river", name: name, category: "river", coordinate: terrain.coordinate(east: -20),
      tags: ["waterway": "river"])
    let provider = QuarterPlaceProvider(
      MockPlaceProvider(.success([river, terrain.place("west", east: -30)])))
    var query = PlaceQuery()
    query.filter.skipsUnlisted = skipsUnlisted
    let found = try await provider.places(near: terrain.coordinate(east: 0), matching: query)
    #expect(found.places.map(\.place.id) == [expected])
  }

  @Test("a place right at the position is the answer if there is no other")
  func here() async throws {
    for others in [[], [terrain.place("west", east: -30)]] {
      let places = [terrain.place("here", east: 0)] + others
      let provider = QuarterPlaceProvider(MockPlaceProvider(.success(places)))
      let found = try await provider.places(near: terrain.coordinate(east: 0), matching: PlaceQuery())
      #expect(found.places.map(\.place.id) == [others.first?.id ?? "here"])
    }
  }
}
