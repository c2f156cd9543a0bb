/// Answers to lines of the standard input, written in large pieces while more lines are waiting; a client
/// that waits for each answer gets it at once.
@MainActor
final class AnswerWriter {
  private let console: any Console
  private let hasLine: () -> Bool
  private var pending: [UInt8] = []

  private static let pieceSize = 64 * 1024

  init(to context: CommandContext) {
    console = context.console
    hasLine = context.hasLine
  }

  /// Runs a closure, and writes its answers so far even if it fails.
  func run<Result>(_ answer: () async throws -> Result) async throws -> Result {
    do {
      let result = try await answer()
      try flush()
      return result
    } catch {
      try flush()
      throw error
    }
  }

  /// Writes an answer, which `body` appends.
  func write(_ body: (inout [UInt8]) -> Void) throws(ConsoleError) {
    body(&pending)
    if pending.count >= Self.pieceSize || !hasLine() { try flush() }
  }

  func flush() throws(ConsoleError) {
    guard !pending.isEmpty else { return }
    defer { pending.removeAll(keepingCapacity: true) }
    try console.write(pending)
  }
}
