import FoundationEssentials
import HTTPTypes
import Input
import Places

extension Redirection {
  static let limit = InputLimits.redirects

  /// The request that follows a redirect.
  ///
  /// The other headers, a token above all, were for one server: that scheme, host and port.
  ///
  /// - Parameters:
  ///   - previous: the request that was redirected.
  ///   - location: where to, as the server wrote it.
  ///   - isTemporary: whether the next request is to be sent where this one was.
  ///   - count: how many redirects there have been, with this one.
  static func request(
    after previous: HTTPRequest, to location: String, isTemporary: Bool = false, count: Int
  ) throws(Redirection) -> HTTPRequest {
    guard count <= limit else { throw .tooMany(limit: limit) }
    guard let url = address(location, from: previous.url) else {
      throw .insecure(to: "an unreadable address")
    }
    guard let next = HTTPRequest(asking: url),
      next.scheme?.lowercased() == "https" || previous.scheme?.lowercased() != "https"
    else { throw .insecure(to: url.withoutSecrets) }
    guard previous.method == .get else {
      let isElsewhere = url.host?.lowercased() != previous.url?.host?.lowercased()
      throw isTemporary && isElsewhere ? .portal(to: url.withoutSecrets) : .moved(to: url.withoutSecrets)
    }
    guard origin(of: url) == origin(of: previous.url) else { return next }
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

extension HTTPRequest {
  /// Asks for JSON. A name and password in the address go into a header, as browsers send them.
  /// `nil` if the address is not one of the web.
  init?(asking url: URL) {
    guard let components = URLComponents(url: url, resolvingAgainstBaseURL: true),
      ["http", "https"].contains(components.scheme?.lowercased()), components.host?.isEmpty == false
    else { return nil }
    self.init(url: url, headerFields: [.accept: "application/json"])
    if let user = components.user {
      let words = Data("\(user):\(components.password ?? "")".utf8)
      headerFields[.authorization] = "Basic \(words.base64EncodedString())"
    }
  }
}

extension URL {
  /// The address in a form that is safe to show: without password and query, since either may be a token.
  package var withoutSecrets: String {
    var components = URLComponents(url: self, resolvingAgainstBaseURL: true)
    components?.user = nil
    components?.password = nil
    components?.query = nil
    components?.fragment = nil
    return String((components?.string ?? "an unreadable address").prefix(200))
  }
}
