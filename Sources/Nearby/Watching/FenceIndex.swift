import Geography
import Places

/// The fences of an area: places with their radii, arranged for queries by position.
public final class FenceIndex: Sendable {
  /// A fence without its place, small enough to check at every fix.
  struct Fence: Sendable {
    /// Metres from the centre of the earth.
    let point: SIMD3<Double>
    /// Metres.
    let radius: Double
    /// Metres around the point within which the place's extent lies.
    let reach: Double
    /// The index of the place in `places`.
    let ordinal: Int
  }

  /// The places, in the order in which they were given.
  let places: [PointOfInterest]
  /// The largest radius in metres.
  let largestRadius: Double
  /// The same places, arranged for queries by distance.
  public let index: PlaceIndex

  private let fences: [Fence]

  public init(_ places: [PointOfInterest] = [], rules: ProximityRules) {
    self.places = places
    fences = places.enumerated().map { ordinal, place in
      Fence(
        point: WGS84.cartesian(place.coordinate), radius: rules.radius(of: place),
        reach: place.extent?.reach(from: place.coordinate) ?? 0, ordinal: ordinal)
    }
    largestRadius = fences.map(\.radius).max() ?? 0
    index = PlaceIndex(places)
  }

  /// The fences whose places lie within this many metres of a point in space.
  func fences(within reach: Double, of point: SIMD3<Double>) -> [Fence] {
    index.ordinals(within: reach, of: point).map { fences[$0] }
  }
}
