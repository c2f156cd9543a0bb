import FlyingFox
import Testing

@testable import Serving

/// Bytes in, requests or problems out.
@Suite struct RequestReaderTests {
  private static let whole = "GET /nearby?a=b HTTP/1.1\r\nHost: van.local\r\nX-Two: 1\r\nX-Two: 2\r\n\r\n"

  @Test("reads the same request from any number of pieces", arguments: [1, 2, 3, 7, 1000])
  func pieces(size: Int) throws {
    var reader = RequestReader(limits: ServerLimits())
    var requests: [HTTPRequest] = []
    let bytes = Array((Self.whole + "\r\n" + Self.whole).utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      reader.append(bytes[start..<min(start + size, bytes.count)])
      while let request = try reader.next() { requests.append(request) }
    }
    #expect(requests.count == 2)
    for request in requests {
      #expect(request.method == .GET)
      #expect(request.path == "/nearby")
      #expect(request.target.query() == "a=b")
      #expect(request.headers[.host] == "van.local")
      #expect(request.headers.values(for: HTTPHeader("X-Two")) == ["1", "2"])
    }
    #expect(!reader.hasBegun)
  }

  @Test(
    "refuses what is ambiguous or not HTTP",
    arguments: [
      "\u{16}\u{3}\u{1}\r\n\r\n", "GET\r\n\r\n", "GET / \r\n\r\n", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET /\u{e9} HTTP/1.1\r\nHost: a\r\n\r\n", "GET nearby HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\n X: folded\r\n\r\n", "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\u{0}\r\n\r\n",
      "GET / HTTP/1.1\nHost: a\n\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", "GET / XTTP/1.1\r\n\r\n",
    ])
  func malformed(text: String) {
    #expect(status(of: text) == 400, "\(text)")
  }

  @Test(
    "each limit has its own status",
    arguments: [
      ("GET /\(String(repeating: "a", count: 9000)) HTTP/1.1\r\nHost: a\r\n\r\n", 414),
      ("GET /\(String(repeating: "a", count: 9000))", 414),
      ("GET / HTTP/1.1\r\nX: \(String(repeating: "a", count: 20_000))", 431),
      ("GET / HTTP/1.1\r\nHost: a\r\n\(String(repeating: "X: y\r\n", count: 65))\r\n", 431),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1073741824\r\n\r\n", 413),
      ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", 413),
      ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505),
    ])
  func limits(text: String, expected: Int) {
    #expect(status(of: text) == expected)
  }

  @Test(
    "reads what is unusual but allowed",
    arguments: [
      ("GET /a HTTP/1.0\r\n\r\n", "/a", nil), ("GET http://b/a HTTP/1.1\r\nHost: c\r\n\r\n", "/a", "b"),
      ("GET HTTPS://b?q HTTP/1.1\r\nHost: c\r\n\r\n", "/", "b"),
      ("GET /a HTTP/1.1\r\nhOST:\t b \r\nContent-Length: 0\r\n\r\n", "/a", "b"),
    ] as [(String, String, String?)])
  func unusual(text: String, path: String, host: String?) throws {
    var reader = RequestReader(limits: ServerLimits())
    reader.append(text.utf8)
    let request = try #require(try reader.next())
    #expect(request.path == path)
    #expect(request.headers[.host] == host)
  }

  @Test("handles any bytes, and keeps no more than its limit") func anyBytes() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      var bytes = Array(Self.whole.utf8)
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      var reader = RequestReader(limits: ServerLimits())
      reader.append(bytes)
      do throws(RequestProblem) {
        _ = try reader.next()
      } catch {
        #expect((400...505).contains(error.status.code))
      }
    }
  }

  /// The status of a refusal; `nil` if the bytes are accepted.
  private func status(of text: String) -> Int? {
    var reader = RequestReader(limits: ServerLimits())
    reader.append(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
    do throws(RequestProblem) {
      _ = try reader.next()
      return nil
    } catch {
      return error.status.code
    }
  }
}
