import Geography
import OpeningHours

/// Reads the opening hours of places, and caches the result, since many places have the same.
public final class PlaceHours: Sendable {
  private static let tag = "opening_hours"

  public let localities: Localities
  /// A large city has fewer values.
  private let known = Memo<String, WrittenHours>(most: 20_000)

  public init(localities: Localities = Localities()) {
    self.localities = localities
  }

  /// The opening hours of a place; `nil` if it has none.
  public func hours(of place: PointOfInterest) -> WrittenHours? {
    place.tags[Self.tag].flatMap { $0.isEmpty ? nil : hours($0) }
  }

  public func hours(_ text: String) -> WrittenHours { known.value(of: text) { WrittenHours(text) } }

  /// The time zone and holidays of a place; near a border, those of the country in its address.
  public func locality(of place: PointOfInterest) -> Locality {
    let locality = localities.locality(
      latitude: place.coordinate.latitude, longitude: place.coordinate.longitude)
    guard locality.zones.count > 1, let country = place.tags["addr:country"] else { return locality }
    return locality.inside(country: country)
  }
}
