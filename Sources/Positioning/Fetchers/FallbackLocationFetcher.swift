/// Asks gpsd, and GeoClue if gpsd does not run or has no receiver; if both fail, reports what is wrong with both.
///
/// If GeoClue is unavailable too, keeps asking a gpsd without a device, as a receiver may be plugged in.
@MainActor
public final class FallbackLocationFetcher: LocationFetcher {
  public weak var locationFetcherDelegate: (any LocationFetcherDelegate)?
  public var desiredAccuracy = defaultDesiredAccuracy {
    didSet {
      gpsd.desiredAccuracy = desiredAccuracy
      geoclue.desiredAccuracy = desiredAccuracy
    }
  }
  public let canPause = false
  public var isPaused = false

  public var answersInPlaceOfFirst: Bool { step == .geoclue }

  private enum Step: Equatable {
    case gpsd, geoclue
    /// GeoClue is unavailable: wait for gpsd, whatever it has.
    case gpsdAlone(PositioningError)
  }

  private let gpsd: any LocationFetcher
  private let geoclue: any LocationFetcher
  private let onFallback: (String) -> Void
  private var step = Step.gpsd
  /// Why gpsd has no position; `nil` if it has no device.
  private var gpsdError: PositioningError?
  /// Whether the current source has been useful.
  private var isInUse = false

  /// - Parameter onFallback: called with the reason why gpsd gives way to GeoClue.
  public init(
    gpsd: any LocationFetcher, geoclue: any LocationFetcher, onFallback: @escaping (String) -> Void = { _ in }
  ) {
    self.gpsd = gpsd
    self.geoclue = geoclue
    self.onFallback = onFallback
    gpsd.locationFetcherDelegate = self
    geoclue.locationFetcherDelegate = self
  }

  public func startUpdatingLocation() {
    stopUpdatingLocation()
    begin(.gpsd)
  }

  public func stopUpdatingLocation() {
    gpsd.stopUpdatingLocation()
    geoclue.stopUpdatingLocation()
  }

  private func begin(_ step: Step) {
    self.step = step
    isInUse = false
    if step == .geoclue { geoclue.startUpdatingLocation() } else { gpsd.startUpdatingLocation() }
  }

  private func fallBack(from error: PositioningError?, because reason: String) {
    gpsdError = error
    gpsd.stopUpdatingLocation()
    onFallback(reason)
    begin(.geoclue)
  }

  private func fail(_ error: PositioningError) {
    locationFetcherDelegate?.locationFetcher(self, didChangeState: .unreachable(error))
    locationFetcherDelegate?.locationFetcher(self, didFinishWith: .failed(error))
  }
}

extension FallbackLocationFetcher: LocationFetcherDelegate {
  public func locationFetcher(
    _ fetcher: any LocationFetcher, didUpdateLocations locations: [Location]
  ) {
    isInUse = true
    locationFetcherDelegate?.locationFetcher(self, didUpdateLocations: locations)
  }

  public func locationFetcher(_ fetcher: any LocationFetcher, didChangeState state: ReceiverState) {
    switch (state, step) {
    // The following end reports it.
    case (.unreachable, _): return
    case (.noDevice, .gpsd) where !isInUse:
      fallBack(from: nil, because: state.reason ?? "")
      return
    case (.noDevice, .gpsdAlone(let error)):
      locationFetcherDelegate?.locationFetcher(self, didChangeState: .noDeviceNorGeoClue(error))
      return
    default: break
    }
    if state.authorizationStatus == .authorized { isInUse = true }
    locationFetcherDelegate?.locationFetcher(self, didChangeState: state)
  }

  public func locationFetcher(_ fetcher: any LocationFetcher, didFinishWith end: PositionSourceEnd) {
    guard case .failed(let error) = end else {
      locationFetcherDelegate?.locationFetcher(self, didFinishWith: end)
      return
    }
    switch step {
    case .gpsd where !isInUse: fallBack(from: error, because: error.description)
    case .geoclue where !isInUse:
      if let gpsdError { fail(.nowhere(gpsd: gpsdError, geoclue: error)) } else { begin(.gpsdAlone(error)) }
    case .gpsdAlone(let geoclueError) where !isInUse: fail(.nowhere(gpsd: error, geoclue: geoclueError))
    case .gpsd, .geoclue, .gpsdAlone: fail(error)
    }
  }
}
