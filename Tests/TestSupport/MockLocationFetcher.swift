import Positioning

/// A fetcher controlled by a test.
public final class MockLocationFetcher: MockBase<MockLocationFetcher.Call>, LocationFetcher {
  /// The calls that it may get.
  public enum Call: Equatable, Sendable {
    case requestLocation
    case startUpdatingLocation
    case stopUpdatingLocation
  }

  public weak var locationFetcherDelegate: (any LocationFetcherDelegate)?
  public var desiredAccuracy = defaultDesiredAccuracy
  public var isPaused = false
  public var canPause = true

  /// Called on `requestLocation()`, to answer at once.
  public var handleRequestLocation: (@MainActor (MockLocationFetcher) -> Void)?

  /// Called on `startUpdatingLocation()`.
  public var handleStartUpdatingLocation: (@MainActor (MockLocationFetcher) -> Void)?

  public func requestLocation() {
    consume(.requestLocation)
    handleRequestLocation?(self)
  }

  public func startUpdatingLocation() {
    consume(.startUpdatingLocation)
    handleStartUpdatingLocation?(self)
  }

  public func stopUpdatingLocation() {
    consume(.stopUpdatingLocation)
  }

  /// Tells the delegate of fixes.
  public func deliver(_ locations: Location...) {
    locationFetcherDelegate?.locationFetcher(self, didUpdateLocations: locations)
  }

  /// Tells the delegate of the receiver's state.
  public func change(to state: ReceiverState) {
    locationFetcherDelegate?.locationFetcher(self, didChangeState: state)
  }

  /// Tells the delegate that the source has ended.
  public func finish(with end: PositionSourceEnd) {
    locationFetcherDelegate?.locationFetcher(self, didFinishWith: end)
  }
}
