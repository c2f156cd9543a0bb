import Glibc

/// A terminal that gives keys one by one, and on which a screen can be drawn.
@MainActor
protocol PickingTerminal: AnyObject {
  var size: (columns: Int, rows: Int) { get }

  /// Takes the terminal over.
  ///
  /// - Parameters:
  ///   - onBytes: called with what keys send; with nothing if the terminal is gone.
  ///   - onPause: called if no more bytes come right away.
  ///   - onChange: called when the screen needs redrawing.
  func begin(
    onBytes: @escaping @MainActor ([UInt8]) -> Void, onPause: @escaping @MainActor () -> Void,
    onChange: @escaping @MainActor () -> Void)

  /// Draws lines from the top, and clears the rest.
  func draw(_ lines: [String])

  /// Restores the terminal.
  func end()
}

/// The process's own: keys come from stdin, and the screen, the terminal's alternate one, goes to stderr.
@MainActor
final class StandardPickingTerminal: PickingTerminal {
  private let keys = TerminalKeys()
  private var screen: Screen?

  /// `nil` if the standard streams are not a terminal.
  init?() {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
  }

  var size: (columns: Int, rows: Int) { TerminalSize.of(STDERR_FILENO) ?? (80, 24) }

  func begin(
    onBytes: @escaping @MainActor ([UInt8]) -> Void, onPause: @escaping @MainActor () -> Void,
    onChange: @escaping @MainActor () -> Void
  ) {
    screen = Screen(
      on: StandardConsole(), onSuspend: { [keys] in keys.pause() }, onResume: { [keys] in keys.resume() },
      onChange: onChange)
    keys.begin(onBytes: onBytes, onPause: onPause)
  }

  func draw(_ lines: [String]) {
    screen?.draw(lines)
  }

  func end() {
    keys.end()
    screen?.end()
  }
}
