import Geography
import NIOCore
import NIOPosix
import Places

/// Asks one source of places for many clients, on its own thread, so that no serving thread waits for a disk.
actor PlaceLookup {
  private let provider: BudgetedPlaceProvider
  private let budget: QuestionBudget
  /// The source as one that can list its places; `nil` if it cannot.
  nonisolated let listing: (any PlaceListing)?
  private let map: (any MapProviding)?
  private let thread = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()

  /// - Parameter budget: how much work each question may cause.
  init(_ provider: any PlaceProviding, budget: QuestionBudget = .served) {
    self.provider = BudgetedPlaceProvider(provider, budget)
    self.budget = budget
    listing = provider.listing
    map = provider.map
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.executor.asUnownedSerialExecutor() }

  /// The places around a position that match.
  ///
  /// - Parameter findsNearMisses: whether similar names match if no place has the name.
  /// - Throws: `PlacesError`, or `CancellationError` if the client is gone before it is its turn.
  func places(
    near position: Coordinate, matching query: PlaceQuery, findsNearMisses: Bool = false
  ) async throws -> PlaceAnswer {
    try Task.checkCancellation()
    return findsNearMisses
      ? try await provider.placesOrNearMisses(near: position, matching: query)
      : try await provider.places(near: position, matching: query)
  }

  /// The ground in a box; nothing if the source has none.
  ///
  /// - Throws: `PlacesError`, or `CancellationError` as above.
  func ground(in box: BoundingBox, _ detail: MapDetail) throws -> GroundMap {
    try Task.checkCancellation()
    return try QuestionBudget.$current.withValue(budget) { try map?.ground(in: box, detail) } ?? GroundMap()
  }

  /// What a source that lists its places answers.
  ///
  /// - Throws: `PlacesError`, or `CancellationError` as above.
  func answer<Answer: Sendable>(
    _ listing: any PlaceListing, _ question: @Sendable (any PlaceListing) async throws(PlacesError) -> Answer
  ) async throws -> Answer {
    try Task.checkCancellation()
    return try await QuestionBudget.$current.withValue(budget) { try await question(listing) }
  }
}
