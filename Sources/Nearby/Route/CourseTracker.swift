import Foundation
import Geography
import Positioning

/// The direction of travel, from the way that was made: what receivers report is noise while one stands.
public struct CourseTracker: Sendable {
  /// The direction of travel; `nil` if it is not known, or no longer.
  public private(set) var course: Bearing?

  /// Fixes of the last `memory` seconds, oldest first.
  private var recent: [Location] = []
  private var courseTime: Date?
  private var fixesSinceCourse = 0

  /// Metres that a way must have to show a direction.
  static let leastWay = 15.0
  /// Seconds within which it must be made: slower is how a position drifts.
  static let memory = 30.0
  /// Seconds for which a course holds while one stands.
  static let hold = 60.0
  /// The same in fixes, where they have no times.
  private static let holdInFixes = 60
  private static let mostFixes = 1000

  /// A tracker that has seen nothing.
  public init() {}

  /// Takes the next fix that counts.
  public mutating func update(with location: Location) {
    fixesSinceCourse += 1
    if let time = location.time {
      // A clock that went back starts anew.
      recent.removeAll { fix in
        fix.time.map { !(0...Self.memory).contains(time.timeIntervalSince($0)) } ?? true
      }
    }
    if recent.count >= Self.mostFixes { recent.removeFirst() }
    recent.append(location)
    let here = WGS84.cartesian(location.coordinate)
    let leastWay = max(Self.leastWay, location.accuracy ?? 0)
    if let start = recent.last(where: { (WGS84.cartesian($0.coordinate) - here).length >= leastWay }) {
      course = WGS84.inverse(from: start.coordinate, to: location.coordinate).bearing
      courseTime = location.time
      fixesSinceCourse = 0
      // Where one turned back, what was before the turn no longer counts.
      recent.removeAll { ($0.time ?? .distantFuture) < (start.time ?? .distantPast) }
    } else if isTooOld(at: location.time) {
      course = nil
    }
  }

  private func isTooOld(at time: Date?) -> Bool {
    guard let time, let courseTime else { return fixesSinceCourse > Self.holdInFixes }
    return !(0...Self.hold).contains(time.timeIntervalSince(courseTime))
  }
}
