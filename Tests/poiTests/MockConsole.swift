import Synchronization

@testable import poi

/// A console that keeps its output.
final class MockConsole: Console {
  enum Call: Equatable {
    case write(String)
    case tell(String)
    case draw(String)
  }

  var terminal: (columns: Int, rows: Int)? { size.withLock { $0 } }
  let tellsTerminal: Bool
  let isQuiet: Bool

  private let writeFailure: ConsoleError?
  private let kept = Mutex<[Call]>([])
  private let size: Mutex<(columns: Int, rows: Int)?>

  /// - Parameters:
  ///   - terminal: the size of the terminal that the data goes to; `nil` if it goes elsewhere.
  ///   - tellsTerminal: whether the messages go to a terminal.
  ///   - writeFailure: the error of writing, if any.
  init(
    terminal: (columns: Int, rows: Int)? = nil, tellsTerminal: Bool = false,
    isQuiet: Bool = false, failing writeFailure: ConsoleError? = nil
  ) {
    size = Mutex(terminal)
    self.tellsTerminal = tellsTerminal
    self.isQuiet = isQuiet
    self.writeFailure = writeFailure
  }

  /// Makes the terminal larger or smaller.
  func resize(columns: Int, rows: Int) { size.withLock { $0 = (columns, rows) } }

  /// All output, in order.
  var calls: [Call] { kept.withLock { $0 } }

  /// The data, in one piece.
  var output: String {
    calls.map { if case .write(let text) = $0 { text } else { "" } }.joined()
  }

  /// The messages, in order.
  var messages: [String] {
    calls.compactMap { if case .tell(let message) = $0 { message } else { nil } }
  }

  /// Any other terminal output, in order.
  var drawings: [String] {
    calls.compactMap { if case .draw(let text) = $0 { text } else { nil } }
  }

  func write(_ text: String) throws(ConsoleError) {
    if let writeFailure { throw writeFailure }
    kept.withLock { $0.append(.write(text)) }
  }

  func write(_ bytes: [UInt8]) throws(ConsoleError) {
    try write(String(decoding: bytes, as: UTF8.self))
  }

  func tell(_ message: String) {
    kept.withLock { $0.append(.tell(message)) }
  }

  func draw(_ text: String) {
    kept.withLock { $0.append(.draw(text)) }
  }
}
