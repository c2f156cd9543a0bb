import TestSupport
import Testing

@testable import poi

@Suite(.timeLimit(.minutes(5))) struct TOMLReaderTests {
  private static func value(of text: String) throws -> TOMLReader.Value? {
    try TOMLReader.entries(of: "a = \(text)").first?.value
  }

  @Test(
    "reads values",
    arguments: [
      ("\"\"", .text("")), ("\"a # b\" # c", .text("a # b")), ("'a\\n\"'", .text("a\\n\"")),
      (#""\b\t\n\f\r\"\\\u00e4\U0001F600""#, .text("\u{8}\t\n\u{C}\r\"\\ä😀")),
      ("0", .number("0")), ("-17", .number("-17")), ("+1.50e-3", .number("+1.50e-3")),
      ("inf", .number("inf")),
      ("true", .flag(true)), ("false", .flag(false)), ("[]", .list([])),
      ("[ 'a',\r\n # b\n \"c\",\n]", .list([.text("a"), .text("c")])),
      ("[1,true]", .list([.number("1"), .flag(true)])),
    ] as [(String, TOMLReader.Value)])
  func values(text: String, value: TOMLReader.Value) throws {
    #expect(try Self.value(of: text) == value)
  }

  @Test("reads names in sections, in quotes, and with dots, and counts any line ending")
  func names() throws {
    let text = "\u{FEFF}# x\r\n\"a b\" = 1\r\n\r\nc . 'd'.e=2\n [ f.\"g.h\" ] # x\n\ti-1_ = 3 # y"
    #expect(
      try TOMLReader.entries(of: text) == [
        .init(path: ["a b"], value: .number("1"), line: 2),
        .init(path: ["c", "d", "e"], value: .number("2"), line: 4),
        .init(path: ["f", "g.h"], value: .section, line: 5),
        .init(path: ["f", "g.h", "i-1_"], value: .number("3"), line: 6),
      ])
  }

  @Test(
    "reports invalid or unsupported TOML with its line",
    arguments: [
      ("a", 1, "expected = after a, not the end of the file"),
      ("a\n= 1", 1, "expected = after a, not the end of the line"),
      ("a b = 1", 1, "expected = after a, not 'b'"),
      ("\n= 1", 2, "expected a name, not '='"), ("é = 1", 1, "expected a name, not 'é'"),
      ("a. = 1", 1, "expected a name, not '='"), ("[]", 1, "expected a name, not ']'"),
      ("[#", 1, "expected a name, not '#'"),
      ("[a", 1, "expected ] after a, not the end of the file"),
      ("[[a]]", 1, "lists of sections are not supported; write [NAME]"),
      ("[a] b = 1", 1, "expected the end of the line, not 'b'"),
      ("a = 1 b = 2", 1, "expected the end of the line, not 'b'"),
      ("a = 1\rb = 2", 1, "expected the end of the line, not a carriage return"),
      ("a = ]", 1, "expected a value, not ']'"), ("a = #", 1, "expected a value, not '#'"),
      ("a = store", 1, "'store' is neither a number nor true or false; put text in quotes"),
      ("a = 2026-01-01", 1, "'2026-01-01' is neither a number nor true or false; put text in quotes"),
      ("a = 007", 1, "'007' is neither a number nor true or false; put text in quotes"),
      ("a = 1.", 1, "'1.' is neither a number nor true or false; put text in quotes"),
      ("a = 1e", 1, "'1e' is neither a number nor true or false; put text in quotes"),
      ("a = +", 1, "'+' is neither a number nor true or false; put text in quotes"),
      ("a = { b = 1 }", 1, "inline tables are not supported; write [NAME] on a line of its own"),
      ("a = [[1]]", 1, "lists within lists are not supported"),
      ("a = [1 2]", 1, "separate the values of a list with commas, and end it with ]"),
      ("a = [,]", 1, "expected a value, not ','"),
      ("a = [}", 1, "'}' is neither a number nor true or false; put text in quotes"),
      ("\na = [\n1,\n", 2, "the list does not end with ]"),
      ("a = \"b", 1, "the text does not end in its line"),
      ("a = 'b\n'", 1, "the text does not end in its line"),
      ("a = \"\u{1B}\"", 1, "the text does not end in its line"),
      ("a = \"\"\"b\"\"\"", 1, "texts of several lines are not supported"),
      (#"a = "\x""#, 1, #"unknown escape \ in the text; between '…' a \ means itself"#),
      (#"a = "\u12""#, 1, #"unknown escape \ in the text; between '…' a \ means itself"#),
      (#"a = "\ud800""#, 1, #"unknown escape \ in the text; between '…' a \ means itself"#),
      (#"a = "\u0000""#, 1, #"unknown escape \ in the text; between '…' a \ means itself"#),
      ("a = 1\n'a' = 2", 2, "a is already set in line 1"), ("[a]\n[b]\n[a]", 3, "a is already set in line 1"),
      ("a.a.a.a.a.a.a.a.a = 1", 1, "the name of a setting has at most 8 parts"),
      ("a.b = 1\n[a]", 2, "a is already set in line 1"), ("a = 1\n[a]", 2, "a is already set in line 1"),
    ])
  func problems(text: String, line: Int, message: String) {
    #expect(throws: TOMLReader.Problem(message: message, line: line)) { try TOMLReader.entries(of: text) }
  }

  @Test("reads or refuses any mutated file")
  func mutations() {
    var generator = SeededGenerator(seed: 1)
    let pieces = [
      "[", "]", "\"", "'", "=", ".", ",", "{", "\n", "\r", "#", "\\", "\\u", "e", "-", "\u{2028}", "1",
    ]
    for _ in 0..<2000 {
      var text = Array(ConfigCommand.example.replacing("\n#", with: "\n").prefix(400).unicodeScalars)
      for _ in 0..<4 {
        let index = Int.random(in: 0..<text.count, using: &generator)
        text.replaceSubrange(
          index..<index + 1, with: pieces.randomElement(using: &generator)?.unicodeScalars.map { $0 } ?? [])
      }
      _ = try? TOMLReader.entries(of: String(String.UnicodeScalarView(text)))
    }
  }
}
