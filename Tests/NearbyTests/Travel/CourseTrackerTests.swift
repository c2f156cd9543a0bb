import Foundation
import Geography
import Positioning
import TestSupport
import Testing

@testable import Nearby

@Suite struct CourseTrackerTests {
  private let terrain = Terrain()

  @Test("the course is the direction of movement")
  func moving() throws {
    var tracker = CourseTracker()
    for second in 0..<20 { tracker.update(with: terrain.fix(east: Double(second) * 3, at: Double(second))) }
    #expect(abs(try #require(tracker.course).degrees - 90) < 1)
  }

  @Test("nobody travelled from a wild fix to those that overrule it")
  func wildFix() {
    var monitor = TravelMonitor(rules: ProximityRules())
    for second in 0..<10 {
      _ = monitor.update(with: terrain.fix(east: second == 0 ? 5000 : 0, at: Double(second)))
    }
    #expect(monitor.course == nil)
  }

  @Test("it holds for a while when standing, then is unknown; noise gives none")
  func standing() {
    var tracker = CourseTracker()
    for second in 0..<20 { tracker.update(with: terrain.fix(east: Double(second) * 3, at: Double(second))) }
    var random = SeededGenerator(seed: 5)
    for second in 20..<300 {
      tracker.update(
        with: terrain.fix(
          east: 57 + .random(in: -5...5, using: &random), north: .random(in: -5...5, using: &random),
          at: Double(second)))
      if second > 20 + 90 { #expect(tracker.course == nil) }
      if let course = tracker.course { #expect(abs(course.degrees - 90) < 40) }
    }
  }

  @Test(
    "noise during a pause gives no direction, however frequent the fixes and whatever they claim",
    arguments: [1, 2, 5, 10], [true, false])
  func pausedRide(every interval: Double, tellsAccuracy: Bool) throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      let route = try Tours.route(0)
      var ride = Ride(on: route, noise: 4, seed: seed)
      ride.ride(from: 0, to: 600, speed: 5, every: interval)
      let start = ride.moments.count
      ride.pause(for: 900)
      var tracker = CourseTracker()
      var since: Date?
      for (index, moment) in ride.moments.enumerated() {
        var fix = moment.fix
        if !tellsAccuracy { fix.accuracy = nil }
        tracker.update(with: fix)
        let way = WGS84.inverse(from: route.coordinate(at: 0), to: route.coordinate(at: 600)).bearing
        if let course = tracker.course, let way {
          let turn = abs(RelativeDirection(of: way, onCourse: course).degrees)
          #expect(turn < 45, "seed \(seed), \(index) of \(start): \(turn)")
        }
        guard index >= start, let time = fix.time else { continue }
        if since == nil { since = time }
        // After standing, nothing is known once the hold is over.
        if let since, time.timeIntervalSince(since) > CourseTracker.hold + 20 {
          #expect(tracker.course == nil)
        }
      }
      #expect(start > 5)
    }
  }

  @Test("a turn shows within a few times the distance that a direction takes")
  func turn() throws {
    var tracker = CourseTracker()
    for second in 0..<60 { tracker.update(with: terrain.fix(east: Double(second) * 3, at: Double(second))) }
    for second in 60..<90 {
      tracker.update(with: terrain.fix(east: 177, north: Double(second - 60) * 3, at: Double(second)))
    }
    let course = try #require(tracker.course)
    #expect(abs(RelativeDirection(of: .north, onCourse: course).degrees) < 5)
  }

  @Test("a walk shows its direction even with inaccurate fixes", arguments: [5.0, 15, 25])
  func walking(accuracy: Double) throws {
    var tracker = CourseTracker()
    var known = 0
    for second in 0..<120 {
      tracker.update(
        with: terrain.fix(east: Double(second) * 1.3, at: Double(second), accuracy: accuracy))
      if tracker.course != nil { known += 1 }
    }
    #expect(known > 80)
  }

  @Test("fixes without times show it, too")
  func noTimes() throws {
    var tracker = CourseTracker()
    for step in 0..<20 { tracker.update(with: terrain.fix(east: Double(step) * 20, at: nil)) }
    #expect(abs(try #require(tracker.course).degrees - 90) < 1)
  }

  @Test("after a turn it is the receiver's until the movement shows the turn, also for who stops there")
  func ownCourse() {
    var tracker = CourseTracker()
    func step(_ second: Int, _ way: Double, speed: Double = 1.4, course: Double?) -> Double {
      let past = max(0, way - 63)
      var fix = terrain.fix(
        east: past * 0.866, north: min(63, way) - past / 2, at: Double(second), accuracy: 4, speed: speed)
      fix.course = course.map { Bearing(degrees: $0) }
      tracker.update(with: fix)
      return second < 20 ? 0 : RelativeDirection(of: tracker.course, onCourse: .north)?.degrees ?? -1
    }
    for second in 0...45 { #expect(step(second, Double(second) * 1.4, course: 0).rounded() == 0) }
    // A single course may be wild.
    #expect(step(46, 46 * 1.4, course: 120) < 5)
    let straight = tracker
    #expect(step(47, 47 * 1.4, course: 0) < 5)
    tracker = straight
    for second in 47...52 { #expect(step(second, Double(second) * 1.4, course: 120).rounded() == 120) }
    let resting = tracker
    for second in 53...90 { #expect(abs(step(second, Double(second) * 1.4, course: 120) - 120) <= 15) }
    tracker = resting
    for second in 53...80 { #expect(step(second, 73, speed: 0, course: nil).rounded() == 120) }
  }

  @Test("a start in place has no course")
  func start() {
    var tracker = CourseTracker()
    tracker.update(with: terrain.fix(east: 0, at: 0))
    #expect(tracker.course == nil)
  }

  @Test(
    "directions relative to travel",
    arguments: [
      (10.0, 350.0, RelativeDirection.Quadrant.ahead, 1), (90, 0, .right, 3), (200, 0, .behind, 7),
      (270, 0, .left, 9), (0, 0, .ahead, 12), (180, 0, .behind, 6), (346, 0, .ahead, 12),
      (345, 0, .ahead, 12), (15, 0, .ahead, 1), (165, 0, .behind, 6), (195, 0, .behind, 7),
    ] as [(Double, Double, RelativeDirection.Quadrant, Int)])
  func relative(bearing: Double, course: Double, quadrant: RelativeDirection.Quadrant, clock: Int) {
    let direction = RelativeDirection(of: Bearing(degrees: bearing), onCourse: Bearing(degrees: course))
    #expect(direction.quadrant == quadrant)
    #expect(direction.clockPosition == clock)
  }
}
