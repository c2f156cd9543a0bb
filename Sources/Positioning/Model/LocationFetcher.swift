import FoundationEssentials

/// Where positions come from: a receiver, a recorded log, or a fixed position.
@MainActor
public protocol LocationFetcher: AnyObject {
  /// Receives fixes; the fetcher does not keep it alive.
  var locationFetcherDelegate: (any LocationFetcherDelegate)? { get set }

  /// The accuracy, in metres, that a single fix needs.
  var desiredAccuracy: Double { get set }

  /// Whether fixes can wait, as those of a recording can; a receiver's keep coming.
  var canPause: Bool { get }

  /// Whether fixes are to wait, if they can.
  var isPaused: Bool { get set }

  /// Whether a second source answers because the first has no position.
  var answersInPlaceOfFirst: Bool { get }

  /// Delivers fixes until the delegate has one that is accurate enough, and stops it.
  func requestLocation()

  /// Delivers every fix until `stopUpdatingLocation()`, or until the source ends.
  func startUpdatingLocation()

  /// Ends the delivery: the delegate gets nothing after this.
  func stopUpdatingLocation()
}

extension LocationFetcher {
  public var answersInPlaceOfFirst: Bool { false }

  public func requestLocation() { startUpdatingLocation() }
}

/// Hears what a fetcher finds.
@MainActor
public protocol LocationFetcherDelegate: AnyObject {
  /// New fixes, oldest first; a replay hands them over in batches.
  func locationFetcher(_ fetcher: any LocationFetcher, didUpdateLocations locations: [Location])

  func locationFetcher(_ fetcher: any LocationFetcher, didChangeState state: ReceiverState)

  /// The source has ended by itself: after the last fix of a log, or after a failure.
  func locationFetcher(_ fetcher: any LocationFetcher, didFinishWith end: PositionSourceEnd)
}

public enum PositionSourceEnd: Hashable, Sendable {
  /// All of it was read; this many of its lines were not understood. If its last reports were without a fix, `until`
  /// is the time of the last one. If there was no fix at all, `invalid` sentences say that theirs is not valid.
  case complete(badLines: BadLines, until: Date? = nil, invalid: Int = 0)
  /// It broke off.
  case failed(PositioningError)
}

/// Lines, or points, that were not understood: how many, and where the first is.
public struct BadLines: Hashable, Sendable, ExpressibleByIntegerLiteral {
  public private(set) var count: Int
  /// The number of the first line, from 1; `nil` if there is none, or nobody knows.
  public private(set) var first: Int?

  public init(_ count: Int, first: Int? = nil) {
    self.count = count
    self.first = first
  }

  public init(integerLiteral count: Int) { self.init(count) }
}

/// The default accuracy, in metres.
public let defaultDesiredAccuracy = 100.0

extension Location {
  /// Whether the accuracy is unknown, or at least as good as the given number of metres.
  public func isAccurate(within metres: Double) -> Bool {
    accuracy.map { $0 <= metres } ?? true
  }
}
