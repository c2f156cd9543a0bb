import Foundation
import Testing

@testable import Presentation

@Suite struct JSONValueTests {
  @Test(
    "escapes everything in a string that JSON or a terminal would obey",
    arguments: [
      ("Café \"Engel\"", #""Café \"Engel\"""#), (#"a\b/c"#, #""a\\b/c""#), ("a\nb\tc\r", #""a\nb\tc\u000d""#),
      ("\u{0}\u{1B}[31m", #""\u0000\u001b[31m""#), ("\u{7F}", #""\u007f""#), ("\u{9B}2J", #""\u009b2J""#),
      ("\u{202E}x\u{2066}\u{200F}", #""\u202ex\u2066\u200f""#), ("\u{2028}\u{2029}", #""\u2028\u2029""#),
      ("Größe Ålesund Škoda ɐʯ", "\"Größe Ålesund Škoda ɐʯ\""), ("é\u{AD}\u{85}", #""é\u00ad\u0085""#),
      ("\u{FEFF}", #""\ufeff""#), ("👩 日本 e\u{301}", "\"👩 日本 e\u{301}\""), ("", "\"\""),
    ])
  func strings(text: String, json: String) throws {
    #expect(JSONValue.string(text).line == json)
    // What is read back is what was written.
    let parsed = try JSONSerialization.jsonObject(with: Data("[\(json)]".utf8)) as? [String]
    #expect(parsed?.map { Array($0.unicodeScalars) } == [Array(text.unicodeScalars)])
  }

  @Test(
    "writes numbers",
    arguments: [
      (.number(60.1699), "60.1699"), (.number(1), "1.0"), (.number(-0.5), "-0.5"), (.number(1e-7), "1e-07"),
      (.number(.nan), "null"), (.number(.infinity), "null"), (.integer(-3), "-3"),
      (.rounded(45.23456), "45.235"),
      (.rounded(0.0004), "0.0"),
    ] as [(JSONValue, String)])
  func numbers(value: JSONValue, json: String) {
    #expect(value.line == json)
  }

  @Test("objects keep their order, on one line or indented")
  func layout() {
    let value = JSONValue.object([
      ("b", .integer(1)), ("a", .array([.integer(2), .object([])])), ("none", .array([])),
    ])
    #expect(value.line == #"{"b":1,"a":[2,{}],"none":[]}"#)
    #expect(
      value.indented == """
        {
          "b": 1,
          "a": [
            2,
            {}
          ],
          "none": []
        }
        """)
  }

  @Test("leaves out members without a value")
  func known() {
    #expect(JSONValue.known(["a": nil, "b": .integer(1), "c": nil]).line == #"{"b":1}"#)
  }

  @Test("escapes foreign keys like any string")
  func keys() {
    #expect(JSONValue.dictionary([("\u{1B}\"", "1")]).line == #"{"\u001b\"":"1"}"#)
  }
}
