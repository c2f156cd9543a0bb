import Geography

/// Where people look for something.
public enum SearchArea: Sendable {
  case inside(Extent)
  /// Of a shape, or else of a point.
  case within(Distance, of: Coordinate, Extent?)

  public var isInside: Bool { if case .inside = self { true } else { false } }

  /// How far its farthest point is at most.
  fileprivate func reach(from position: Coordinate) -> Distance {
    switch self {
    case .inside(let boundary): Distance(metres: boundary.reach(from: position))
    case .within(let distance, let middle, let shape):
      Distance(
        metres: distance.metres
          + (shape?.reach(from: position) ?? WGS84.inverse(from: position, to: middle).distance.metres))
    }
  }

  fileprivate func contains(_ place: PointOfInterest) -> Bool {
    switch self {
    case .inside(let boundary):
      // A summit on the boundary of two is in both, and a river in all through which it flows.
      boundary.isWithin(Extent.leastOverlap, of: place.coordinate)
        || place.extent.map { $0.overlaps(boundary) } ?? false
    case .within(let distance, let middle, nil): place.distance(from: middle) <= distance
    case .within(let distance, _, let shape?):
      place.extent.map { $0.isWithin(distance, of: shape) } ?? shape.isWithin(distance, of: place.coordinate)
    }
  }
}

/// The places of another source that lie in an area.
public struct AreaPlaceProvider: PlaceProviderWrapping {
  package let provider: any PlaceProviding
  private let area: SearchArea

  public init(_ provider: any PlaceProviding, in area: SearchArea) {
    (self.provider, self.area) = (provider, area)
  }

  package func changed(_ answer: PlaceAnswer, for query: PlaceQuery) -> PlaceAnswer {
    var answer = answer
    answer.places.removeAll { !area.contains($0.place) }
    return answer
  }

  public nonisolated(nonsending) func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    let reach = area.reach(from: position)
    var wider = query
    wider.radius = min(query.radius ?? reach, reach)
    // However many are nearer outside, one inside is the answer, until the source has worked too long.
    return try await places(near: position, amongFirst: wider, atMost: .max) { around, isAll in
      var answer = changed(around, for: query)
      guard isAll || answer.places.count >= query.limit else { return nil }
      answer.places = Array(answer.places.prefix(query.limit))
      answer.elsewhere = nil
      return answer
    }
  }
}
