import Testing

@testable import Places

@Suite struct NameWordsTests {
  @Test(
    "appends the words that a name can be found by",
    arguments: [
      ("", ""), ("Café", "cafe "), ("Zur alten Post", "zur alten post "), ("Joe's Bar", "joes bar "),
      ("Saint-Malo", "saint malo saintmalo "), ("Bar (Süd)", "bar sud "), (" a  b ", "a b "),
      ("Straße 7", "strasse 7 "), ("-", ""), ("!", ""), ("Łódź—Bałuty", "lodz baluty "),
    ] as [(String, String)])
  func appended(name: String, words: String) {
    var bytes = Array("before ".utf8)
    NameWords.appendFound(in: name, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "before " + words)
    #expect(NameWords.found(in: name).map { $0 + " " }.joined() == words)
  }
}
