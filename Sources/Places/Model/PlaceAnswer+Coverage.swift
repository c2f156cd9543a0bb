import Geography

extension PlaceAnswer {
  /// Says how far around the position a source has every place, where the answer goes farther.
  ///
  /// - Parameter coverage: where the source has every place.
  package mutating func setKnown(by coverage: Coverage, at position: Coordinate, for query: PlaceQuery) {
    let isFull = places.count >= query.limit
    let end = isFull ? places.last?.distance : query.radius
    source.knownWithin = coverage.distanceToUnknown(
      from: position, within: (end ?? PlaceArea.farthest).metres
    ).map(Distance.init(metres:))
    source.coverage = source.knownWithin == nil ? nil : coverage
  }
}

extension PlaceSource {
  /// Whether it has every place right around the position, however far that goes.
  public var coversPosition: Bool { knownWithin != .zero }
}

extension PlaceAnswer {
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
    guard query.radius == nil, let first = places.firstIndex(where: { $0.distance > PlaceArea.farthest })
    else { return }
    elsewhere = places[first]
    places.removeSubrange(first...)
  }
}
