import Geography

/// Where people look for something.
public enum SearchArea: Sendable {
  /// Within a boundary.
  case inside(Extent)
  case within(Distance, of: Coordinate)

  /// How far its farthest point is at most.
  fileprivate func reach(from position: Coordinate) -> Distance {
    switch self {
    case .inside(let boundary): Distance(metres: boundary.reach(from: position))
    case .within(let distance, let middle):
      Distance(metres: WGS84.inverse(from: position, to: middle).distance.metres + distance.metres)
    }
  }

  fileprivate func contains(_ place: PointOfInterest) -> Bool {
    switch self {
    case .inside(let boundary): boundary.contains(place.coordinate)
    case .within(let distance, let middle): place.distance(from: middle) <= distance
    }
  }
}

/// The places of another source that lie in an area.
public struct AreaPlaceProvider: PlaceProviding {
  private let provider: any PlaceProviding
  private let area: SearchArea

  /// How many places around to look at before giving up.
  private static let most = 20_000

  public init(_ provider: any PlaceProviding, in area: SearchArea) {
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
    let reach = area.reach(from: position)
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

  private func isInside(_ found: NearbyPlace) -> Bool { area.contains(found.place) }
}
