import Foundation
import Geography
import Places
import Positioning

/// Decides what is worth saying aloud, and when: events, fixes and the places around them in, callouts out.
///
/// A value without clock or I/O: what it says of a recording is the same each time. Whatever has to wait for its turn is
/// looked at anew with the next fix, so that nothing is said of a place that is out of range by then.
///
/// ```swift
/// var planner = CalloutPlanner(fences: ProximityRules())
/// for fix in fixes {
///   let callouts = planner.update(with: fix) { reach, limit in
///     index.nearest(to: fix.coordinate, limit: limit, within: reach)
///   }
/// }
/// ```
public struct CalloutPlanner: Sendable {
  /// How much is said.
  public let rules: CalloutRules
  /// How many degrees about the direction of travel are told of; `nil` for all directions.
  public var angle: Double?
  /// Whether what comes nearer is told by travel events alone, as on a route.
  public var followsTravel = false
  private let fences: ProximityRules

  private var course = CourseTracker()
  private var speed = SpeedTracker()
  /// What has been said of places that were not left since, by their ids.
  private var told: [String: Told] = [:]
  /// Events that have not been told yet.
  private var news: [News] = []
  /// The moments of the callouts of the last minute, and where the last one was.
  private var recent: [Double] = []
  private var lastPoint: SIMD3<Double>?
  /// Seconds; fixes without times count one each.
  private var now = 0.0
  private var hasToldLoss = false
  private var lastLoss: Double?

  /// A planner that has said nothing yet.
  ///
  /// - Parameter fences: the rules of the fences, whose events are told.
  public init(rules: CalloutRules = CalloutRules(), fences: ProximityRules) {
    self.rules = rules
    self.fences = fences
  }

  /// What has been said of a place.
  private struct Told {
    let title: String
    let point: SIMD3<Double>
    /// Metres beyond which the place has been left.
    var forgetting: Double
    var hasArrived: Bool
    var moment: Double
  }

  /// An event that may still be told.
  private struct News {
    let place: PointOfInterest
    let cause: Cause
    let moment: Double

    enum Cause: Hashable {
      case fence(ProximityEvent.Kind)
      /// It comes nearer, is this far away on the way there, and lies on this side of a route.
      case approach(Distance, RouteSide?)
    }
  }

  /// Something that could be said now.
  private struct Candidate {
    enum Kind: Int {
      case inside, arrival, approach
    }

    let kind: Kind
    let nearby: NearbyPlace
    let title: String
    var direction: RelativeDirection?
    /// On the way there, or to where the place begins; `nil` if it is the straight one.
    var distance: Distance?

    var order: (Int, Double, String) { (kind.rawValue, nearby.distance.metres, nearby.place.id) }
  }

  // MARK: Events

  /// Takes an event that belongs to the next fix that `update` will be given.
  public mutating func note(_ event: ProximityEvent) {
    let place = event.place.place
    switch event.kind {
    case .leave: news.removeAll { $0.place.id == place.id }
    case .initial, .enter, .pass:
      if let time = event.location.time { tick(to: time) }
      guard isWorthTelling(event.kind, of: place) else { return }
      add(.fence(event.kind), of: place)
    }
  }

  /// Takes an event of what comes on the way, in the same manner.
  public mutating func note(_ event: TravelEvent) {
    if let time = event.location.time { tick(to: time) }
    switch event.kind {
    case .approach:
      add(.approach(event.distance ?? event.place.distance, event.pass?.stretch.side), of: event.place.place)
    case .passed: news.removeAll { $0.place.id == event.place.place.id }
    }
  }

  private mutating func add(_ cause: News.Cause, of place: PointOfInterest) {
    news.append(News(place: place, cause: cause, moment: now))
    // A receiver that jumps about can enter thousands at once.
    if news.count > Self.mostNews { news.removeFirst() }
  }

  private static let mostNews = 100

  /// Whether the places around the next fix do not show it as well: that one is in what has an extent, or that a place
  /// was passed between two fixes.
  private func isWorthTelling(_ kind: ProximityEvent.Kind, of place: PointOfInterest) -> Bool {
    place.proximity != nil || kind == .pass || fences.dwell > 0
  }

  /// Takes the loss of the signal, or that it is regained, and returns what to say of it at once.
  ///
  /// Where the signal comes and goes, it is told once a minute.
  public mutating func callout(for event: SignalEvent) -> Callout? {
    if let time = event.time { tick(to: time) }
    switch event.status {
    case .lost:
      guard lastLoss.map({ elapsed(since: $0) >= rules.repeatSeconds }) ?? true else { return nil }
      lastLoss = now
      hasToldLoss = true
      return Callout(.signalLost, time: event.time)
    case .regained:
      guard hasToldLoss else { return nil }
      hasToldLoss = false
      return Callout(.signalRegained, time: event.time)
    }
  }

  /// What to say at once of coming onto the route, or of leaving it.
  public func callout(for status: RouteStatus) -> Callout {
    Callout(status.isOn ? .routeFound : .routeLost, time: status.location.time)
  }

  // MARK: Fixes

  /// Takes the next fix that counts, after its events, and returns what to say: seldom anything, and never two things.
  ///
  /// - Parameter nearest: the nearest places within a distance, nearest first, and not more than a number of them.
  public mutating func update(
    with location: Location, nearest: (_ reach: Distance, _ limit: Int) -> [NearbyPlace]
  ) -> Callout? {
    if let time = location.time { tick(to: time) } else { now += 1 }
    course.update(with: location)
    speed.update(with: location)
    let here = WGS84.cartesian(location.coordinate)
    forget(at: here)
    guard maySpeak(at: here) else { return nil }
    let reach = rules.approachRadius(within: fences.within, speed: speed.speed)
    let places = nearest(Distance(metres: reach), rules.candidates)
    let candidates = candidates(among: places, within: reach, at: location)
    guard let first = candidates.min(by: { $0.order < $1.order }), mayTell(first) else { return nil }
    return say(first, of: candidates, at: location, here)
  }

  private mutating func tick(to time: Date) {
    let moment = time.timeIntervalSinceReferenceDate
    // Of a clock that went back nothing is known before.
    if moment < now - 1 {
      recent = []
      news = []
      lastLoss = nil
      for id in told.keys { told[id]?.moment = moment }
    }
    now = moment
  }

  private func elapsed(since moment: Double) -> Double { max(0, now - moment) }

  private mutating func forget(at here: SIMD3<Double>) {
    recent = recent.filter { elapsed(since: $0) < 60 }
    news = news.filter { news in
      let patience =
        if case .approach = news.cause { rules.staleSecondsOfApproach } else { rules.staleSeconds }
      return elapsed(since: news.moment) <= patience
    }
    told = told.filter { _, told in
      elapsed(since: told.moment) < rules.repeatSeconds || (told.point - here).length <= told.forgetting
    }
  }

  private func maySpeak(at here: SIMD3<Double>) -> Bool {
    if let last = recent.last {
      guard elapsed(since: last) >= rules.leastSeconds, recent.count < rules.mostInAMinute else {
        return false
      }
    }
    // Time alone brings nothing new to one who stands.
    return lastPoint.map { ($0 - here).length >= rules.leastWay.metres } ?? true
  }

  private func mayTell(_ candidate: Candidate) -> Bool {
    guard candidate.kind == .approach, let last = recent.last else { return true }
    return elapsed(since: last) >= rules.leastSecondsToApproach
  }

  // MARK: What could be said

  private func candidates(
    among places: [NearbyPlace], within reach: Double, at location: Location
  ) -> [Candidate] {
    let nextTo = rules.arrivalRadius(within: fences.within, speed: speed.speed)
    var candidates: [Candidate] = news.compactMap { candidate(for: $0, nextTo: nextTo, at: location) }
    // Who is to stay before anything counts hears of nothing before.
    guard fences.dwell == 0 else { return candidates }
    let known = Set(candidates.map(\.nearby.place.id))
    for nearby in places where nearby.distance.metres <= reach && !known.contains(nearby.place.id) {
      // The fence says when one is in a place that has an extent.
      if let extent = nearby.place.proximity, nearby.distance <= extent { continue }
      if kind(of: nearby, nextTo: nextTo) == .arrival {
        if !isTold(nearby.place, arriving: true) { candidates.append(candidate(.arrival, nearby)) }
      } else if !followsTravel, !isTold(nearby.place, arriving: false) {
        let approaching = candidate(.approach, nearby)
        // What is behind and that near came into reach and was passed since the last fix.
        if approaching.direction?.quadrant != .behind || nearby.distance.metres <= nextTo {
          candidates.append(approaching)
        }
      }
    }
    guard let angle else { return candidates }
    return candidates.filter { $0.kind == .inside || $0.direction?.isAhead(within: angle) == true }
  }

  /// Whether one is next to a place: a fast traveller already is while it lies ahead, and no longer once it is behind.
  private func kind(of nearby: NearbyPlace, nextTo: Double) -> Candidate.Kind {
    guard nearby.distance.metres <= nextTo else { return .approach }
    let isBehind = direction(to: nearby)?.quadrant == .behind
    return isBehind && nearby.distance > rules.arrival ? .approach : .arrival
  }

  private func candidate(for news: News, nextTo: Double, at location: Location) -> Candidate? {
    guard !isTold(news.place, arriving: true) else { return nil }
    let nearby = NearbyPlace(news.place, from: location.coordinate)
    var kind = kind(of: nearby, nextTo: nextTo)
    var distance: Distance?
    var side: RouteSide?
    switch news.cause {
    case .fence(.pass): break
    case .fence:
      if news.place.proximity != nil {
        // The fence says that one has left only after some fixes.
        let radius = fences.leavingRadius(fences.radius(of: news.place))
        guard nearby.distance.metres <= radius else { return nil }
        kind = .inside
      }
    case .approach(let way, let routeSide):
      // Since then it has come nearer by what one travels.
      let rest = way.metres - speed.speed * elapsed(since: news.moment)
      distance = Distance(metres: max(rest, nearby.distance.metres))
      side = routeSide
    }
    if kind == .approach, isTold(news.place, arriving: false) { return nil }
    var candidate = candidate(kind, nearby)
    if let distance { candidate.distance = distance }
    // Where the route winds, its side says more than the direction at present.
    if kind == .approach, let side { candidate.direction = RelativeDirection(side) }
    return candidate
  }

  private func candidate(_ kind: Candidate.Kind, _ nearby: NearbyPlace) -> Candidate {
    Candidate(
      kind: kind, nearby: nearby, title: title(of: nearby.place), direction: direction(to: nearby),
      distance: nearby.place.proximity.map {
        Distance(metres: max(0, nearby.distance.metres - $0.metres))
      })
  }

  private func direction(to nearby: NearbyPlace) -> RelativeDirection? {
    guard speed.speed >= rules.leastSpeed, let course = course.course, let bearing = nearby.bearing else {
      return nil
    }
    return RelativeDirection(of: bearing, onCourse: course)
  }

  /// What a place goes by when it is said: those with the same are one.
  private func title(of place: PointOfInterest) -> String {
    place.spokenName ?? place.category.map { "\u{0}\($0)" } ?? "\u{0}"
  }

  private func isTold(_ place: PointOfInterest, arriving: Bool) -> Bool {
    if let told = told[place.id] { return told.hasArrived || !arriving }
    let (title, point) = (title(of: place), WGS84.cartesian(place.coordinate))
    return told.values.contains {
      $0.title == title && ($0.point - point).length <= rules.together.metres && ($0.hasArrived || !arriving)
    }
  }

  // MARK: Saying it

  private mutating func say(
    _ candidate: Candidate, of candidates: [Candidate], at location: Location, _ here: SIMD3<Double>
  ) -> Callout {
    let isNameless = candidate.nearby.place.spokenName == nil
    let group = candidates.filter {
      isNameless && $0.kind != .inside && candidate.kind != .inside && $0.title == candidate.title
    }
    let members = [candidate] + group
    for member in members { remember(member, as: candidate.kind) }
    let ids = Set(members.map(\.nearby.place.id))
    news.removeAll { ids.contains($0.place.id) }
    recent.append(now)
    lastPoint = here
    let sighting = Callout.Sighting(
      candidate.nearby, count: max(1, group.count), distance: candidate.distance,
      direction: candidate.direction)
    return switch candidate.kind {
    case .inside: Callout(.inside(candidate.nearby.place), time: location.time)
    case .arrival: Callout(.arrival(sighting), time: location.time)
    case .approach: Callout(.approach(sighting), time: location.time)
    }
  }

  private mutating func remember(_ member: Candidate, as kind: Candidate.Kind) {
    let place = member.nearby.place
    let distance = member.nearby.distance.metres
    let radius = max(distance, fences.radius(of: place))
    // Who was told at the last moment need not be told again on arrival.
    let isAtHand = distance <= 1.75 * rules.arrivalRadius(within: fences.within, speed: speed.speed)
    told[place.id] = Told(
      title: member.title, point: WGS84.cartesian(place.coordinate),
      forgetting: fences.leavingRadius(radius), hasArrived: kind != .approach || isAtHand, moment: now)
  }
}

extension RelativeDirection {
  /// The direction of what lies on a side of the route.
  fileprivate init(_ side: RouteSide) {
    let degrees: Double =
      switch side {
      case .left: 270
      case .right: 90
      case .on: 0
      }
    self.init(of: Bearing(degrees: degrees), onCourse: .north)
  }
}
