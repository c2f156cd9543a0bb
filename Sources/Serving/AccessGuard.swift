import NIOHTTP1
import Synchronization

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

  public func response(to request: Request) async throws -> Response {
    rules.dressed(try await answer(request), for: request)
  }

  private func answer(_ request: Request) async throws -> Response {
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
      if failures.count >= Self.mostPeers {
        failures = failures.filter { $0.value.since.duration(to: now) < .seconds(60) }
      }
      if failures.count >= Self.mostPeers, let oldest = failures.min(by: { $0.value.since < $1.value.since })
      {
        failures[oldest.key] = nil
      }
      var entry = failures[peer] ?? (0, now)
      if entry.since.duration(to: now) >= .seconds(60) { entry = (0, now) }
      entry.count += 1
      failures[peer] = entry
    }
  }
}
