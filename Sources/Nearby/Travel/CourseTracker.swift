import FoundationEssentials
import Geography
import Positioning

/// The direction of travel, derived from movement, as a standing receiver's own course is noise, and the speed.
public struct CourseTracker: Sendable {
  /// The direction of travel; `nil` if unknown or outdated.
  public var course: Bearing? { turn ?? movement }
  /// The direction of the last movement.
  private var movement: Bearing?
  /// The course that a receiver that surely moves says instead: the movement shows a turn only after some 10 m.
  private var turn: Bearing?
  /// What the receiver said last, while it surely moved.
  private var receiverCourse: Bearing?
  /// Metres per second, by the receiver or else of the last seconds' movement; 0 if unknown.
  private(set) var speed = 0.0

  /// A fix, smoothed.
  private struct Step {
    /// The fix itself, in metres from the centre of the earth.
    let point: SIMD3<Double>
    /// The mean of this fix and those just before it.
    let mean: SIMD3<Double>
    let time: Date?
  }

  /// Fixes of the last `memory` seconds, oldest first.
  private var recent: [Step] = []
  private var courseTime: Date?
  private var fixesSinceCourse = 0

  /// The mean position of the last fixes; `nil` before the first.
  var here: Coordinate? { recent.last.map { WGS84.coordinate(of: $0.mean) } }

  /// The least metres of movement that show a direction.
  private let leastWay: Double
  /// The most seconds that this movement may take: slower movement is drift.
  static let memory = 40.0
  /// Seconds over which to measure the speed, unless fixes are rarer.
  private static let spanOfSpeed = 10.0
  /// Seconds that this movement takes at a walk.
  private static let usualTime = 20.0
  /// Seconds for which a course stays valid while standing.
  static let hold = 60.0
  /// The same in fixes, if they have no times.
  private static let holdInFixes = 60
  private static let mostFixes = 200
  /// How many fixes, and how many seconds of them, make a mean.
  private static let smoothedFixes = 4
  private static let smoothedSeconds = 4.0
  /// The assumed accuracy in metres of a fix without one.
  private static let usualAccuracy = 15.0
  /// Below this many metres per second, the receiver itself reports standing still.
  private static let standingSpeed = 0.5
  /// Metres per second from which the receiver surely moves.
  private static let movingSpeed = 1.0
  /// Degrees between movement and the receiver's own course that are a turn, and at which the movement shows it.
  private static let (leastTurn, shownTurn) = (45.0, 15.0)

  public init(leastWay: Double = 20) { self.leastWay = leastWay }

  public mutating func update(with location: Location) {
    fixesSinceCourse += 1
    if let time = location.time {
      // The clock went back: start over.
      recent.removeAll { step in
        step.time.map { !(0...Self.memory).contains(time.timeIntervalSince($0)) } ?? true
      }
    }
    if recent.count >= Self.mostFixes { recent.removeFirst() }
    let point = WGS84.cartesian(location.coordinate)
    let smoothed = recent.suffix(Self.smoothedFixes - 1).filter { earlier in
      let age = location.time.flatMap { time in earlier.time.map(time.timeIntervalSince) }
      return age.map { $0 < Self.smoothedSeconds } == true
    }
    let count = smoothed.count + 1
    let mean = smoothed.reduce(point) { $0 + $1.point } / Double(count)
    recent.append(Step(point: point, mean: mean, time: location.time))
    speed = location.speed ?? speedOfMovement
    let leastWay = leastWay(location, fixes: count)
    // Means that share a fix would be close for that reason alone.
    let start = recent.dropLast(count).lastIndex { ($0.mean - mean).length >= leastWay }
    if let start,
      let bearing = WGS84.inverse(
        from: WGS84.coordinate(of: recent[start].mean), to: WGS84.coordinate(of: mean)
      ).bearing
    {
      movement = bearing
      // A slow movement does not show how long the user has been standing at its end.
      courseTime = location.time.flatMap { time in
        recent[start].time.map { min(time, $0.addingTimeInterval(Self.usualTime)) }
      }
      fixesSinceCourse = 0
      // After a turn back, fixes from before the turn no longer count.
      recent.removeFirst(start)
    } else if isTooOld(at: location.time) {
      movement = nil
    }
    let before = receiverCourse
    let own = location.speed ?? 0 >= Self.movingSpeed ? location.course : nil
    receiverCourse = own
    // Who stops after a turn, still faces that way.
    guard own != nil || movement == nil || fixesSinceCourse == 0 else { return }
    // A single course may be wild.
    if movement != nil, own != nil, !Self.agree(own, before) { return }
    let most = turn == nil ? Self.leastTurn : Self.shownTurn
    turn = RelativeDirection(of: own, onCourse: movement).flatMap { abs($0.degrees) > most ? own : nil }
  }

  private static func agree(_ course: Bearing?, _ other: Bearing?) -> Bool {
    RelativeDirection(of: course, onCourse: other).map { abs($0.degrees) <= leastTurn } ?? false
  }

  private var speedOfMovement: Double {
    guard let last = recent.last, let time = last.time else { return 0 }
    let isOld = { (step: Step) in step.time.map { time.timeIntervalSince($0) > Self.spanOfSpeed } ?? true }
    let earlier = recent.dropLast()
    guard let first = earlier.first(where: { !isOld($0) }) ?? earlier.last, let start = first.time,
      time > start
    else { return 0 }
    return (last.mean - first.mean).length / time.timeIntervalSince(start)
  }

  /// The least length above the noise: the errors of both means add up.
  private func leastWay(_ location: Location, fixes: Int) -> Double {
    let noise = 2.5 * (location.accuracy ?? Self.usualAccuracy) / Double(fixes).squareRoot()
    let way = max(leastWay, noise)
    return location.speed.map { $0 < Self.standingSpeed } == true ? 2 * way : way
  }

  private func isTooOld(at time: Date?) -> Bool {
    guard let time, let courseTime else { return fixesSinceCourse > Self.holdInFixes }
    return !(0...Self.hold).contains(time.timeIntervalSince(courseTime))
  }
}
