import Places

extension PlaceFilter {
  /// The places that pass, in their order.
  package func apply(to places: [PointOfInterest]) throws(PlacesError) -> [PointOfInterest] {
    let matcher = try matcher(among: places)
    return places.filter(matcher.matches)
  }
}
