import Glibc

/// Lets a command end cleanly on Ctrl-C, on a request to terminate, and when its terminal closes; a second
/// signal ends it at once.
@MainActor
final class UnixSignalWatcher {
  /// The signal that came.
  private(set) var received: Int32?

  private var sources: [UnixSignalSource] = []

  /// - Parameters:
  ///   - onSignal: called at the first signal.
  ///   - onSecondSignal: called before the process ends at once.
  init(onSignal: @escaping @MainActor () -> Void, onSecondSignal: @escaping @MainActor () -> Void) {
    sources = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].map { number in
      UnixSignalSource(number) { [weak self] in
        if self?.received != nil {
          onSecondSignal()
          UnixSignalSource.raiseByDefault(number)
        }
        self?.received = number
        onSignal()
      }
    }
  }

  /// Ends the process by the signal that came, so that its parent sees what happened.
  func endIfSignalled() {
    if let received { UnixSignalSource.raiseByDefault(received) }
  }
}
