import Foundation
import Input

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Why a redirect is not followed.
public enum Redirection: Error, Hashable, Sendable, CustomStringConvertible {
  /// From one address to the next, perhaps in a circle.
  case tooMany(limit: Int)
  /// Away from TLS, or out of the web.
  case insecure(to: String)
  /// A redirect that would need the body to be sent again.
  case moved(to: String)

  /// What the server does, without a full stop.
  public var description: String {
    switch self {
    case .tooMany(let limit): "the server redirects more than \(limit) times"
    case .insecure(let address): "the server redirects to \(address), which is not secure"
    case .moved(let address): "the server has moved to \(address); use that address"
    }
  }

  static let limit = InputLimits.redirects

  /// The request that follows a redirect.
  ///
  /// The other headers, a token above all, were for one server: that scheme, host and port.
  ///
  /// - Parameters:
  ///   - previous: the request that was redirected.
  ///   - location: where to, as the server wrote it.
  ///   - count: how many redirects there have been, with this one.
  static func request(
    after previous: URLRequest, to location: String, count: Int
  ) throws(Redirection) -> URLRequest {
    guard count <= limit else { throw .tooMany(limit: limit) }
    guard let url = address(location, from: previous.url) else {
      throw .insecure(to: "an unreadable address")
    }
    let scheme = url.scheme?.lowercased()
    guard url.host?.isEmpty == false,
      scheme == "https" || scheme == "http" && previous.url?.scheme?.lowercased() != "https"
    else { throw .insecure(to: url.withoutSecrets) }
    guard previous.httpMethod ?? "GET" == "GET" else { throw .moved(to: url.withoutSecrets) }
    guard origin(of: url) == origin(of: previous.url) else { return URLRequest(asking: url) }
    var request = previous
    request.url = url
    return request
  }

  /// The address that a server names, without a user name and password of its choice.
  private static func address(_ location: String, from url: URL?) -> URL? {
    guard let url = URL(string: location, relativeTo: url)?.absoluteURL,
      var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { return nil }
    components.user = nil
    components.password = nil
    components.fragment = nil
    return components.url
  }

  /// What distinguishes servers.
  private static func origin(of url: URL?) -> [String?] {
    let scheme = url?.scheme?.lowercased()
    return [scheme, url?.host?.lowercased(), "\(url?.port ?? (scheme == "https" ? 443 : 80))"]
  }
}

extension URLRequest {
  /// Asks for JSON, and identifies poi; contains nothing about the user.
  init(asking url: URL) {
    self.init(url: url)
    setValue("application/json", forHTTPHeaderField: "Accept")
    setValue(userAgent, forHTTPHeaderField: "User-Agent")
  }
}

extension URL {
  /// The address in a form that anybody may see: without password and query, either of which may be a token.
  package var withoutSecrets: String {
    var components = URLComponents(url: self, resolvingAgainstBaseURL: true)
    components?.user = nil
    components?.password = nil
    components?.query = nil
    components?.fragment = nil
    return String((components?.string ?? "an unreadable address").prefix(200))
  }
}
