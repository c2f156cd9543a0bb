import Glibc
import Input

/// Wakes a thread that waits for input, permanently: for a stop, or an arrival.
public final class Latch: Sendable {
  /// Called when the latch is set; the call is never taken, so that the latch stays set.
  private let waker = Waker()

  public init() {}

  /// Whether it has been set; it stays so.
  public var isSet: Bool {
    waker.isCalled
  }

  public func set() {
    waker.wake()
  }

  /// Blocks until there is input, the time is over, or the latch is set, which takes precedence.
  ///
  /// - Parameter events: the events of `poll` to wait for on the input.
  package func wait(
    forInputFrom input: Int32, events: Int16 = Int16(POLLIN), atMost limit: Duration? = nil
  ) -> Waker.Wakeup {
    waker.wait(forInputFrom: input, events: events, atMost: limit)
  }

  /// Blocks until the time is over, or the latch is set.
  package func wait(atMost limit: Duration) {
    // A descriptor below 0 is ignored.
    _ = wait(forInputFrom: -1, atMost: limit)
  }

  /// Blocks until the other latch is set (`readable`), the time is over, or this one is set.
  package func wait(for other: Latch, atMost limit: Duration) -> Waker.Wakeup {
    wait(forInputFrom: other.waker.descriptor, atMost: limit)
  }
}
