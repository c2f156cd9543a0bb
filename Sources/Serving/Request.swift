import Input
import NIOHTTP1

/// A request that the server may answer; refuses whatever two readers might read differently (RFC 9112).
public struct Request: Sendable {
  public let method: HTTPMethod
  /// The path as written, in ASCII.
  public let path: String
  /// What follows the question mark, as written.
  public let query: String
  public let headers: HTTPHeaders
  /// The address that the connection comes from, whatever the request claims.
  public let peer: String
  let version: HTTPVersion
  /// Whether the client wants to reuse the connection.
  let keepsAlive: Bool

  /// - Throws: `RequestProblem` for a head that HTTP or the limits do not allow.
  init(_ head: HTTPRequestHead, from peer: String, limits: ServerLimits) throws(RequestProblem) {
    guard head.version == .http1_1 || head.version == .http1_0 else { throw .unsupportedVersion }
    guard head.uri.utf8.count <= limits.target else { throw .targetTooLong(limit: limits.target) }
    guard head.uri.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .malformed("the path is not in ASCII; encode it with percent signs")
    }
    var headers = head.headers
    // The decoder joins folded lines, line breaks and all.
    for (_, value) in headers where !value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) {
      throw .malformed("a field has control characters")
    }
    // It leaves the space after a value.
    if headers.contains(where: { " \t".utf8.contains($0.value.utf8.last ?? 0) }) {
      headers = HTTPHeaders(headers.map { ($0.name, $0.value.trimmed()) })
    }
    for name in ["Host", "Authorization"] where headers[name].count > 1 {
      throw .malformed("the field \(name) appears twice")
    }
    let (authority, target) = try Self.origin(of: head.uri)
    if let authority { headers.replaceOrAdd(name: "Host", value: authority) }
    guard head.version == .http1_0 || headers.contains(name: "Host") else {
      throw .malformed("it has no Host field")
    }
    let hasLength = headers["Content-Length"].contains { !$0.utf8.allSatisfy { $0 == UInt8(ascii: "0") } }
    guard !hasLength, !headers.contains(name: "Transfer-Encoding") else { throw .hasBody }
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    method = head.method
    version = head.version
    path = String(parts[0])
    query = parts.count > 1 ? String(parts[1]) : ""
    self.headers = headers
    self.peer = peer
    // After a request for another protocol, the decoder reads no further.
    keepsAlive = head.isKeepAlive && head.method != .CONNECT && !headers.contains(name: "Upgrade")
  }

  /// What follows the beginning of the path, decoded; `nil` if the path begins otherwise, or this is not UTF-8.
  public func path(after beginning: String) -> String? {
    guard path.hasPrefix(beginning) else { return nil }
    return QueryParameters.decoded(path.utf8.dropFirst(beginning.utf8.count), plus: UInt8(ascii: "+"))
  }

  /// Whether the client has what a weak tag marks: `If-None-Match` names it in a list, weak or strong, or is `*`.
  public func hasCurrent(_ tag: String) -> Bool {
    headers[canonicalForm: "If-None-Match"].contains { $0 == "*" || $0 == tag || "W/\($0)" == tag }
  }

  /// Splits a target as sent to proxies, `http://host/path`, which every server must understand.
  private static func origin(of target: String) throws(RequestProblem) -> (authority: String?, target: String)
  {
    if target.hasPrefix("/") || target == "*" { return (nil, target) }
    let lowercased = target.lowercased()
    guard let scheme = ["http://", "https://"].first(where: lowercased.hasPrefix) else {
      throw .malformed("its path does not begin with /")
    }
    let rest = target.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let path = rest[authority.endIndex...]
    return (String(authority), path.hasPrefix("/") ? String(path) : "/" + path)
  }
}

public protocol RequestHandler: Sendable {
  func response(to request: Request) async throws -> Response
  /// Any answer, whoever made it, with what browsers must know to read it.
  ///
  /// - Parameter headers: those of the request, as far as they could be read.
  func dressed(_ response: Response, for headers: HTTPHeaders) -> Response
}

extension RequestHandler {
  public func dressed(_ response: Response, for headers: HTTPHeaders) -> Response { response }
}

/// Why the server cannot answer these bytes as a request.
struct RequestProblem: Error, Equatable {
  let status: HTTPResponseStatus
  let message: String

  private init(_ status: HTTPResponseStatus, _ message: String) {
    (self.status, self.message) = (status, message)
  }

  static let hasBody = Self(.payloadTooLarge, "send no body; use GET and a query")
  static let timedOut = Self(.requestTimeout, "the request did not arrive in time")
  static let unsupportedVersion = Self(.httpVersionNotSupported, "this server speaks HTTP/1.1")
  static let tooManyConnections = Self(
    .tooManyRequests, "too many connections from your address; close some")
  static let full = Self(.serviceUnavailable, "too many connections; try again later")

  /// They are not HTTP, or violate RFC 9112.
  static func malformed(_ how: String) -> Self { Self(.badRequest, "this is not an HTTP request: \(how)") }

  static func targetTooLong(limit: Int) -> Self {
    Self(.uriTooLong, "the path and the query are longer than \(limit) bytes")
  }

  init(_ error: HTTPParserError, limits: ServerLimits) {
    self =
      switch error {
      case .headerOverflow:
        Self(
          .requestHeaderFieldsTooLarge,
          "the head of the request is longer than \(limits.head) bytes or has too many fields")
      case .invalidVersion, .invalidMethod, .invalidURL, .invalidConstant:
        .malformed("it does not begin with METHOD PATH HTTP/1.1 and CR LF")
      case .invalidHeaderToken: .malformed("a field is not NAME: VALUE")
      case .invalidContentLength, .unexpectedContentLength:
        .malformed("Content-Length must be a single number")
      default:
        .malformed(
          "a line does not end with CR LF, a field is not NAME: VALUE, or two fields give its length")
      }
  }
}
