import Geography
import Nearby
import Places
import Positioning

/// Asks one source of places for many clients, each question within its budget.
struct PlaceLookup: Sendable {
  private let provider: BudgetedPlaceProvider
  private let budget: QuestionBudget
  /// The source as one that can list its places; `nil` if it cannot.
  let listing: (any PlaceListing)?
  private let map: (any MapProviding)?
  /// What tells where positions are; `nil` if the source knows no streets and areas.
  private let whereabouts: WhereaboutsFinder?

  /// - Parameter budget: how much work each question may cause.
  init(_ provider: any PlaceProviding, budget: QuestionBudget = .served) {
    self.provider = BudgetedPlaceProvider(provider, budget)
    self.budget = budget
    listing = provider.listing
    map = provider.map
    whereabouts = provider.gazetteer.map { WhereaboutsFinder(places: provider, gazetteer: $0) }
  }

  /// The places around a position that match.
  ///
  /// - Parameter findsNearMisses: whether similar names match if no place has the name.
  /// - Throws: `PlacesError`, or `CancellationError` if the client is gone.
  func places(
    near position: Coordinate, matching query: PlaceQuery, findsNearMisses: Bool = false
  ) async throws -> PlaceAnswer {
    try Task.checkCancellation()
    return findsNearMisses
      ? try await provider.placesOrNearMisses(near: position, matching: query).orFailure()
      : try await provider.places(near: position, matching: query).orFailure()
  }

  /// The ground in a box; nothing if the source has none.
  ///
  /// - Throws: `PlacesError`, or `CancellationError` as above.
  func ground(in box: BoundingBox, _ detail: MapDetail) throws -> GroundMap {
    try Task.checkCancellation()
    // On this thread, whose time is counted already.
    return try WorkMeter.$current.withValue(nil) {
      try QuestionBudget.$current.withValue(budget) { try map?.ground(in: box, detail) } ?? GroundMap()
    }
  }

  /// Where a position is; without streets and areas, nothing is known of it.
  ///
  /// - Throws: `PlacesError`, or `CancellationError` as above.
  func whereabouts(of location: Location) async throws -> Whereabouts {
    try Task.checkCancellation()
    guard let whereabouts else { return Whereabouts(of: location) }
    return try await QuestionBudget.$current.withValue(budget) {
      try await whereabouts.whereabouts(of: location)
    }
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
