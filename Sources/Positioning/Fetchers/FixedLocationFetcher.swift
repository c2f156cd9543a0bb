/// A position that somebody wrote down, as if a receiver reported it.
@MainActor
public final class FixedLocationFetcher: LocationFetcher {
  public weak var locationFetcherDelegate: (any LocationFetcherDelegate)?
  public var desiredAccuracy = defaultDesiredAccuracy

  public var isPaused = false
  /// There is only one fix, and nothing to hold back.
  public let canPause = false

  private let location: Location
  private var delivery: Task<Void, Never>?

  public init(location: Location) {
    self.location = location
  }

  public func startUpdatingLocation() {
    stopUpdatingLocation()
    // Later, as every fetcher answers: the caller is still setting itself up.
    delivery = Task { deliver() }
  }

  public func stopUpdatingLocation() {
    delivery?.cancel()
  }

  private func deliver() {
    tell { $0.locationFetcher(self, didChangeState: .reporting) }
    tell { $0.locationFetcher(self, didUpdateLocations: [location]) }
    tell { $0.locationFetcher(self, didFinishWith: .complete(badLines: 0)) }
  }

  private func tell(_ message: (any LocationFetcherDelegate) -> Void) {
    guard !Task.isCancelled, let delegate = locationFetcherDelegate else { return }
    message(delegate)
  }
}
