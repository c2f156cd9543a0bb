import Geography
import Places

/// The nearest place of another source in each quarter of the compass, as far as it takes.
public struct QuarterPlaceProvider: PlaceProviding {
  private let provider: any PlaceProviding

  /// How many places to look at first, and before giving up.
  private static let (few, most) = (32, 20_000)

  public init(_ provider: any PlaceProviding) {
    self.provider = provider
  }

  public var map: (any MapProviding)? { provider.map }
  public var gazetteer: (any GazetteerProviding)? { provider.gazetteer }
  public func nameWords() async throws(PlacesError) -> [String] { try await provider.nameWords() }
  public func cancelFetchingAll() { provider.cancelFetchingAll() }

  /// Up to four, nearest first, whatever the limit; one that contains the position is in none.
  public nonisolated(nonsending) func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    var wider = query
    wider.limit = Self.few
    while true {
      var answer = try await provider.places(near: position, matching: wider)
      let isAll = answer.places.count < wider.limit || wider.limit >= Self.most
      let outside = answer.places.filter { place in
        place.bearing != nil && !(query.filter.asksForNothing && place.place.isClutter)
      }.sorted()
      let nearest = [0.0, 90, 180, 270].compactMap { degrees in
        let quarter = TravelSector(course: Bearing(degrees: degrees))
        return outside.first { quarter.contains($0) }
      }
      guard nearest.count == 4 || isAll else {
        wider.limit = min(Self.most, 4 * wider.limit)
        continue
      }
      answer.places = Array(Set(nearest)).sorted()
      return answer
    }
  }

  public nonisolated(nonsending) func nearMisses(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer? {
    try await provider.nearMisses(near: position, matching: query)
  }
}
