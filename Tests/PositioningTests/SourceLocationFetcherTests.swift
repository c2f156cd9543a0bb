import Dispatch
import Geography
import Input
import Positioning
import Synchronization
import XCTest

@MainActor
final class SourceLocationFetcherTests: XCTestCase {
  /// Runs a closure, on the thread that runs the source.
  private struct ScriptedSource: PositionSource {
    let canPause = true
    let script: @Sendable (Waker, (PositionEvent) -> Void) -> PositionSourceEnd

    func run(until stop: Waker, report: (PositionEvent) -> Void) -> PositionSourceEnd {
      script(stop, report)
    }
  }

  private let listener = RecordingDelegate()

  private func fetcher(
    of script: @escaping @Sendable (Waker, (PositionEvent) -> Void) -> PositionSourceEnd
  ) -> SourceLocationFetcher {
    let fetcher = SourceLocationFetcher(source: ScriptedSource(script: script))
    fetcher.locationFetcherDelegate = listener
    return fetcher
  }

  func testEverythingIsHeardInOrderUpToTheEnd() async {
    let batches = [[fix(accuracy: 5)], [fix(accuracy: 6), fix(accuracy: nil)]]
    let fetcher = fetcher { _, report in
      report(.state(.noDevice))
      report(.locations(batches[0]))
      report(.state(.reporting))
      report(.locations(batches[1]))
      return .complete(badLines: 3)
    }
    fetcher.startUpdatingLocation()
    await fulfillment(of: [listener.end], timeout: 60)
    XCTAssertEqual(
      listener.heard,
      [
        .state(.noDevice), .locations(batches[0]), .state(.reporting), .locations(batches[1]),
        .end(.complete(badLines: 3)),
      ])
  }

  func testAFailureIsHeard() async {
    let failure = PositionSourceEnd.failed(.gpsdClosed(GpsdAddress()))
    let fetcher = fetcher { _, _ in failure }
    fetcher.startUpdatingLocation()
    await fulfillment(of: [listener.end], timeout: 60)
    XCTAssertEqual(listener.heard, [.end(failure)])
  }

  func testNothingIsHeardAfterAStop() async {
    let ended = expectation(description: "the source ends")
    let fetcher = fetcher { stop, report in
      report(.locations([fix(accuracy: 5)]))
      report(.locations([fix(accuracy: 5)]))
      _ = stop.wait(forInputFrom: -1, atMost: .seconds(5))
      for _ in 0..<20 { report(.locations([fix(accuracy: 5)])) }
      ended.fulfill()
      return .complete(badLines: 0)
    }
    listener.onLocations = { fetcher.stopUpdatingLocation() }
    listener.end.isInverted = true
    fetcher.startUpdatingLocation()
    await fulfillment(of: [ended], timeout: 60)
    await fulfillment(of: [listener.end], timeout: 0.05)
    XCTAssertEqual(listener.heard.count, 1)
  }

  func testAStartThatFollowsAnotherHasTheDelegateForItself() async {
    let starts = Mutex(0)
    let firstEnded = expectation(description: "the first run ends")
    let fetcher = fetcher { stop, report in
      let isFirst = starts.withLock { number in
        number += 1
        return number == 1
      }
      if isFirst {
        _ = stop.wait(forInputFrom: -1, atMost: .seconds(5))
        report(.state(.noDevice))
        firstEnded.fulfill()
      } else {
        report(.locations([fix(accuracy: 5)]))
      }
      return .complete(badLines: isFirst ? 1 : 2)
    }
    fetcher.startUpdatingLocation()
    while starts.withLock({ $0 }) == 0 { await Task.yield() }
    fetcher.startUpdatingLocation()
    await fulfillment(of: [firstEnded, listener.end], timeout: 60)
    XCTAssertEqual(listener.heard, [.locations([fix(accuracy: 5)]), .end(.complete(badLines: 2))])
  }

  func testASourceIsNeverFarAheadOfASlowDelegate() async {
    let reported = Mutex(0)
    let isTooFar = DispatchSemaphore(value: 0)
    let capacity = 4
    let fetcher = fetcher { _, report in
      for number in 1...100 {
        report(.locations([fix(accuracy: 5)]))
        reported.withLock { $0 = number }
        if number > capacity { isTooFar.signal() }
      }
      return .complete(badLines: 0)
    }
    var heard = 0
    var lead = 0
    listener.onLocations = {
      // The slowest case: the main actor is blocked, and the source has time to run ahead.
      if heard == 0 {
        XCTAssertEqual(isTooFar.wait(timeout: .now() + 0.05), .timedOut)
      }
      heard += 1
      lead = max(lead, reported.withLock { $0 } - heard)
    }
    fetcher.startUpdatingLocation()
    await fulfillment(of: [listener.end], timeout: 60)
    XCTAssertEqual(heard, 100)
    XCTAssertLessThan(lead, capacity)
  }

  func testAReleasedFetcherStopsItsSource() async {
    let stopped = expectation(description: "the source is told to stop")
    var fetcher: SourceLocationFetcher? = fetcher { stop, _ in
      _ = stop.wait(forInputFrom: -1, atMost: .seconds(5))
      if stop.isCalled { stopped.fulfill() }
      return .complete(badLines: 0)
    }
    fetcher?.startUpdatingLocation()
    fetcher = nil
    await fulfillment(of: [stopped], timeout: 60)
    XCTAssertEqual(listener.heard, [])
  }

  func testAReleasedFetcherUnblocksAWaitingSource() async {
    let stopped = expectation(description: "the source comes to its stop")
    var fetcher: SourceLocationFetcher? = fetcher { stop, report in
      while !stop.isCalled { report(.locations([fix(accuracy: 5)])) }
      stopped.fulfill()
      return .complete(badLines: 0)
    }
    let heard = expectation(description: "a fix is heard")
    heard.assertForOverFulfill = false
    listener.onLocations = { heard.fulfill() }
    fetcher?.startUpdatingLocation()
    await fulfillment(of: [heard], timeout: 60)
    fetcher = nil
    await fulfillment(of: [stopped], timeout: 60)
  }

  func testTheDelegateIsNotKeptAlive() {
    let fetcher = fetcher { _, _ in .complete(badLines: 0) }
    var listener: RecordingDelegate? = RecordingDelegate()
    fetcher.locationFetcherDelegate = listener
    XCTAssertNotNil(fetcher.locationFetcherDelegate)
    listener = nil
    XCTAssertNil(fetcher.locationFetcherDelegate)
  }
}

private func fix(accuracy: Double?) -> Location {
  Location(coordinate: Coordinate(latitude: 60, longitude: 25), accuracy: accuracy)
}
