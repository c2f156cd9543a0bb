import FoundationEssentials

/// How to ask a `/locations` server.
public struct LocationsDialect: Equatable, Sendable {
  /// The name of the parameter that has the latitude.
  public var latitude: String
  /// The name of the parameter that has the longitude.
  public var longitude: String
  /// The headers it requires.
  public var headers: [RequestHeader]

  /// `lat` and `long`, without headers, by default.
  public init(latitude: String = "lat", longitude: String = "long", headers: [RequestHeader] = []) {
    self.latitude = latitude
    self.longitude = longitude
    self.headers = headers
  }

  /// Whether headers, such as a token, go to a server so that others on the way can read them.
  public func isOverheard(at server: URL) -> Bool {
    let host = server.host ?? ""
    let isHere = host == "localhost" || host == "::1" || host.hasPrefix("127.")
    return !headers.isEmpty && server.scheme == "http" && !isHere
  }
}
