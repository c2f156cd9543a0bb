import Dispatch
import Glibc
import Input
import Synchronization

/// Calls a closure on the main actor for each signal, from its creation until its release.
///
/// Dispatch installs the handlers of its own signal sources later and on another thread: until then, signals are lost.
@MainActor
final class UnixSignalSource {
  private let body: @MainActor () -> Void

  private static var living: [Int32: [Weak]] = [:]
  private static let relay = UnixSignalRelay { number in
    for source in living[number, default: []] { source.source?.body() }
  }

  private struct Weak {
    weak var source: UnixSignalSource?
  }

  /// Takes over a signal for good: only `raiseByDefault(_:)` restores its default action.
  init(_ number: Int32, _ body: @escaping @MainActor () -> Void) {
    self.body = body
    Self.living[number, default: []].removeAll { $0.source == nil }
    Self.living[number, default: []].append(Weak(source: self))
    Self.relay.take(number)
  }

  /// Raises a signal with its default action.
  nonisolated static func raiseByDefault(_ number: Int32) {
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

  /// Runs a body that changes the terminal and restores it: a signal that would end or stop the process meanwhile takes
  /// effect after it.
  ///
  /// The other threads are Dispatch's, which block these signals anyway.
  static func uninterrupted<Result>(_ body: () -> Result) -> Result {
    var signals = sigset_t()
    var before = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return body()
  }
}

/// How many of each signal have come, by their numbers.
private let signalCounts = InlineArray<65, Atomic<Int>> { _ in Atomic(0) }
/// Where the handler wakes the main queue.
private let signalEntry = Atomic<Int32>(-1)

/// The handler, which runs on any thread and may do little more than write.
private func passOn(_ number: Int32) {
  let code = errno
  signalCounts[Int(number)].add(1, ordering: .releasing)
  Waker.wake(signalEntry.load(ordering: .acquiring))
  switch number {
  // Where nobody reads the output, the main queue may never take it.
  case SIGINT, SIGTERM, SIGHUP, SIGQUIT: endAfter(seconds: 5, by: number)
  default: break
  }
  errno = code
}

/// The signal that ends the process when the time of `endAfter` is over.
private let lastSignal = Atomic<Int32>(0)

/// Ends the process by a signal unless it has ended by itself before.
private func endAfter(seconds: UInt32, by number: Int32) {
  lastSignal.store(number, ordering: .releasing)
  alarm(seconds)
}

/// Carries signals from their handler to the main queue.
@MainActor
private final class UnixSignalRelay {
  private let source: (any DispatchSourceRead)?

  init(onSignal: @escaping @MainActor (Int32) -> Void) {
    let waker = Waker()
    guard waker.descriptor >= 0 else {
      // Without descriptors, signals keep their default actions.
      source = nil
      return
    }
    signalEntry.store(waker.entry, ordering: .releasing)
    source = DispatchSource.makeReadSource(fileDescriptor: waker.descriptor, queue: .main)
    source?.setEventHandler {
      waker.takeCalls()
      for number in signalCounts.indices {
        for _ in 0..<signalCounts[number].exchange(0, ordering: .acquiring) {
          MainActor.assumeIsolated { onSignal(Int32(number)) }
        }
      }
    }
    source?.activate()
  }

  /// Routes a signal through the waker, unless who started poi ignores it, as `nohup` does.
  func take(_ number: Int32) {
    guard source != nil else { return }
    // Swift makes the counts at their first use, which takes locks that the thread under the handler may hold.
    _ = signalCounts[Int(number)].load(ordering: .relaxed)
    _ = lastSignal.load(ordering: .relaxed)
    signal(SIGALRM) { _ in
      TerminalKeys.restore()
      UnixSignalSource.raiseByDefault(lastSignal.load(ordering: .acquiring))
    }
    let before = signal(number, passOn)
    // SIGUSR1 is ignored by poi itself while it does not speak.
    guard number != SIGUSR1 else { return }
    if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
  }
}

/// Lets a command end cleanly on Ctrl-C, on a request to terminate, and when its terminal closes; a second
/// signal ends it at once.
@MainActor
final class UnixSignalWatcher {
  private(set) var received: Int32?

  /// In seconds, more than the commands for events may take: what is left to write may have no reader.
  private static let longestEnd: UInt32 = 30

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
        endAfter(seconds: Self.longestEnd, by: number)
        onSignal()
      }
    }
  }

  /// Ends the process by the signal that came, so that its parent sees what happened.
  func endIfSignalled() {
    if let received { UnixSignalSource.raiseByDefault(received) }
  }
}
