import Geography
import TestSupport
import Testing

@testable import Places

@Suite struct AreaPlaceProviderTests {
  private struct Indexed: PlaceProviding {
    let index: PlaceIndex

    nonisolated(nonsending) func places(
      near position: Coordinate, matching query: PlaceQuery
    ) async throws(PlacesError) -> PlaceAnswer {
      PlaceAnswer(
        places: index.nearest(to: position, for: query).places, source: PlaceSource(name: "indexed"))
    }
  }

  @Test("finds the only place in a narrow area, however many are nearer to its middle")
  func narrow() async throws {
    let terrain = Terrain()
    let outside = (0..<20_100).map { terrain.place("outside \($0)", east: 300, north: Double($0 % 100)) }
    let corners = [(-50.0, -2000.0), (50, -2000), (50, 2000), (-50, 2000), (-50, -2000)]
    let area = try #require(
      Extent(lines: [], rings: [corners.map { terrain.coordinate(east: $0.0, north: $0.1) }]))
    let provider = AreaPlaceProvider(
      Indexed(index: PlaceIndex(outside + [terrain.place("inside", north: 1900)])), in: .inside(area))
    let found = try await provider.places(near: terrain.coordinate(east: 0), matching: PlaceQuery())
    #expect(found.places.map(\.place.id) == ["inside"])
  }

  @Test("finds what flows through an area or stands on its edge, and not what only touches it")
  func partlyInside() async throws {
    let terrain = Terrain()
    func corners(_ west: Double, _ east: Double, _ half: Double) -> [Coordinate] {
      [(west, -half), (east, -half), (east, half), (west, half), (west, -half)].map {
        terrain.coordinate(east: $0.0, north: $0.1)
      }
    }
    func place(_ id: String, east: Double = 950, _ shape: Extent? = nil) -> PointOfInterest {
      PointOfInterest(id: id, coordinate: terrain.coordinate(east: east), extent: shape)
    }
    let area = try #require(Extent(rings: [corners(0, 500, 100)]))
    let places = [
      place("summit", east: 500),
      place("river", Extent(lines: [[terrain.coordinate(east: -900), terrain.coordinate(east: 950)]])),
      place("wood", Extent(rings: [corners(400, 1400, 50)])),
      place("country", Extent(rings: [corners(-2000, 2000, 2000)])),
      place("neighbour", Extent(rings: [corners(500, 1400, 100)])),
    ]
    let provider = AreaPlaceProvider(Indexed(index: PlaceIndex(places)), in: .inside(area))
    let found = try await provider.places(near: terrain.coordinate(east: 0), matching: PlaceQuery())
    #expect(Set(found.places.map(\.place.id)) == ["summit", "river", "wood", "country"])
  }
}
