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
  struct Known: Sendable {
    var location: Location?
    /// The street that the traveller is on, as far as the last fixes tell.
    var street: Surroundings.Near<Street>?
    /// What JSON calls the source that gave it.
    var provider = ""
    var state = ReceiverState.unknown
    /// Until when the location counts; `nil` for ever.
    fileprivate(set) var end: ContinuousClock.Instant?
    /// Asked of the clock, as a machine that was suspended answers before its timers fire.
    var isLost: Bool { end.map { $0 <= .now } ?? false }
  }

  /// The state, for any thread.
  nonisolated let known = Mutex(Known())
  /// How fast the fixes' time passes; `nil` for a position that never changes.
  let pace: Double?
  /// Called with each fix.
  var onFix: (Location) -> Void = { _ in }

  private let provider: () -> String
  private let session: WatchSession
  private let timerScheduler: any TimerScheduler
  private var followers: [ObjectIdentifier: WatchDriver] = [:]
  private var silence: (any ScheduledTimer)?
  private var toldFailures: Set<String> = []

  /// - Parameters:
  ///   - provider: returns the name in JSON of the source of the latest fix.
  ///   - streets: finds the streets within `StreetMonitor.reach`.
  ///   - tell: called with problems.
  init(
    _ fetcher: any LocationFetcher, provider: @escaping () -> String, pace: Double?,
    streets: ((Coordinate) throws -> Surroundings?)? = nil, notificationCenter: NotificationCenter,
    timerScheduler: any TimerScheduler, now: @escaping () -> ContinuousClock.Instant = { .now },
    tell: @escaping (String) -> Void
  ) {
    self.provider = provider
    self.pace = pace
    self.timerScheduler = timerScheduler
    session = WatchSession(
      WatchEngine(monitor: ProximityMonitor(rules: ProximityRules())),
      following: CurrentLocationProvider(
        locationFetcher: fetcher, placeProvider: GivenPlaces(), notificationCenter: notificationCenter,
        timerScheduler: timerScheduler), pace: pace, timerScheduler: timerScheduler)
    session.now = now
    if pace != nil, let streets {
      session.driver.streets = { [weak self] position in
        do {
          return try streets(position)?.streets ?? []
        } catch {
          let message = CommandFailure(error).message
          if self?.toldFailures.insert(message).inserted == true { tell(message) }
          return []
        }
      }
    }
    session.driver.onOutcome = { [weak self] outcome in
      switch outcome {
      case .event(let event): self?.take(event)
      case .reconnecting(let error, _):
        guard let self, toldFailures.insert("\(error)").inserted else { return }
        let advice = error.advice.map { "; \($0)" } ?? ""
        tell("\(error)\(advice); trying again; until then, only requests that give a position are answered")
      case .counted:
        let street = self?.session.driver.engine.street
        self?.known.withLock { $0.street = street }
      case .suppressed, .coverage, .caughtUp: break
      }
    }
  }

  func run() async -> WatchSession.End {
    let end = await session.run()
    if case .sourceEnded = end, let pace {
      // Fixes have stopped, which shows only after a while.
      silence = timerScheduler.schedule(after: .seconds(signal.patience / pace)) { [weak self] in
        guard let self else { return }
        _ = session.driver.engine.step(.silence)
        known.withLock { $0.end = session.now() }
      }
    }
    return end
  }

  func stop() {
    silence?.cancel()
    session.stop()
  }

  /// What is known of the receiver's silences.
  var signal: FixLossMonitor { session.driver.engine.signal }

  /// Gives a watch the receiver's state and the last fix at once, unless the signal is lost, and every later one.
  ///
  /// The end of the position does not end the watch, as the silence shows by itself.
  func add(_ follower: WatchDriver) {
    let known = known.withLock { $0 }
    if known.state != .unknown { follower.take(known.state) }
    if let location = known.location, !known.isLost { follower.take([location]) }
    followers[ObjectIdentifier(follower)] = follower
  }

  func remove(_ follower: WatchDriver) {
    followers[ObjectIdentifier(follower)] = nil
  }

  private func take(_ event: WatchEvent) {
    switch event {
    case .location(let location):
      onFix(location)
      let provider = provider()
      let end = session.driver.signalPatience.map { session.now() + $0 }
      known.withLock { ($0.location, $0.provider, $0.end) = (location, provider, end) }
      for follower in followers.values { follower.take([location], age: session.driver.age) }
    case .authorization(let state):
      known.withLock { $0.state = state }
      for follower in followers.values { follower.take(state) }
    case .signal(let signal):
      if signal.status == .lost { known.withLock { $0.end = session.now() } }
    case .proximity, .travel, .next, .route, .street, .way, .beacon, .featured:
      break
    }
  }
}
