import Testing

@testable import poi

@MainActor
@Suite(.timeLimit(.minutes(5))) struct AnswerWriterTests {
  @Test("writes an answer at once unless another line is waiting")
  func atOnce() throws {
    var context = CommandContext.mock()
    let console = try #require(context.console as? MockConsole)
    var hasLine = true
    context.hasLine = { hasLine }
    let writer = AnswerWriter(to: context)
    try writer.write { $0 += "a".utf8 }
    try writer.write { $0 += "b".utf8 }
    #expect(console.output == "")
    hasLine = false
    try writer.write { $0 += "c".utf8 }
    #expect(console.calls == [.write("abc")])
  }

  @Test("writes the answers so far even if the rest fails")
  func failing() async throws {
    var context = CommandContext.mock()
    let console = try #require(context.console as? MockConsole)
    context.hasLine = { true }
    let writer = AnswerWriter(to: context)
    await #expect(throws: CommandFailure.self) {
      try await writer.run {
        try writer.write { $0 += "a".utf8 }
        throw CommandFailure("no more", .unreachable)
      }
    }
    #expect(console.output == "a")
  }

  @Test("does not hold back much output")
  func pieces() throws {
    var context = CommandContext.mock()
    let console = try #require(context.console as? MockConsole)
    context.hasLine = { true }
    let writer = AnswerWriter(to: context)
    for _ in 0..<200 { try writer.write { $0 += [UInt8](repeating: 65, count: 1024) } }
    #expect(console.calls.count == 3)
    try writer.flush()
    #expect(console.output.utf8.count == 200 * 1024)
  }
}
