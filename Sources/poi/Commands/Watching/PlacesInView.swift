import Geography
import Nearby
import Places
import Presentation

/// Selects which places around a position to show.
struct PlacesInView {
  /// The width in degrees of the sector to show; `nil` for all directions.
  let angle: Double?
  /// The direction of travel, if known.
  let course: Bearing?
  /// Determines whether places are open.
  let openings: Openings

  /// The nearest places of an index to show; none if the user wants only places ahead and the direction is
  /// unknown.
  func nearest(_ limit: Int, to position: Coordinate, among places: PlaceIndex?) -> [NearbyPlace] {
    guard let places else { return [] }
    guard let angle else {
      let query = PlaceQuery(limit: limit, opening: openings.wanted)
      return places.nearest(to: position, for: query).places
    }
    guard let course else { return [] }
    let sector = TravelSector(course: course, angle: angle)
    var query = PlaceQuery(limit: 4 * limit, opening: openings.wanted)
    while true {
      let found = places.nearest(to: position, for: query).places
      let ahead = found.filter(sector.contains)
      if ahead.count >= limit || found.count < query.limit { return Array(ahead.prefix(limit)) }
      query.limit *= 4
    }
  }
}
