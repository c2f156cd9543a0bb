import TestSupport
import Testing

@testable import Places

@Suite struct JSONDocumentSplitterTests {
  @Test(
    "finds the records of a document",
    arguments: [
      (#"{"type":"FeatureCollection","features":[{"a":1},{"a":2}]}"#, [#"{"a":1}"#, #"{"a":2}"#]),
      (#"[{"a":1}, {"a":2}]"#, [#"{"a":1}"#, #"{"a":2}"#]),
      (#"{"status":"OK","results":[{"a":1}],"next":[{"b":1}]}"#, [#"{"a":1}"#]),
      (#"{"type":"FeatureCollection","a":[{"b":1}],"features" : [ {"a":1}],"c":[{"d":1}]}"#, [#"{"a":1}"#]),
      (#"{"links":[{"href":""}],"type":"FeatureCollection","features":[{"a":1}]}"#, [#"{"a":1}"#]),
      (
        #"{"type":"FeatureCollection","features":[]}{"places":[{"a":1}]}"#,
        [#"{"type":"FeatureCollection","features":[]}"#, #"{"a":1}"#]
      ),
      (#"{"bbox":[1,2,3,4],"features":[{"a":1}]}"#, [#"{"a":1}"#]),
      (#"{"crs":{"type":"name","properties":{}},"features":[{"a":1}]}"#, [#"{"a":1}"#]),
      (#"{"lat":1,"lon":2}"#, [#"{"lat":1,"lon":2}"#]),
      (#"{"a":{"b":1}}"#, [#"{"a":{"b":1}}"#]),
      ("{\"a\":1}\n{\"a\":2}\n", [#"{"a":1}"#, #"{"a":2}"#]),
      (#"[{"a":1}][{"a":2}]"#, [#"{"a":1}"#, #"{"a":2}"#]),
      ("[]", []),
      (#"[{"a":[{"b":1},{"b":2}]},{"a":[]}]"#, [#"{"a":[{"b":1},{"b":2}]}"#, #"{"a":[]}"#]),
      (#"[{"a":"}]{["},{"b":"\"}"},{"c":"\\"}]"#, [#"{"a":"}]{["}"#, #"{"b":"\"}"}"#, #"{"c":"\\"}"#]),
      ("\u{FEFF} \n[{\"a\":1}]", [#"{"a":1}"#]),
      ("", []),
    ] as [(String, [String])])
  func records(text: String, records: [String]) {
    #expect(Self.split(text).records == records)
  }

  @Test(
    "gives the text around the list",
    arguments: [
      (
        #"{"a":[1],"features":[{"a":1},{"a":2}],"b":[{"c":1}]}"#, #"{"a":[1],"features":["#,
        #"],"b":[{"c":1}]}"#
      ),
      (#"[{"a":1}]"#, "[", "]"), (#"{"features":[]}"#, #"{"features":[]}"#, ""),
      (#"{"a":[{"b":1}]}{"c":1}"#, #"{"c":1}"#, ""),
    ])
  func frame(text: String, head: String, tail: String) {
    let splitter = Self.split(text).splitter
    #expect(String(decoding: splitter.head, as: UTF8.self) == head)
    #expect(String(decoding: splitter.tail, as: UTF8.self) == tail)
  }

  @Test(
    "white space between the tokens makes no difference", arguments: [" ", "\n", "\t", "\r\n"])
  func whiteSpace(space: String) {
    let tokens = ["{", "\"features\"", ":", "[", "{", "\"a\"", ":", "1", "}", "]", "}"]
    #expect(Self.split(tokens.joined(separator: space)).splitter.foundList)
  }

  @Test(
    "recognises a truncated document, and keeps its complete records",
    arguments: [
      (#"{"features":[{"a":1},{"a":"#, [#"{"a":1}"#]), (#"{"features":[{"a":1}]"#, [#"{"a":1}"#]),
      (#"[{"a":1},"#, [#"{"a":1}"#]), (#"{"a":"x"#, []), ("[", []),
    ] as [(String, [String])])
  func tornEnd(text: String, records: [String]) {
    let result = Self.split(text)
    #expect(result.splitter.isUnfinished)
    #expect(result.records == records)
  }

  @Test(
    "does not take a complete document for a truncated one",
    arguments: ["[]", #"{"a":[{"b":1}]}"#, "", " \n"])
  func wholeEnd(text: String) {
    #expect(!Self.split(text).splitter.isUnfinished)
  }

  @Test(
    "a list of anything but objects is not a list of places",
    arguments: ["[1,2]", "[[1,2]]", "[x]", "[}"])
  func otherList(text: String) {
    #expect(Self.split(text).problems.count == 1)
  }

  @Test("refuses a record over the limit, and reads the next one")
  func overlongRecord() {
    let long = String(repeating: "x", count: JSONDocumentSplitter.recordLimit)
    let result = Self.split(#"[{"a":"\#(long)"},{"a":2}]"#)
    #expect(result.problems == [.tooLong(limit: JSONDocumentSplitter.recordLimit)])
    #expect(result.records == [#"{"a":2}"#])
  }

  @Test("the text before the list may be of any length")
  func longHead() {
    let long = String(repeating: "x", count: JSONDocumentSplitter.recordLimit)
    #expect(Self.split(#"{"about":"\#(long)","features":[{"a":1}]}"#).records == [#"{"a":1}"#])
  }

  @Test("only counts nesting, however deep")
  func deepNesting() {
    let depth = 100_000
    let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(Self.split(#"[{"a":\#(nested)}]"#).records.map(\.utf8.count) == [2 * depth + 6])
  }

  @Test("the sizes of the pieces make no difference", arguments: [1, 2, 3, 1000])
  func pieceSizes(size: Int) {
    let text =
      #"{"a":"\"{]\\","features":[{"b":"[x\\\"]"},  {"c":[1,2,{"d":-1.5e3}]}],"e":"f"}"# + "\n[{\"g\":true}]"
    let expected = Self.split(text)
    #expect(expected.records == [#"{"b":"[x\\\"]"}"#, #"{"c":[1,2,{"d":-1.5e3}]}"#, #"{"g":true}"#])
    let result = Self.split(text, pieceSize: size)
    #expect(result.records == expected.records)
    #expect(result.splitter.head == expected.splitter.head)
    #expect(result.splitter.tail == expected.splitter.tail)
    #expect(result.splitter.endedLines == 1)
  }

  private static func split(
    _ text: String, pieceSize: Int = .max
  ) -> (records: [String], problems: [PlaceRecord.Problem], splitter: JSONDocumentSplitter) {
    var splitter = JSONDocumentSplitter()
    var records: [String] = []
    var problems: [PlaceRecord.Problem] = []
    for piece in pieces(of: text.utf8, size: pieceSize) {
      var index = 0
      while let cut = splitter.next(in: piece.span, from: &index) {
        switch cut {
        case .success(let record): records.append(String(decoding: record, as: UTF8.self))
        case .failure(let problem): problems.append(problem)
        }
      }
    }
    return (records, problems, splitter)
  }
}
