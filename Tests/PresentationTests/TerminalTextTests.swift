import Testing

@testable import Presentation

@Suite struct TerminalTextTests {
  @Test(
    "removes what a terminal would obey",
    arguments: [
      ("Café\u{1B}[31mRed\u{1B}[0m", "Café�[31mRed�[0m"),
      ("a\tb\nc\r\nd", "a b c d"),
      ("\u{9B}2J", "�2J"),
      ("\u{202E}gnirts\u{202C}", "gnirts"),
      ("x\u{2066}y\u{2069}\u{200F}", "xy"),
      ("line\u{2028}break", "line break"),
      ("  two   spaces  ", "two spaces"),
      ("👩‍👩‍👧 می‌خواهم", "👩‍👩‍👧 می‌خواهم"),
      ("Äiti ja lapset", "Äiti ja lapset"),
    ])
  func harmless(text: String, shown: String) {
    #expect(TerminalText.harmless(text) == shown)
  }

  @Test("on a terminal, breaks lines between words, and gives keys a column of their own")
  func columned() {
    let text = "key\tone two three\nlonger key\tfour\nfive six seven eight\n"
    #expect(TerminalText.columned(text, to: nil) == text)
    #expect(
      TerminalText.columned(text, to: 20)
        == "key         one two\n            three\nlonger key  four\nfive six seven eight\n")
    #expect(TerminalText.columned("five six seven eight", to: 19) == "five six seven\neight")
  }

  @Test("cuts a tower of combining marks")
  func marks() {
    let tower = "a" + String(repeating: "\u{0301}", count: 1000)
    #expect(TerminalText.harmless(tower).unicodeScalars.count <= 16)
  }

  @Test(
    "counts the width in columns",
    arguments: [
      ("abc", 3), ("日本語", 6), ("é", 1), ("e\u{0301}", 1), ("👩‍👩‍👧", 2), ("☕", 2), ("한글", 4), ("", 0),
      ("น้ำตก", 4), ("क्षेत्र केंद्र", 8), ("தமிழ் கோயில்", 10),
    ])
  func width(text: String, columns: Int) {
    #expect(TerminalText.width(of: text) == columns)
  }

  @Test(
    "pads a column, or cuts it at a whole character",
    arguments: [
      ("ab", 4, "ab  "), ("abcdef", 4, "abc…"), ("日本語", 4, "日… "), ("日本語", 6, "日本語"), ("abc", 1, "…"),
      ("abc", 0, ""),
    ])
  func fitted(text: String, columns: Int, shown: String) {
    #expect(TerminalText.fitted(text, to: columns) == shown)
  }

  @Test(
    "breaks lines between words, and leaves the rest to the last",
    arguments: [
      ("one two three", 7, 9, ["one two", "three"]), ("one two three", 7, 1, ["one two three"]),
      ("incomprehensible", 4, 9, ["incomprehensible"]), ("", 4, 9, [""]),
    ] as [(String, Int, Int, [String])])
  func wrapped(text: String, columns: Int, most: Int, lines: [String]) {
    #expect(TerminalText.wrapped(text, to: columns, atMost: most) == lines)
  }

  @Test("a footer is one line if it fits, else breaks where a part ends")
  func footer() {
    let parts = ["12 places", "© OpenStreetMap contributors"]
    #expect(
      Wording().footer(parts, palette: nil, width: 80) == "12 places · © OpenStreetMap contributors\n")
    #expect(
      Wording().footer(parts, palette: nil, width: 30) == "12 places\n© OpenStreetMap contributors\n")
    #expect(Wording().footer(["123456", "7"], palette: nil, width: 8) == "123456\n7\n")
    #expect(Wording().footer(["one two", "3"], palette: nil, width: 7) == "one two\n3\n")
    #expect(Wording().footer(["one two", "3"], palette: nil, width: 6) == "one\ntwo\n3\n")
    #expect(Wording().footer([], palette: nil, width: 6) == "")
  }
}
