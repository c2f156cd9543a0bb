import Glibc

/// The whole of a terminal to draw on: its alternate screen, without a cursor, until the end.
///
/// It is redrawn when its size changes, and when the shell, which has its own screen back during Ctrl-Z,
/// continues the process.
@MainActor
final class Screen {
  private let console: any Console
  private let onSuspend: @MainActor () -> Void
  private let onResume: @MainActor () -> Void
  private var sources: [UnixSignalSource] = []
  private var hasEnded = false
  /// Whether the shell may have the terminal without our having given it back.
  private var isLost = false

  // A line that was made for a wider screen must not go on in the next one.
  private static let other = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
  private static let own = "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// Takes the terminal over.
  ///
  /// - Parameters:
  ///   - console: where it is drawn.
  ///   - onSuspend: called before the process stops, with the shell's screen shown.
  ///   - onResume: called before the screen is taken again.
  ///   - onChange: called when everything needs redrawing.
  init(
    on console: any Console, onSuspend: @escaping @MainActor () -> Void = {},
    onResume: @escaping @MainActor () -> Void = {}, onChange: @escaping @MainActor () -> Void
  ) {
    self.console = console
    self.onSuspend = onSuspend
    self.onResume = onResume
    console.draw(Self.other)
    sources = [
      UnixSignalSource(SIGWINCH, onChange),
      UnixSignalSource(SIGTSTP) { [weak self] in
        self?.suspend()
        onChange()
      },
      // After a stop that nothing can catch, the shell has written here.
      UnixSignalSource(SIGCONT) { [weak self] in
        self?.isLost = true
        onChange()
      },
    ]
  }

  /// Draws lines from the top, and clears the rest.
  func draw(_ lines: [String]) {
    guard !hasEnded else { return }
    if isLost {
      if TerminalKeys.isInBackground { return }
      onSuspend()
      takeOver()
    }
    // Each line is erased to its end, and everything below to the end of the screen.
    console.draw("\u{1B}[H" + lines.joined(separator: "\u{1B}[K\r\n") + "\u{1B}[K\u{1B}[J")
  }

  /// Restores the terminal.
  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    sources = []
    signal(SIGTSTP, SIG_DFL)
    console.draw(Self.own)
  }

  /// Gives the shell its screen while Ctrl-Z keeps this process stopped.
  private func suspend() {
    guard !hasEnded else { return }
    console.draw(Self.own)
    onSuspend()
    // The screen is taken once, here, where execution resumes.
    let handler = signal(SIGCONT, SIG_DFL)
    UnixSignalSource.raiseByDefault(SIGTSTP)
    signal(SIGCONT, handler)
    takeOver()
  }

  private func takeOver() {
    isLost = false
    onResume()
    console.draw(Self.other)
  }
}

enum TerminalSize {
  /// The columns and rows of the terminal behind a descriptor, at most those of the largest screens; `nil` if there is
  /// none.
  static func of(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return (min(Int(size.ws_col), 1000), min(Int(size.ws_row), 500))
  }
}
