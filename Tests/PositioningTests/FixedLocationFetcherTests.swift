import Geography
import Positioning
import XCTest

@MainActor
final class FixedLocationFetcherTests: XCTestCase {
  private let location = Location(coordinate: Coordinate(latitude: 60, longitude: 25), accuracy: 500)
  private let listener = RecordingDelegate()

  private func fetcher() -> FixedLocationFetcher {
    let fetcher = FixedLocationFetcher(location: location)
    fetcher.locationFetcherDelegate = listener
    return fetcher
  }

  func testItAnswersLaterWithTheStateTheFixAndTheEnd() async {
    let fetcher = fetcher()
    fetcher.requestLocation()
    XCTAssertEqual(listener.heard, [], "the caller is still setting itself up")
    await fulfillment(of: [listener.end], timeout: 60)
    XCTAssertEqual(
      listener.heard, [.state(.reporting), .locations([location]), .end(.complete(badLines: 0))])
  }

  func testNothingIsHeardAfterAStop() async {
    let fetcher = fetcher()
    listener.end.isInverted = true
    fetcher.startUpdatingLocation()
    fetcher.stopUpdatingLocation()
    await fulfillment(of: [listener.end], timeout: 0.05)
    XCTAssertEqual(listener.heard, [])
  }

  func testAStopWithinADeliveryIsHeeded() async {
    let fetcher = fetcher()
    listener.end.isInverted = true
    listener.onLocations = { fetcher.stopUpdatingLocation() }
    fetcher.startUpdatingLocation()
    await fulfillment(of: [listener.end], timeout: 0.05)
    XCTAssertEqual(listener.heard, [.state(.reporting), .locations([location])])
  }

  func testAStartThatFollowsAStopIsAnsweredOnce() async {
    let fetcher = fetcher()
    fetcher.startUpdatingLocation()
    fetcher.stopUpdatingLocation()
    fetcher.startUpdatingLocation()
    listener.end.assertForOverFulfill = false
    await fulfillment(of: [listener.end], timeout: 60)
    let further = expectation(description: "nothing more is heard")
    further.isInverted = true
    listener.onLocations = { further.fulfill() }
    await fulfillment(of: [further], timeout: 0.05)
    XCTAssertEqual(listener.heard.count, 3)
  }
}
