import Foundation
import Geography
import Positioning

/// The speed over ground: the receiver's own, or that of the last seconds' way.
struct SpeedTracker: Sendable {
  /// Seconds over which a way is measured, unless fixes come more seldom.
  private static let span = 10.0
  /// Seconds between two fixes over which a way still shows a speed.
  private static let longestGap = 60.0
  /// As many fixes are kept of those seconds at most.
  private static let mostFixes = 100

  /// Metres a second; 0 if nothing is known of it.
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
