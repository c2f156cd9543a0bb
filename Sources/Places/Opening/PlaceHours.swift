import Geography
import OpeningHours
import Synchronization

/// Reads the opening hours of places, and caches the result, since many places have the same.
public final class PlaceHours: Sendable {
  private static let tag = "opening_hours"
  /// A large city has fewer values.
  private static let mostKept = 20_000

  public let localities: Localities
  private let kept = Mutex<[String: WrittenHours]>([:])

  public init(localities: Localities = Localities()) {
    self.localities = localities
  }

  /// The opening hours of a place; `nil` if it has none.
  public func hours(of place: PointOfInterest) -> WrittenHours? {
    place.tags[Self.tag].flatMap { $0.isEmpty ? nil : hours($0) }
  }

  public func hours(_ text: String) -> WrittenHours {
    if let hours = kept.withLock({ $0[text] }) { return hours }
    let hours = WrittenHours(text)
    kept.withLock { kept in
      if kept.count >= Self.mostKept { kept.removeAll(keepingCapacity: true) }
      kept[text] = hours
    }
    return hours
  }

  /// The time zone and holidays of a place; near a border, those of the country in its address.
  public func locality(of place: PointOfInterest) -> Locality {
    let locality = localities.locality(
      latitude: place.coordinate.latitude, longitude: place.coordinate.longitude)
    guard locality.zones.count > 1, let country = place.tags["addr:country"] else { return locality }
    return locality.inside(country: country)
  }
}
