import Testing

@testable import poi

@Suite(.timeLimit(.minutes(5)), .enabled(if: QRCode("poi") != nil, "libqrencode is not installed"))
struct QRCodeTests {
  /// As zbarimg reads it.
  private static let drawn = """
    █████████████████████████████████
    █████████████████████████████████
    ████ ▄▄▄▄▄ █▀ █▀▀▄▄▀██ ▄▄▄▄▄ ████
    ████ █   █ █▀ ▄ █▀██▀█ █   █ ████
    ████ █▄▄▄█ █▀█ █▄▄▄▀██ █▄▄▄█ ████
    ████▄▄▄▄▄▄▄█▄█▄█ █ █▄█▄▄▄▄▄▄▄████
    ████ ▄   ▀▄ ▄ ▄█▄▄▀▄▄ █▄█▄█ █████
    ████▀█▄  █▄ ▄ ▀ ▄█▄▄▀█▄▄▀▄█▄ ████
    ████ ▄ █  ▄▄▀ ▀▄▀▄▀███▄▄▄▀▄ ▄████
    ████ █ ▀▀ ▄ ██ █▀▄ ▄█▄█▄█ █▄ ████
    ████▄█▄▄▄▄▄█  ██▄ █▄ ▄▄▄ ▀ ██████
    ████ ▄▄▄▄▄ █▄▀  ▄▄ ▀ █▄█  ▄▄▄████
    ████ █   █ █ ▀▀▄▀▀█  ▄   ▄   ████
    ████ █▄▄▄█ █ ▀▀█▀ ▄▀ ▄▀▀▀▀▄█ ████
    ████▄▄▄▄▄▄▄█▄▄██▄█▄▄██▄▄▄▄▄▄▄████
    █████████████████████████████████
    █████████████████████████████████

    """

  @Test("draws a code that phones read, with its margin")
  func drawing() throws {
    #expect(try #require(QRCode("http://192.0.2.2:8947/")).text(hasColor: false) == Self.drawn)
  }

  @Test("in colours it is black on white, whatever the terminal's own are")
  func colours() throws {
    let lines = try #require(QRCode("http://192.0.2.2:8947/")).text(hasColor: true).split(separator: "\n")
    #expect(lines.count == 17 && lines.allSatisfy { $0.hasPrefix("\u{1B}[38;5;16;48;5;231m") })
  }

  @Test("there is none of a text that is too long")
  func tooLong() {
    #expect(QRCode(String(repeating: "x", count: 3000)) == nil)
  }
}
