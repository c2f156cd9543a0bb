import Foundation
import Geography
import Nearby
import Positioning
import Presentation
import TestSupport
import XCTest

@MainActor
final class FirstFixPresenterTests: XCTestCase {
  private let fetcher = MockLocationFetcher()
  private let timers = MockTimerScheduler()
  private let notificationCenter = NotificationCenter()
  private var messages: [String] = []

  private func provider() -> CurrentLocationProvider {
    CurrentLocationProvider(
      locationFetcher: fetcher, placeProvider: MockPlaceProvider(.success([])),
      notificationCenter: notificationCenter, timerScheduler: timers)
  }

  private func presenter(observing provider: CurrentLocationProvider) -> FirstFixPresenter {
    FirstFixPresenter(
      observing: provider, notificationCenter: notificationCenter, timerScheduler: timers
    ) { [weak self] in self?.messages.append($0) }
  }

  private func deliverFix() {
    fetcher.deliver(Location(coordinate: Coordinate(latitude: 60, longitude: 25)))
  }

  private func waitOutPatience() {
    timers.fire(after: FirstFixPresenter.patience)
  }

  func testAReceiverWithoutADeviceIsExplained() async {
    let provider = provider()
    withExtendedLifetime(presenter(observing: provider)) {
      fetcher.change(to: .noDevice)
    }
    XCTAssertEqual(messages, ["connected, but gpsd has no device; waiting"])
  }

  func testSaysHowOldTheOnlyPositionIs() async {
    let provider = provider()
    withExtendedLifetime(presenter(observing: provider)) {
      fetcher.change(to: .reportingNoFix(lastTime: Date(timeIntervalSince1970: 0)))
      waitOutPatience()
    }
    XCTAssertEqual(
      messages,
      [
        "no position yet: its last position, from 1970-01-01T00:00:00Z, is too old by this computer's clock; waiting"
      ])
  }

  func testSaysOnceThatPositionsAreTooOldThatComeAfterTheFirstWait() async {
    let provider = provider()
    withExtendedLifetime(presenter(observing: provider)) {
      fetcher.change(to: .reporting)
      waitOutPatience()
      for second in [0.0, 1, 2] {
        fetcher.change(to: .reportingNoFix(lastTime: Date(timeIntervalSince1970: second)))
      }
    }
    XCTAssertEqual(
      messages,
      [
        "no position yet; waiting",
        "no position yet: its last position, from 1970-01-01T00:00:00Z, is too old by this computer's clock; waiting",
      ])
  }

  func testEachChangeIsExplainedOnce() async {
    let provider = provider()
    withExtendedLifetime(presenter(observing: provider)) {
      fetcher.change(to: .deviceMissing("/dev/ttyUSB0"))
      fetcher.change(to: .deviceMissing("/dev/ttyUSB0"))
      fetcher.change(to: .deviceLost("/dev/ttyUSB0"))
    }
    XCTAssertEqual(
      messages,
      [
        "connected, but gpsd has no device /dev/ttyUSB0; waiting", "the device /dev/ttyUSB0 is gone; waiting",
      ])
  }

  func testDoesNotExplainAReportingOrUnreachableReceiver() async {
    let provider = provider()
    withExtendedLifetime(presenter(observing: provider)) {
      fetcher.change(to: .reporting)
      fetcher.change(to: .unreachable(.gpsdClosed(GpsdAddress())))
    }
    XCTAssertEqual(messages, [])
  }

  func testSaysThatOneOfSeveralReceiversIsFollowedAndLogsEachState() async {
    let provider = provider()
    var logged: [String] = []
    let presenter = FirstFixPresenter(
      observing: provider, notificationCenter: notificationCenter, timerScheduler: timers,
      log: { logged.append($0) }
    ) { [weak self] in self?.messages.append($0) }
    withExtendedLifetime(presenter) {
      fetcher.change(to: .noDevice)
      fetcher.change(to: .reporting)
      for _ in 1...3 { fetcher.change(to: .reportingOne("/dev/ttyUSB0")) }
    }
    XCTAssertEqual(
      messages.last,
      "several receivers report positions; poi follows /dev/ttyUSB0; to follow another: --gpsd HOST:PORT:DEVICE"
    )
    XCTAssertEqual(messages.count, 2)
    XCTAssertEqual(
      logged, ["connected, but gpsd has no device", "a device reports", "a device reports"])
  }

  func testReportsAMissingFixAfterThreeSeconds() async {
    XCTAssertEqual(FirstFixPresenter.patience, .seconds(3))
    let provider = provider()
    withExtendedLifetime(presenter(observing: provider)) {
      fetcher.change(to: .reporting)
      XCTAssertEqual(messages, [])
      waitOutPatience()
    }
    XCTAssertEqual(messages, ["no position yet; waiting"])
  }

  func testAFixThatComesInTimeIsNotMissed() async {
    let provider = provider()
    withExtendedLifetime(presenter(observing: provider)) {
      deliverFix()
      waitOutPatience()
    }
    XCTAssertEqual(messages, [])
  }

  func testReportsAReceiverWithoutADeviceOnce() async {
    let provider = provider()
    withExtendedLifetime(presenter(observing: provider)) {
      fetcher.change(to: .noDevice)
      waitOutPatience()
    }
    XCTAssertEqual(messages.count, 1)
  }

  func testAnotherProviderIsNotObserved() async {
    let provider = provider()
    let other = CurrentLocationProvider(
      locationFetcher: MockLocationFetcher(), placeProvider: MockPlaceProvider(.success([])),
      notificationCenter: notificationCenter, timerScheduler: timers)
    withExtendedLifetime(presenter(observing: other)) {
      fetcher.change(to: .noDevice)
    }
    withExtendedLifetime(provider) { XCTAssertEqual(messages, []) }
  }

  func testAReleasedPresenterIsSilent() async {
    let provider = provider()
    var presenter: FirstFixPresenter? = presenter(observing: provider)
    weak let released = presenter
    XCTAssertNotNil(presenter)
    presenter = nil
    XCTAssertNil(released)
    fetcher.change(to: .noDevice)
    waitOutPatience()
    XCTAssertEqual(messages, [])
    XCTAssertEqual(timers.timers.map(\.isPending), [false])
  }
}
