import Geography

/// The places of another source that lie in an area.
public struct AreaPlaceProvider: PlaceProviding {
  private let provider: any PlaceProviding
  private let area: Extent

  /// How many places around to look at before giving up.
  private static let most = 20_000

  /// - Parameter area: with a boundary.
  public init(_ provider: any PlaceProviding, in area: Extent) {
    (self.provider, self.area) = (provider, area)
  }

  public var areaRadius: Distance { provider.areaRadius }
  public var map: (any MapProviding)? { provider.map }
  public var gazetteer: (any GazetteerProviding)? { provider.gazetteer }

  public func nameWords() async throws(PlacesError) -> [String] { try await provider.nameWords() }

  public func cancelFetchingAll() { provider.cancelFetchingAll() }

  public nonisolated(nonsending) func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    let reach = Distance(metres: area.reach(from: position))
    var wider = query
    wider.radius = min(query.radius ?? reach, reach)
    while true {
      var answer = try await provider.places(near: position, matching: wider)
      let isAll = answer.places.count < wider.limit || wider.limit >= Self.most
      answer.places.removeAll { !isInside($0) }
      guard isAll || answer.places.count >= query.limit else {
        wider.limit = min(Self.most, 4 * wider.limit)
        continue
      }
      answer.places = Array(answer.places.prefix(query.limit))
      answer.elsewhere = nil
      return answer
    }
  }

  public nonisolated(nonsending) func nearMisses(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer? {
    var answer = try await provider.nearMisses(near: position, matching: query)
    answer?.places.removeAll { !isInside($0) }
    return answer
  }

  private func isInside(_ found: NearbyPlace) -> Bool { area.contains(found.place.coordinate) }
}
