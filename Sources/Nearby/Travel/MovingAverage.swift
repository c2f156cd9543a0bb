import FoundationEssentials

/// The mean speed while moving, over some minutes: pauses would distort it, and the current speed says little
/// about the next hour.
struct MovingAverage: Sendable {
  private var steps: [(metres: Double, seconds: Double)] = []
  private var metres = 0.0
  private var seconds = 0.0
  /// Without one, the next step is not joined to those before.
  var last: (along: Double, time: Date)?

  /// Seconds of movement to remember.
  private static let memory = 300.0
  /// Metres per second below which the user stands.
  private static let leastSpeed = 0.5
  /// Seconds; over a shorter step, noise would count as movement.
  private static let shortestStep = 20.0
  /// Two fixes this many seconds apart say nothing about the speed between them.
  private static let longestStep = 60.0

  /// `nil` until there is some movement.
  var metresPerSecond: Double? {
    seconds >= 10 && metres > 0 ? metres / seconds : nil
  }

  /// Takes the distance travelled so far, in metres from any start, at a time.
  mutating func add(_ along: Double, at time: Date?) {
    guard let time else { return }
    guard let known = last else { return last = (along, time) }
    let step = (metres: along - known.along, seconds: time.timeIntervalSince(known.time))
    guard !(0..<Self.shortestStep).contains(step.seconds) else { return }
    last = (along, time)
    guard step.seconds > 0, step.seconds <= Self.longestStep,
      step.metres >= Self.leastSpeed * step.seconds
    else { return }
    steps.append(step)
    metres += step.metres
    seconds += step.seconds
    while seconds > Self.memory, let first = steps.first {
      steps.removeFirst()
      metres -= first.metres
      seconds -= first.seconds
    }
  }
}
