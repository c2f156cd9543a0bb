import FoundationEssentials
import Geography
import Positioning

/// The speed over ground: the receiver's own, or the average of the last seconds.
struct SpeedTracker: Sendable {
  /// Seconds over which to measure movement, unless fixes are rarer.
  private static let span = 10.0
  /// The most seconds between two fixes that still show a speed.
  private static let longestGap = 60.0
  /// The most fixes to keep for those seconds.
  private static let mostFixes = 100

  /// Metres per second; 0 if unknown.
  private(set) var speed = 0.0
  private var recent: [(time: Date, point: SIMD3<Double>)] = []

  /// Takes the next fix that counts.
  mutating func update(with location: Location) {
    guard let time = location.time else {
      speed = location.speed ?? 0
      return
    }
    let point = WGS84.cartesian(location.coordinate)
    let last = recent.last
    recent.removeAll { !(0...Self.span).contains(time.timeIntervalSince($0.time)) }
    if recent.isEmpty, let last, (0...Self.longestGap).contains(time.timeIntervalSince(last.time)) {
      recent.append(last)
    }
    if recent.count >= Self.mostFixes { recent.removeFirst() }
    recent.append((time, point))
    if let own = location.speed {
      speed = own
    } else if let first = recent.first, time > first.time {
      speed = (point - first.point).length / time.timeIntervalSince(first.time)
    } else {
      speed = 0
    }
  }
}
