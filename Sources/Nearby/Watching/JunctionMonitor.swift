import FoundationEssentials
import Geography
import Glibc
import Places
import Positioning

/// Something on the way that matters to whoever walks it: a junction, a crossing, steps, a lift.
public struct WayEvent: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// With the arms that lead on, from the left to the right; of a roundabout, in the order of its exits.
    case junction(Junction, arms: [Arm])
    /// A junction of which only the names can be told, as the position is too uncertain for a direction; whether it was
    /// certain before.
    case uncertain(Junction, isNews: Bool)
    case crossing(Crossing)
    case steps(StepsEnd)
    case lift
  }

  public struct Arm: Hashable, Sendable {
    public let arm: Junction.Arm
    /// As seen by whoever comes to the junction.
    public let direction: RelativeDirection
  }

  public let kind: Kind
  /// The fix that revealed it.
  public let location: Location
  public let coordinate: Coordinate
  /// The way there; in a straight line if it is not on the street.
  public let distance: Distance
  public let speed: Double

  /// Its direction from the fix, if it is not there.
  public var bearing: Bearing? { WGS84.inverse(from: location.coordinate, to: coordinate).bearing }
}

/// Decides what to tell of the way ahead: a value, so that a recording always gives the same events.
///
/// The traveller is on the matched street, goes along it as the last fixes lead, and comes to the junction where that
/// street leads; so its directions depend on the map alone.
public struct JunctionMonitor: Sendable {
  private struct Told {
    let what: Set<String>
    let coordinate: Coordinate
    let moment: Double
    /// Whether the traveller has been away from it since.
    var hasBeenLeft = false
  }

  /// Where the traveller is on a street, and which way they go.
  private struct Heading {
    let edge: Int
    /// The node ahead, and the metres to it.
    let node: Int
    let rest: Double
    let here: Coordinate
    let course: Bearing
    /// Which way one goes by the fixes alone.
    let moving: Bearing
  }

  /// The junction that the street leads to, however far, if the course is sure.
  public private(set) var next: WayEvent?

  /// Where one is and which way one goes by the last fixes; inaccurate ones show it only over a longer way.
  private var course = CourseTracker(leastWay: 8)
  /// That of the last fix, in metres.
  private var accuracy: Double?
  private var told: [Told] = []
  private var hasToldUncertainty = false
  /// Which way one goes along the street, and since when.
  private var steady: (course: Bearing, since: Double)?
  /// Seconds; fixes without times count one each.
  private var now = 0.0

  /// How far ahead to tell of a junction at a walk, in metres.
  private static let reach = 35.0
  /// So many seconds earlier for each metre per second above a walk.
  private static let seconds = 15.0
  /// Metres per second of a walk.
  private static let walk = 1.5
  /// Metres per second above which junctions are too many.
  private static let mostSpeed = 5.0
  /// Metres to look ahead for the next junction for whoever asks.
  private static let farthest = 250.0
  /// Metres of accuracy up to which a side is sure enough: a wrong left is dangerous.
  private static let mostAccuracy = 15.0
  /// How far ahead to tell of crossings and lifts.
  private static let reachOfThings = Distance(metres: 20)
  /// How far ahead to tell of steps, which need more care.
  private static let reachOfSteps = Distance(metres: 30)
  /// The least seconds before the same is told again, which must also have been left by so many metres more than its reach.
  private static let repeatSeconds = 60.0
  private static let left = 15.0
  /// Within this distance, junctions without further names, or crossings of one street or of none, are one.
  private static let together = Distance(metres: 30)
  /// Metres from a street's line within which one is on it, beside the accuracy.
  private static let widthOfStreet = 10.0
  /// Degrees between movement and street up to which the course is steady.
  private static let mostAngle = 40.0
  /// Metres from a junction at which one sees from which side one comes, and degrees by which a street may bend on the way.
  private static let (leastWay, mostBend) = (Distance(metres: 20), 50.0)
  /// Seconds for which one must have gone one way, and metres from a junction at which to tell what is known by then.
  private static let (steadySeconds, leastNotice) = (5.0, 12.0)
  /// Metres to either side within which crossings, steps and lifts are in one's way.
  private static let widthOfWay = 6.0
  /// Half the sector in which crossings, steps and lifts are ahead.
  private static let sectorOfThings = 60.0
  /// Ways looked at along one street.
  private static let mostEdges = 100
  private static let mostTold = 100

  public init() {}

  /// Takes the next fix that counts, and what is known around it.
  ///
  /// - Parameter street: the title of the street that the traveller is on, if known.
  mutating func update(
    with location: Location, on street: String?, in network: StreetNetwork?
  ) -> [WayEvent] {
    let moment = location.time?.timeIntervalSinceReferenceDate ?? now + 1
    // The clock went back: start over.
    if moment < now { (told, steady) = ([], nil) }
    now = moment
    accuracy = location.accuracy
    course.update(with: location)
    next = nil
    guard let network, course.speed <= Self.mostSpeed, let course = course.course, let here = self.course.here
    else { return [] }
    let left = reach + Self.left
    for (index, told) in told.enumerated().reversed() {
      let away = WGS84.inverse(from: here, to: told.coordinate).distance.metres
      self.told[index].hasBeenLeft = told.hasBeenLeft || away > left
      if self.told[index].hasBeenLeft, now - told.moment >= Self.repeatSeconds { self.told.remove(at: index) }
    }
    let heading = heading(at: here, course, on: street, in: network)
    let since = steady.flatMap { last in
      heading.flatMap { Self.isBent(from: last.course, to: $0.course) ? nil : last.since }
    }
    steady = heading.map { ($0.course, since ?? now) }
    var events: [WayEvent] = []
    if let heading, let event = junction(ahead: heading, at: location, in: network) { events.append(event) }
    return events + things(ahead: heading?.course ?? course, at: location, here, in: network)
  }

  // MARK: Where, and which way

  private var isSure: Bool { accuracy.map { $0 <= Self.mostAccuracy } == true }

  /// How far ahead to tell of a junction at this speed, in metres.
  private var reach: Double { Self.reach + max(0, course.speed - Self.walk) * Self.seconds }

  private func heading(
    at here: Coordinate, _ course: Bearing, on street: String?, in network: StreetNetwork
  ) -> Heading? {
    let reach = Self.widthOfStreet + (accuracy ?? 0)
    let near = network.edges(within: reach, of: here)
    // Who is on no street with a name, may be on a path.
    let own = near.first { street == nil || network.streets[network.edges[$0.edge].street].title == street }
    guard let found = own else { return nil }
    let turn = abs(RelativeDirection(of: found.bearing, onCourse: course).degrees)
    guard min(turn, 180 - turn) <= Self.mostAngle else { return nil }
    let edge = network.edges[found.edge]
    let isForward = turn < 90
    return Heading(
      edge: found.edge, node: isForward ? edge.end : edge.start,
      rest: isForward ? edge.length - found.along : found.along, here: found.coordinate,
      course: Bearing(degrees: found.bearing.degrees + (isForward ? 0 : 180)), moving: course)
  }

  // MARK: Junctions

  private mutating func junction(
    ahead heading: Heading, at location: Location, in network: StreetNetwork
  ) -> WayEvent? {
    let (own, accuracy) = (network.edges[heading.edge], accuracy ?? .infinity)
    guard
      let (junction, edge, node, way) = junction(
        from: heading.edge, to: heading.node, heading.rest, in: network)
    else { return nil }
    let names = Set(junction.names)
    func event(_ kind: WayEvent.Kind) -> WayEvent {
      WayEvent(
        kind: kind, location: location, coordinate: network.nodes[node].coordinate,
        distance: Distance(metres: way), speed: self.course.speed)
    }
    let arms = Self.arms(of: junction, for: heading, comingBy: edge, in: network)
    guard arms?.isEmpty != true else { return nil }
    // Who comes from a corner, or is at the next one, may have turned there.
    let last = self.junction(
      from: heading.edge, to: own.other(than: heading.node), own.length - heading.rest, in: network)
    let isSteady =
      steady.map { now - $0.since >= Self.steadySeconds } == true && way >= accuracy / 2
      && last.map { $0.way > accuracy || $0.0.coordinate == junction.coordinate } != false
    if isSure, isSteady, let arms {
      next = event(.junction(junction, arms: arms))
    } else {
      next = event(.uncertain(junction, isNews: !isSure && !hasToldUncertainty))
    }
    // A moment later it may be sure.
    if case .uncertain = next?.kind, isSure, way > max(accuracy, Self.leastNotice) { return nil }
    guard way <= reach, !isTold(names, at: junction.coordinate) else { return nil }
    hasToldUncertainty = !isSure
    remember(names, at: junction.coordinate)
    return next
  }

  /// The first junction along a street where names meet, the edge that leads into it, and its node there with the metres
  /// to it.
  private func junction(
    from edge: Int, to node: Int, _ rest: Double, in network: StreetNetwork
  ) -> (Junction, edge: Int, node: Int, way: Double)? {
    var (edge, node, way) = (edge, node, rest)
    for _ in 0..<Self.mostEdges where way <= Self.farthest {
      if let index = network.junction(ofNode: node), network.junctions[index].names.count > 1 {
        return (network.junctions[index], edge, node, way)
      }
      guard let next = next(after: edge, at: node, in: network) else { return nil }
      (edge, node) = (next, network.edges[next].other(than: node))
      way += network.edges[edge].length
    }
    return nil
  }

  /// Where a street goes on: straight on, if it forks.
  private func next(after edge: Int, at node: Int, in network: StreetNetwork) -> Int? {
    let others = network.nodes[node].edges.filter { $0 != edge }
    let title = network.streets[network.edges[edge].street].title
    let same = others.filter { network.streets[network.edges[$0].street].title == title }
    guard let course = Self.bearing(of: edge, from: node, in: network) else { return same.first }
    func turn(_ edge: Int) -> Double {
      Self.bearing(of: edge, from: node, in: network)
        .map { 180 - abs(RelativeDirection(of: $0, onCourse: course).degrees) } ?? 180
    }
    let straight = same.min { turn($0) < turn($1) }
    // Where it becomes another one, it goes on only if that does not turn off.
    return straight ?? (others.count == 1 ? others.first { turn($0) <= Self.mostBend } : nil)
  }

  private static func bearing(of edge: Int, from node: Int, in network: StreetNetwork) -> Bearing? {
    let edge = network.edges[edge]
    let line = edge.start == node ? edge.line : edge.line.reversed()
    return line.count > 1 ? WGS84.inverse(from: line[0], to: line[1]).bearing : nil
  }

  /// What leads on; `nil` if it is not sure from which side one comes.
  private static func arms(
    of junction: Junction, for walker: Heading, comingBy edge: Int, in network: StreetNetwork
  ) -> [WayEvent.Arm]? {
    let back = Bearing(degrees: walker.course.degrees + 180)
    func turn(_ arm: Junction.Arm) -> Double {
      abs(RelativeDirection(of: arm.bearing, onCourse: back).degrees)
    }
    let own = junction.arms.first { $0.edges.contains(edge) } ?? junction.arms.min { turn($0) < turn($1) }
    guard let own else { return [] }
    let heading = Bearing(degrees: own.bearing.degrees + 180)
    let way = WGS84.inverse(from: walker.here, to: junction.coordinate)
    let seen = way.distance >= leastWay ? way.bearing : nil
    guard ![walker.moving, seen ?? heading].contains(where: { isBent(from: $0, to: heading) }) else {
      return nil
    }
    var arms = junction.arms.filter { $0 != own }.map {
      WayEvent.Arm(arm: $0, direction: RelativeDirection(of: $0.bearing, onCourse: heading))
    }
    // A lane or a track beside a street of the same name is that street, also the one that one comes along.
    for (index, arm) in arms.enumerated().reversed() where arm.arm.name != nil {
      let same = arms.enumerated().filter { $0.offset != index && $0.element.arm.name == arm.arm.name }
        .map(\.element)
      let isTwin = same.contains { $0.direction.octant == arm.direction.octant }
      let isBack =
        arm.direction.isBack && (arm.arm.name == own.name || same.contains { !$0.direction.isBack })
      if isTwin || isBack { arms.remove(at: index) }
    }
    let isRightFirst = junction.roundabout != nil && goesCounterclockwise(junction, in: network)
    return arms.sorted {
      isRightFirst ? $0.direction.degrees > $1.direction.degrees : $0.direction.degrees < $1.direction.degrees
    }
  }

  private static func isBent(from course: Bearing, to other: Bearing) -> Bool {
    abs(RelativeDirection(of: other, onCourse: course).degrees) > mostBend
  }

  /// Whether traffic goes round a roundabout as where people drive on the right.
  private static func goesCounterclockwise(_ junction: Junction, in network: StreetNetwork) -> Bool {
    let ring = junction.nodes.lazy.flatMap { network.nodes[$0].edges }
      .first { network.streets[network.edges[$0].street].isRoundabout }
    guard let line = ring.map({ network.edges[$0].line }), line.count > 1,
      let out = WGS84.inverse(from: junction.coordinate, to: line[0]).bearing,
      let along = WGS84.inverse(from: line[0], to: line[1]).bearing
    else { return true }
    return RelativeDirection(of: along, onCourse: out).degrees < 0
  }

  // MARK: Crossings, steps and lifts

  private mutating func things(
    ahead course: Bearing, at location: Location, _ here: Coordinate, in network: StreetNetwork
  ) -> [WayEvent] {
    var events: [WayEvent] = []
    for feature in network.features(within: Self.reachOfSteps.metres, of: here) {
      guard let (kind, what, reach) = kind(of: feature, course) else { continue }
      let way = WGS84.inverse(from: here, to: feature.coordinate)
      guard way.distance <= reach, !isTold(what, at: feature.coordinate) else { continue }
      if let turn = RelativeDirection(of: way.bearing, onCourse: course) {
        guard abs(turn.degrees) <= Self.sectorOfThings,
          way.distance.metres * abs(sin(turn.degrees * .pi / 180)) <= Self.widthOfWay
        else { continue }
      }
      remember(what, at: feature.coordinate)
      events.append(
        WayEvent(
          kind: kind, location: location, coordinate: feature.coordinate, distance: way.distance,
          speed: self.course.speed))
    }
    return events
  }

  /// What to tell of a feature, what makes others the same, and from how far away.
  private func kind(of feature: StreetFeature, _ course: Bearing) -> (WayEvent.Kind, Set<String>, Distance)? {
    switch feature {
    case .crossing(let crossing):
      (.crossing(crossing), Set(["crossing"] + [crossing.street].compactMap(\.self)), Self.reachOfThings)
    case .steps(let end):
      // Who comes past them does not take them.
      abs(RelativeDirection(of: end.bearing, onCourse: course).degrees) <= Self.sectorOfThings
        ? (.steps(end), ["steps"], Self.reachOfSteps) : nil
    case .lift: (.lift, ["lift"], Self.reachOfThings)
    case .barrier, .signals: nil
    }
  }

  private func isTold(_ what: Set<String>, at coordinate: Coordinate) -> Bool {
    told.contains {
      what.isSubset(of: $0.what)
        && WGS84.inverse(from: $0.coordinate, to: coordinate).distance <= Self.together
    }
  }

  private mutating func remember(_ what: Set<String>, at coordinate: Coordinate) {
    told.append(Told(what: what, coordinate: coordinate, moment: now))
    if told.count > Self.mostTold { told.removeFirst() }
  }
}
