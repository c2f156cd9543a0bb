import Geography
import Places
import Serving
import Synchronization

/// Asks one source of places for many clients, on its own thread, so that no serving thread waits for a disk.
actor PlaceLookup {
  /// Thrown if too many questions are waiting.
  struct Busy: Error {}

  /// The most questions that may wait; the last of them waits a few seconds.
  private static let capacity = 1024

  private let provider: any PlaceProviding
  private let thread = ActorThread(label: "places")
  private let waiting = Mutex(0)

  init(_ provider: any PlaceProviding) {
    self.provider = provider
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// The places around a position that match.
  ///
  /// - Parameter findsNearMisses: whether similar names match if no place has the name.
  /// - Throws: `PlacesError`, or `Busy`.
  nonisolated func places(
    near position: Coordinate, matching query: PlaceQuery, findsNearMisses: Bool = false
  ) async throws -> PlaceAnswer {
    let isFull = waiting.withLock { waiting in
      if waiting >= Self.capacity { return true }
      waiting += 1
      return false
    }
    if isFull { throw Busy() }
    defer { waiting.withLock { $0 -= 1 } }
    return try await ask(position, query, findsNearMisses)
  }

  private func ask(
    _ position: Coordinate, _ query: PlaceQuery, _ findsNearMisses: Bool
  ) async throws(PlacesError) -> PlaceAnswer {
    findsNearMisses
      ? try await provider.placesOrNearMisses(near: position, matching: query)
      : try await provider.places(near: position, matching: query)
  }
}
