import FoundationEssentials
import NIOHTTP1
import Synchronization

/// Decides who may ask: by the host name in the request, by a token, and by the origin of a page.
public struct AccessRules: Sendable {
  /// The names of this server, besides its addresses.
  public var hosts: Set<String>
  /// The token that clients must send; `nil` lets everyone ask.
  public var token: [UInt8]?
  /// Which pages of other sites may ask.
  let crossOrigin: CrossOrigin

  /// Allows everyone who uses one of this server's own names.
  public init(hosts: Set<String> = [], token: [UInt8]? = nil, origins: Set<String> = []) {
    self.hosts = Set(hosts.map { $0.lowercased() })
    self.token = token
    crossOrigin = CrossOrigin(origins: origins)
  }

  /// The refusal of a request; `nil` if it is allowed.
  ///
  /// - Parameter isOpen: whether the path needs no token.
  public func refusal(of request: Request, isOpen: Bool = false) -> Response? {
    let host = request.headers.first(name: "Host")
    guard isOwn(host) else {
      let isName = host.map { !$0.contains(" ") && IPAddress.parts(of: $0) != nil } == true
      guard isName else { return .problem("write NAME or NAME:PORT", field: "Host", status: .badRequest) }
      return .problem(
        "this server does not have that name; add it with poi serve --host, or use an address",
        field: "Host", status: .misdirectedRequest)
    }
    if request.method == .OPTIONS { return crossOrigin.preflight(request) }
    guard request.method == .GET || request.method == .HEAD else {
      return .problem(
        "use GET", status: .methodNotAllowed, headers: ["Allow": "GET, HEAD, OPTIONS"])
    }
    guard !isOpen, let token, !isKnown(token, to: request) else { return nil }
    return .problem(
      "send the token, as Authorization: Bearer TOKEN or as the password", status: .unauthorized,
      headers: ["WWW-Authenticate": "Basic realm=\"poi\", charset=\"UTF-8\""])
  }

  // MARK: Host

  /// Whether a request names this server: by an address, which rebinding cannot fake, or by one of its own
  /// names.
  ///
  /// Otherwise, another site whose name was rebound to this address could pass for this server's own page.
  private func isOwn(_ host: String?) -> Bool {
    // HTTP/1.0 has no Host, and no browser speaks it.
    guard let host else { return true }
    guard let name = IPAddress.parts(of: host)?.host.lowercased() else { return false }
    if IPAddress.isAddress(name) || name == "localhost" || name.hasSuffix(".localhost") { return true }
    return hosts.contains(name.hasSuffix(".") ? String(name.dropLast()) : name)
  }

  // MARK: Token

  private func isKnown(_ token: [UInt8], to request: Request) -> Bool {
    guard let header = request.headers.first(name: "Authorization") else { return false }
    let words = header.split(separator: " ", maxSplits: 1)
    guard words.count == 2 else { return false }
    switch words[0].lowercased() {
    case "bearer": return Self.isSame(Array(words[1].utf8), token)
    case "basic":
      guard let pair = Data(base64Encoded: String(words[1])),
        let colon = pair.firstIndex(of: UInt8(ascii: ":"))
      else { return false }
      return Self.isSame(Array(pair[(colon + 1)...]), token)
    default: return false
    }
  }

  /// Compares all bytes, so that the time does not reveal how many are right.
  static func isSame(_ guess: [UInt8], _ token: [UInt8]) -> Bool {
    guard !token.isEmpty else { return false }
    var difference = UInt8(guess.count == token.count ? 0 : 1)
    for index in guess.indices { difference |= guess[index] ^ token[index % token.count] }
    return difference == 0
  }
}

/// Answers allowed requests, and refuses the others.
public final class AccessGuard: RequestHandler {
  private let rules: AccessRules
  private let openPaths: Set<String>
  private let proxies: TrustedProxies
  private let handler: any RequestHandler
  /// By peer: wrong tokens within the current minute.
  private let failures = Mutex<[String: (count: Int, since: ContinuousClock.Instant)]>([:])

  /// The most wrong tokens that a machine may send in a minute.
  private static let mostFailures = 10
  /// How many peers are remembered.
  private static let mostPeers = 1000

  /// - Parameters:
  ///   - openPaths: the paths that need no token.
  ///   - proxies: whom to believe for whom they ask.
  public init(
    _ handler: any RequestHandler, rules: AccessRules, openPaths: Set<String> = [],
    proxies: TrustedProxies = TrustedProxies()
  ) {
    self.handler = handler
    self.rules = rules
    self.openPaths = openPaths
    self.proxies = proxies
  }

  public func dressed(_ response: Response, for headers: HTTPHeaders) -> Response {
    rules.crossOrigin.dressed(response, for: headers)
  }

  public func response(to request: Request) async throws -> Response {
    let peer = proxies.client(of: request)
    if isLockedOut(peer) {
      return .problem(
        "too many wrong tokens; try again in a minute", status: .tooManyRequests,
        headers: ["Retry-After": "60"])
    }
    if let refusal = rules.refusal(of: request, isOpen: openPaths.contains(request.path)) {
      if refusal.status == .unauthorized, request.headers.contains(name: "Authorization") {
        countFailure(of: peer)
      }
      return refusal
    }
    return try await handler.response(to: request)
  }

  /// A proxy on this machine also forwards clients who know the token.
  private func isLockedOut(_ peer: String) -> Bool {
    guard !IPAddress.isLoopback(peer) else { return false }
    return failures.withLock { failures in
      guard let (count, since) = failures[peer], since.duration(to: .now) < .seconds(60) else { return false }
      return count >= Self.mostFailures
    }
  }

  private func countFailure(of peer: String) {
    failures.withLock { failures in
      let now = ContinuousClock.now
      failures = failures.filter { $0.value.since.duration(to: now) < .seconds(60) }
      if failures.count >= Self.mostPeers, let oldest = failures.min(by: { $0.value.since < $1.value.since })
      {
        failures[oldest.key] = nil
      }
      failures[peer, default: (0, now)].count += 1
    }
  }
}
