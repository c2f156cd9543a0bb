import CZlib
import Input
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
    "the answer is larger than \(ServerLimits.answer / 1024 / 1024) MiB; ask for fewer places",
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

  /// A JSON document.
  ///
  /// - Parameter type: its media type.
  public static func json(
    _ text: String, type: String = "application/json", status: HTTPResponseStatus = .ok,
    headers: HTTPHeaders = [:]
  ) -> Response {
    json(Array(text.utf8), type: type, status: status, headers: headers)
  }

  /// A JSON document in UTF-8.
  public static func json(
    _ bytes: [UInt8], type: String = "application/json", status: HTTPResponseStatus = .ok,
    headers: HTTPHeaders = [:]
  ) -> Response {
    var all: HTTPHeaders = ["Content-Type": type, "Cache-Control": "no-store"]
    all.add(contentsOf: headers)
    return Response(status: status, headers: all, body: .bytes(bytes))
  }

  /// An error as JSON: `{"error":"…","field":"radius"}`.
  ///
  /// - Parameter field: the parameter concerned.
  public static func problem(
    _ message: String, field: String? = nil, status: HTTPResponseStatus, headers: HTTPHeaders = [:]
  ) -> Response {
    func quoted(_ words: String) -> String { JSONText.quoted(String(words.unicodeScalars.prefix(longest))) }
    let field = field.map { ",\"field\":\(quoted($0))" } ?? ""
    return json("{\"error\":\(quoted(message))\(field)}\n", status: status, headers: headers)
  }

  /// The most code points of a stranger's words.
  private static let longest = 1000

  /// Below this many bytes, an answer fits in one packet as it is.
  private static let least = 1200

  /// The answer as a client gets it that reads gzip: text of some size is compressed.
  ///
  /// A tag that a client sends back is weak, as the bytes differ from one client to the other.
  public func compressed(for request: Request) -> Response {
    var response = self
    let isText = headers.first(name: "Content-Type").map { type in
      type.hasPrefix("text/") || ["json", "xml", "javascript"].contains(where: type.contains)
    }
    // What has not changed is told as it was the first time.
    guard case .bytes(let bytes) = body, isText ?? (status == .notModified) else { return self }
    response.headers.add(name: "Vary", value: "Accept-Encoding")
    guard status == .ok, bytes.count >= Self.least, request.acceptsGzip, let packed = Self.gzip(bytes) else {
      return response
    }
    response.headers.add(name: "Content-Encoding", value: "gzip")
    response.body = .bytes(packed)
    return response
  }

  /// The bytes in gzip's format; `nil` if there is no memory for it.
  private static func gzip(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    // 16 more than the window's bits stands for gzip's head and end.
    let isReady = deflateInit2_(
      &stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)
    )
    guard isReady == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    let bound = Int(deflateBound(&stream, UInt(bytes.count)))
    var input = bytes
    var isWhole = false
    let packed = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
      input.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(bound)
        isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
      }
      count = bound - Int(stream.avail_out)
    }
    return isWhole ? packed : nil
  }
}

extension Request {
  /// Whether the client reads gzip: `Accept-Encoding` names it, or `*`, and not with `q=0`.
  var acceptsGzip: Bool {
    weight(of: "gzip", "x-gzip", in: "Accept-Encoding") ?? weight(of: "*", in: "Accept-Encoding") ?? 0 > 0
  }

  /// How much the client wants one of these, by a field of what it accepts: 0 for not at all, `nil` if it names none.
  public func weight(of names: String..., in field: String) -> Double? {
    for word in headers[canonicalForm: field] {
      let parts = word.lowercased().split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      guard let name = parts.first, names.contains(name) else { continue }
      return parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
    }
    return nil
  }
}
