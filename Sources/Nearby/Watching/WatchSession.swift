import Positioning

/// A watch of one source of positions, from its start to its end; a connection that is lost is made again.
@MainActor
public final class WatchSession {
  public enum End: Equatable, Sendable {
    /// The source of positions has ended; this many of its lines were not understood.
    case sourceEnded(badLines: BadLines, invalid: Int = 0)
    /// The source of positions failed for good.
    case failed(PositioningError)
    case stopped
  }

  public let driver: WatchDriver
  /// The time that the fixes' delay is counted by.
  public var now: () -> ContinuousClock.Instant = { .now }

  private let provider: CurrentLocationProvider
  private let timerScheduler: any TimerScheduler
  private var delay = FixDelay()
  private var failedConnections = 0
  private var reconnection: (any ScheduledTimer)?
  private var completion: CheckedContinuation<End, Never>?

  /// Follows what `provider` delivers; without `areas`, looks for no places.
  ///
  /// - Parameter pace: how fast the fixes' own time passes; see `WatchDriver`.
  public init(
    _ engine: WatchEngine, following provider: CurrentLocationProvider, areas: AreaLoader? = nil,
    pace: Double? = nil, timerScheduler: any TimerScheduler = DispatchTimerScheduler()
  ) {
    self.provider = provider
    self.timerScheduler = timerScheduler
    driver = WatchDriver(engine, areas: areas, source: provider, pace: pace, timerScheduler: timerScheduler)
  }

  public func run() async -> End {
    provider.delegate = self
    provider.startUpdatingLocation()
    return await withCheckedContinuation { completion = $0 }
  }

  public func stop() { finish(.stopped) }

  private func finish(_ end: End) {
    guard let completion = completion.take() else { return }
    driver.stop()
    provider.stopUpdatingLocation()
    reconnection?.cancel()
    completion.resume(returning: end)
  }
}

extension WatchSession: LocationFetcherDelegate {
  public func locationFetcher(_ fetcher: any LocationFetcher, didUpdateLocations locations: [Location]) {
    // A receiver may answer each connection, and drop it.
    failedConnections = 0
    // A recording's fixes can wait.
    guard !provider.canPause else { return driver.take(locations) }
    let time = now()
    var ofFirst = delay
    driver.take(
      locations, age: delay.update(with: locations.last?.time, at: time),
      ageOfFirst: ofFirst.update(with: locations.first?.time, at: time))
  }

  public func locationFetcher(_ fetcher: any LocationFetcher, didChangeState state: ReceiverState) {
    driver.take(state)
  }

  public func locationFetcher(_ fetcher: any LocationFetcher, didFinishWith end: PositionSourceEnd) {
    guard completion != nil else { return }
    switch end {
    case .complete(let badLines, let until, let invalid):
      driver.finish(at: until) { [weak self] in
        self?.finish(.sourceEnded(badLines: badLines, invalid: invalid))
      }
    case .failed(let error) where error.isWorthReconnecting: reconnect(after: error)
    case .failed(let error): driver.finish { [weak self] in self?.finish(.failed(error)) }
    }
  }

  private func reconnect(after error: PositioningError) {
    failedConnections += 1
    let delay = RetryDelay.delay(afterFailures: failedConnections)
    driver.onOutcome(.reconnecting(error, delay))
    reconnection = timerScheduler.schedule(after: delay) { [weak self] in
      self?.provider.startUpdatingLocation()
    }
  }
}

extension PositioningError {
  /// A daemon may come back; a log that cannot be read will not.
  fileprivate var isWorthReconnecting: Bool {
    switch self {
    case .gpsdUnreachable, .notGpsd, .gpsdClosed, .geoclue, .nowhere: true
    case .logUnreadable, .logEmpty, .logFormatUnknown, .logMalformed, .logNotRecorded, .noThread: false
    }
  }
}
