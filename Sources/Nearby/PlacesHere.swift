import Geography
import Places

extension PlaceQuery {
  /// Asks for all places that one may be at.
  ///
  /// - Parameter proximity: how near a place without its own proximity must be.
  public static func here(_ filter: PlaceFilter, within proximity: Distance) -> PlaceQuery {
    PlaceQuery(
      filter: filter, radius: max(proximity, CurrentLocationProvider.largestProximity), limit: .max)
  }
}

extension PlaceAnswer {
  /// Only the places that one is at.
  ///
  /// - Parameter proximity: how near a place without its own proximity must be.
  public func here(within proximity: Distance) -> PlaceAnswer {
    func isElsewhere(_ place: NearbyPlace) -> Bool {
      let own = place.place.proximity.map { min($0, CurrentLocationProvider.largestProximity) }
      return place.distance > own ?? proximity
    }
    var answer = self
    answer.places.removeAll(where: isElsewhere)
    answer.unsaid.removeAll(where: isElsewhere)
    return answer
  }
}
