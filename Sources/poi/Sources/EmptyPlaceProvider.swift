import Geography
import Places

/// Finds no places: for commands that only need the position.
struct EmptyPlaceProvider: PlaceProviding {
  nonisolated(nonsending) func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    PlaceAnswer(places: [], source: PlaceSource(name: "nobody"))
  }
}
