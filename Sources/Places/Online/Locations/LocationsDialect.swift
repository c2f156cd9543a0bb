import Foundation

/// How a `/locations` server wants to be asked.
public struct LocationsDialect: Equatable, Sendable {
  /// The name of the parameter that has the latitude.
  public var latitude: String
  /// The name of the parameter that has the longitude.
  public var longitude: String
  /// What it wants to be told besides.
  public var headers: [RequestHeader]

  /// `lat` and `long` and nothing besides, unless something else is said.
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
