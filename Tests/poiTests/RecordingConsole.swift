import Synchronization

@testable import poi

/// Keeps what a command writes and tells.
final class RecordingConsole: Console {
  let terminal: (columns: Int, rows: Int)?
  let tellsTerminal = false
  private let kept = Mutex<(output: String, messages: [String])>(("", []))

  init(terminal: (columns: Int, rows: Int)? = nil) {
    self.terminal = terminal
  }

  var output: String { kept.withLock { $0.output } }
  var messages: [String] { kept.withLock { $0.messages } }

  func write(_ text: String) throws(ConsoleError) {
    kept.withLock { $0.output += text }
  }

  func tell(_ message: String) {
    kept.withLock { $0.messages.append(message) }
  }

  func draw(_ text: String) {}
}
