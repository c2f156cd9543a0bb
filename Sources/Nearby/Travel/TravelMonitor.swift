import FoundationEssentials
import Geography
import Places
import Positioning

/// A traveller's direction, speed, and what is ahead; a value without a clock.
public struct TravelMonitor: Sendable {
  public private(set) var follower: RouteFollower?

  private let rules: ProximityRules
  private var tracker = CourseTracker()
  private var approaches: ApproachMonitor?
  private var speed = MovingAverage()
  private var lastCounted: Location?
  private var run: [Location]?
  /// The places reported as ahead and not passed yet, by where they were reported, and when.
  private var toldOnRoute: [PointOfInterest.ID: Date?] = [:]
  private var toldOffRoute: [PointOfInterest.ID: Date?] = [:]
  private var way = 0.0
  private var wayStart: Location?

  /// Seconds after which whoever goes towards a place does so again.
  private static let newsLasts = 300.0

  /// Adds movement after this many seconds: over less, noise would count.
  private static let wayStep = 10.0

  /// - Parameters:
  ///   - rules: which fixes count.
  ///   - follower: follows the route, if there is one.
  ///   - approaches: reports approaching places without a route, and off it.
  public init(rules: ProximityRules, follower: RouteFollower? = nil, approaches: ApproachMonitor? = nil) {
    self.rules = rules
    self.follower = follower
    self.approaches = approaches
  }

  public var course: Bearing? { tracker.course }

  /// Takes the next fix, and returns what it means for the route.
  mutating func update(with location: Location) -> [RouteEvent] {
    guard rules.objection(to: location, after: lastCounted, &run) == nil else { return [] }
    lastCounted = location
    if run?.isEmpty == false {
      // Nobody went from the fix that was wrong to this one.
      (tracker, speed, wayStart) = (CourseTracker(), MovingAverage(), nil)
    }
    tracker.update(with: location)
    addWay(to: location)
    let course = course
    let events = follower?.update(with: location, course: course) ?? []
    let hasJoined = events.contains { if case .status(let status) = $0 { status.isOn } else { false } }
    return events.filter { event in
      guard case .travel(let event) = event else { return true }
      let id = event.place.place.id
      switch event.kind {
      case .approach:
        if hasJoined, wasJustTold(toldOnRoute[id], at: location) { return false }
        toldOnRoute[id] = location.time
        // Do not report it again because it is also on the route.
        return !wasJustTold(toldOffRoute.removeValue(forKey: id), at: location)
      case .passed:
        toldOnRoute[id] = nil
        return true
      }
    }
  }

  /// Takes the same fix when the places around it are known, and where the way to it began.
  mutating func approaches(
    at location: Location, after start: Location?, course: Bearing?, among fences: FenceIndex
  ) -> [TravelEvent] {
    guard
      let events = approaches?.update(
        with: location, after: start, course: course, speed: speed.metresPerSecond, among: fences)
    else { return [] }
    guard let follower else { return events }
    return events.filter { event in
      let id = event.place.place.id
      switch event.kind {
      // On the route, its passes are reported instead.
      case .approach where !follower.isOffForLong: return false
      case .approach:
        toldOffRoute[id] = location.time
        return !wasJustTold(toldOnRoute[id], at: location)
      case .passed:
        let wasToldOnRoute = follower.along == nil && toldOnRoute.removeValue(forKey: id) != nil
        return toldOffRoute.removeValue(forKey: id) != nil || wasToldOnRoute
      }
    }
  }

  /// Whether a place was reported so lately that it still is what was reported.
  private func wasJustTold(_ told: Date??, at location: Location) -> Bool {
    guard let told else { return false }
    guard let told, let time = location.time else { return true }
    return abs(time.timeIntervalSince(told)) < Self.newsLasts
  }

  private mutating func addWay(to location: Location) {
    guard let time = location.time else { return }
    guard let start = wayStart, let startTime = start.time else {
      wayStart = location
      return speed.add(way, at: time)
    }
    let seconds = time.timeIntervalSince(startTime)
    guard !(0..<Self.wayStep).contains(seconds) else { return }
    way += WGS84.inverse(from: start.coordinate, to: location.coordinate).distance.metres
    wayStart = location
    speed.add(way, at: time)
  }
}
