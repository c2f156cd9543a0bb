import NIOHTTP1
import Testing

@testable import Serving

/// Answers as clients get them that read gzip.
@Suite struct CompressionTests {
  private func answer(
    _ accepted: String?, size: Int = 5000, type: String = "application/json", status: HTTPResponseStatus = .ok
  ) throws -> Response {
    var headers: HTTPHeaders = ["Host": "localhost"]
    if let accepted { headers.add(name: "Accept-Encoding", value: accepted) }
    let request = try Request(
      HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: headers), from: "127.0.0.1",
      limits: ServerLimits())
    let whole = Response(
      status: status, headers: ["Content-Type": type],
      body: .bytes((0..<size).map { UInt8($0 % 7) + UInt8(ascii: "a") }))
    return whole.compressed(for: request)
  }

  private func bytes(_ response: Response) -> [UInt8] {
    guard case .bytes(let bytes) = response.body else { return [] }
    return bytes
  }

  @Test(
    "only who asks for gzip gets it",
    arguments: [
      ("gzip", true), ("br, gzip", true), ("deflate, GZIP;q=0.5", true), ("*", true), ("gzip; q=1.0", true),
      (nil, false), ("", false), ("identity", false), ("gzip;q=0", false), ("gzip;q=0.0, *", false),
      ("br;q=1", false), ("*;q=0", false), ("gzip;q=x", false),
    ] as [(String?, Bool)])
  func asked(accepted: String?, isPacked: Bool) throws {
    let answer = try answer(accepted)
    #expect((answer.headers.first(name: "Content-Encoding") == "gzip") == isPacked)
    #expect(answer.headers["Vary"] == ["Accept-Encoding"])
    #expect((bytes(answer).count < 500) == isPacked)
  }

  @Test("what it sends is in gzip's format, and ends with the size of what it was")
  func format() throws {
    let packed = bytes(try answer("gzip"))
    #expect(packed.prefix(3) == [0x1F, 0x8B, 8])
    // 5000, its last byte first.
    #expect(packed.suffix(4) == [0x88, 0x13, 0, 0])
  }

  @Test(
    "pictures, short answers and refusals go as they are",
    arguments: [
      (5000, "image/png", 200, false), (100, "text/html", 200, true), (5000, "application/json", 404, true),
      (5000, "image/svg+xml", 206, true),
    ])
  func asItIs(size: Int, type: String, status: Int, varies: Bool) throws {
    let answer = try answer("gzip", size: size, type: type, status: HTTPResponseStatus(statusCode: status))
    #expect(bytes(answer).count == size)
    #expect(answer.headers.first(name: "Content-Encoding") == nil)
    #expect(answer.headers["Vary"] == (varies ? ["Accept-Encoding"] : []))
  }

  @Test("events stay a stream")
  func events() throws {
    let request = try Request(
      HTTPRequestHead(
        version: .http1_1, method: .GET, uri: "/", headers: ["Host": "localhost", "Accept-Encoding": "gzip"]),
      from: "127.0.0.1", limits: ServerLimits())
    let stream = Response(
      status: .ok, headers: ["Content-Type": "text/event-stream"], body: .events(AsyncStream { $0.finish() }))
    #expect(stream.compressed(for: request).headers == stream.headers)
  }
}
