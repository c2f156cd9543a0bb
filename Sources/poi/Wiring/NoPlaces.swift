import Geography
import Places

/// For those who want to know only where they are.
struct NoPlaces: PlaceProviding {
  nonisolated(nonsending) func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    PlaceAnswer(places: [], source: PlaceSource(name: "nobody"))
  }
}
