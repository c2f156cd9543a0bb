import FoundationEssentials
import Geography
import Places

/// How a place is opened.
public enum OpenMode: String, CaseIterable, Sendable {
  /// Its page of OpenStreetMap, or a marker on the map there, in a browser.
  case browser
  /// Its position in a map program, by a `geo:` URI (RFC 5870).
  case geo
  /// As `browser`, but only the URL is shown.
  case print

  public func url(of place: PointOfInterest) -> URL? {
    let latitude = place.coordinate.latitude.withoutNoise.decimal
    let longitude = place.coordinate.longitude.withoutNoise.decimal
    return switch self {
    case .geo: URL(string: "geo:\(latitude),\(longitude)")
    case .browser, .print:
      URL(
        string: place.isOfOpenStreetMap
          ? "https://www.openstreetmap.org/\(place.id)"
          : "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)#map=18/\(latitude)/\(longitude)"
      )
    }
  }
}

extension PointOfInterest {
  /// Whether the id is one of OpenStreetMap's, like `node/123`.
  fileprivate var isOfOpenStreetMap: Bool {
    let parts = id.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && ["node", "way", "relation"].contains(parts[0])
      && !parts[1].isEmpty && parts[1].allSatisfy { $0.isASCII && $0.isNumber }
  }
}
