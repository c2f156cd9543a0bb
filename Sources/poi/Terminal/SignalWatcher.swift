import Dispatch
import Glibc

/// Lets a command end cleanly on Ctrl-C, on being told to end, and when its terminal goes; a second time ends at once.
@MainActor
final class SignalWatcher {
  /// The signal that came.
  private(set) var received: Int32?

  private var sources: [any DispatchSourceSignal] = []

  /// - Parameters:
  ///   - onSignal: called at the first signal.
  ///   - onSecondSignal: called before the process ends at once.
  init(onSignal: @escaping @MainActor () -> Void, onSecondSignal: @escaping @MainActor () -> Void) {
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { [weak self] in
        MainActor.assumeIsolated {
          if self?.received != nil {
            onSecondSignal()
            Self.raiseByDefault(number)
          }
          self?.received = number
          onSignal()
        }
      }
      source.activate()
      sources.append(source)
    }
  }

  /// Ends the process by the signal that came, so that its parent sees what happened.
  func endIfSignalled() {
    if let received { Self.raiseByDefault(received) }
  }

  /// Lets a signal that is watched do to this process what it does by default.
  static func raiseByDefault(_ number: Int32) {
    signal(number, SIG_DFL)
    // Dispatch blocks the signals that it watches.
    var signals = sigset_t()
    var before = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, &before)
    raise(number)
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
