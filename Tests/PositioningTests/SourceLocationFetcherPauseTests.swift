import Dispatch
import Input
import Positioning
import TestSupport
import XCTest

@MainActor
final class SourceLocationFetcherPauseTests: XCTestCase {
  private let terrain = Terrain()
  private let log = DeliveryLog()

  private func fetcher(canPause: Bool) -> SourceLocationFetcher {
    let events = (0..<100).map { PositionEvent.locations([terrain.fix(east: Double($0), at: Double($0))]) }
    let fetcher = SourceLocationFetcher(source: ScriptedSource(events: events, canPause: canPause))
    fetcher.locationFetcherDelegate = log
    return fetcher
  }

  func testNothingIsLostBetweenPausingAndResuming() async {
    let fetcher = fetcher(canPause: true)
    var countWhenPaused = 0
    log.onFix = { [log] in
      guard log.fixes.elements.count == 10 else { return }
      fetcher.isPaused = true
      countWhenPaused = log.fixes.elements.count
      // Gives pending messages their chance before the fetcher continues.
      Task {
        for _ in 0..<100 { await Task.yield() }
        countWhenPaused = max(countWhenPaused, log.fixes.elements.count)
        fetcher.isPaused = false
      }
    }
    fetcher.startUpdatingLocation()
    _ = await log.ends.first(1)
    XCTAssertEqual(countWhenPaused, 10)
    XCTAssertEqual(
      log.fixes.elements.map(\.time), (0..<100).map { Terrain.start.addingTimeInterval(Double($0)) })
  }

  func testDoesNotHoldBackASourceThatCannotWait() async {
    let fetcher = fetcher(canPause: false)
    fetcher.isPaused = true
    fetcher.startUpdatingLocation()
    _ = await log.ends.first(1)
    XCTAssertEqual(log.fixes.elements.count, 100)
  }

  /// It does not wait while an output is blocked, as what it has not asked for by then may be gone.
  func testALiveSourceGoesOnWhileTheMainActorIsBlocked() {
    struct Source: PositionSource {
      let fix: Location
      let canPause = false
      let done = DispatchSemaphore(value: 0)

      func run(until stop: Waker, report: (PositionEvent) -> Void) -> PositionSourceEnd {
        for _ in 0..<100 { report(.locations([fix])) }
        done.signal()
        return .complete(badLines: 0)
      }
    }
    let source = Source(fix: terrain.fix(east: 0, at: 0))
    let fetcher = SourceLocationFetcher(source: source)
    fetcher.startUpdatingLocation()
    XCTAssertEqual(source.done.wait(timeout: .now() + 10), .success)
    fetcher.stopUpdatingLocation()
  }

  func testAPausedFetcherCanBeStopped() async {
    let fetcher = fetcher(canPause: true)
    fetcher.isPaused = true
    fetcher.startUpdatingLocation()
    fetcher.stopUpdatingLocation()
    fetcher.isPaused = false
    fetcher.startUpdatingLocation()
    _ = await log.ends.first(1)
    XCTAssertEqual(log.fixes.elements.count, 100)
    XCTAssertEqual(log.ends.elements.count, 1)
  }
}

/// A delegate that keeps what it hears.
@MainActor
private final class DeliveryLog: LocationFetcherDelegate {
  let fixes = Recorder<Location>()
  let ends = Recorder<PositionSourceEnd>()
  var onFix: () -> Void = {}

  func locationFetcher(_ fetcher: any LocationFetcher, didUpdateLocations locations: [Location]) {
    for location in locations {
      fixes.record(location)
      onFix()
    }
  }

  func locationFetcher(_ fetcher: any LocationFetcher, didChangeState state: ReceiverState) {}

  func locationFetcher(_ fetcher: any LocationFetcher, didFinishWith end: PositionSourceEnd) {
    ends.record(end)
  }
}
