import Geography
import NIOHTTP1
import Testing

@testable import Serving

/// Who asks.
@Suite struct TrustedProxiesTests {
  @Test(
    "a client is the peer, or whom trusted proxies name",
    arguments: [
      ("10.0.0.1", [], "10.0.0.1"), ("::ffff:10.0.0.1", [], "10.0.0.1"),
      ("10.0.0.1", ["10.0.0.9"], "10.0.0.1"),
      ("127.0.0.1", ["10.0.0.9"], "10.0.0.9"), ("::ffff:127.0.0.1", ["10.0.0.9"], "10.0.0.9"),
      ("127.0.0.1", ["10.0.0.8", "10.0.0.9"], "10.0.0.9"), ("127.0.0.1", ["10.0.0.8, 10.0.0.9"], "10.0.0.9"),
      ("127.0.0.1", ["10.0.0.8, 10.0.0.9, fd00::1"], "10.0.0.9"),
      ("127.0.0.1", ["10.0.0.9, nobody"], "unknown"), ("127.0.0.1", ["10.0.0.9:50000"], "10.0.0.9"),
      ("127.0.0.1", ["[2001:DB8::1:2:3:4]:50000"], "2001:db8::"), ("127.0.0.1", ["[fd00::9]"], "fd00::"),
      ("127.0.0.1", ["::ffff:10.0.0.9"], "10.0.0.9"), ("127.0.0.1", ["[::ffff:10.0.0.9]:80"], "10.0.0.9"),
      ("127.0.0.1", ["fd00::9"], "fd00::"), ("127.0.0.1", ["fe80::9%eth0"], "fe80::"),
      ("127.0.0.1", ["\"10.0.0.9\""], "10.0.0.9"), ("127.0.0.1", ["\"[fd00::9%2]:80\""], "fd00::"),
      ("127.0.0.1", [], "127.0.0.1"), ("2001:DB8::1:2:3:4", [], "2001:db8::"), ("::1", [], "::1"),
    ])
  func clients(peer: String, forwarded: [String], expected: String) throws {
    let head = HTTPRequestHead(
      version: .http1_1, method: .GET, uri: "/",
      headers: HTTPHeaders([("Host", "a")] + forwarded.map { ("X-Forwarded-For", $0) }))
    let request = try Request(head, from: peer, limits: ServerLimits())
    let proxies = try TrustedProxies(parsing: ["127.0.0.1", "FD00:0::1"])
    #expect(proxies.client(of: request) == expected)
  }

  @Test(
    "links lead where trusted proxies say, in a folder of the same host",
    arguments: [
      ("127.0.0.1", "/poi/", "https://a/poi"), ("127.0.0.1", "poi", "https://a"),
      ("127.0.0.1", ".evil.example", "https://a"), ("127.0.0.1", "//evil.example", "https://a"),
      ("127.0.0.1", "/", "https://a"), ("10.0.0.1", "/poi", "http://a"),
    ])
  func root(peer: String, folder: String, expected: String) throws {
    let head = HTTPRequestHead(
      version: .http1_1, method: .GET, uri: "/",
      headers: ["Host": "a", "X-Forwarded-Proto": "https", "X-Forwarded-Prefix": folder])
    let request = try Request(head, from: peer, limits: ServerLimits())
    #expect(try TrustedProxies(parsing: ["127.0.0.1"]).root(of: request) == expected)
  }

  @Test("a name is not an address")
  func name() {
    #expect(throws: TrustedProxies.ParsingError(text: "proxy.local")) {
      try TrustedProxies(parsing: ["127.0.0.1", "proxy.local"])
    }
  }
}
