import Geography
import Positioning
import TestSupport
import XCTest

@MainActor
final class FallbackLocationFetcherTests: XCTestCase {
  private let gpsd = MockLocationFetcher()
  private let geoclue = MockLocationFetcher()
  private let listener = RecordingDelegate()
  private let location = Location(coordinate: Coordinate(latitude: 60, longitude: 25))
  private let unreachable = PositioningError.gpsdUnreachable(GpsdAddress(), .refused)
  private let notInstalled = PositioningError.geoclue(.notInstalled)

  /// - Parameter calls: the calls to gpsd and GeoClue after the stops before the start.
  private func fetcher(
    gpsd gpsdCalls: MockLocationFetcher.Call..., geoclue geoclueCalls: MockLocationFetcher.Call...
  ) -> FallbackLocationFetcher {
    for call in [.stopUpdatingLocation] + gpsdCalls { gpsd.expect(call) }
    for call in [.stopUpdatingLocation] + geoclueCalls { geoclue.expect(call) }
    let fetcher = FallbackLocationFetcher(gpsd: gpsd, geoclue: geoclue)
    fetcher.locationFetcherDelegate = listener
    return fetcher
  }

  private func verify() {
    gpsd.verify()
    geoclue.verify()
  }

  func testGpsdGoesFirstAndItsEndIsItsOwn() async {
    let fetcher = fetcher(gpsd: .startUpdatingLocation)
    fetcher.startUpdatingLocation()
    gpsd.change(to: .reporting)
    gpsd.deliver(location)
    XCTAssertFalse(fetcher.answersInPlaceOfFirst)
    let closed = PositioningError.gpsdClosed(GpsdAddress())
    gpsd.change(to: .unreachable(closed))
    gpsd.finish(with: .failed(closed))
    XCTAssertEqual(
      listener.heard,
      [.state(.reporting), .locations([location]), .state(.unreachable(closed)), .end(.failed(closed))])
    verify()
  }

  func testGeoClueAnswersWithoutGpsd() async {
    let fetcher = fetcher(
      gpsd: .startUpdatingLocation, .stopUpdatingLocation, geoclue: .startUpdatingLocation)
    fetcher.startUpdatingLocation()
    gpsd.change(to: .unreachable(unreachable))
    gpsd.finish(with: .failed(unreachable))
    geoclue.change(to: .reporting)
    geoclue.deliver(location)
    XCTAssertTrue(fetcher.answersInPlaceOfFirst)
    XCTAssertEqual(listener.heard, [.state(.reporting), .locations([location])])
    verify()
  }

  func testTheErrorExplainsBothFailures() async {
    let fetcher = fetcher(
      gpsd: .startUpdatingLocation, .stopUpdatingLocation, geoclue: .startUpdatingLocation)
    fetcher.startUpdatingLocation()
    gpsd.finish(with: .failed(unreachable))
    geoclue.change(to: .unreachable(notInstalled))
    geoclue.finish(with: .failed(notInstalled))
    let nowhere = PositioningError.nowhere(gpsd: unreachable, geoclue: notInstalled)
    XCTAssertEqual(listener.heard, [.state(.unreachable(nowhere)), .end(.failed(nowhere))])
    XCTAssertEqual(
      nowhere.description, "no position: gpsd isn't running and GeoClue isn't available")
    verify()
  }

  func testWaitsForAGpsdWithoutADeviceIfThereIsNoGeoClue() async {
    let fetcher = fetcher(
      gpsd: .startUpdatingLocation, .stopUpdatingLocation, .startUpdatingLocation,
      geoclue: .startUpdatingLocation)
    fetcher.startUpdatingLocation()
    gpsd.change(to: .noDevice)
    geoclue.finish(with: .failed(notInstalled))
    gpsd.change(to: .noDevice)
    XCTAssertEqual(listener.heard, [.state(.noDeviceNorGeoClue(notInstalled))])
    gpsd.change(to: .reporting)
    gpsd.deliver(location)
    XCTAssertEqual(listener.heard.dropFirst(), [.state(.reporting), .locations([location])])
    XCTAssertFalse(fetcher.answersInPlaceOfFirst)
    verify()
  }

  func testALostGeoClueIsALostReceiverAndGpsdGoesFirstAgain() async {
    let fetcher = fetcher(
      gpsd: .startUpdatingLocation, .stopUpdatingLocation, .stopUpdatingLocation, .startUpdatingLocation,
      geoclue: .startUpdatingLocation, .stopUpdatingLocation)
    fetcher.startUpdatingLocation()
    gpsd.finish(with: .failed(unreachable))
    geoclue.change(to: .reporting)
    let closed = PositioningError.geoclue(.closed)
    geoclue.change(to: .unreachable(closed))
    geoclue.finish(with: .failed(closed))
    XCTAssertEqual(
      listener.heard, [.state(.reporting), .state(.unreachable(closed)), .end(.failed(closed))])
    fetcher.startUpdatingLocation()
    XCTAssertFalse(fetcher.answersInPlaceOfFirst)
    verify()
  }
}
