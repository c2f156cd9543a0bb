import FoundationEssentials
import Geography
import Places
import Positioning

/// Something on the way that matters to whoever walks it: a junction, a crossing, steps, a lift.
public struct WayEvent: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// With the arms that lead on, from the left to the right; of a roundabout, in the order of its exits.
    case junction(Junction, arms: [Arm])
    /// A junction of which no direction can be told, as the position is too uncertain.
    case uncertain(Junction)
    case crossing(Crossing)
    case steps(StepsEnd)
    case lift
  }

  /// A way that leads on from a junction.
  public struct Arm: Hashable, Sendable {
    public let arm: Junction.Arm
    /// As seen by whoever comes to the junction.
    public let direction: RelativeDirection

    package init(arm: Junction.Arm, direction: RelativeDirection) {
      (self.arm, self.direction) = (arm, direction)
    }
  }

  public let kind: Kind
  /// The fix that revealed it.
  public let location: Location
  public let coordinate: Coordinate
  /// The way there; in a straight line if it is not on the street.
  public let distance: Distance
  /// Metres per second.
  public let speed: Double

  package init(
    kind: Kind, location: Location, coordinate: Coordinate, distance: Distance, speed: Double
  ) {
    (self.kind, self.location, self.coordinate) = (kind, location, coordinate)
    (self.distance, self.speed) = (distance, speed)
  }

  /// Its direction from the fix, if it is not there.
  public var bearing: Bearing? { WGS84.inverse(from: location.coordinate, to: coordinate).bearing }
}

/// Decides what to tell of the way ahead: a value, so that a recording always gives the same events.
///
/// The traveller is on the matched street, goes along it as the last fixes lead, and comes to the junction where that
/// street leads; so its directions depend on the map alone.
public struct JunctionMonitor: Sendable {
  /// What has been told, and where.
  private struct Told {
    let what: Set<String>
    let coordinate: Coordinate
    let moment: Double
  }

  /// Where the traveller is on a street, and which way they go.
  private struct Heading {
    let edge: Int
    /// The node ahead, and the metres to it.
    let node: Int
    let rest: Double
    let course: Bearing
  }

  /// The junction that the street leads to, however far, if position and course are sure.
  public private(set) var next: WayEvent?

  private let rules: WayRules
  private var recent: [Location] = []
  private var speed = SpeedTracker()
  private var told: [Told] = []
  private var hasToldUncertainty = false
  /// Seconds; fixes without times count one each.
  private var now = 0.0

  /// How many of the last fixes show where one is and where one was, and how many there are at the most.
  private static let (smoothed, window) = (3, 10)
  /// Metres of movement that have a direction, at least.
  private static let leastStep = 5.0
  /// Metres from a street's line within which one is on it, beside the accuracy.
  private static let widthOfStreet = 10.0
  /// Degrees between movement and street up to which the course is steady.
  private static let mostAngle = 40.0
  /// Half the sector in which crossings, steps and lifts are ahead.
  private static let sectorOfThings = 60.0
  /// Ways looked at along one street.
  private static let mostEdges = 100
  private static let mostTold = 100

  public init(rules: WayRules = WayRules()) {
    self.rules = rules
  }

  /// Takes the next fix that counts, and what is known around it.
  ///
  /// - Parameter street: the title of the street that the traveller is on, if known.
  mutating func update(
    with location: Location, on street: String?, in network: StreetNetwork?
  ) -> [WayEvent] {
    tick(to: location)
    speed.update(with: location)
    next = nil
    guard let network, speed.speed <= rules.mostSpeed, let (here, course) = movement else { return [] }
    told.removeAll { told in
      now - told.moment >= rules.repeatSeconds
        && WGS84.inverse(from: here, to: told.coordinate).distance > rules.left
    }
    let heading = heading(at: here, course, on: street, in: network)
    var events: [WayEvent] = []
    if let heading, let event = junction(ahead: heading, at: location, in: network) { events.append(event) }
    return events + things(ahead: heading?.course ?? course, at: location, here, in: network)
  }

  private mutating func tick(to location: Location) {
    let moment = location.time?.timeIntervalSinceReferenceDate ?? now + 1
    // The clock went back or fixes were missing: start over.
    if moment < now || moment > now + 30 { recent = [] }
    if moment < now { told = [] }
    now = moment
    recent.append(location)
    if recent.count > Self.window { recent.removeFirst() }
  }

  // MARK: Where, and which way

  /// The mean of the last fixes, and the course there from the mean of those before; `nil` while nobody moves.
  private var movement: (here: Coordinate, course: Bearing)? {
    guard recent.count >= 2 * Self.smoothed else { return nil }
    let (start, here) = (Self.mean(recent.prefix(Self.smoothed)), Self.mean(recent.suffix(Self.smoothed)))
    let step = WGS84.inverse(from: start, to: here)
    let noise = (recent.last?.accuracy ?? 0) / 2
    guard step.distance.metres >= max(Self.leastStep, noise), let course = step.bearing else { return nil }
    return (here, course)
  }

  private static func mean(_ fixes: ArraySlice<Location>) -> Coordinate {
    let points = fixes.map { WGS84.cartesian($0.coordinate) }
    return WGS84.coordinate(of: points.reduce(.zero, +) / Double(max(1, points.count)))
  }

  private func heading(
    at here: Coordinate, _ course: Bearing, on street: String?, in network: StreetNetwork
  ) -> Heading? {
    let reach = Self.widthOfStreet + (recent.last?.accuracy ?? 0)
    let near = network.edges(within: reach, of: here)
    let own = near.first { street != nil && network.streets[network.edges[$0.edge].street].title == street }
    // Who is on no street with a name, may be on a path.
    guard let found = own ?? (street == nil ? near.first : nil) else { return nil }
    let turn = abs(RelativeDirection(of: found.bearing, onCourse: course).degrees)
    guard min(turn, 180 - turn) <= Self.mostAngle else { return nil }
    let edge = network.edges[found.edge]
    let isForward = turn < 90
    return Heading(
      edge: found.edge, node: isForward ? edge.end : edge.start,
      rest: isForward ? edge.length - found.along : found.along,
      course: Bearing(degrees: found.bearing.degrees + (isForward ? 0 : 180)))
  }

  // MARK: Junctions

  private mutating func junction(
    ahead heading: Heading, at location: Location, in network: StreetNetwork
  ) -> WayEvent? {
    guard let (junction, edge, way) = junction(ahead: heading, in: network) else { return nil }
    let names = Set(junction.names)
    func event(_ kind: WayEvent.Kind) -> WayEvent {
      WayEvent(
        kind: kind, location: location, coordinate: junction.coordinate, distance: Distance(metres: way),
        speed: speed.speed)
    }
    let isNear = way <= rules.reach(at: speed.speed) && !isTold(names, at: junction.coordinate)
    guard let accuracy = location.accuracy, accuracy <= rules.mostAccuracy else {
      guard isNear, !hasToldUncertainty else { return nil }
      hasToldUncertainty = true
      return event(.uncertain(junction))
    }
    let arms = Self.arms(of: junction, comingBy: edge, heading.course, in: network)
    guard !arms.isEmpty else { return nil }
    next = event(.junction(junction, arms: arms))
    guard isNear else { return nil }
    hasToldUncertainty = false
    remember(names, at: junction.coordinate)
    return next
  }

  /// The first junction on the street ahead where names meet, the edge that leads into it, and the metres to it.
  private func junction(
    ahead heading: Heading, in network: StreetNetwork
  ) -> (Junction, edge: Int, way: Double)? {
    var (edge, node, way) = (heading.edge, heading.node, heading.rest)
    for _ in 0..<Self.mostEdges where way <= rules.farthest.metres {
      if let index = network.junction(ofNode: node), network.junctions[index].names.count > 1 {
        return (network.junctions[index], edge, way)
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
    let straight = same.min { left, right in
      func turn(_ edge: Int) -> Double {
        Self.bearing(of: edge, from: node, in: network)
          .map { 180 - abs(RelativeDirection(of: $0, onCourse: course).degrees) } ?? 180
      }
      return turn(left) < turn(right)
    }
    return straight ?? (others.count == 1 ? others.first : nil)
  }

  /// Where an edge leads from one of its nodes.
  private static func bearing(of edge: Int, from node: Int, in network: StreetNetwork) -> Bearing? {
    let edge = network.edges[edge]
    let line = edge.start == node ? edge.line : edge.line.reversed()
    return line.count > 1 ? WGS84.inverse(from: line[0], to: line[1]).bearing : nil
  }

  private static func arms(
    of junction: Junction, comingBy edge: Int, _ course: Bearing, in network: StreetNetwork
  ) -> [WayEvent.Arm] {
    let back = Bearing(degrees: course.degrees + 180)
    func turn(_ arm: Junction.Arm) -> Double {
      abs(RelativeDirection(of: arm.bearing, onCourse: back).degrees)
    }
    let own =
      junction.arms.first { $0.edges.contains(edge) } ?? junction.arms.min { turn($0) < turn($1) }
    guard let own else { return [] }
    let heading = Bearing(degrees: own.bearing.degrees + 180)
    let arms = junction.arms.filter { $0 != own }.map {
      WayEvent.Arm(arm: $0, direction: RelativeDirection(of: $0.bearing, onCourse: heading))
    }
    let isRightFirst = junction.roundabout != nil && goesCounterclockwise(junction, in: network)
    return arms.sorted {
      isRightFirst ? $0.direction.degrees > $1.direction.degrees : $0.direction.degrees < $1.direction.degrees
    }
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
    for feature in network.features {
      guard let (kind, what) = kind(of: feature, course) else { continue }
      let way = WGS84.inverse(from: here, to: feature.coordinate)
      guard way.distance <= rules.reachOfThings, !isTold(what, at: feature.coordinate),
        way.bearing.map({ abs(RelativeDirection(of: $0, onCourse: course).degrees) <= Self.sectorOfThings })
          != false
      else { continue }
      remember(what, at: feature.coordinate)
      events.append(
        WayEvent(
          kind: kind, location: location, coordinate: feature.coordinate, distance: way.distance,
          speed: speed.speed))
    }
    return events
  }

  /// What to tell of a feature, and what makes two of them one.
  private func kind(of feature: StreetFeature, _ course: Bearing) -> (WayEvent.Kind, Set<String>)? {
    switch feature {
    case .crossing(let crossing): (.crossing(crossing), ["crossing \(crossing.street ?? "")"])
    case .steps(let end):
      // Who comes past them does not take them.
      abs(RelativeDirection(of: end.bearing, onCourse: course).degrees) <= Self.sectorOfThings
        ? (.steps(end), ["steps"]) : nil
    case .lift: (.lift, ["lift"])
    case .barrier, .signals: nil
    }
  }

  private func isTold(_ what: Set<String>, at coordinate: Coordinate) -> Bool {
    told.contains {
      $0.what == what && WGS84.inverse(from: $0.coordinate, to: coordinate).distance <= rules.together
    }
  }

  private mutating func remember(_ what: Set<String>, at coordinate: Coordinate) {
    told.append(Told(what: what, coordinate: coordinate, moment: now))
    if told.count > Self.mostTold { told.removeFirst() }
  }
}
