import Geography
import Synchronization

/// A provider that is made when it is first asked.
public actor LazyPlaceProvider: PlaceProviding {
  private let make: @Sendable () throws(PlacesError) -> any PlaceProviding
  private var provider: (any PlaceProviding)?

  /// - Parameter make: makes the provider.
  public init(_ make: @escaping @Sendable () throws(PlacesError) -> any PlaceProviding) {
    self.make = make
  }

  public func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    if provider == nil { provider = try make() }
    guard let provider else { return PlaceAnswer(places: [], source: PlaceSource(name: "")) }
    return try await provider.places(near: position, matching: query)
  }
}
