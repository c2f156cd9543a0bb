import Foundation
import Places
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Answers requests without a network, as a test has planned for their URL, ignoring the query.
///
/// Each test plans for a URL of its own, so that tests that run at the same time do not disturb each other.
public final class MockURLProtocol: URLProtocol {
  /// How a request is answered.
  public enum Reply: Sendable {
    /// An HTTP response, its body in one piece: a second piece would take the place of the first on Linux.
    case response(
      status: Int = 200, headers: [String: String] = ["Content-Type": "application/json"], body: Data)
    /// No response, but an error.
    case failure(URLError.Code)
    /// Nothing at all; `stopped` is called when nobody waits any more.
    case silence(stopped: @Sendable () -> Void = {})
  }

  private static let replies = Mutex<[String: [Reply]]>([:])
  private static let received = Mutex<[String: [URLRequest]]>([:])

  /// One session for all tests: short-lived ones have crashed on Linux.
  public static let session: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [MockURLProtocol.self]
    return URLSession(configuration: configuration)
  }()

  /// Plans the answers to a new URL, in their order; the last one repeats.
  public static func url(answering replies: Reply...) throws -> URL {
    let text = "https://\(UUID().uuidString.lowercased()).example/locations"
    guard let url = URL(string: text) else { throw URLError(.badURL) }
    self.replies.withLock { $0[text] = replies }
    return url
  }

  /// The requests for a URL so far.
  public static func requests(for url: URL) -> [URLRequest] {
    received.withLock { $0[url.absoluteString] ?? [] }
  }

  private var reply: Reply?

  public override class func canInit(with request: URLRequest) -> Bool { true }

  public override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  public override func startLoading() {
    let key = request.url?.absoluteString.prefix { $0 != "?" }.description ?? ""
    Self.received.withLock { $0[key, default: []].append(request) }
    reply = Self.replies.withLock { replies in
      let isLast = replies[key]?.count == 1
      return isLast ? replies[key]?.first : replies[key]?.removeFirst()
    }
    switch reply {
    case .response(let status, let headers, let body): respond(status, headers, body)
    case .failure(let code): client?.urlProtocol(self, didFailWithError: URLError(code))
    case .silence: return
    case nil: client?.urlProtocol(self, didFailWithError: URLError(.unsupportedURL))
    }
  }

  public override func stopLoading() {
    if case .silence(let stopped) = reply { stopped() }
  }

  private func respond(_ status: Int, _ headers: [String: String], _ body: Data) {
    guard let url = request.url,
      let response = HTTPURLResponse(
        url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
    else { return }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: body)
    client?.urlProtocolDidFinishLoading(self)
  }
}
