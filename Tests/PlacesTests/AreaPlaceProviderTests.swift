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
}
