import FoundationEssentials
import Geography
import Places
import Positioning

public enum WatchEvent: Sendable {
  /// A place was entered, left or passed.
  case proximity(ProximityEvent)
  /// A fix, whether it counts or not.
  case location(Location)
  /// The receiver's state has changed.
  case authorization(ReceiverState)
  /// The receiver has no fixes any more, or has them again.
  case signal(SignalEvent)
  /// A place lies ahead, or has been passed.
  case travel(TravelEvent)
  /// What lies ahead of a traveller on a route, each time the next place changes.
  case next(RouteOutlook, at: Location)
  /// The traveller joined the route, or has been off it for a while.
  case route(RouteStatus)
  /// The traveller came onto a street.
  case street(StreetEvent)
  /// A junction, a crossing, steps or a lift lies ahead.
  case way(WayEvent)
  /// Where the place that the traveller walks to lies.
  case beacon(BeaconEvent)
  /// One of the places in view has its turn.
  case featured(NearbyPlace, at: Location)
}

/// What a watch tells whoever runs it, in order.
public enum WatchOutcome: Sendable {
  case event(WatchEvent)
  /// A fix counts, and its events are all told.
  case counted(Location)
  /// An event that did not come about, and why.
  case suppressed(Suppression)
  /// Places around the position may be missing since the data ends there, or all are known again.
  case coverage(isKnown: Bool)
  /// The connection to gpsd is gone, and will be tried again after this long.
  case reconnecting(PositioningError, Duration)
  /// Everything so far has been handled.
  case caughtUp
}

/// Decides what a watch tells: a value without clock or I/O, so that a recording always gives the same.
///
/// ```swift
/// var engine = WatchEngine(monitor: ProximityMonitor(rules: rules))
/// let known = WatchEngine.Known(fences: FenceIndex(places, rules: rules))
/// for fix in fixes {
///   print(engine.step(.fix(fix), among: known) + engine.step(.placesKnown, among: known))
/// }
/// ```
public struct WatchEngine: Sendable {
  /// What happens to a watch.
  public enum Input: Sendable {
    /// A fix came, by the receiver's clock at this time; `next` is the one after it, if that came, too.
    case fix(Location, next: Location? = nil, at: Date? = nil)
    /// What is around the first fix that waits for it is known.
    case placesKnown
    case state(ReceiverState)
    /// No fix came for as long as the signal has patience.
    case silence
    /// A recording has ended; it goes on up to this time without a fix.
    case end(Date?)
  }

  /// What is known around a fix.
  public struct Known {
    /// The fences of the places around; `nil` if nobody asks for places.
    var fences: FenceIndex?
    /// Where every place is known, if that is not all around.
    var coverage: Coverage?
    /// Finds the streets within `StreetMonitor.reach`, nearest first; `nil` if nobody asks for streets.
    var streets: ((Coordinate) -> [Surroundings.Near<Street>])?
    /// Has the streets around as a network, if it is known there; `nil` if nobody asks what lies ahead.
    var network: ((Coordinate) -> StreetNetwork?)?

    public init(
      fences: FenceIndex? = nil, coverage: Coverage? = nil,
      streets: ((Coordinate) -> [Surroundings.Near<Street>])? = nil,
      network: ((Coordinate) -> StreetNetwork?)? = nil
    ) {
      (self.fences, self.coverage, self.streets, self.network) = (fences, coverage, streets, network)
    }
  }

  /// Follows the direction of travel and the route; `nil` if nobody needs them.
  public var travel: TravelMonitor?
  /// Tells where a chosen place lies; `nil` if none is chosen.
  public var beacon: BeaconMonitor?
  public private(set) var signal: FixLossMonitor

  private(set) var monitor: ProximityMonitor
  private var streetMonitor: StreetMonitor
  private var junctionMonitor = JunctionMonitor()
  private var toldState = ReceiverState.unknown
  /// Whether every place around the position is known.
  private var isCovered = true
  /// The fixes that wait for what is around them, and the course at each.
  private(set) var waiting: ArraySlice<(location: Location, course: Bearing?)> = []

  /// Metres beyond the edge of the data at which one is back.
  private static let coverageRegained = 500.0

  /// - Parameter signal: what is known about the receiver's silences, for a watch that joins late.
  public init(
    monitor: ProximityMonitor, travel: TravelMonitor? = nil, signal: FixLossMonitor = FixLossMonitor()
  ) {
    self.monitor = monitor
    self.travel = travel
    self.signal = signal
    streetMonitor = StreetMonitor(confirm: monitor.rules.confirm)
  }

  /// The street that the traveller is on, if streets are followed and one is near.
  public var street: Surroundings.Near<Street>? { streetMonitor.street }

  /// The junction that the traveller's street leads to, if the way ahead is followed and sure.
  public var nextJunction: WayEvent? { junctionMonitor.next }

  /// Everything needed to resume later.
  public var state: ProximityMonitor.State { monitor.state }

  mutating func takeBack(_ untold: ProximityEvent) { monitor.takeBack(untold) }

  /// The places of another area are known now.
  mutating func forgetNeighbourhood() { monitor.forgetNeighbourhood() }

  /// Takes what happens, and returns what to tell.
  public mutating func step(_ input: Input, among known: Known = Known()) -> [WatchOutcome] {
    switch input {
    case .fix(let location, let next, let arrival):
      let routeEvents = travel?.update(with: location) ?? []
      waiting.append((location, travel?.course))
      let events =
        signal.update(with: location, before: next, at: arrival).map(WatchEvent.signal)
        + [.location(location)] + routeEvents.map { WatchEvent($0) }
      return events.map(WatchOutcome.event)
    case .placesKnown:
      guard let (location, course) = waiting.popFirst() else { return [] }
      return take(location, course, among: known)
    case .state(let state):
      let isNews =
        state.authorizationStatus != toldState.authorizationStatus || state.reason != toldState.reason
      guard isNews else { return [] }
      toldState = state
      return [.event(.authorization(state))]
    case .silence: return signal.lose().map { [.event(.signal($0))] } ?? []
    case .end(let time): return time.flatMap { signal.lose(at: $0) }.map { [.event(.signal($0))] } ?? []
    }
  }

  private mutating func take(
    _ location: Location, _ course: Bearing?, among known: Known
  ) -> [WatchOutcome] {
    guard known.fences != nil || known.streets != nil || beacon != nil else { return [] }
    let fences = known.fences ?? FenceIndex(rules: monitor.rules)
    let update = monitor.update(with: location, among: fences)
    var told = update.events.map { event in
      var event = event
      if event.location == location { event.course = course }
      return WatchOutcome.event(.proximity(event))
    }
    if update.hasCounted {
      if let change = followCoverage(to: location.coordinate, known.coverage) { told.append(change) }
      let approaches =
        travel?.approaches(at: location, after: update.start, course: course, among: fences) ?? []
      told += approaches.map { .event(.travel($0)) }
      if let streets = known.streets {
        let event = streetMonitor.update(with: location, among: streets(location.coordinate))
        if let event { told.append(.event(.street(event))) }
      }
      if let network = known.network {
        told += junctionMonitor.update(
          with: location, on: street?.thing.title, in: network(location.coordinate)
        ).map { .event(.way($0)) }
      }
      if let event = beacon?.update(with: location, course: course) { told.append(.event(.beacon(event))) }
      told.append(.counted(location))
    }
    return told + update.suppressions.map(WatchOutcome.suppressed)
  }

  /// Tells when places may be missing around the position, and when they are all known again, not at each step along
  /// the edge.
  private mutating func followCoverage(to position: Coordinate, _ coverage: Coverage?) -> WatchOutcome? {
    let margin = monitor.rules.within.metres + (isCovered ? 0 : Self.coverageRegained)
    let isKnown = coverage?.distanceToUnknown(from: position, within: margin) == nil
    guard isKnown != isCovered else { return nil }
    isCovered = isKnown
    return .coverage(isKnown: isKnown)
  }
}

extension WatchEvent {
  fileprivate init(_ event: RouteEvent) {
    switch event {
    case .travel(let event): self = .travel(event)
    case .next(let outlook, let location): self = .next(outlook, at: location)
    case .status(let status): self = .route(status)
    }
  }
}
