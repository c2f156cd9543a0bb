import Foundation
import Input

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Where a server sends one on to, and why one does not go there.
public enum Redirection: Error, Hashable, Sendable, CustomStringConvertible {
  /// From one address to the next, perhaps in a circle.
  case tooMany(limit: Int)
  /// Away from TLS, or out of the web.
  case insecure(to: String)
  /// To where a question that has a body would have to be put again.
  case moved(to: String)

  /// What the server does, without a full stop.
  public var description: String {
    switch self {
    case .tooMany(let limit): "the server sends one on more than \(limit) times"
    case .insecure(let address): "the server sends one on to \(address), which is not secure"
    case .moved(let address): "the server has moved to \(address); ask it there"
    }
  }

  static let limit = InputLimits.redirects

  /// The request that follows a redirect.
  ///
  /// What it says besides, a token above all, is for the host that it was meant for, and for no other.
  ///
  /// - Parameters:
  ///   - previous: the request that was redirected.
  ///   - proposed: the same with the new address, as Foundation would send it.
  ///   - count: how many redirects there have been, with this one.
  static func request(
    after previous: URLRequest, proposed: URLRequest, count: Int
  ) throws(Redirection) -> URLRequest {
    guard count <= limit else { throw .tooMany(limit: limit) }
    let address = proposed.url?.withoutSecrets ?? "nowhere"
    let scheme = proposed.url?.scheme?.lowercased()
    guard scheme == "https" || scheme == "http" && previous.url?.scheme?.lowercased() != "https" else {
      throw .insecure(to: address)
    }
    guard previous.httpMethod == "GET" else { throw .moved(to: address) }
    guard host(of: proposed) != host(of: previous) else { return proposed }
    var request = proposed
    for name in (proposed.allHTTPHeaderFields ?? [:]).keys
    where !["accept", "user-agent"].contains(name.lowercased()) {
      request.setValue(nil, forHTTPHeaderField: name)
    }
    return request
  }

  /// A host and the port on it, where that is not the usual one.
  private static func host(of request: URLRequest) -> String {
    let usual = request.url?.scheme?.lowercased() == "https" ? 443 : 80
    let port = request.url?.port.flatMap { $0 == usual ? nil : ":\($0)" } ?? ""
    return (request.url?.host?.lowercased() ?? "") + port
  }
}

extension URL {
  /// The address as it may be shown to anybody: without password and query, either of which may be a token.
  package var withoutSecrets: String {
    var components = URLComponents(url: self, resolvingAgainstBaseURL: true)
    components?.user = nil
    components?.password = nil
    components?.query = nil
    components?.fragment = nil
    return String((components?.string ?? "nowhere").prefix(200))
  }
}
