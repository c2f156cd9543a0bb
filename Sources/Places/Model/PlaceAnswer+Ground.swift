import Geography

extension PlaceAnswer {
  /// Says how far around the position a source has every place, where the answer goes farther.
  ///
  /// - Parameter ground: the ground of which the source has every place.
  package mutating func setKnown(by ground: KnownGround, at position: Coordinate, for query: PlaceQuery) {
    let isFull = places.count >= query.limit
    let end = isFull ? places.last?.distance : query.radius
    source.knownWithin = ground.distanceToUnknown(
      from: position, within: (end ?? PlaceArea.farthest).metres
    ).map(Distance.init(metres:))
    source.ground = source.knownWithin == nil ? nil : ground
  }
}
