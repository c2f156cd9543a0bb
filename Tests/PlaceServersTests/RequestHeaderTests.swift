import HTTPTypes
import Testing

@testable import PlaceServers
@testable import Places

@Suite struct RequestHeaderTests {
  @Test("reads a header per line, and ignores comments and blank lines")
  func lines() throws {
    let headers = try RequestHeader.parse(
      "# mine\n\nAuthorization: Bearer a:b \r\n\tX-Key:\tc\nX-Empty:\n  # more\nX-Name: Käthe")
    #expect(
      headers.map { "\($0.field)" } == [
        "Authorization: Bearer a:b", "X-Key: c", "X-Empty: ", "X-Name: Käthe",
      ])
    #expect(try RequestHeader.parse("") == [])
  }

  @Test(
    "reports a bad header only by its line number",
    arguments: [
      ("Bearer secret", .malformed(line: 1)), ("A: b\n: secret", .malformed(line: 2)),
      ("A B: secret", .malformed(line: 1)), ("Ä: secret", .malformed(line: 1)),
      ("A: se\u{0}cret", .malformed(line: 1)), ("A: se\u{1B}cret", .malformed(line: 1)),
      ("A: b\nHost: secret", .reserved(line: 2, name: "Host")),
      ("content-length: 1", .reserved(line: 1, name: "content-length")),
    ] as [(String, RequestHeader.Problem)])
  func refused(text: String, problem: RequestHeader.Problem) {
    #expect(throws: problem) { try RequestHeader.parse(text) }
    #expect(!problem.description.contains("secret"))
  }

  @Test("never shows a header's value")
  func secrecy() {
    let header = RequestHeader(field: HTTPField(name: .authorization, value: "secret"))
    let dialect = LocationsDialect(headers: [header])
    var dumped = ""
    dump(dialect, to: &dumped)
    for text in ["\(header)", String(reflecting: header), "\(dialect)", String(reflecting: dialect), dumped] {
      #expect(text.contains("Authorization"))
      #expect(!text.contains("secret"))
    }
  }

  @Test(
    "says what is wrong",
    arguments: [
      (.malformed(line: 3), "line 3 is not of the form 'Name: value'"),
      (.reserved(line: 1, name: "Host"), "line 1: 'Host' cannot be set here, as poi sets it itself"),
    ] as [(RequestHeader.Problem, String)])
  func wording(problem: RequestHeader.Problem, words: String) {
    #expect(problem.description == words)
  }
}
