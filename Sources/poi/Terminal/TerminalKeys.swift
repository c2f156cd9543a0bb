import Dispatch
import Glibc
import Input
import Synchronization

/// Reads keys from a terminal on stdin one by one, without echo, until the end.
@MainActor
final class TerminalKeys {
  /// How long the rest of a key's bytes may take.
  private static let keyPause = Duration.milliseconds(50)

  /// Whether the shell has the terminal, while this process goes on.
  static var isInBackground: Bool {
    let foreground = tcgetpgrp(STDIN_FILENO)
    return foreground >= 0 && foreground != getpgrp()
  }

  /// Whether the terminal has to be restored.
  private nonisolated static let isReading = Atomic<Bool>(false)

  /// Restores the terminal at once, in the handler of a signal that ends the process.
  nonisolated static func restore() {
    var settings = termios()
    guard isReading.load(ordering: .acquiring), tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
    settings.c_lflag |= tcflag_t(ICANON | ECHO)
    signal(SIGTTOU, SIG_IGN)
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }

  private var original: termios?
  private var source: (any DispatchSourceRead)?
  private var isSuspended = false

  /// Starts reading keys.
  ///
  /// - Parameters:
  ///   - onBytes: called with the bytes of keys; empty if the terminal is gone.
  ///   - onPause: called if no more bytes follow right away.
  func begin(
    onBytes: @escaping @MainActor ([UInt8]) -> Void, onPause: @escaping @MainActor () -> Void = {}
  ) {
    resume()
    let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
    source.setEventHandler {
      MainActor.assumeIsolated {
        // What is typed now is for the shell.
        if Self.isInBackground {
          source.suspend()
          self.isSuspended = true
          return
        }
        // The shell may have read meanwhile what was typed.
        guard awaitEvents(POLLIN, on: STDIN_FILENO, atMost: .zero) else { return }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        onBytes(Array(bytes.prefix(max(0, count))))
        if count > 0, !awaitEvents(POLLIN, on: STDIN_FILENO, atMost: Self.keyPause) { onPause() }
      }
    }
    source.activate()
    self.source = source
  }

  func end() {
    pause()
    listen()
    source.take()?.cancel()
  }

  private func listen() {
    if isSuspended { source?.resume() }
    isSuspended = false
  }

  func resume() {
    listen()
    var settings = termios()
    guard original == nil, tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
    original = settings
    Self.isReading.store(true, ordering: .releasing)
    // Keys arrive at once and without echo; Ctrl-C and Ctrl-Z still send signals.
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // If a signal discarded what is being drawn, Linux would not always wake the thread that waits for room to draw.
    settings.c_lflag |= tcflag_t(NOFLSH)
    withUnsafeMutableBytes(of: &settings.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }

  /// Restores the terminal while the process is stopped.
  func pause() {
    Self.isReading.store(false, ordering: .releasing)
    guard var settings = original.take() else { return }
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }
}
