import Nearby
import Positioning
import Presentation

/// Tracks whether fixes still come; once they stop, it counts the seconds until the next one.
@MainActor
final class PositionStatusTracker {
  /// How often to update the shown age of the last fix.
  static let interval = Duration.seconds(1)

  var onChange: (PositionStatus) -> Void = { _ in }
  /// Called after `onChange` if nothing else gave a reason to show it.
  var onTick: () -> Void = {}

  private let pace: Double
  private let timerScheduler: any TimerScheduler
  private let now: () -> ContinuousClock.Instant
  private var location: Location?
  private var lastArrival: ContinuousClock.Instant
  /// Whether fixes have stopped coming.
  private(set) var isOut = false
  private var reason: String?
  private var timer: (any ScheduledTimer)?

  /// - Parameters:
  ///   - pace: how fast the fixes' time passes.
  ///   - now: the time that the age of a fix is counted by.
  init(
    pace: Double, timerScheduler: any TimerScheduler,
    now: @escaping () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.pace = pace
    self.timerScheduler = timerScheduler
    self.now = now
    lastArrival = now()
  }

  /// Takes a fix, which ends an outage, unless it was on its way when the receiver went away.
  ///
  /// - Parameter age: how long it waited before it came.
  func take(_ location: Location, age: Duration = .zero) {
    self.location = location
    lastArrival = now() - age
    isOut = reason != nil
    if isOut { return count() }
    timer.take()?.cancel()
    tell()
  }

  func loseSignal() {
    isOut = true
    count()
  }

  /// Takes a state of the receiver; if it explains missing fixes, the last fix counts as old at once.
  func take(_ state: ReceiverState) {
    guard state.reason != reason else { return }
    reason = state.reason
    if reason != nil { isOut = true }
    if isOut { count() }
  }

  func stop() {
    timer.take()?.cancel()
  }

  private func count() {
    timer?.cancel()
    tell()
    // Before the first fix there are no seconds to count.
    guard location != nil else { return }
    timer = timerScheduler.schedule(after: Self.interval) { [weak self] in
      self?.count()
      self?.onTick()
    }
  }

  private func tell() {
    let seconds = (now() - lastArrival) / .seconds(1) * pace
    let outage = isOut ? PositionStatus.Outage(seconds: seconds, reason: reason) : nil
    onChange(PositionStatus(location: location, outage: outage))
  }
}
