import Geography
import Places

/// The nearest place of another source in each quarter of the compass, as far as it takes.
public struct QuarterPlaceProvider: PlaceProviderWrapping {
  package let provider: any PlaceProviding

  /// How many places to look at first.
  private static let few = 32
  private static let most = 20_000

  public init(_ provider: any PlaceProviding) {
    self.provider = provider
  }

  /// Up to four, nearest first, whatever the limit; one that contains the position is in none.
  public nonisolated(nonsending) func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    var wider = query
    wider.limit = Self.few
    return try await places(near: position, amongFirst: wider, atMost: Self.most) { around, isAll in
      var answer = around
      let outside = answer.places.filter { place in
        place.bearing != nil && !(query.filter.asksForNothing && place.place.isClutter)
      }.sorted()
      let nearest = [0.0, 90, 180, 270].compactMap { degrees in
        let quarter = TravelSector(course: Bearing(degrees: degrees))
        return outside.first { quarter.contains($0) }
      }
      guard nearest.count == 4 || isAll else { return nil }
      answer.places = Array(Set(nearest)).sorted()
      return answer
    }
  }
}
