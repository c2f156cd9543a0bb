import FoundationEssentials
import HTTPTypes
import Places

/// A request to a server, and how to read the answer. A pure value without any networking.
public protocol APIRequest: Sendable {
  associatedtype RequestData: Sendable
  associatedtype Response: Sendable

  /// The request that asks about `data`, and what it carries.
  func makeRequest(from data: RequestData) throws(RequestError) -> (head: HTTPRequest, body: Data?)

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
