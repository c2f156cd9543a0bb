import Glibc
import Input
import Presentation
import Synchronization

/// Where a command's output goes: data to stdout, everything else to stderr.
protocol Console: Sendable {
  func write(_ text: String) throws(ConsoleError)

  /// Writes data that is UTF-8 already.
  func write(_ bytes: [UInt8]) throws(ConsoleError)

  /// Tells the user something, on a line of its own.
  func tell(_ message: String)

  /// Writes something to the terminal that is neither data nor a message, like a line that is redrawn.
  func draw(_ text: String)

  /// The size of the terminal that the data goes to; `nil` if it goes elsewhere.
  var terminal: (columns: Int, rows: Int)? { get }

  /// Whether the messages go to a terminal.
  var tellsTerminal: Bool { get }

  /// Whether nothing but failures is told, so that no progress is shown either.
  var isQuiet: Bool { get }
}

extension Console {
  var isQuiet: Bool { false }
}

/// Why data could not be written.
enum ConsoleError: Error, Equatable {
  /// The reader is gone, which ends a filter silently.
  case closedPipe
  /// Another failure, by its errno.
  case failed(code: Int32)
}

/// The process's own stdout and stderr.
struct StandardConsole: Console {
  /// What `--quiet` keeps back, in case the command fails; `nil` without it.
  private let kept: KeptMessages?

  init(isQuiet: Bool = false) { kept = isQuiet ? KeptMessages() : nil }

  func write(_ text: String) throws(ConsoleError) {
    try write(Array(text.utf8))
  }

  func write(_ bytes: [UInt8]) throws(ConsoleError) {
    try Self.write(bytes, to: STDOUT_FILENO)
  }

  var isQuiet: Bool { kept != nil }

  func tell(_ message: String) {
    if let kept { kept.keep(message) } else { print(message) }
  }

  func tellKept() { kept?.messages.forEach(print) }

  private func print(_ message: String) {
    // If stderr cannot be written, there is nobody left to tell.
    try? Self.write(
      Array(Self.lines(of: message, in: TerminalSize.of(STDERR_FILENO)?.columns).utf8), to: STDERR_FILENO)
  }

  /// A message as it is printed: one line, or on a terminal of so many columns as many as it needs.
  static func lines(of message: String, in columns: Int?) -> String {
    // A message may quote a stranger's text.
    let text = TerminalText.harmless(message)
    let lines = columns.map { TerminalText.wrapped(text, to: $0 - 5) } ?? [text]
    return "poi: " + lines.joined(separator: "\n     ") + "\n"
  }

  func draw(_ text: String) {
    try? Self.write(Array(text.utf8), to: STDERR_FILENO)
  }

  var terminal: (columns: Int, rows: Int)? { TerminalSize.of(STDOUT_FILENO) }

  var tellsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(ConsoleError) {
    switch bytes.writeAll(to: descriptor) {
    case nil: return
    case EPIPE?: throw .closedPipe
    case let code?: throw .failed(code: code)
    }
  }
}

/// The last messages of a quiet command: those before would not say why it failed.
private final class KeptMessages: Sendable {
  private static let most = 10
  private let last = Mutex<[String]>([])

  var messages: [String] { last.withLock(\.self) }

  func keep(_ message: String) {
    last.withLock { $0 = $0.suffix(Self.most - 1) + [message] }
  }
}

/// Tells each thing once, from any thread, however often it happens.
final class OnceTelling: Sendable {
  private let tell: @Sendable (String) -> Void
  private let told = Mutex<Set<String>>([])

  /// How many different things to remember, and so to tell.
  private static let most = 1000

  init(_ tell: @escaping @Sendable (String) -> Void) {
    self.tell = tell
  }

  /// Tells a thing unless the same has been told, perhaps with other numbers.
  func callAsFunction(_ message: String) {
    let thing = String(message.unicodeScalars.filter { !("0"..."9" ~= $0) && $0 != "." })
    if told.withLock({ $0.count < Self.most && $0.insert(thing).inserted }) { tell(message) }
  }
}
