import Dispatch
import Glibc
import Synchronization

/// Calls a closure on the main actor for each signal, from its creation until its release.
///
/// Dispatch installs the handlers of its own signal sources later and on another thread: until then, signals are lost.
@MainActor
final class SignalSource {
  private let body: @MainActor () -> Void

  private static var living: [Int32: [Weak]] = [:]
  private static let pipe = SignalPipe { number in
    for source in living[number, default: []] { source.source?.body() }
  }

  private struct Weak {
    weak var source: SignalSource?
  }

  /// Takes over a signal for good: only `raiseByDefault(_:)` restores its default action.
  init(_ number: Int32, _ body: @escaping @MainActor () -> Void) {
    self.body = body
    Self.living[number, default: []].removeAll { $0.source == nil }
    Self.living[number, default: []].append(Weak(source: self))
    Self.pipe.take(number)
  }

  /// Raises a signal with its default action.
  static func raiseByDefault(_ number: Int32) {
    let handler = signal(number, SIG_DFL)
    // The threads of Dispatch block most signals.
    var signals = sigset_t()
    var before = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, &before)
    raise(number)
    pthread_sigmask(SIG_SETMASK, &before, nil)
    signal(number, handler)
  }
}

/// Where the handler writes signal numbers.
private let signalEntry = Atomic<Int32>(-1)

/// The handler, which runs on any thread and may do little more than write.
private func passOn(_ number: Int32) {
  let code = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(signalEntry.load(ordering: .acquiring), &byte, 1)
  errno = code
}

/// Carries signals from their handler to the main queue.
@MainActor
private final class SignalPipe {
  private let source: (any DispatchSourceRead)?

  init(onSignal: @escaping @MainActor (Int32) -> Void) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else {
      // Without descriptors, signals keep their default actions.
      source = nil
      return
    }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    signalEntry.store(ends[1], ordering: .releasing)
    let exit = ends[0]
    source = DispatchSource.makeReadSource(fileDescriptor: exit, queue: .main)
    source?.setEventHandler {
      var numbers = [UInt8](repeating: 0, count: 64)
      while case let count = read(exit, &numbers, numbers.count), count > 0 {
        for number in numbers[..<count] { MainActor.assumeIsolated { onSignal(Int32(number)) } }
      }
    }
    source?.activate()
  }

  /// Routes a signal through the pipe.
  func take(_ number: Int32) {
    guard source != nil else { return }
    signal(number, passOn)
  }
}
