import Dispatch
import Glibc

/// The keys of the terminal that stdin is, one by one, unseen, until the end.
@MainActor
final class TerminalKeys {
  /// How long the rest of a key's bytes may take, in milliseconds.
  private static let keyPause: Int32 = 50

  private var original: termios?
  private var source: (any DispatchSourceRead)?

  /// Takes the keys.
  ///
  /// - Parameters:
  ///   - onBytes: called with what keys send; with nothing if the terminal has gone.
  ///   - onPause: called if no more bytes come right away.
  func begin(
    onBytes: @escaping @MainActor ([UInt8]) -> Void, onPause: @escaping @MainActor () -> Void = {}
  ) {
    resume()
    let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
    source.setEventHandler {
      MainActor.assumeIsolated {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        onBytes(Array(bytes.prefix(max(0, count))))
        var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        if count > 0, poll(&waiting, 1, Self.keyPause) == 0 { onPause() }
      }
    }
    source.activate()
    self.source = source
  }

  /// Gives the terminal back as it was.
  func end() {
    source.take()?.cancel()
    pause()
  }

  /// Takes the keys again.
  func resume() {
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

  /// Gives the keys back for as long as the process is stopped.
  func pause() {
    guard var settings = original.take() else { return }
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }
}
