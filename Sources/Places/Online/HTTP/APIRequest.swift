import Foundation
import Geography

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request to a server, and how to read the answer. A pure value without any networking.
public protocol APIRequest: Sendable {
  /// What the question is about.
  associatedtype RequestData: Sendable
  /// What the answer says.
  associatedtype Response: Sendable

  /// The request that asks about `data`.
  ///
  /// - Throws: `RequestError`.
  func makeRequest(from data: RequestData) throws(RequestError) -> URLRequest

  /// Reads the body of a successful answer.
  ///
  /// - Throws: `RequestError.malformed`.
  func parseResponse(data: Data) throws(RequestError) -> Response

  /// What an HTML page says that came with, or instead of, an answer; `nil` if it says no more than `error`.
  func refusal(after error: RequestError, body: Data) -> RequestError?
}

extension APIRequest {
  public func refusal(after error: RequestError, body: Data) -> RequestError? { nil }
}

/// Why a server gave no usable answer.
public enum RequestError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The position is not on earth.
  case invalidCoordinate
  /// No connection, or it broke; the code is `URLError`'s.
  case connection(URLError.Code)
  /// No complete answer within this many seconds.
  case timedOut(seconds: Double)
  /// The caller cancelled the request.
  case cancelled
  /// The server answered with this HTTP status, and perhaps said after how many seconds to ask again.
  case status(Int, retryAfter: Int?)
  /// The server redirects elsewhere.
  case redirected(Redirection)
  /// The answer is not JSON.
  case unexpectedType(String)
  /// The answer is larger than this many bytes.
  case tooLarge(limit: Int)
  /// The answer has more places than this.
  case tooManyPlaces(limit: Int)
  /// The server gave up while answering; in its own words.
  case gaveUp(String)
  /// The answer has an unexpected form.
  case malformed(String)
  /// Another process of the user was still asking the server after this many seconds.
  case inUse(seconds: Double)

  /// What is wrong, without a full stop.
  public var description: String {
    switch self {
    case .invalidCoordinate: "the position is out of range"
    case .connection(let code): "no connection: \(Self.wording(of: code))"
    case .timedOut(let seconds): "no answer within \(seconds.shortText) s"
    case .cancelled: "cancelled"
    case .status(429, let retryAfter):
      "the server asks to try later" + (retryAfter.flatMap { $0 > 0 ? " (in \($0) s)" : nil } ?? "")
    case .status(let status, _):
      "the server answered \(status) \(HTTPURLResponse.localizedString(forStatusCode: status))"
        + (Self.advice(on: status).map { ": \($0)" } ?? "")
    case .redirected(let redirection): redirection.description
    case .unexpectedType(let type): "the server answered with \(type), not with JSON"
    case .tooLarge(let limit): "the answer is larger than \(limit / 1_048_576) MiB"
    case .tooManyPlaces(let limit): "the answer has more than \(limit) places; ask for less"
    case .gaveUp(let words): "the server gave up (\(words)); ask for less, or try again in a few minutes"
    case .malformed(let how): "the answer cannot be read: \(how)"
    case .inUse(let seconds):
      "another poi was still asking this server after \(seconds.rounded().shortText) s; try again later"
    }
  }

  private static func advice(on status: Int) -> String? {
    switch status {
    case 400: "it does not understand the question"
    case 401, 403: "it needs a valid token; see --header-file"
    case 406: "it does not serve poi; ask another server"
    case 503, 504: "it is overloaded; try again in a few minutes"
    default: nil
    }
  }

  private static func wording(of code: URLError.Code) -> String {
    switch code {
    case .cannotFindHost, .dnsLookupFailed: "unknown host"
    case .cannotConnectToHost: "the host refuses it or is unreachable"
    case .networkConnectionLost: "it broke off"
    case .badServerResponse: "it was closed before there was an answer"
    // On Linux, whatever goes wrong once there is a connection.
    case .unknown: "it broke off, or what came is not HTTP"
    case .notConnectedToInternet: "there is no network"
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      "the certificate is not trusted"
    default: "error \(code.rawValue)"
    }
  }
}
