import Dispatch
import Glibc

/// A terminal that gives keys one by one, and on which a screen can be drawn.
@MainActor
protocol PickingTerminal: AnyObject {
  /// How many columns and rows it has.
  var size: (columns: Int, rows: Int) { get }

  /// Takes the terminal over.
  ///
  /// - Parameters:
  ///   - onBytes: called with what keys send; with nothing if the terminal has gone.
  ///   - onPause: called if no more bytes come right away.
  ///   - onChange: called where the screen has to be drawn anew.
  func begin(
    onBytes: @escaping @MainActor ([UInt8]) -> Void, onPause: @escaping @MainActor () -> Void,
    onChange: @escaping @MainActor () -> Void)

  /// Draws lines from the top on, and clears the rest.
  func draw(_ lines: [String])

  /// Gives the terminal back as it was.
  func end()
}

/// The process's own: keys come from stdin, and the screen, which is the terminal's other one, goes to stderr.
@MainActor
final class StandardPickingTerminal: PickingTerminal {
  /// How long the rest of a key's bytes may take.
  private static let keyPause: Int32 = 50

  private var original: termios?
  private var keys: (any DispatchSourceRead)?
  private var screen: Screen?

  /// `nil` if the standard streams are no terminal.
  init?() {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
  }

  var size: (columns: Int, rows: Int) { TerminalSize.of(STDERR_FILENO) ?? (80, 24) }

  func begin(
    onBytes: @escaping @MainActor ([UInt8]) -> Void, onPause: @escaping @MainActor () -> Void,
    onChange: @escaping @MainActor () -> Void
  ) {
    takeKeys()
    screen = Screen(
      on: StandardConsole(), onSuspend: { [weak self] in self?.giveKeysBack() },
      onResume: { [weak self] in self?.takeKeys() }, onChange: onChange)
    let keys = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
    keys.setEventHandler {
      MainActor.assumeIsolated {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        onBytes(Array(bytes.prefix(max(0, count))))
        var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        if count > 0, poll(&waiting, 1, Self.keyPause) == 0 { onPause() }
      }
    }
    keys.activate()
    self.keys = keys
  }

  func draw(_ lines: [String]) {
    screen?.draw(lines)
  }

  func end() {
    keys?.cancel()
    screen?.end()
    giveKeysBack()
  }

  private func takeKeys() {
    var settings = termios()
    guard original == nil, tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
    original = settings
    // Keys come at once and unseen; Ctrl-C and Ctrl-Z stay signals.
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    withUnsafeMutableBytes(of: &settings.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }

  private func giveKeysBack() {
    guard var settings = original.take() else { return }
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }
}
