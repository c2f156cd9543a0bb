import Foundation
import Testing

@testable import PlaceServers
@testable import Places

@Suite struct AnswerHeadTests {
  private static func head(_ lines: String...) throws -> AnswerHead {
    var head = AnswerHead()
    for line in lines { try head.take("\(line)\r\n".utf8) }
    return head
  }

  @Test("reads the fields that it uses")
  func fields() throws {
    let head = try Self.head(
      "HTTP/1.1 302 Found", "content-TYPE:  Application/GEO+json ; charset=utf-8", "Location: /there",
      "Retry-After: 120\t", "Set-Cookie: a=b", "")
    #expect(
      head.answer
        == HTTPAnswer(status: 302, type: "application/geo+json", retryAfter: "120", location: "/there"))
    #expect(head.isComplete)
  }

  @Test("a head ends with an empty line")
  func cut() throws {
    #expect(try !Self.head("HTTP/1.1 200 OK", "Content-Type: application/json").isComplete)
    #expect(try !Self.head("").isComplete)
  }

  @Test("ignores the fields of an interim answer")
  func interim() throws {
    let head = try Self.head("HTTP/1.1 100 Continue", "Location: /wrong", "", "HTTP/1.1 200 OK", "")
    #expect(head.answer == HTTPAnswer(status: 200))
    #expect(try !Self.head("HTTP/1.1 103 Early Hints", "").isComplete)
  }

  @Test("ignores lines after the body, whatever they look like")
  func trailers() throws {
    let head = try Self.head("HTTP/2 200", "", "HTTP/1.1 500 Oops", "Content-Type: text/html", "")
    #expect(head.answer == HTTPAnswer(status: 200))
  }

  @Test(
    "refuses an invalid status",
    arguments: [
      "HTTP/1.1", "HTTP/1.1 20", "HTTP/1.1 9999999999999999999 OK", "HTTP/1.1 099 No", "HTTP/1.1 600 No",
      "HTTP/1.1 -12 No",
    ])
  func status(line: String) {
    #expect(throws: RequestError.self) { try Self.head(line) }
  }

  @Test("takes the first of repeated fields, and ignores malformed ones")
  func oddFields() throws {
    let head = try Self.head(
      "HTTP/1.1 200 OK", "Content-Type: text/json", "Content-Type: text/html", "Retry-After: \u{1B}[2J",
      "Location : /blank", "Location: /caf\u{E9}", "Location: /\(String(repeating: "a", count: 9000))",
      ": nameless", "no colon", "")
    #expect(head.answer == HTTPAnswer(status: 200, type: "text/json"))
  }

  @Test("gives up on a head without an end")
  func endless() throws {
    var head = try Self.head("HTTP/1.1 200 OK")
    let line = Array("X-Padding: \(String(repeating: "a", count: 1000))\r\n".utf8)
    for _ in 0..<60 { try head.take(line) }
    #expect(throws: RequestError.malformed("its head is longer than 64 KiB")) {
      for _ in 0..<10 { try head.take(line) }
    }
  }
}
