import Geography
import Places

/// The nearest place of another source in each quarter of the compass, as far as it takes.
public struct QuarterPlaceProvider: PlaceProviderWrapping {
  package let provider: any PlaceProviding

  /// How many places to look at first.
  private static let few = 32
  private static let most = 50_000

  public init(_ provider: any PlaceProviding) {
    self.provider = provider
  }

  /// Up to four, nearest first, whatever the limit. One right at the position is in no quarter, and the answer only if
  /// there is no other. It looks at so many places at most; a quarter without one of them may have some farther away.
  public nonisolated(nonsending) func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    var wider = query
    wider.limit = Self.few
    return try await places(near: position, amongFirst: wider, atMost: Self.most) { around, isAll in
      var answer = around
      let skipsClutter = query.filter.asksForNothing && query.filter.skipsUnlisted
      let counting = answer.places.filter { !(skipsClutter && $0.place.isClutter) }.sorted()
      let nearest = [0.0, 90, 180, 270].compactMap { degrees in
        let quarter = TravelSector(course: Bearing(degrees: degrees))
        return counting.first { $0.bearing != nil && quarter.contains($0) }
      }
      guard nearest.count == 4 || isAll else { return nil }
      if nearest.count < 4, answer.places.count >= Self.most, let last = answer.places.last {
        answer.source.knownWithin = min(answer.source.knownWithin ?? last.distance, last.distance)
      }
      answer.places = nearest.isEmpty ? Array(counting.prefix(1)) : Array(Set(nearest)).sorted()
      return answer
    }
  }
}
