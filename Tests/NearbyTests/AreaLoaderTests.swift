import Foundation
import Geography
import Places
import TestSupport
import XCTest

@testable import Nearby

@MainActor
final class AreaLoaderTests: XCTestCase {
  private let provider = HeldPlaceProvider(areaRadius: Distance(metres: 5000))
  private let timers = MockTimerScheduler()
  private let terrain = Terrain()
  private let changes = Recorder<Void>()
  private let failures = Recorder<PlacesError>()
  private let failure = PlacesError.server(address: "here", .timedOut(seconds: 5))

  private func loader(rules: ProximityRules = ProximityRules()) -> AreaLoader {
    let located = CurrentLocationProvider(
      locationFetcher: MockLocationFetcher(), placeProvider: provider,
      notificationCenter: NotificationCenter(), timerScheduler: timers)
    let loader = AreaLoader(
      provider: located, filter: PlaceFilter(name: "x"), rules: rules, timerScheduler: timers)
    loader.onChange = { [changes] in changes.record(()) }
    loader.onFailure = { [failures] in failures.record($0) }
    return loader
  }

  private func covers(_ loader: AreaLoader, east: Double, step: Double = 0) -> Bool {
    loader.covers(WGS84.cartesian(terrain.coordinate(east: east)), step: step)
  }

  private func lookAhead(_ loader: AreaLoader, east: Double) {
    let coordinate = terrain.coordinate(east: east)
    loader.loadAhead(of: WGS84.cartesian(coordinate), at: coordinate)
  }

  /// A loader that knows the area around the origin.
  private func loaded() async -> AreaLoader {
    let loader = loader()
    loader.load(around: terrain.coordinate(east: 0))
    _ = await provider.questions.first(1)
    provider.answer(.success([terrain.place("a")]))
    _ = await changes.first(1)
    return loader
  }

  func testAllThatPassesTheFilterInTheAreaIsAskedFor() async {
    let loader = loader()
    loader.load(around: terrain.coordinate(east: 0))
    let question = await provider.questions.first(1)[0]
    XCTAssertEqual(question.position, terrain.coordinate(east: 0))
    XCTAssertEqual(
      question.query,
      PlaceQuery(filter: PlaceFilter(name: "x"), radius: Distance(metres: 5000), limit: .max))
    provider.answer(.success([]))
    _ = await changes.first(1)
  }

  func testAnAreaIsAtLeastTwiceAsLargeAsThePlacesReach() async {
    var rules = ProximityRules()
    rules.within = Distance(metres: 8000)
    let loader = loader(rules: rules)
    loader.load(around: terrain.coordinate(east: 0))
    let question = await provider.questions.first(1)[0]
    XCTAssertEqual(question.query.radius, Distance(metres: 16000))
    provider.answer(.success([]))
    _ = await changes.first(1)
  }

  func testNothingIsCoveredBeforeTheFirstAnswer() async {
    XCTAssertFalse(covers(loader(), east: 0))
  }

  func testAnAreaCoversAsFarAsNoPlaceBeyondItCanMatter() async {
    let loader = await loaded()
    XCTAssertTrue(covers(loader, east: 3990))
    XCTAssertFalse(covers(loader, east: 4010))
  }

  func testAnAreaHasToCoverTheWayThere() async {
    let loader = await loaded()
    XCTAssertTrue(covers(loader, east: 1000, step: 2990))
    XCTAssertFalse(covers(loader, east: 1000, step: 3010))
  }

  func testALongWayAsksForALargerArea() async {
    let loader = loader()
    loader.load(around: terrain.coordinate(east: 0), step: 9000)
    let question = await provider.questions.first(1)[0]
    XCTAssertEqual(question.query.radius, Distance(metres: 11_000))
    provider.answer(.success([]))
    _ = await changes.first(1)
    XCTAssertTrue(covers(loader, east: 0, step: 9000))
  }

  func testTheNextAreaIsAskedForHalfWayOut() async {
    let loader = await loaded()
    lookAhead(loader, east: 1990)
    lookAhead(loader, east: 2010)
    let questions = await provider.questions.first(2)
    XCTAssertEqual(questions.dropFirst().map(\.position), [terrain.coordinate(east: 2010)])
    provider.answer(.success([]))
    _ = await changes.first(2)
  }

  func testOneIsAskedForAtATime() async {
    let loader = loader()
    loader.load(around: terrain.coordinate(east: 0))
    loader.load(around: terrain.coordinate(east: 100))
    _ = await provider.questions.first(1)
    provider.answer(.success([]))
    _ = await changes.first(1)
    loader.load(around: terrain.coordinate(east: 200))
    let questions = await provider.questions.first(2)
    XCTAssertEqual(questions.map(\.position), [0, 200].map { terrain.coordinate(east: $0) })
    provider.answer(.success([]))
    _ = await changes.first(2)
  }

  func testAFailingServerIsTriedAgainLaterAndLaterAndToldOnce() async {
    let loader = loader()
    loader.load(around: terrain.coordinate(east: 0))
    for (index, seconds) in [1, 2, 4, 8, 16, 30, 30].enumerated() {
      _ = await provider.questions.first(index + 1)
      provider.answer(.failure(failure))
      _ = await timers.scheduled.first(index + 1)
      XCTAssertEqual(timers.timers.last?.delay, .seconds(seconds))
      timers.timers.last?.fire()
    }
    XCTAssertEqual(failures.elements, [failure])
    _ = await provider.questions.first(8)
    provider.answer(.success([]))
    _ = await changes.first(1)
  }

  func testAfterAnAnswerTheNextFailureIsNewsAgain() async {
    let loader = loader()
    loader.load(around: terrain.coordinate(east: 0))
    _ = await provider.questions.first(1)
    provider.answer(.failure(failure))
    _ = await timers.scheduled.first(1)
    timers.fire(after: .seconds(1))
    _ = await provider.questions.first(2)
    provider.answer(.success([]))
    _ = await changes.first(1)
    loader.load(around: terrain.coordinate(east: 0))
    _ = await provider.questions.first(3)
    provider.answer(.failure(failure))
    let told = await failures.first(2)
    XCTAssertEqual(told, [failure, failure])
    XCTAssertEqual(timers.timers.map(\.delay), [.seconds(1), .seconds(1)])
  }

  func testNothingIsAskedWhileAFailureIsWaitedOut() async {
    let loader = loader()
    loader.load(around: terrain.coordinate(east: 0))
    _ = await provider.questions.first(1)
    provider.answer(.failure(failure))
    _ = await timers.scheduled.first(1)
    loader.load(around: terrain.coordinate(east: 100))
    timers.fire(after: .seconds(1))
    let questions = await provider.questions.first(2)
    XCTAssertEqual(questions.map(\.position), [0, 0].map { terrain.coordinate(east: $0) })
    provider.answer(.success([]))
    _ = await changes.first(1)
  }

  func testAFailureThatTheStopBroughtAboutIsNotTold() async {
    let loader = loader()
    loader.load(around: terrain.coordinate(east: 0))
    _ = await provider.questions.first(1)
    loader.stop()
    provider.answer(.failure(.server(address: "here", .cancelled)))
    await provider.settle()
    XCTAssertEqual(failures.elements, [])
    XCTAssertTrue(timers.timers.isEmpty)
  }
}
