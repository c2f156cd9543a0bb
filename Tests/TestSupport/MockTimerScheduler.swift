import Nearby

/// Timers that fire when the test says so.
@MainActor
public final class MockTimerScheduler: TimerScheduler {
  /// A timer that waits.
  public final class Timer: ScheduledTimer {
    /// What it was scheduled for.
    public let delay: Duration
    /// Whether it can still fire.
    public private(set) var isPending = true
    private let action: @MainActor () -> Void

    init(delay: Duration, action: @escaping @MainActor () -> Void) {
      self.delay = delay
      self.action = action
    }

    public func cancel() {
      isPending = false
    }

    /// Fires it, unless it was cancelled.
    public func fire() {
      guard isPending else { return }
      isPending = false
      action()
    }
  }

  /// Every timer that was scheduled, oldest first.
  public private(set) var timers: [Timer] = []

  /// The delays of all timers, to be waited for.
  public let scheduled = Recorder<Duration>()

  /// A scheduler without timers.
  public init() {}

  public func schedule(
    after delay: Duration, _ action: @escaping @MainActor () -> Void
  ) -> any ScheduledTimer {
    let timer = Timer(delay: delay, action: action)
    timers.append(timer)
    scheduled.record(delay)
    return timer
  }

  /// Fires all pending timers with this delay.
  public func fire(after delay: Duration) {
    for timer in timers where timer.delay == delay {
      timer.fire()
    }
  }
}
