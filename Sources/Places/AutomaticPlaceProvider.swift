import Geography

/// The store where it has places for an area, and an online source elsewhere.
public struct AutomaticPlaceProvider: PlaceProviding {
  private let store: PlaceStore?
  private let online: any PlaceProviding

  /// - Parameters:
  ///   - store: nothing where there is none.
  ///   - online: asked where the store has nothing around.
  public init(store: PlaceStore?, online: any PlaceProviding) {
    self.store = store
    self.online = online
  }

  public nonisolated(nonsending) func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    if let store, try store.covers(position) {
      return try await store.places(near: position, matching: query)
    }
    return try await online.places(near: position, matching: query)
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
