import Glibc
import Synchronization

/// Wakes a thread that waits for input, permanently: for a stop, or an arrival.
public final class Latch: Sendable {
  /// The ends of a pipe: nothing is ever written, and setting the latch closes the writing end.
  private let readingEnd: Int32
  private let writingEnd: Mutex<Int32?>

  /// A latch that is not set.
  public init() {
    var ends: [Int32] = [-1, -1]
    // If there are no descriptors left, the ends stay -1, which `poll` ignores: waits then look each second.
    pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    readingEnd = ends[0]
    writingEnd = Mutex(ends[1])
  }

  deinit {
    set()
    close(readingEnd)
  }

  /// Whether it has been set; it stays so.
  public var isSet: Bool {
    writingEnd.withLock { $0 == nil }
  }

  /// Sets it, once and for all.
  public func set() {
    writingEnd.withLock { end in
      end.take().map { _ = close($0) }
    }
  }

  /// Why a wait ended.
  package enum Wakeup {
    /// There is something to read, or the input has ended.
    case readable
    case timedOut
    /// The latch was set.
    case latched
  }

  /// Blocks until there is input, the time is over, or the latch is set, which takes precedence.
  ///
  /// - Parameter events: the events of `poll` to wait for on the input.
  package func wait(
    forInputFrom input: Int32, events: Int16 = Int16(POLLIN), atMost limit: Duration? = nil
  ) -> Wakeup {
    var descriptors = [
      pollfd(fd: readingEnd, events: Int16(POLLIN), revents: 0),
      pollfd(fd: input, events: events, revents: 0),
    ]
    let deadline = limit.map { ContinuousClock.now + $0 }
    while true {
      var remaining = deadline.map { max(.zero, $0 - .now) }
      if readingEnd < 0 { remaining = min(remaining ?? .seconds(1), .seconds(1)) }
      poll(&descriptors, nfds_t(descriptors.count), remaining?.pollMilliseconds ?? -1)
      if isSet { return .latched }
      if descriptors[1].revents != 0 { return .readable }
      if let deadline, deadline <= .now { return .timedOut }
    }
  }

  /// Blocks until the time is over, or the latch is set.
  package func wait(atMost limit: Duration) {
    // A descriptor below 0 is ignored.
    _ = wait(forInputFrom: -1, atMost: limit)
  }

  /// Blocks until the other latch is set (`readable`), the time is over, or this one is set.
  package func wait(for other: Latch, atMost limit: Duration) -> Wakeup {
    wait(forInputFrom: other.readingEnd, atMost: limit)
  }
}

extension Duration {
  /// Whole milliseconds for `poll`, rounded up, so that a wait is never a spin.
  fileprivate var pollMilliseconds: Int32 {
    let (seconds, attoseconds) = components
    let milliseconds = seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int32(clamping: milliseconds)
  }
}
