import Geography

/// The store if it has places for an area, otherwise an online source.
public struct AutomaticPlaceProvider: PlaceProviding {
  private let store: PlaceStore?
  private let online: any PlaceProviding
  private let report: @Sendable (Choice) -> Void

  /// Who answers, and why.
  public enum Choice: Sendable {
    /// The store, which has places for the area.
    case store
    /// The online source, because there is no store.
    case onlineWithoutStore
    /// The online source, because the store has no places for the area.
    case onlineBeyondStore
    /// The online source, because the store's squares were fetched with a narrower selection.
    case onlineForMore
    /// The store, though there may be more places than it has: the online source failed.
    case storeWithoutMore(PlacesError)
  }

  /// - Parameters:
  ///   - store: `nil` if there is none.
  ///   - online: asked if the store has nothing around.
  ///   - report: called with the source of each answer.
  public init(
    store: PlaceStore?, online: any PlaceProviding, report: @escaping @Sendable (Choice) -> Void = { _ in }
  ) {
    self.store = store
    self.online = online
    self.report = report
  }

  /// The online source's, which may need a request.
  public var areaRadius: Distance { online.areaRadius }

  public func cancelFetchingAll() { online.cancelFetchingAll() }

  public nonisolated(nonsending) func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    guard let store, try store.covers(position) else {
      report(store == nil ? .onlineWithoutStore : .onlineBeyondStore)
      return try await online.places(near: position, matching: query)
    }
    guard try !store.hasOnlyDefaultSelection(of: query.filter, at: position) else {
      do throws(PlacesError) {
        let answer = try await online.places(near: position, matching: query)
        report(.onlineForMore)
        return answer
      } catch {
        let answer = try await store.places(near: position, matching: query)
        // Finding none there would not mean that there are none.
        if answer.places.isEmpty { throw error }
        report(.storeWithoutMore(error))
        return answer
      }
    }
    report(.store)
    return try await store.places(near: position, matching: query)
  }

  public nonisolated(nonsending) func nearMisses(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer? {
    if let store, try store.covers(position) {
      return try await store.nearMisses(near: position, matching: query)
    }
    return try await online.nearMisses(near: position, matching: query)
  }

  public func nameWords() async throws(PlacesError) -> [String] {
    try await store?.nameWords() ?? []
  }
}

extension AutomaticPlaceProvider: PlaceFinding {
  public func places(called text: String) throws(PlacesError) -> [PointOfInterest] {
    try store?.places(called: text) ?? []
  }
}
