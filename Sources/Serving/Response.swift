import NIOHTTP1

/// An answer, without the fields that the server itself adds.
public struct Response: Sendable {
  public enum Body: Sendable {
    case bytes([UInt8])
    /// Events to send as they come, from an `EventChannel`.
    case events(AsyncStream<[UInt8]>)
  }

  public var status: HTTPResponseStatus
  public var headers: HTTPHeaders
  public var body: Body
  /// What the counts call its resource, if that has too many paths to count each; otherwise the path.
  public var resource: String?
  /// The processor time that its making took on threads other than those that answer questions.
  public var secondsElsewhere = 0.0

  /// Instead of an answer of more than `ServerLimits.answer` bytes.
  public static let tooLarge = problem(
    "the answer is larger than \(ServerLimits.answer / 1024 / 1024) MiB; ask for fewer places, or without geometry",
    status: .payloadTooLarge)

  public init(status: HTTPResponseStatus, headers: HTTPHeaders = [:], body: Body = .bytes([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// What the connection sends before the body.
  ///
  /// - Parameters:
  ///   - isLast: whether the connection closes after the answer.
  ///   - date: the present in HTTP's form.
  func head(isLast: Bool, date: String) -> HTTPResponseHead {
    var headers = headers
    // Besides the name, what browsers must not guess or tell.
    headers.add(contentsOf: [
      ("Date", date), ("Server", "poi"), ("X-Content-Type-Options", "nosniff"),
      ("Referrer-Policy", "no-referrer"), ("Connection", isLast ? "close" : "keep-alive"),
    ])
    switch body {
    case .bytes(let bytes):
      if status.mayHaveResponseBody { headers.add(name: "Content-Length", value: "\(bytes.count)") }
    case .events: headers.add(name: "Transfer-Encoding", value: "chunked")
    }
    return HTTPResponseHead(version: .http1_1, status: status, headers: headers)
  }
}
