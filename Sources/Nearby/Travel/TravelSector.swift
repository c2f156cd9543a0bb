import Geography
import Places

/// The part of the surroundings that lies in the direction of travel.
public struct TravelSector: Hashable, Sendable {
  public let course: Bearing
  /// How many degrees it is wide, half to either side of the course: above 0, up to 360.
  public let angle: Double

  /// A quarter of the surroundings, 45° to either side.
  public static let usualAngle = 90.0
  /// The search radius in metres unless the user gives one: there may be nothing ahead at all.
  public static let reach = Distance(metres: 50_000)

  /// A sector of this angle around a course.
  public init(course: Bearing, angle: Double = Self.usualAngle) {
    self.course = course
    self.angle = angle
  }

  /// Whether a place lies in it; one exactly at the position does.
  public func contains(_ place: NearbyPlace) -> Bool {
    guard let direction = RelativeDirection(of: place.bearing, onCourse: course) else { return true }
    return direction.isAhead(within: angle)
  }
}

extension PlaceProviding {
  /// The places around a position that match and lie in a sector, nearest first.
  public nonisolated(nonsending) func places(
    near position: Coordinate, matching query: PlaceQuery, in sector: TravelSector
  ) async throws(PlacesError) -> PlaceAnswer {
    var wider = query
    wider.opening = nil
    wider.putsSureFirst = false
    wider.limit = query.limit > .max / 4 ? .max : 4 * query.limit
    while true {
      var answer = try await places(near: position, matching: wider)
      let isAll = answer.places.count < wider.limit
      let farthest = answer.places.map(\.distance).max() ?? .zero
      let isFarEnough = query.radius == nil && farthest > TravelSector.reach
      let found = sector.first(
        query.putsSureFirst ? .max : query.limit, of: answer.places, within: query.radius,
        opening: query.opening)
      guard found.places.count >= query.limit || isAll || isFarEnough else {
        wider.limit = wider.limit > .max / 4 ? .max : 4 * wider.limit
        continue
      }
      answer.places = query.putsSureFirst ? Array(found.places.sureFirst.prefix(query.limit)) : found.places
      answer.closed = found.closed
      if let wheelchair = WheelchairCondition(of: query.filter) {
        let reach = answer.places.count < query.limit ? nil : answer.places.map(\.distance).max()
        answer.places = wheelchair.ordered(answer.places)
        answer.unsaid =
          sector.first(.max, of: answer.unsaid, within: reach ?? query.radius, opening: query.opening)
          .places
      }
      if found.places.count < query.limit, !isAll {
        answer.source.knownWithin = min(answer.source.knownWithin ?? TravelSector.reach, TravelSector.reach)
      }
      return answer
    }
  }
}

extension TravelSector {
  /// The nearest places in it that are not surely closed, and how many closed ones come before the last of them.
  fileprivate func first(
    _ limit: Int, of places: [NearbyPlace], within radius: Distance?, opening: OpeningCondition?
  ) -> (places: [NearbyPlace], closed: Int) {
    let inside = places.sorted().filter { $0.distance <= radius ?? Self.reach && contains($0) }
    return opening?.first(limit, of: inside) ?? (Array(inside.prefix(limit)), 0)
  }
}
