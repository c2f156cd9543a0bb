import Geography
import Testing

@testable import Serving

@Suite struct ListenAddressTests {
  @Test(
    "reads an address, a port, or both",
    arguments: [
      ("127.0.0.1", "127.0.0.1:8947"), ("localhost", "127.0.0.1:8947"), (":80", "127.0.0.1:80"),
      ("0.0.0.0:1", "0.0.0.0:1"), ("::1", "[::1]:8947"), ("[::1]", "[::1]:8947"),
      ("[::]:65535", "[::]:65535"),
      ("192.168.1.5:0", "192.168.1.5:0"), ("", "127.0.0.1:8947"), ("fe80::1%eth0", "[fe80::1%eth0]:8947"),
      ("[fe80::1%2]:80", "[fe80::1%2]:80"),
    ])
  func reading(text: String, address: String) throws {
    #expect(try ListenAddress(parsing: text).description == address)
  }

  @Test(
    "refuses anything else",
    arguments: [
      "example.org", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "[::1", "[::1]8080", "1.2.3", "x:80",
    ])
  func refusing(text: String) {
    #expect(throws: ListenAddress.ParsingError(text: text)) { try ListenAddress(parsing: text) }
  }

  @Test(
    "says who can reach it",
    arguments: [
      ("127.0.0.1", ListenAddress.Reach.thisMachine), ("127.9.9.9", .thisMachine), ("::1", .thisMachine),
      ("0.0.0.0", .everyAddress), ("::", .everyAddress), ("192.168.1.5", .oneAddress),
      ("fe80::1", .oneAddress),
    ])
  func reach(host: String, reach: ListenAddress.Reach) {
    #expect(ListenAddress(host: host).reach == reach)
  }
}
