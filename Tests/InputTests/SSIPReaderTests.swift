import TestSupport
import Testing

@testable import Input

@Suite struct SSIPReaderTests {
  private func replies(_ pieces: String...) throws -> [SSIPReply] {
    var reader = SSIPReader()
    return try pieces.flatMap { piece in
      let bytes = Array(piece.utf8)
      return try reader.read(bytes.span)
    }
  }

  @Test("distinguishes answers and events, in pieces of any size")
  func pieces() throws {
    let text = "208 OK CLIENT NAME SET\r\n225-21\r\n225 OK MESSAGE QUEUED\r\n702-21\r\n702-3\r\n702 END\r\n"
    let whole = try replies(text)
    #expect(whole.map(\.code) == [208, 225, 702])
    #expect(whole.map(\.isEvent) == [false, false, true])
    #expect(whole.map(\.isSuccess) == [true, true, false])
    #expect(whole.map(\.message) == [nil, 21, 21])
    #expect(whole.map(\.isEnd) == [false, false, true])
    #expect(whole.last?.details == ["21", "3"])
    var reader = SSIPReader()
    let bytes = Array(text.utf8)
    let one = try bytes.indices.flatMap { index in
      try reader.read(bytes.span.extracting(index..<index + 1))
    }
    #expect(one == whole)
  }

  @Test(
    "refuses what is not an answer",
    arguments: [
      "HTTP/1.1 400 Bad Request\r\n", "12\r\n", "2x8 OK\r\n", "208_OK\r\n", "\r\n", "099 OK\r\n",
      "٢٠٨ OK\r\n",
    ])
  func malformed(text: String) {
    #expect(throws: SSIPReader.Problem.self) { try replies(text) }
  }

  @Test("refuses and discards a line or an answer without an end")
  func endless() {
    #expect(throws: SSIPReader.Problem.tooLong) { try replies(String(repeating: "2", count: 10_000) + "\n") }
    #expect(throws: SSIPReader.Problem.tooLong) { try replies(String(repeating: "2", count: 10_000)) }
    #expect(throws: SSIPReader.Problem.tooLong) {
      try replies(String(repeating: "225-x\r\n", count: 200))
    }
  }

  @Test("the text of a message is one line, and no dot ends it early")
  func message() {
    #expect(String(decoding: SSIPCommand.message("hello"), as: UTF8.self) == "hello\r\n.\r\n")
    #expect(String(decoding: SSIPCommand.message("."), as: UTF8.self) == "..\r\n.\r\n")
    #expect(
      String(decoding: SSIPCommand.message("a\r\n.\r\nSTOP all"), as: UTF8.self) == "a . STOP all\r\n.\r\n")
  }
}
