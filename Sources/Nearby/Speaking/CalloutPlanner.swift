import FoundationEssentials
import Geography
import Places
import Positioning

/// Decides what to say aloud, and when: events, fixes and the places around them in, callouts out.
///
/// A value without a clock or I/O: a recording always gives the same callouts. The planner reconsiders a
/// waiting callout with the next fix, so it never announces a place that is out of range by then.
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
  public let rules: CalloutRules
  /// Announces places in a sector of this many degrees ahead; `nil` for all directions.
  public var angle: Double?
  /// Whether only travel events announce what comes nearer, as on a route.
  public var followsTravel = false
  public var tellsPlaces = true
  /// Whether to announce areas that the user leaves.
  public var tellsLeaving = true
  /// Whether to leave out hydrants, bins and the like, as nobody asked for them.
  public var skipsClutter = false
  private let fences: ProximityRules

  private var course = CourseTracker()
  /// What has been said about places that the user has not left since, by their ids.
  private var told: [String: Told] = [:]
  /// Events that are still to be announced.
  private var news: [News] = []
  /// The areas that the user was told to be in, in that order.
  private var areas: [PointOfInterest] = []
  /// When the callouts of the last minute were, and whether places wait for them, and where the last one was.
  private var recent: [(moment: Double, holdsPlaces: Bool)] = []
  private var lastPoint: SIMD3<Double>?
  /// Seconds; fixes without times count one each.
  private var now = 0.0
  private var hasToldLoss = false
  private var lastLoss: Double?

  /// A planner that has said nothing yet.
  ///
  /// - Parameter fences: the rules of the fences that make the events.
  public init(rules: CalloutRules = CalloutRules(), fences: ProximityRules) {
    self.rules = rules
    self.fences = fences
  }

  /// What has been said about a place.
  private struct Told {
    let title: String
    let point: SIMD3<Double>
    /// The place, if it is an area.
    let area: PointOfInterest?
    /// Beyond this many metres, the user has left the place.
    var forgetting: Double
    var hasArrived: Bool
    var moment: Double
  }

  /// An event that may still be announced.
  private struct News {
    let place: PointOfInterest
    let cause: Cause
    let moment: Double

    enum Cause: Hashable {
      case fence(ProximityEvent.Kind)
      /// It is coming nearer, is this far away by the route, and lies on this side of it.
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
    /// By the route, or to the edge of the place; `nil` if it is the straight line.
    var distance: Distance?

    var order: (Int, Double, String) { (kind.rawValue, nearby.distance.metres, nearby.place.id) }
  }

  // MARK: Events

  /// Takes an event that belongs to the next fix passed to `update`.
  public mutating func note(_ event: ProximityEvent) {
    let place = event.place.place
    switch event.kind {
    case .leave: news.removeAll { $0.place.id == place.id }
    case .initial, .enter, .pass:
      if let time = event.location.time { tick(to: time) }
      // The places around the next fix cannot show that one is inside this, or has passed it between two fixes.
      guard place.proximity != nil || event.kind == .pass || fences.dwell > 0 else { return }
      add(.fence(event.kind), of: place)
    }
  }

  /// Takes a travel event in the same way.
  public mutating func note(_ event: TravelEvent) {
    if let time = event.location.time { tick(to: time) }
    switch event.kind {
    case .approach:
      add(.approach(event.distance ?? event.place.distance, event.pass?.stretch.side), of: event.place.place)
    case .passed:
      news.removeAll { $0.place.id == event.place.place.id && $0.cause != .fence(.pass) }
    }
  }

  private mutating func add(_ cause: News.Cause, of place: PointOfInterest) {
    news.append(News(place: place, cause: cause, moment: now))
    // A jumping receiver can enter thousands of places at once.
    if news.count > Self.mostNews { news.removeFirst() }
  }

  private static let mostNews = 100

  /// Takes the loss or return of the signal, and returns what to say about it at once.
  ///
  /// If the signal comes and goes, says so once a minute.
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

  /// Something to say at once, after which places wait, unless too much was said in the last minute. For the many
  /// callouts about a beacon they do not wait, or a cyclist would hear of none.
  public mutating func callout(
    _ subject: Callout.Subject, at location: Location, patience: Double = CalloutRules.mostPatience
  ) -> Callout? {
    if let time = location.time { tick(to: time) }
    guard recent.count(where: { elapsed(since: $0.moment) < 60 }) < rules.mostOfAllInAMinute else {
      return nil
    }
    let holdsPlaces = if case .beacon = subject { false } else { true }
    recent.append((now, holdsPlaces))
    return Callout(subject, time: location.time, patience: patience)
  }

  /// What to say of something on the way; of two things in a row only a junction or steps.
  public mutating func callout(for event: WayEvent) -> Callout? {
    if let time = event.location.time { tick(to: time) }
    switch event.kind {
    case .junction, .uncertain, .steps: break
    case .crossing, .lift:
      if let last = recent.last, elapsed(since: last.moment) < rules.leastSecondsToThing { return nil }
    }
    return callout(
      .ahead(event), at: event.location, patience: patience(for: event.distance.metres, at: event.speed))
  }

  // MARK: Fixes

  /// Takes the next fix that counts, after its events, and returns at most one callout.
  ///
  /// - Parameter nearest: finds at most this many places within a distance, nearest first.
  public mutating func update(
    with location: Location, nearest: (_ reach: Distance, _ limit: Int) -> [NearbyPlace]
  ) -> Callout? {
    if let time = location.time { tick(to: time) } else { now += 1 }
    course.update(with: location)
    let here = WGS84.cartesian(location.coordinate)
    forget(at: here, location)
    guard tellsPlaces, maySpeak(at: here) else { return nil }
    if let left = areaLeft(at: location) {
      recent.append((now, true))
      lastPoint = here
      return Callout(.left(left), time: location.time)
    }
    let reach = rules.approachRadius(within: fences.within, speed: course.speed)
    let places = nearest(Distance(metres: reach), (skipsClutter ? 3 : 1) * rules.candidates)
    let candidates = candidates(among: places, within: reach, at: location)
    guard let first = candidates.min(by: { $0.order < $1.order }) else { return nil }
    if first.kind == .approach, let last = recent.last(where: \.holdsPlaces),
      elapsed(since: last.moment) < rules.leastSecondsToApproach
    {
      return nil
    }
    return say(first, of: candidates, at: location, here)
  }

  private mutating func tick(to time: Date) {
    let moment = time.timeIntervalSinceReferenceDate
    // The clock went back: forget what came before.
    if moment < now - 1 {
      recent = []
      news = []
      lastLoss = nil
      for id in told.keys { told[id]?.moment = moment }
    }
    now = moment
  }

  private func elapsed(since moment: Double) -> Double { max(0, now - moment) }

  private mutating func forget(at here: SIMD3<Double>, _ location: Location) {
    recent = recent.filter { elapsed(since: $0.moment) < 60 }
    news = news.filter { news in
      let patience =
        if case .approach = news.cause { rules.staleSecondsOfApproach } else { rules.staleSeconds }
      return elapsed(since: news.moment) <= patience
    }
    told = told.filter { _, told in
      elapsed(since: told.moment) < rules.repeatSeconds || (told.point - here).length <= told.forgetting
        || told.area.map { NearbyPlace($0, from: location.coordinate).distance.metres <= told.forgetting }
          == true
    }
  }

  /// An area that the user was in, and has surely left by now.
  private mutating func areaLeft(at location: Location) -> PointOfInterest? {
    let margin = max(rules.leavingMargin.metres, location.accuracy ?? 0)
    let index = areas.firstIndex { NearbyPlace($0, from: location.coordinate).distance.metres > margin }
    let left = index.map { areas.remove(at: $0) }
    return tellsLeaving ? left : nil
  }

  private func maySpeak(at here: SIMD3<Double>) -> Bool {
    let holding = recent.filter(\.holdsPlaces)
    guard holding.last.map({ elapsed(since: $0.moment) >= rules.leastSeconds }) ?? true,
      recent.last.map({ elapsed(since: $0.moment) >= rules.leastSecondsToThing }) ?? true,
      holding.count < rules.mostInAMinute, recent.count < rules.mostOfAllInAMinute
    else { return false }
    // While the user stands, time alone brings nothing new.
    return lastPoint.map { ($0 - here).length >= rules.leastWay.metres } ?? true
  }

  // MARK: What could be said

  private func candidates(
    among places: [NearbyPlace], within reach: Double, at location: Location
  ) -> [Candidate] {
    let nextTo = rules.arrivalRadius(within: fences.within, speed: course.speed)
    var candidates: [Candidate] = news.compactMap { candidate(for: $0, nextTo: nextTo, at: location) }
    // With a dwell time, announce nothing before it has passed.
    guard fences.dwell == 0 else { return candidates }
    let known = Set(candidates.map(\.nearby.place.id))
    for nearby in places where nearby.distance.metres <= reach && !known.contains(nearby.place.id) {
      if skipsClutter, nearby.place.isClutter { continue }
      if nearby.isInside {
        if !isTold(nearby.place, arriving: true) { candidates.append(candidate(.inside, nearby)) }
        continue
      }
      // The fence decides whether the user is in a place with its own proximity.
      if let extent = nearby.place.proximity, nearby.distance <= extent { continue }
      if kind(of: nearby, nextTo: nextTo) == .arrival {
        if !isTold(nearby.place, arriving: true) { candidates.append(candidate(.arrival, nearby)) }
      } else if !followsTravel, !isTold(nearby.place, arriving: false) {
        let approaching = candidate(.approach, nearby)
        if approaching.direction?.quadrant != .behind { candidates.append(approaching) }
      }
    }
    guard let angle else { return candidates }
    return candidates.filter { $0.kind == .inside || $0.direction?.isAhead(within: angle) == true }
  }

  /// Whether the user is next to a place, and not past it.
  private func kind(of nearby: NearbyPlace, nextTo: Double) -> Candidate.Kind {
    // One comes into an area, not next to it.
    guard nearby.distance.metres <= nextTo, !nearby.place.isArea else { return .approach }
    let isBehind = direction(to: nearby)?.quadrant == .behind
    return isBehind && nearby.distance > rules.atHand ? .approach : .arrival
  }

  private func candidate(for news: News, nextTo: Double, at location: Location) -> Candidate? {
    guard !isTold(news.place, arriving: true), !skipsClutter || !news.place.isClutter else { return nil }
    let nearby = NearbyPlace(news.place, from: location.coordinate)
    var kind = kind(of: nearby, nextTo: nextTo)
    var distance: Distance?
    var side: RouteSide?
    switch news.cause {
    case .fence(.pass): break
    case .fence:
      if nearby.isInside {
        kind = .inside
      } else if news.place.proximity != nil {
        // The fence reports leaving only after some fixes.
        let radius = fences.leavingRadius(fences.radius(of: news.place))
        guard nearby.distance.metres <= radius else { return nil }
        kind = .inside
      }
    case .approach(let way, let routeSide):
      // Since then the user has come nearer.
      let rest = way.metres - course.speed * elapsed(since: news.moment)
      distance = Distance(metres: max(rest, nearby.distance.metres))
      side = routeSide
    }
    if kind == .approach, isTold(news.place, arriving: false) { return nil }
    var candidate = candidate(kind, nearby)
    if let distance { candidate.distance = distance }
    // On a winding route, the side says more than the current direction.
    if kind == .approach, let side {
      let degrees = side == .left ? 270.0 : side == .right ? 90 : 0
      candidate.direction = RelativeDirection(of: Bearing(degrees: degrees), onCourse: .north)
    }
    // The user has passed it while it waited.
    return kind == .approach && candidate.direction?.quadrant == .behind ? nil : candidate
  }

  private func candidate(_ kind: Candidate.Kind, _ nearby: NearbyPlace) -> Candidate {
    Candidate(
      kind: kind, nearby: nearby, title: title(of: nearby.place), direction: direction(to: nearby),
      distance: nearby.place.proximity.map {
        Distance(metres: max(0, nearby.distance.metres - $0.metres))
      })
  }

  private func direction(to nearby: NearbyPlace) -> RelativeDirection? {
    guard course.speed >= rules.leastSpeed else { return nil }
    return RelativeDirection(of: nearby.bearing, onCourse: course.course)
  }

  /// What identifies a place in speech: places with the same key count as one.
  private func title(of place: PointOfInterest) -> String {
    place.spokenName ?? "\u{0}\(place.label ?? "")\(place.caveat ?? "")"
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
    recent.append((now, true))
    lastPoint = here
    let sighting = Callout.Sighting(
      candidate.nearby, count: max(1, group.count), distance: candidate.distance,
      direction: candidate.direction)
    let subject: Callout.Subject
    switch candidate.kind {
    case .inside:
      let place = candidate.nearby.place
      if place.isArea { areas = (areas.filter { $0.id != place.id } + [place]).suffix(Self.mostNews) }
      subject = .inside(place)
    case .arrival: subject = .arrival(sighting)
    case .approach: subject = .approach(sighting)
    }
    return Callout(subject, time: location.time, patience: patience(for: candidate))
  }

  private func patience(for candidate: Candidate) -> Double {
    let staysTrue = candidate.kind == .inside || course.speed < rules.leastSpeed
    let way = max(candidate.nearby.distance.metres, rules.arrival.metres)
    return patience(for: way, at: staysTrue ? 0 : course.speed)
  }

  /// How many seconds a callout stays true for what is so many metres away.
  private func patience(for way: Double, at speed: Double) -> Double {
    min(max(speed > 0 ? way / speed : .infinity, rules.leastPatience), CalloutRules.mostPatience)
  }

  private mutating func remember(_ member: Candidate, as kind: Candidate.Kind) {
    let place = member.nearby.place
    let distance = member.nearby.distance.metres
    let radius = max(distance, fences.radius(of: place))
    // After a callout just before arrival, arrival needs none.
    let isAtHand = distance <= 1.75 * rules.arrivalRadius(within: fences.within, speed: course.speed)
    told[place.id] = Told(
      title: member.title, point: WGS84.cartesian(place.coordinate), area: place.isArea ? place : nil,
      forgetting: fences.leavingRadius(radius),
      hasArrived: kind != .approach || isAtHand && !place.isArea, moment: now)
  }
}
