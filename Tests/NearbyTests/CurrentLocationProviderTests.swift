import Foundation
import Geography
import Places
import Positioning
import TestSupport
import XCTest

@testable import Nearby

@MainActor
final class CurrentLocationProviderTests: XCTestCase {
  private let fetcher = MockLocationFetcher()
  private let timers = MockTimerScheduler()
  private let notificationCenter = NotificationCenter()
  private var observations: [NotificationCenter.ObservationToken] = []
  private let station = Coordinate(latitude: 60.1719, longitude: 24.9414)

  private func provider(of places: Result<[PointOfInterest], PlacesError> = .success([]))
    -> CurrentLocationProvider
  {
    CurrentLocationProvider(
      locationFetcher: fetcher, placeProvider: MockPlaceProvider(places),
      notificationCenter: notificationCenter, timerScheduler: timers)
  }

  private func fix(accuracy: Double?) -> Location {
    Location(coordinate: station, accuracy: accuracy)
  }

  func testTheFirstAccurateFixIsTheAnswer() async throws {
    fetcher.expect(.requestLocation, .stopUpdatingLocation)
    fetcher.handleRequestLocation = { [self] in
      $0.deliver(fix(accuracy: 250), fix(accuracy: 40), fix(accuracy: 5))
    }
    let found = try await provider().currentFix(within: .seconds(30))
    XCTAssertEqual(found.location.accuracy, 40)
    XCTAssertTrue(found.isAccurateEnough)
    fetcher.verify()
  }

  func testOfAReceiversFixesThatWaitedTheNewestIsTheAnswer() async throws {
    fetcher.canPause = false
    fetcher.expect(.requestLocation, .stopUpdatingLocation)
    let provider = provider()
    let begin = ContinuousClock.now
    provider.now = { begin }
    fetcher.handleRequestLocation = { [self] in
      // As many seconds as poi was stopped; the last of them it cannot have waited for.
      provider.now = { begin + .seconds(20) }
      let fixes = [(40.0, 0.0), (250, 10), (5, 19), (8, 300)].map { accuracy, second in
        Location(coordinate: station, accuracy: accuracy, time: Date(timeIntervalSince1970: second))
      }
      $0.locationFetcherDelegate?.locationFetcher($0, didUpdateLocations: fixes)
    }
    let found = try await provider.currentFix(within: .seconds(30))
    XCTAssertEqual(found.location.accuracy, 5)
  }

  func testTheDirectionOfTravelComesWithTheNewestFixThatCanHaveWaited() async throws {
    fetcher.canPause = false
    fetcher.expect(.startUpdatingLocation, .stopUpdatingLocation)
    let provider = provider()
    let begin = ContinuousClock.now
    provider.now = { begin }
    let fixes = Terrain().track((0..<60).map { Double($0) * 2 }, every: 1)
    fetcher.handleStartUpdatingLocation = {
      provider.now = { begin + .seconds(40) }
      $0.locationFetcherDelegate?.locationFetcher($0, didUpdateLocations: fixes)
    }
    let finder = CourseFinder(provider: provider, desiredAccuracy: 100, timerScheduler: timers)
    let found = try await finder.find(within: .seconds(60))
    XCTAssertEqual(found.fix.location, fixes[40])
    XCTAssertNotNil(found.course)
  }

  func testAnUnknownAccuracyIsGoodEnough() async throws {
    fetcher.expect(.requestLocation, .stopUpdatingLocation)
    fetcher.handleRequestLocation = { [self] in $0.deliver(fix(accuracy: nil)) }
    let found = try await provider().currentFix(within: .seconds(30))
    XCTAssertTrue(found.isAccurateEnough)
  }

  func testTheBestSoFarIsTheAnswerWhenTheTimeIsOver() async throws {
    fetcher.expect(.requestLocation, .stopUpdatingLocation)
    fetcher.handleRequestLocation = { [self] fetcher in
      fetcher.deliver(fix(accuracy: 180))
      fetcher.deliver(fix(accuracy: 120), fix(accuracy: 300))
      timers.fire(after: .seconds(7))
    }
    let found = try await provider().currentFix(within: .seconds(7))
    XCTAssertEqual(found.location.accuracy, 120)
    XCTAssertFalse(found.isAccurateEnough)
  }

  func testNoFixInTimeReportsTheReceiversState() async {
    fetcher.expect(.requestLocation, .stopUpdatingLocation)
    fetcher.handleRequestLocation = { [self] in
      $0.change(to: .noDevice)
      timers.fire(after: .seconds(7))
    }
    await assertFailure(.noFix(NoFix(state: .noDevice, waited: .seconds(7)))) {
      try await self.provider().currentFix(within: .seconds(7))
    }
  }

  func testPatienceWithoutAReceiverEndsTheWait() async {
    fetcher.expect(.requestLocation, .stopUpdatingLocation)
    fetcher.handleRequestLocation = { [self] in
      $0.change(to: .noDevice)
      timers.fire(after: .seconds(1))
    }
    await assertFailure(.noFix(NoFix(state: .noDevice, waited: .seconds(1)))) {
      let provider = self.provider()
      provider.patienceWithoutReceiver = .seconds(1)
      return try await provider.currentFix(within: .seconds(7))
    }
  }

  func testAReceiverThatReportsGetsTheWholeTime() async throws {
    fetcher.expect(.requestLocation, .stopUpdatingLocation)
    fetcher.handleRequestLocation = { [self] in
      $0.change(to: .reporting)
      timers.fire(after: .seconds(1))
      $0.deliver(fix(accuracy: 5))
    }
    let provider = provider()
    provider.patienceWithoutReceiver = .seconds(1)
    let found = try await provider.currentFix(within: .seconds(7))
    XCTAssertTrue(found.isAccurateEnough)
    XCTAssertEqual(timers.timers.map(\.isPending), [false, false])
  }

  func testALogWithoutAFixEndsTheWait() async {
    fetcher.expect(.requestLocation, .stopUpdatingLocation)
    fetcher.handleRequestLocation = { $0.finish(with: .complete(badLines: 3)) }
    await assertFailure(.noFix(NoFix(state: .unknown, badLines: 3))) {
      try await self.provider().currentFix(within: .seconds(7))
    }
  }

  func testTheBestSoFarIsTheAnswerWhenTheSourceFails() async throws {
    fetcher.expect(.requestLocation, .stopUpdatingLocation)
    fetcher.handleRequestLocation = { [self] in
      $0.deliver(fix(accuracy: 180))
      $0.finish(with: .failed(.gpsdClosed(GpsdAddress())))
    }
    let found = try await provider().currentFix(within: .seconds(7))
    XCTAssertEqual(found.location.accuracy, 180)
  }

  func testAFailingSourceIsAnError() async {
    fetcher.expect(.requestLocation, .stopUpdatingLocation)
    fetcher.handleRequestLocation = { $0.finish(with: .failed(.gpsdClosed(GpsdAddress()))) }
    await assertFailure(.positioning(.gpsdClosed(GpsdAddress()))) {
      try await self.provider().currentFix(within: .seconds(7))
    }
  }

  func testTheDeadlineIsCancelledWithTheAnswer() async throws {
    fetcher.expect(.requestLocation, .stopUpdatingLocation)
    fetcher.handleRequestLocation = { [self] in $0.deliver(fix(accuracy: 5)) }
    _ = try await provider().currentFix(within: .seconds(7))
    XCTAssertEqual(timers.timers.map(\.isPending), [false])
  }

  func testAChangedAuthorizationIsPostedOnTheInjectedCentre() async {
    let provider = provider()
    let posted = expectation(of: CurrentLocationProvider.AuthChanged.self, from: provider)
    fetcher.change(to: .noDevice)
    await fulfillment(of: [posted], timeout: 60)
    XCTAssertEqual(provider.authorizationStatus, .restricted)
  }

  func testTheSameStateIsNotPostedAgain() async {
    let provider = provider()
    fetcher.change(to: .noDevice)
    let posted = expectation(of: CurrentLocationProvider.AuthChanged.self, from: provider)
    posted.isInverted = true
    fetcher.change(to: .noDevice)
    await fulfillment(of: [posted], timeout: 0.05)
  }

  func testAFixIsPostedOnTheInjectedCentre() async {
    let provider = provider()
    let posted = expectation(of: CurrentLocationProvider.LocationChanged.self, from: provider)
    fetcher.deliver(fix(accuracy: 5))
    await fulfillment(of: [posted], timeout: 60)
    XCTAssertEqual(provider.location, fix(accuracy: 5))
  }

  /// Fulfilled when the provider posts such a message on the injected centre.
  private func expectation<Message: NotificationCenter.MainActorMessage>(
    of message: Message.Type, from provider: CurrentLocationProvider
  ) -> XCTestExpectation where Message.Subject == CurrentLocationProvider {
    let posted = expectation(description: "\(message)")
    observations.append(notificationCenter.addObserver(of: provider, for: message) { _ in posted.fulfill() })
    return posted
  }

  /// The result of a check with a place this far north of the fix.
  private func check(
    north degrees: Double, proximity: Distance? = nil, within: Distance = Distance(metres: 50)
  ) async throws -> LocationCheck {
    fetcher.expect(.requestLocation, .stopUpdatingLocation)
    fetcher.handleRequestLocation = { [self] in $0.deliver(fix(accuracy: 5)) }
    let place = PointOfInterest(
      id: "1", coordinate: Coordinate(latitude: station.latitude + degrees, longitude: station.longitude),
      proximity: proximity)
    return try await provider(of: .success([place])).checkCurrentLocation(
      within: .seconds(7), proximity: within)
  }

  func testAPlaceWithinReachMakesThePositionAPointOfInterest() async throws {
    let check = try await check(north: 0.0003)
    XCTAssertTrue(check.isPointOfInterest)
    XCTAssertEqual(check.answer.places.map(\.place.id), ["1"])
    XCTAssertEqual(check.fix.location, fix(accuracy: 5))
    XCTAssertTrue(check.fix.isAccurateEnough)
  }

  func testAPlaceBeyondReachDoesNot() async throws {
    let check = try await check(north: 0.0006)
    XCTAssertFalse(check.isPointOfInterest)
  }

  func testAWiderReachIncludesMore() async throws {
    let check = try await check(north: 0.0006, within: Distance(metres: 100))
    XCTAssertTrue(check.isPointOfInterest)
  }

  func testAPlacesOwnProximityOverridesTheDefault() async throws {
    let check = try await check(north: 0.0006, proximity: Distance(metres: 100))
    XCTAssertTrue(check.isPointOfInterest)
  }

  func testAPlacesOwnProximityHasALimit() async throws {
    let check = try await check(
      north: 0.02, proximity: Distance(metres: 3000), within: Distance(metres: 5000))
    XCTAssertFalse(check.isPointOfInterest)
  }

  func testCheckCurrentLocationAnswersThroughItsCompletion() async throws {
    fetcher.expect(.requestLocation, .stopUpdatingLocation)
    fetcher.handleRequestLocation = { [self] in $0.deliver(fix(accuracy: 5)) }
    let kiosk = PointOfInterest(id: "1", coordinate: station)
    let provider = provider(of: .success([kiosk]))
    let answered = expectation(description: "the completion is called")
    provider.checkCurrentLocation { result in
      XCTAssertEqual(try? result.get().isPointOfInterest, true)
      answered.fulfill()
    }
    await fulfillment(of: [answered], timeout: 60)
  }

  func testAFailingPlaceSourceFailsTheCheck() async {
    fetcher.expect(.requestLocation, .stopUpdatingLocation)
    fetcher.handleRequestLocation = { [self] in $0.deliver(fix(accuracy: 5)) }
    let failure = PlacesError.unreadable(path: "places.csv", code: 5)
    await assertFailure(.places(failure)) {
      try await self.provider(of: .failure(failure)).checkCurrentLocation(within: .seconds(7))
    }
  }

  func testListenersGetTheFixBeforeTheAnswer() async throws {
    fetcher.expect(.requestLocation, .stopUpdatingLocation)
    fetcher.handleRequestLocation = { [self] in $0.deliver(fix(accuracy: 5)) }
    let provider = provider()
    var heard: [CurrentFix] = []
    provider.onCurrentFix = { heard.append($0) }
    let answer = try await provider.currentFix(within: .seconds(7))
    XCTAssertEqual(heard, [answer])
  }

  private func assertFailure<Value>(
    _ expected: NearbyError, _ body: () async throws -> Value, line: UInt = #line
  ) async {
    do {
      _ = try await body()
      XCTFail("no error", line: line)
    } catch {
      XCTAssertEqual(error as? NearbyError, expected, line: line)
    }
  }
}
