import FoundationEssentials
import Geography
import Nearby
import Places
import Positioning
import Synchronization

/// One receiver for many clients: follows the position, keeps the last fix, and forwards everything to its
/// followers.
@MainActor
final class SharedPosition {
  /// The state of the position.
  struct Known: Sendable {
    /// The last fix.
    var location: Location?
    /// What JSON calls the source that gave it.
    var provider = ""
    var state = ReceiverState.unknown
    /// Whether fixes have stopped.
    var isLost = false
  }

  /// The state, for any thread.
  nonisolated let known = Mutex(Known())
  /// How fast the fixes' time passes; `nil` for a position that never changes.
  let pace: Double?

  private let provider: () -> String
  private let session: WatchSession
  private let timerScheduler: any TimerScheduler
  private var followers: [ObjectIdentifier: SharedLocationFetcher] = [:]
  private var silence: (any ScheduledTimer)?
  private var toldFailures: Set<PositioningError> = []

  /// - Parameters:
  ///   - provider: returns the name in JSON of the source of the latest fix.
  ///   - tell: called with problems.
  init(
    _ fetcher: any LocationFetcher, provider: @escaping () -> String, pace: Double?,
    notificationCenter: NotificationCenter,
    timerScheduler: any TimerScheduler, tell: @escaping (String) -> Void
  ) {
    self.provider = provider
    self.pace = pace
    self.timerScheduler = timerScheduler
    session = WatchSession(
      provider: CurrentLocationProvider(
        locationFetcher: fetcher, placeProvider: EmptyPlaceProvider(), notificationCenter: notificationCenter,
        timerScheduler: timerScheduler),
      areas: nil, monitor: ProximityMonitor(rules: ProximityRules(), state: .init()), pace: pace,
      timerScheduler: timerScheduler)
    session.onEvent = { [weak self] in self?.take($0) }
    session.onReconnecting = { [weak self] error, delay in
      guard let self, toldFailures.insert(error).inserted else { return }
      let advice = error.advice.map { "; \($0)" } ?? ""
      tell("\(error)\(advice); trying again, and answering requests that give a position")
    }
  }

  /// Follows the position to its end.
  func run() async -> WatchSession.End {
    let end = await session.run()
    if case .sourceEnded = end, let pace {
      // Fixes have stopped, which shows only after a while.
      silence = timerScheduler.schedule(after: .seconds(session.signal.patience / pace)) { [weak self] in
        guard let self else { return }
        _ = session.signal.lose()
        known.withLock { $0.isLost = true }
      }
    }
    return end
  }

  func stop() {
    silence?.cancel()
    session.stop()
  }

  /// What is known of the receiver's silences.
  var signal: FixLossMonitor { session.signal }

  /// A fetcher that gets the last fix at once, unless the signal is lost, and every later one.
  func makeFetcher() -> SharedLocationFetcher { SharedLocationFetcher(of: self) }

  fileprivate func add(_ follower: SharedLocationFetcher) {
    followers[ObjectIdentifier(follower)] = follower
  }

  fileprivate func remove(_ follower: SharedLocationFetcher) {
    followers[ObjectIdentifier(follower)] = nil
  }

  private func take(_ event: WatchEvent) {
    switch event {
    case .location(let location):
      let provider = provider()
      known.withLock {
        $0.location = location
        $0.provider = provider
        $0.isLost = false
      }
      for follower in followers.values { follower.deliver(location) }
    case .authorization(let state):
      known.withLock { $0.state = state }
      for follower in followers.values { follower.deliver(state) }
    case .signal(let signal):
      known.withLock { $0.isLost = signal.status == .lost }
    case .proximity, .travel, .next, .route, .street, .featured:
      break
    }
  }
}

/// The shared position as one follower sees it; its end does not end followers, as the silence shows by
/// itself.
@MainActor
final class SharedLocationFetcher: LocationFetcher {
  weak var locationFetcherDelegate: (any LocationFetcherDelegate)?
  var desiredAccuracy = defaultDesiredAccuracy
  var isPaused = false
  let canPause = false
  /// Called when it begins, with what is known about the receiver's silences.
  var onStart: (FixLossMonitor) -> Void = { _ in }

  private let position: SharedPosition
  private var isStarted = false

  fileprivate init(of position: SharedPosition) {
    self.position = position
  }

  func startUpdatingLocation() {
    isStarted = true
    // Later, like every fetcher: the caller is still setting itself up.
    Task {
      guard isStarted else { return }
      let known = position.known.withLock { $0 }
      if known.state != .unknown { deliver(known.state) }
      onStart(position.signal)
      if let location = known.location, !known.isLost { deliver(location) }
      position.add(self)
    }
  }

  func stopUpdatingLocation() {
    isStarted = false
    position.remove(self)
  }

  fileprivate func deliver(_ location: Location) {
    locationFetcherDelegate?.locationFetcher(self, didUpdateLocations: [location])
  }

  fileprivate func deliver(_ state: ReceiverState) {
    locationFetcherDelegate?.locationFetcher(self, didChangeState: state)
  }
}
