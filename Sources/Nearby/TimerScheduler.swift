import Dispatch

/// Does things later, on the main actor.
@MainActor
public protocol TimerScheduler {
  /// Calls `action` once after `delay`, unless the timer is cancelled before.
  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) -> any ScheduledTimer
}

/// Something that is going to happen.
@MainActor
public protocol ScheduledTimer: Sendable {
  func cancel()
}

/// Timers that fire while the main actor waits; a run loop's `Timer` does not under an async `main` on Linux.
public struct DispatchTimerScheduler: TimerScheduler {
  public nonisolated init() {}

  public func schedule(
    after delay: Duration, _ action: @escaping @MainActor () -> Void
  ) -> any ScheduledTimer {
    let source = DispatchSource.makeTimerSource(queue: .main)
    source.schedule(deadline: .now() + delay / .seconds(1))
    source.setEventHandler {
      MainActor.assumeIsolated(action)
    }
    source.activate()
    return DispatchTimer(source: source)
  }
}

private struct DispatchTimer: ScheduledTimer {
  let source: any DispatchSourceTimer

  func cancel() {
    source.cancel()
  }
}

/// How long to wait before something that failed is tried again: 1, 2, 4 … 30 s.
public enum RetryDelay {
  /// - Parameter failures: how many there have been in a row, at least 1.
  public static func delay(afterFailures failures: Int) -> Duration {
    .seconds(min(30, 1 << min(failures - 1, 5)))
  }
}
