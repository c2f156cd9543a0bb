import Dispatch
import FoundationEssentials
import Geography
import Glibc
import Input
import Places
import Positioning

/// What a watch reports.
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
  /// One of the places in view has its turn.
  case featured(NearbyPlace, at: Location)
}

/// Follows the position: fixes wait for the places around them, and go through the fence engine.
///
/// ```swift
/// let areas = AreaLoader(provider: provider, filter: PlaceFilter(categories: ["water"]), rules: rules)
/// let session = WatchSession(provider: provider, areas: areas, monitor: ProximityMonitor(rules: rules))
/// session.onEvent = { event in print(event.name) }
/// let end = await session.run()
/// ```
@MainActor
public final class WatchSession {
  /// How a watch ended.
  public enum End: Equatable, Sendable {
    /// The source of positions has ended; this many of its lines were not understood.
    case sourceEnded(badLines: Int, invalid: Int = 0)
    /// The source of positions failed for good.
    case failed(PositioningError)
    /// `stop()` ended it.
    case stopped
  }

  /// Hears every event, in order.
  public var onEvent: (WatchEvent) -> Void = { _ in }
  /// Called when every fix so far has been handled.
  public var onPause: () -> Void = {}
  /// Called with every fix that counts, after its events.
  public var onCountedFix: (Location) -> Void = { _ in }
  /// Hears what was suppressed, and why.
  public var onSuppression: (Suppression) -> Void = { _ in }
  /// Hears which street may be the next one, and why it is not yet.
  public var onStreetSuppression: (StreetSuppression) -> Void = { _ in }
  /// Called when places around the position may be missing since the data ends there, and when all are known again.
  public var onCoverage: (Bool) -> Void = { _ in }
  /// Hears that the connection to gpsd is gone, and when it will be tried again.
  public var onReconnecting: (PositioningError, Duration) -> Void = { _, _ in }

  /// Everything needed to resume the watch later.
  public var state: ProximityMonitor.State { monitor.state }
  /// The places loaded around the position.
  public var places: PlaceIndex? { areas?.area?.fences.index }
  /// Where every place is known, if that is not all around the position.
  public var coverage: Coverage? { areas?.area?.coverage }
  /// Why no server was asked about what lies beyond the coverage.
  public var unasked: PlaceSource.Unasked? { areas?.area?.unasked }
  /// Whether every place has been known right around any position so far.
  public var hasKnownAny: Bool { areas?.knowsAny ?? true }

  /// Follows the direction of travel and the route; `nil` if nobody needs them. Set it before `run()`.
  public var travel: TravelMonitor?

  /// Finds the streets within `StreetMonitor.reach`, nearest first; `nil` if nobody asks for streets. Set it before `run()`.
  public var streets: ((Coordinate) -> [Surroundings.Near<Street>])?

  /// What is known about the receiver's silences; set it from another watch when joining a receiver late.
  public var signal = FixLossMonitor()

  private let provider: CurrentLocationProvider
  private let areas: AreaLoader?
  private let timerScheduler: any TimerScheduler
  private let pace: Double?
  private var monitor: ProximityMonitor
  private var streetMonitor: StreetMonitor
  private var silenceTimer: (any ScheduledTimer)?

  /// A fix, and what has been reported about it.
  private struct Fix {
    let location: Location
    var course: Bearing?
  }

  /// Fixes that wait for the places around them.
  private var waiting: ArraySlice<Fix> = []
  /// How many of them have been reported.
  private var announced = 0
  /// The places take so long that fixes are reported without them.
  private var isImpatient = false
  private var patienceTimer: (any ScheduledTimer)?
  private var toldState = ReceiverState.unknown
  private var failedConnections = 0
  private var reconnection: (any ScheduledTimer)?
  private var sourceEnd: End?
  /// Up to when a log goes on after its last fix.
  private var silentUntil: Date?
  private var completion: CheckedContinuation<End, Never>?
  /// Whether every place around the position is known.
  private var isCovered = true

  /// Follows what `provider` delivers; without `areas`, looks for no places.
  ///
  /// - Parameter pace: how fast the fixes' own time passes: 1 for a receiver; `nil` for a recording read at
  ///   full speed, in which only the fixes' times show a silence.
  public init(
    provider: CurrentLocationProvider, areas: AreaLoader?, monitor: ProximityMonitor, pace: Double? = nil,
    timerScheduler: any TimerScheduler = DispatchTimerScheduler()
  ) {
    self.pace = pace
    self.provider = provider
    self.areas = areas
    self.monitor = monitor
    streetMonitor = StreetMonitor(confirm: monitor.rules.confirm)
    self.timerScheduler = timerScheduler
  }

  /// Watches until the source ends, or `stop()` is called.
  public func run() async -> End {
    provider.delegate = self
    areas?.onChange = { [weak self] in
      self?.monitor.forgetNeighbourhood()
      self?.advance()
    }
    areas?.onReturn = { [weak self] in self?.monitor.forgetNeighbourhood() }
    provider.startUpdatingLocation()
    return await withCheckedContinuation { completion = $0 }
  }

  /// Ends the watch; no event follows.
  public func stop() {
    finish(.stopped)
  }

  private func finish(_ end: End) {
    guard let completion = completion.take() else { return }
    provider.stopUpdatingLocation()
    areas?.stop()
    reconnection?.cancel()
    patienceTimer?.cancel()
    silenceTimer?.cancel()
    waiting = []
    completion.resume(returning: end)
  }

  private var isRunning: Bool { completion != nil }

  /// How long a receiver's fixes are held back for their places.
  static let patience = Duration.seconds(1)

  /// Takes the waiting fixes, as long as the places around them are known.
  private func advance() {
    defer { onPause() }
    while isRunning, let location = waiting.first?.location {
      if let areas, !hasPlaces(around: location, in: areas) {
        provider.isPaused = true
        if !provider.canPause { announceWithPatience() }
        if waiting.count <= InputLimits.waitingFixes { return }
        onSuppression(
          Suppression(place: nil, location: location, reason: .placesUnknown))
      }
      announce(1)
      guard let fix = waiting.popFirst() else { break }
      announced -= 1
      take(fix)
    }
    provider.isPaused = false
    isImpatient = false
    patienceTimer.take()?.cancel()
    guard isRunning, let sourceEnd else { return }
    if let loss = silentUntil.flatMap({ signal.lose(at: $0) }) { onEvent(.signal(loss)) }
    finish(sourceEnd)
  }

  /// A receiver's fixes are reported before their places are known, but only if those take long: otherwise
  /// the order of events would differ from a replay's.
  private func announceWithPatience() {
    if isImpatient {
      announce(waiting.count)
    } else if patienceTimer == nil {
      patienceTimer = timerScheduler.schedule(after: Self.patience) { [weak self] in
        self?.isImpatient = true
        self?.advance()
      }
    }
  }

  /// Whether every place that could matter to the fix is known; requests a missing area, or the next one when
  /// it is time.
  private func hasPlaces(around location: Location, in areas: AreaLoader) -> Bool {
    let point = WGS84.cartesian(location.coordinate)
    let step = monitor.step(to: location)
    if areas.covers(point, step: step) {
      areas.loadAhead(of: point, at: location.coordinate)
      return true
    }
    guard monitor.counts(location) else { return true }
    areas.load(around: location.coordinate, step: step)
    return false
  }

  /// Reports the first `count` waiting fixes, unless already reported.
  private func announce(_ count: Int) {
    guard count > announced else { return }
    for index in waiting.indices.prefix(count).dropFirst(announced) where isRunning {
      let location = waiting[index].location
      let routeEvents = travel?.update(with: location) ?? []
      waiting[index].course = travel?.course
      let next = index + 1 < waiting.endIndex ? waiting[index + 1].location : nil
      for event in signal.update(with: location, before: next) where isRunning {
        onEvent(.signal(event))
      }
      if isRunning { onEvent(.location(location)) }
      for event in routeEvents where isRunning { onEvent(WatchEvent(event)) }
    }
    announced = count
    waitForSilence()
  }

  // MARK: Silence

  /// Fixes may come a little later than their times say.
  static let delay = Duration.milliseconds(500)

  /// Reports the loss while it lasts: only the next fix would show it, and none may come.
  private func waitForSilence() {
    guard let pace, isRunning else { return }
    silenceTimer?.cancel()
    // `Duration` traps on a number that it cannot hold.
    let seconds = min(signal.patience / pace, 1e9)
    silenceTimer = timerScheduler.schedule(after: .seconds(seconds) + Self.delay) { [weak self] in
      // While fixes wait, the source may be held back.
      guard let self, isRunning, waiting.count == announced, sourceEnd == nil else { return }
      guard let loss = signal.lose() else { return }
      onEvent(.signal(loss))
      onPause()
    }
  }

  /// Tells when places may be missing around the position, and when they are all known again, not at each step along
  /// the edge.
  private func followCoverage(to coordinate: Coordinate) {
    let margin = monitor.rules.within.metres + (isCovered ? 0 : Self.coverageRegained)
    let isKnown = areas?.area?.coverage?.distanceToUnknown(from: coordinate, within: margin) == nil
    guard isKnown != isCovered else { return }
    isCovered = isKnown
    onCoverage(isKnown)
  }

  private func followStreets(to location: Location) {
    guard let streets else { return }
    let (event, suppression) = streetMonitor.update(with: location, among: streets(location.coordinate))
    if let event { onEvent(.street(event)) }
    if let suppression, isRunning { onStreetSuppression(suppression) }
  }

  /// Metres beyond the edge of the data at which one is back.
  private static let coverageRegained = 500.0

  private func take(_ fix: Fix) {
    guard isRunning, areas != nil || streets != nil else { return }
    let location = fix.location
    let fences = areas?.area?.fences ?? FenceIndex(rules: monitor.rules)
    let update = monitor.update(with: location, among: fences)
    for var event in update.events where isRunning {
      event.course = fix.course
      onEvent(.proximity(event))
    }
    if update.hasCounted {
      followCoverage(to: location.coordinate)
      let events = travel?.approaches(at: location, course: fix.course, among: fences) ?? []
      for event in events where isRunning { onEvent(.travel(event)) }
      if isRunning { followStreets(to: location) }
      if isRunning { onCountedFix(location) }
    }
    for suppression in update.suppressions where isRunning {
      onSuppression(suppression)
    }
  }
}

extension WatchSession: LocationFetcherDelegate {
  public func locationFetcher(_ fetcher: any LocationFetcher, didUpdateLocations locations: [Location]) {
    guard isRunning else { return }
    waiting.append(contentsOf: locations.map { Fix(location: $0) })
    advance()
  }

  public func locationFetcher(_ fetcher: any LocationFetcher, didChangeState state: ReceiverState) {
    if state.authorizationStatus != .denied { failedConnections = 0 }
    let isNews =
      state.authorizationStatus != toldState.authorizationStatus || state.reason != toldState.reason
    guard isRunning, isNews else { return }
    toldState = state
    onEvent(.authorization(state))
    onPause()
  }

  public func locationFetcher(_ fetcher: any LocationFetcher, didFinishWith end: PositionSourceEnd) {
    guard isRunning else { return }
    switch end {
    case .complete(let badLines, let until, let invalid):
      sourceEnd = .sourceEnded(badLines: badLines, invalid: invalid)
      silentUntil = until
    case .failed(let error) where error.isWorthReconnecting:
      reconnect(after: error)
      return
    case .failed(let error):
      sourceEnd = .failed(error)
    }
    advance()
  }

  private func reconnect(after error: PositioningError) {
    failedConnections += 1
    let delay = RetryDelay.delay(afterFailures: failedConnections)
    onReconnecting(error, delay)
    reconnection = timerScheduler.schedule(after: delay) { [weak self] in
      self?.provider.startUpdatingLocation()
    }
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

extension PositioningError {
  /// A daemon may come back; a log that cannot be read will not.
  fileprivate var isWorthReconnecting: Bool {
    switch self {
    case .gpsdUnreachable, .notGpsd, .gpsdClosed, .geoclue, .nowhere: true
    case .logUnreadable, .logEmpty, .logFormatUnknown, .logMalformed, .logNotRecorded: false
    }
  }
}
