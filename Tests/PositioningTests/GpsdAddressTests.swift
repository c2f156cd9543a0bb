import Geography
import Testing

@testable import Positioning

@Suite struct GpsdAddressTests {
  @Test(
    "reads host, port and device, of which the last two are optional",
    arguments: [
      ("localhost", "localhost", "2947", nil), ("van:2950", "van", "2950", nil),
      ("van:gpsd", "van", "gpsd", nil), ("van:2950:/dev/ttyUSB0", "van", "2950", "/dev/ttyUSB0"),
      ("10.0.0.1:1:udp://10.0.0.2:5000", "10.0.0.1", "1", "udp://10.0.0.2:5000"),
      ("[::1]", "::1", "2947", nil), ("[::1]:65535", "::1", "65535", nil),
      ("[fe80::1]:2947:/dev/gps0", "fe80::1", "2947", "/dev/gps0"),
    ] as [(String, String, String, String?)])
  func parses(text: String, host: String, port: String, device: String?) throws {
    let address = try GpsdAddress(parsing: text)
    #expect(address.host == host)
    #expect(address.port == port)
    #expect(address.device == device)
  }

  @Test(
    "refuses text that is not an address",
    arguments: [
      "", ":", ":2947", "::1", "van:", "van:0", "van:65536", "van:-1", "van:29 47", "van:2950:",
      "van::/dev/x",
      "[]", "[]:2947", "[::1", "[::1]2947", "[::1]:",
    ])
  func refuses(text: String) {
    #expect(throws: GpsdAddress.ParsingError(text: text)) { try GpsdAddress(parsing: text) }
  }

  @Test(
    "messages show host and port",
    arguments: [
      ("van", "van:2947"), ("van:2950:/dev/ttyUSB0", "van:2950"), ("[::1]:2950", "[::1]:2950"),
    ])
  func words(text: String, description: String) throws {
    #expect(try GpsdAddress(parsing: text).description == description)
  }

  @Test("defaults to gpsd's port on this computer")
  func byDefault() {
    #expect(GpsdAddress().description == "localhost:2947")
  }
}
