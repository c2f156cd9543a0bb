import Geography

public struct PlaceAnswer: Hashable, Sendable {
  /// The places, nearest first.
  public var places: [NearbyPlace]
  public var source: PlaceSource
  /// Whether no place has the requested name, and these have similar ones.
  public var isNearMiss = false
  /// Whether no place has the requested name, and the source cannot look for similar ones.
  public var matchesNamesExactly = false
  /// Whether no place has the requested name, and it took too long to look for similar ones.
  public var lacksNearMisses = false
  /// How many nearer than the last of them are left out because they are surely closed.
  public var closed: Int
  /// The nearest place of an extract or a server that is left out because it lies in another region.
  public var elsewhere: NearbyPlace?
  /// Those nearer than the last of them that are left out since they do not say whether one gets in in a wheelchair.
  public var unsaid: [NearbyPlace] = []

  /// Words that were searched in another spelling.
  public var corrections: [SearchTypo] = []

  public init(places: [NearbyPlace], source: PlaceSource, closed: Int = 0) {
    (self.places, self.source, self.closed) = (places, source, closed)
  }

  /// Says how far around the position a source has every place, where the answer goes farther.
  ///
  /// - Parameter coverage: where the source has every place.
  package mutating func setKnown(by coverage: Coverage, at position: Coordinate, for query: PlaceQuery) {
    let isFull = places.count >= query.limit
    let end = isFull ? places.last?.distance : query.radius
    source.knownWithin = coverage.distanceToUnknown(
      from: position, within: (end ?? PlaceQuery.farthest).metres
    ).map(Distance.init(metres:))
    source.coverage = source.knownWithin == nil ? nil : coverage
  }

  /// The answer, unless a server failed and nothing else knows anything here.
  ///
  /// - Throws: `PlacesError`: that server's failure, which must not look like "nothing there".
  public func orFailure() throws(PlacesError) -> PlaceAnswer {
    if let failure { throw failure }
    return self
  }

  /// Why there is no answer: a server failed, and nothing else knows anything here; `nil` if there is one.
  public var failure: PlacesError? {
    guard case .failed(let error) = source.unasked, !source.coversPosition, places.isEmpty, closed == 0 else {
      return nil
    }
    return error
  }

  /// Says that there may be other places anywhere.
  package mutating func knowNothing() {
    source.knownWithin = .zero
    source.coverage = Coverage()
  }

  /// Leaves out what lies in another region: without a radius, people ask for what they can reach.
  package mutating func leaveOutOtherRegions(for query: PlaceQuery) {
    guard query.radius == nil, let first = places.firstIndex(where: { $0.distance > PlaceQuery.farthest })
    else { return }
    elsewhere = places[first]
    places.removeSubrange(first...)
  }
}
