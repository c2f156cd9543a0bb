import Geography
import Nearby
import Places
import TestSupport
import XCTest

@MainActor
final class FeaturedPlaceManagerTests: XCTestCase {
  private let timers = MockTimerScheduler()
  private let terrain = Terrain()
  private var inView: [String] = []
  private var shown: [String] = []

  private func manager() -> FeaturedPlaceManager {
    let manager = FeaturedPlaceManager(timerScheduler: timers) { [unowned self] in
      inView.map { NearbyPlace(terrain.place($0), from: terrain.coordinate(east: 5)) }
    }
    manager.onChange = { [unowned self] in shown.append($0.place.id) }
    manager.scheduleNextPlace()
    return manager
  }

  private func letTurnsPass(_ count: Int) {
    for _ in 0..<count {
      timers.fire(after: .seconds(10))
    }
  }

  func testTheFirstPlaceHasItsTurnAfterTenSeconds() async {
    inView = ["a", "b"]
    let manager = manager()
    XCTAssertNil(manager.currentPlace)
    XCTAssertEqual(timers.timers.map(\.delay), [.seconds(10)])
    letTurnsPass(1)
    XCTAssertEqual(manager.currentPlace?.place.id, "a")
  }

  func testEachHasItsTurnAndThenANewRoundBegins() async {
    inView = ["a", "b", "c"]
    let manager = manager()
    letTurnsPass(5)
    XCTAssertEqual(shown, ["a", "b", "c", "a", "b"])
    withExtendedLifetime(manager) {}
  }

  func testAPlaceThatComesIntoViewHasItsTurnNext() async {
    inView = ["a", "b"]
    let manager = manager()
    letTurnsPass(2)
    inView = ["new", "a", "b"]
    letTurnsPass(1)
    XCTAssertEqual(shown, ["a", "b", "new"])
    withExtendedLifetime(manager) {}
  }

  func testAPlaceThatWentOutOfViewHasNoTurn() async {
    inView = ["a", "b", "c"]
    let manager = manager()
    letTurnsPass(1)
    inView = ["a", "c"]
    letTurnsPass(2)
    XCTAssertEqual(shown, ["a", "c", "a"])
    withExtendedLifetime(manager) {}
  }

  func testWithNothingInViewNobodyHasATurnAndTurnsContinue() async {
    inView = ["a"]
    let manager = manager()
    letTurnsPass(1)
    inView = []
    letTurnsPass(1)
    XCTAssertNil(manager.currentPlace)
    inView = ["b"]
    letTurnsPass(1)
    XCTAssertEqual(shown, ["a", "b"])
  }

  func testTheTimesOfFixesGiveTurns() async {
    inView = ["a", "b"]
    let manager = FeaturedPlaceManager(timerScheduler: timers) { [unowned self] in
      inView.map { NearbyPlace(terrain.place($0), from: terrain.coordinate(east: 5)) }
    }
    manager.onChange = { [unowned self] in shown.append($0.place.id) }
    for (second, count) in [(0.0, 0), (9.9, 0), (12, 1), (21, 1), (22, 2), (80, 3), (85, 3), (3, 3), (13, 4)]
    {
      manager.take(fixAt: Date(timeIntervalSince1970: 1e9 + second))
      XCTAssertEqual(shown.count, count, "\(second)")
    }
    XCTAssertEqual(shown, ["a", "b", "a", "b"])
    XCTAssertEqual(timers.timers.count, 0)
  }

  func testStoppingEndsTheTurns() async {
    inView = ["a", "b"]
    let manager = manager()
    letTurnsPass(1)
    manager.stop()
    letTurnsPass(3)
    XCTAssertEqual(shown, ["a"])
    XCTAssertFalse(timers.timers.contains(where: \.isPending))
  }

  func testSchedulingAgainDoesNotDoubleTheTurns() async {
    inView = ["a", "b"]
    let manager = manager()
    manager.scheduleNextPlace()
    letTurnsPass(1)
    XCTAssertEqual(shown, ["a"])
  }
}
