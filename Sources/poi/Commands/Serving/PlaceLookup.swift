import Geography
import Places
import Serving

/// Asks one source of places for many clients, on its own thread, so that no serving thread waits for a disk.
actor PlaceLookup {
  private let provider: any PlaceProviding
  private let thread = ActorThread(label: "places")

  init(_ provider: any PlaceProviding) {
    self.provider = provider
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// The places around a position that match.
  ///
  /// - Parameter findsNearMisses: whether similar names match if no place has the name.
  func places(
    near position: Coordinate, matching query: PlaceQuery, findsNearMisses: Bool = false
  ) async throws(PlacesError) -> PlaceAnswer {
    findsNearMisses
      ? try await provider.placesOrNearMisses(near: position, matching: query)
      : try await provider.places(near: position, matching: query)
  }
}
