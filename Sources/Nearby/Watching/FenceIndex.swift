import Geography
import Places

/// The fences of an area: places with their radii, arranged for questions by position.
public struct FenceIndex: Sendable {
  /// A place's fence.
  struct Fence: Sendable {
    let place: PointOfInterest
    /// Metres.
    let radius: Double
    /// Metres from the centre of the earth.
    let point: SIMD3<Double>
  }

  /// The largest radius in metres.
  let largestRadius: Double

  private let fences: [Fence]
  private let index: PlaceIndex

  /// The fences of these places under these rules.
  public init(_ places: [PointOfInterest] = [], rules: ProximityRules) {
    fences = places.map {
      Fence(place: $0, radius: rules.radius(of: $0), point: WGS84.cartesian($0.coordinate))
    }
    largestRadius = fences.map(\.radius).max() ?? 0
    index = PlaceIndex(places)
  }

  /// The fences whose places lie within so many metres of a point in space.
  func fences(within reach: Double, of point: SIMD3<Double>) -> [Fence] {
    index.ordinals(within: reach, of: point).map { fences[$0] }
  }
}
