import Glibc
import Synchronization

/// Wakes a thread that waits for input; a call that nobody takes wakes it for good.
public final class Waker: Sendable {
  /// Readable from a call until it is taken; -1, which `poll` ignores, if no descriptor was left.
  package let descriptor: Int32
  /// Where a call is written.
  package let entry: Int32
  private let state = Atomic(false)

  public init() {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (descriptor, entry) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(entry)
  }

  /// Whether a call has not been taken yet.
  public var isCalled: Bool { state.load(ordering: .acquiring) }

  /// Wakes whoever waits, now or later.
  public func wake() {
    state.store(true, ordering: .releasing)
    Self.wake(entry)
  }

  /// Does the same by the descriptor alone, which a signal's handler may do.
  package static func wake(_ entry: Int32) {
    // A full pipe has called already.
    var byte: UInt8 = 0
    _ = write(entry, &byte, 1)
  }

  /// Takes the calls that came until now; the next wait is for further ones.
  package func takeCalls() {
    state.store(false, ordering: .releasing)
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) == bytes.count {}
  }

  package enum Wakeup {
    /// There is something to read, or the input has ended.
    case readable
    case timedOut
    case called
  }

  /// Blocks until there is input, the time is over, or a call comes, which takes precedence and is not taken.
  ///
  /// - Parameters:
  ///   - input: a descriptor; one below 0 is ignored.
  ///   - events: the events of `poll` to wait for on the input.
  package func wait(
    forInputFrom input: Int32, events: Int16 = Int16(POLLIN), atMost limit: Duration? = nil
  ) -> Wakeup {
    var descriptors = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: input, events: events, revents: 0),
    ]
    let deadline = limit.map { ContinuousClock.now + $0 }
    while true {
      var remaining = deadline.map { max(.zero, $0 - .now) }
      // Without a descriptor of its own, it looks each second.
      if descriptor < 0 { remaining = min(remaining ?? .seconds(1), .seconds(1)) }
      poll(&descriptors, nfds_t(descriptors.count), remaining?.pollMilliseconds ?? -1)
      if isCalled || descriptors[0].revents != 0 { return .called }
      if descriptors[1].revents != 0 { return .readable }
      if let deadline, deadline <= .now { return .timedOut }
    }
  }
}

/// Blocks until a descriptor has one of these events of `poll`, or an error; returns whether that was in time.
@discardableResult
package func awaitEvents(_ events: Int32, on descriptor: Int32, atMost limit: Duration? = nil) -> Bool {
  var waiting = pollfd(fd: descriptor, events: Int16(events), revents: 0)
  while true {
    let count = poll(&waiting, 1, limit.map { max(.zero, $0).pollMilliseconds } ?? -1)
    if count >= 0 || errno != EINTR { return count > 0 }
  }
}

extension Duration {
  /// Whole milliseconds for `poll`, rounded up, so that a wait is never a spin.
  package var pollMilliseconds: Int32 {
    let (seconds, attoseconds) = components
    let (milliseconds, overflows) = seconds.multipliedReportingOverflow(by: 1000)
    if overflows { return seconds < 0 ? 0 : .max }
    return Int32(clamping: milliseconds + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
