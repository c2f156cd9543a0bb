import Testing

@testable import Presentation

@Suite struct TextCleaningTests {
  @Test(
    "removes control characters, and turns line breaks into line feeds",
    arguments: [
      (
        "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
        "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"
      ),
      ("Café 日本", "Café 日本"), ("a\u{0}\u{1B}\u{7F}\u{9B}b", "ab"), ("a\tb", "a\tb"),
      ("a\r\nb\rc\u{2028}d\u{85}e", "a\nb\nc\nd\ne"),
      ("\u{202E}a\u{FEFF}\u{FFFE}\u{FFFF}", "a"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("", ""),
    ])
  func controls(text: String, plain: String) {
    #expect(text.withoutControls == plain)
  }

  @Test(
    "decimals have no exponent, and keep every digit",
    arguments: [
      (60.17, "60.17"), (-0.5, "-0.5"), (0, "0.0"), (1e-5, "0.00001"), (-1.25e-7, "-0.000000125"),
      (1e16, "10000000000000000"),
      (-2e17, "-200000000000000000"), (1.5e17, "150000000000000000"),
      (1e-300, "0." + String(repeating: "0", count: 299) + "1"),
    ])
  func decimal(number: Double, text: String) {
    #expect(number.decimal == text)
    #expect(Double(text) == number)
  }
}
