import Geography
import Places

/// Selects which places around a position to show.
package struct PlacesInView {
  /// The width in degrees of the sector to show; `nil` for all directions.
  package let angle: Double?
  package let course: Bearing?
  /// The condition for places; `nil` if closed ones are shown, too.
  package let opening: OpeningCondition?

  package init(angle: Double?, course: Bearing?, opening: OpeningCondition?) {
    (self.angle, self.course, self.opening) = (angle, course, opening)
  }

  /// The nearest places of an index to show; none if the user wants only places ahead and the direction is
  /// unknown.
  package func nearest(_ limit: Int, to position: Coordinate, among places: PlaceIndex?) -> [NearbyPlace] {
    guard let places else { return [] }
    guard let angle else {
      let query = PlaceQuery(limit: limit, opening: opening)
      return places.nearest(to: position, for: query).places
    }
    guard let course else { return [] }
    let sector = TravelSector(course: course, angle: angle)
    var query = PlaceQuery(limit: 4 * limit, opening: opening)
    while true {
      let found = places.nearest(to: position, for: query).places
      let ahead = found.filter(sector.contains)
      if ahead.count >= limit || found.count < query.limit { return Array(ahead.prefix(limit)) }
      query.limit *= 4
    }
  }
}
