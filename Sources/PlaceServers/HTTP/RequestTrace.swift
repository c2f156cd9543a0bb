import Places

/// The outcome of a request to a server.
public struct RequestTrace: Equatable, Sendable {
  /// Like `GET`.
  public let method: String
  /// Without its secrets.
  public let address: String
  /// HTTP's; `nil` if no answer came.
  public let status: Int?
  /// Bytes of the body that came.
  public let bytes: Int
  /// From asking to the end of the answer.
  public let duration: Duration
  /// Why the answer is not used; `nil` if it is.
  public let error: RequestError?
}
