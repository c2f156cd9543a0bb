import Positioning
import XCTest

/// A delegate that keeps what it hears.
@MainActor
final class RecordingDelegate: LocationFetcherDelegate {
  enum Message: Equatable {
    case state(ReceiverState)
    case locations([Location])
    case end(PositionSourceEnd)
  }

  private(set) var heard: [Message] = []
  /// Fulfilled when the source has ended.
  let end = XCTestExpectation(description: "the end is heard")
  /// Called after each batch of fixes.
  var onLocations: @MainActor () -> Void = {}

  /// The batches of fixes among what it heard.
  var batches: [[Location]] {
    heard.compactMap { message in
      if case .locations(let locations) = message { locations } else { nil }
    }
  }

  func locationFetcher(_ fetcher: any LocationFetcher, didUpdateLocations locations: [Location]) {
    heard.append(.locations(locations))
    onLocations()
  }

  func locationFetcher(_ fetcher: any LocationFetcher, didChangeState state: ReceiverState) {
    heard.append(.state(state))
  }

  func locationFetcher(_ fetcher: any LocationFetcher, didFinishWith end: PositionSourceEnd) {
    heard.append(.end(end))
    self.end.fulfill()
  }
}
