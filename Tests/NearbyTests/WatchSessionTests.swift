import Foundation
import Geography
import Places
import Positioning
import TestSupport
import XCTest

@testable import Nearby

@MainActor
final class WatchSessionTests: XCTestCase {
  private let fetcher = MockLocationFetcher()
  private let places = HeldPlaceProvider(areaRadius: Distance(metres: 5000))
  private let timers = MockTimerScheduler()
  private let terrain = Terrain()
  private let told = Recorder<String>()
  private let reconnections = Recorder<Duration>()
  /// How much had been reported at each pause.
  private let pauses = Recorder<Int>()

  /// A session that runs, and the task that waits for its end.
  private struct Running {
    let session: WatchSession
    let end: Task<WatchSession.End, Never>
  }

  private func start(
    withAreas: Bool = true, pace: Double? = nil, tellsSignal: Bool = false
  ) async -> Running {
    let provider = CurrentLocationProvider(
      locationFetcher: fetcher, placeProvider: places, notificationCenter: NotificationCenter(),
      timerScheduler: timers)
    let areas = AreaLoader(
      places, filter: PlaceFilter(), rules: ProximityRules(), timerScheduler: timers)
    areas.onFailure = { [told] in told.record("failure: \($0)") }
    let session = WatchSession(
      WatchEngine(monitor: ProximityMonitor(rules: ProximityRules())), following: provider,
      areas: withAreas ? areas : nil, pace: pace, timerScheduler: timers)
    session.driver.onOutcome = { [told, reconnections, pauses] outcome in
      switch outcome {
      case .event(.signal) where !tellsSignal: break
      case .event(let event): told.record(Self.wording(of: event))
      case .suppressed(let suppression) where suppression.place == nil:
        told.record("suppressed \(Self.seconds(suppression.location))")
      case .reconnecting(_, let delay): reconnections.record(delay)
      case .caughtUp: pauses.record(told.elements.count)
      case .counted, .suppressed, .coverage: break
      }
    }
    let started = expectation(description: "started")
    fetcher.expect(.startUpdatingLocation)
    fetcher.handleStartUpdatingLocation = { _ in started.fulfill() }
    let end = Task { await session.run() }
    await fulfillment(of: [started], timeout: 60)
    fetcher.handleStartUpdatingLocation = nil
    return Running(session: session, end: end)
  }

  private func end(_ running: Running) async {
    fetcher.expect(.stopUpdatingLocation)
    running.session.stop()
    let end = await running.end.value
    XCTAssertEqual(end, .stopped)
    fetcher.verify()
  }

  private static func wording(of event: WatchEvent) -> String {
    switch event {
    case .proximity(let event): "\(event.kind) \(event.place.place.id) \(seconds(event.location))"
    case .location(let location): "location \(seconds(location))"
    case .authorization(let state): state.authorizationStatus.rawValue
    case .street(let event): "street \(event.street.thing.title)"
    case .way: "way"
    case .beacon: "beacon"
    case .featured(let place, _): "featured \(place.place.id)"
    case .travel(let event): "\(event.kind) \(event.place.place.id) \(seconds(event.location))"
    case .next(let outlook, let location): "next \(Int(outlook.along)) \(seconds(location))"
    case .route(let status): "route \(status.isOn) \(seconds(status.location))"
    case .signal(let event):
      "\(event.status) \(event.time.map { Int($0.timeIntervalSince(Terrain.start)) } ?? -1)"
    }
  }

  private static func seconds(_ location: Location) -> Int {
    Int(location.time?.timeIntervalSince(Terrain.start) ?? -1)
  }

  private func deliver(east: Double, at seconds: Double, accuracy: Double? = nil) {
    fetcher.deliver(terrain.fix(east: east, at: seconds, accuracy: accuracy))
  }

  /// Metres from the origin.
  private func east(of position: Coordinate) -> Double {
    WGS84.inverse(from: terrain.coordinate(east: 0), to: position).distance.metres
  }

  private func answer(_ count: Int, _ found: [PointOfInterest] = []) async {
    _ = await places.questions.first(count)
    places.answer(.success(found))
  }

  // MARK: Areas

  func testNothingIsAskedUntilThePositionIsFarOut() async {
    let running = await start()
    deliver(east: 0, at: 0)
    await answer(1)
    _ = await told.first(1)
    for step in 1...19 { deliver(east: Double(step) * 100, at: Double(step) * 10) }
    deliver(east: 2100, at: 210)
    let questions = await places.questions.first(2)
    XCTAssertEqual(questions[0].position, terrain.coordinate(east: 0))
    XCTAssertEqual(east(of: questions[1].position), 4500, accuracy: 20)
    await end(running)
  }

  func testAsksForTheNextAreaWhileStillTakingFixes() async {
    let running = await start()
    deliver(east: 0, at: 0)
    await answer(1, [terrain.place("a", east: 2400)])
    _ = await told.first(1)
    for (east, seconds) in [(2100.0, 100.0), (2390, 200), (2395, 300)] { deliver(east: east, at: seconds) }
    XCTAssertEqual(
      told.elements, ["location 0", "location 100", "location 200", "location 300", "enter a 300"])
    XCTAssertFalse(fetcher.isPaused)
    await end(running)
  }

  func testTellsWhereTheCoverageEndsAndWhenItIsBack() async throws {
    let home = GridSquare(around: terrain.coordinate(east: 0))
    let squares = (-9...3).flatMap { column in
      (-9...9).map { GridSquare(level: 0, column: home.column + column, row: home.row + $0) }
    }
    let coverage = Coverage(of: squares)
    places.coverage = coverage
    let edge = Double(
      try XCTUnwrap((0..<3000).first { !coverage.contains(terrain.coordinate(east: Double($0))) }))
    let running = await start()
    let grounds = Recorder<String>()
    let tell = running.session.driver.onOutcome
    running.session.driver.onOutcome = { [told] outcome in
      if case .coverage(let isKnown) = outcome { grounds.record("\(isKnown) after \(told.elements.count)") }
      tell(outcome)
    }
    // Off the coverage is within a fence's reach of the unknown; back is half a kilometre farther in.
    let offsets = [0, edge - 60, edge - 40, edge - 60, edge + 100, edge - 400, edge - 520, edge - 700]
    deliver(east: offsets[0], at: 0)
    await answer(1)
    _ = await told.first(1)
    for (step, east) in offsets.enumerated().dropFirst() { deliver(east: east, at: Double(step) * 60) }
    _ = await told.first(offsets.count)
    XCTAssertEqual(grounds.elements, ["false after 3", "true after 8"])
    await end(running)
  }

  func testFixesThatDoNotCountAskForNoArea() async {
    let running = await start()
    deliver(east: 90_000, at: 0, accuracy: 900)
    deliver(east: 0, at: 1)
    await answer(1)
    let told = await told.first(3)
    XCTAssertEqual(told, ["location 0", "suppressed 0", "location 1"])
    deliver(east: 40_000, at: 2)
    deliver(east: 2500, at: 100)
    let questions = await places.questions.first(2)
    XCTAssertEqual(questions[0].position, terrain.coordinate(east: 0))
    XCTAssertEqual(east(of: questions[1].position), 4900, accuracy: 20)
    await end(running)
  }

  func testAPlaceOfTheNextAreaIsEntered() async {
    let running = await start()
    deliver(east: 0, at: 0)
    await answer(1)
    _ = await told.first(1)
    deliver(east: 2100, at: 100)
    await answer(2, [terrain.place("b", east: 5000)])
    await places.settle()
    deliver(east: 4990, at: 200)
    deliver(east: 5000, at: 210)
    let told = await told.first(5)
    XCTAssertEqual(told.last, "enter b 210")
    await end(running)
  }

  // MARK: Waiting for places

  func testReportsAReceiversFixesWithoutTheirPlacesIfThoseTakeLong() async {
    fetcher.canPause = false
    let running = await start()
    deliver(east: 0, at: 0)
    deliver(east: 5, at: 1)
    XCTAssertEqual(told.elements, [], "the places may arrive in a moment")
    timers.fire(after: WatchDriver.patience)
    XCTAssertEqual(told.elements, ["location 0", "location 1"])
    deliver(east: 5, at: 2)
    XCTAssertEqual(told.elements.last, "location 2")
    await answer(1, [terrain.place("a")])
    let told = await told.first(4)
    XCTAssertEqual(told, ["location 0", "location 1", "location 2", "initial a 0"])
    await end(running)
  }

  func testAReceiversEventsComeInAReplaysOrderIfThePlacesAreQuick() async {
    fetcher.canPause = false
    let running = await start()
    fetcher.deliver(
      terrain.fix(east: 0, at: 0), terrain.fix(east: 100, at: 10), terrain.fix(east: 100, at: 20))
    await answer(1, [terrain.place("a")])
    let told = await told.first(5)
    XCTAssertEqual(told, ["location 0", "initial a 0", "location 10", "location 20", "leave a 20"])
    await end(running)
  }

  func testALogWaitsAndNoFixIsLost() async {
    let running = await start()
    fetcher.deliver(
      terrain.fix(east: 0, at: 0), terrain.fix(east: 100, at: 10), terrain.fix(east: 100, at: 20))
    XCTAssertTrue(fetcher.isPaused)
    XCTAssertEqual(told.elements, [])
    await answer(1, [terrain.place("a")])
    let told = await told.first(5)
    XCTAssertEqual(told, ["location 0", "initial a 0", "location 10", "location 20", "leave a 20"])
    XCTAssertFalse(fetcher.isPaused)
    await end(running)
  }

  func testReportsAFailingServerOnceWhileFixesWait() async {
    let running = await start()
    deliver(east: 0, at: 0)
    for attempt in 1...3 {
      _ = await places.questions.first(attempt)
      places.answer(.failure(.server(address: "here", .timedOut(seconds: 5))))
      // One of the timers repeats the report.
      _ = await timers.scheduled.first(attempt + 1)
      timers.timers.last?.fire()
    }
    await answer(4, [terrain.place("a")])
    let told = await told.first(3)
    XCTAssertEqual(told.dropFirst(), ["location 0", "initial a 0"])
    XCTAssertTrue(told[0].hasPrefix("failure: "))
    await end(running)
  }

  func testWithoutAreasReportsFixesAndAsksNothing() async {
    let running = await start(withAreas: false)
    fetcher.deliver(terrain.fix(east: 0, at: 0), terrain.fix(east: 10_000, at: 1000))
    XCTAssertEqual(told.elements, ["location 0", "location 1000"])
    XCTAssertNil(running.session.driver.areas?.places)
    await end(running)
    await places.settle()
    XCTAssertEqual(places.questions.elements.count, 1, "but the one that settles")
  }

  func testPausesAfterReportingAWholeBatch() async {
    let running = await start(withAreas: false)
    fetcher.deliver(terrain.fix(east: 0, at: 0), terrain.fix(east: 1, at: 1))
    XCTAssertEqual(pauses.elements, [2])
    fetcher.change(to: .reporting)
    XCTAssertEqual(pauses.elements, [2, 3])
    await end(running)
  }

  // MARK: Losing gpsd

  func testRetriesTheConnectionEverLater() async {
    fetcher.canPause = false
    let running = await start()
    for (index, seconds) in [1, 2, 4, 8, 16, 30, 30].enumerated() {
      fetcher.finish(with: .failed(.gpsdClosed(GpsdAddress())))
      XCTAssertEqual(reconnections.elements.last, .seconds(seconds))
      fetcher.expect(.startUpdatingLocation)
      timers.timers[index].fire()
      fetcher.verify()
    }
    await end(running)
  }

  func testAFixResetsTheWaitsButAReceiverThatOnlyAnswersDoesNot() async {
    fetcher.canPause = false
    let running = await start()
    let lost = PositioningError.gpsdClosed(GpsdAddress())
    for _ in 0..<2 {
      fetcher.change(to: .unreachable(lost))
      fetcher.finish(with: .failed(lost))
      fetcher.expect(.startUpdatingLocation)
      timers.timers.last?.fire()
    }
    fetcher.change(to: .reporting)
    fetcher.finish(with: .failed(lost))
    fetcher.expect(.startUpdatingLocation)
    timers.timers.last?.fire()
    deliver(east: 0, at: 0)
    fetcher.finish(with: .failed(lost))
    XCTAssertEqual(reconnections.elements, [.seconds(1), .seconds(2), .seconds(4), .seconds(1)])
    XCTAssertEqual(told.elements, ["denied", "authorized"])
    await end(running)
  }

  func testStaysInsideWhileGpsdIsAway() async {
    fetcher.canPause = false
    let running = await start()
    deliver(east: 0, at: 0)
    await answer(1, [terrain.place("a")])
    _ = await told.first(2)
    fetcher.finish(with: .failed(.gpsdClosed(GpsdAddress())))
    fetcher.expect(.startUpdatingLocation)
    timers.timers.last?.fire()
    deliver(east: 5, at: 30)
    deliver(east: 200, at: 40)
    deliver(east: 200, at: 50)
    XCTAssertEqual(
      told.elements,
      ["location 0", "initial a 0", "location 30", "location 40", "location 50", "leave a 50"])
    XCTAssertEqual(running.session.driver.engine.state.inside, [])
    await end(running)
  }

  func testAStopWhileWaitingToReconnectCancelsThat() async {
    fetcher.canPause = false
    let running = await start()
    fetcher.finish(with: .failed(.gpsdClosed(GpsdAddress())))
    await end(running)
    XCTAssertEqual(timers.timers.map(\.isPending), [false])
  }

  // MARK: Losing the signal

  /// Lets the time pass without a fix that a receiver that has one a second may take.
  private func waitInVain() {
    timers.fire(after: .seconds(5))
    timers.fire(after: WatchDriver.delay)
  }

  func testReportsASilenceOnceWhileItLasts() async {
    fetcher.canPause = false
    let running = await start(withAreas: false, pace: 1, tellsSignal: true)
    deliver(east: 0, at: 0)
    deliver(east: 1, at: 1)
    XCTAssertEqual(timers.timers.map(\.isPending), [false, true])
    waitInVain()
    XCTAssertEqual(told.elements, ["location 0", "location 1", "lost 6"])
    XCTAssertEqual(pauses.elements.last, 3, "messages are shown")
    deliver(east: 2, at: 60)
    XCTAssertEqual(told.elements.suffix(2), ["regained 60", "location 60"])
    await end(running)
    XCTAssertFalse(timers.timers.contains(where: \.isPending))
  }

  func testAFixThatWaitedIsSoonLost() async {
    fetcher.canPause = false
    let running = await start(withAreas: false, pace: 1, tellsSignal: true)
    let begin = ContinuousClock.now
    for (time, arrival) in [(0.0, 0), (1, 1), (3, 24)] {
      running.session.now = { begin + .seconds(arrival) }
      deliver(east: time, at: time)
    }
    XCTAssertEqual(running.session.driver.age, .seconds(21))
    XCTAssertEqual(timers.timers.last?.delay, .zero)
    timers.timers.last?.fire()
    timers.fire(after: WatchDriver.delay)
    XCTAssertEqual(told.elements.last, "lost 8")
    await end(running)
  }

  func testAStalledReceiversFixesComeBackWhenTheyCome() async {
    fetcher.canPause = false
    let running = await start(withAreas: false, pace: 1, tellsSignal: true)
    let begin = ContinuousClock.now
    running.session.now = { begin }
    deliver(east: 0, at: 0)
    waitInVain()
    running.session.now = { begin + .seconds(12) }
    fetcher.deliver(terrain.fix(east: 1, at: 1), terrain.fix(east: 2, at: 2))
    XCTAssertEqual(told.elements.suffix(4), ["lost 5", "regained 12", "location 1", "location 2"])
    await end(running)
  }

  func testFixesThatCameWhilePoiWasHeldUpHaveTheirTurnFirst() async {
    fetcher.canPause = false
    let running = await start(withAreas: false, pace: 1, tellsSignal: true)
    deliver(east: 0, at: 0)
    timers.fire(after: .seconds(5))
    deliver(east: 1, at: 1)
    timers.fire(after: WatchDriver.delay)
    XCTAssertEqual(told.elements, ["location 0", "location 1"])
    await end(running)
    XCTAssertFalse(timers.timers.contains(where: \.isPending))
  }

  func testAReplayReportsTheSameSilences() async {
    let running = await start(withAreas: false, tellsSignal: true)
    fetcher.deliver(
      terrain.fix(east: 0, at: 0), terrain.fix(east: 1, at: 1), terrain.fix(east: 2, at: 60))
    XCTAssertEqual(
      told.elements, ["location 0", "location 1", "lost 6", "regained 60", "location 60"])
    XCTAssertEqual(timers.timers.count, 0, "the speed of reading a log proves nothing")
    await end(running)
  }

  func testAFixOfAWrongTimeIsNoSilence() async {
    let running = await start(withAreas: false, tellsSignal: true)
    fetcher.deliver(terrain.fix(east: 0, at: 0), terrain.fix(east: 1, at: 50), terrain.fix(east: 2, at: 2))
    XCTAssertEqual(told.elements, ["location 0", "location 50", "location 2"])
    await end(running)
  }

  func testALogThatGoesOnWithoutAFixLosesTheSignal() async {
    let running = await start(withAreas: false, tellsSignal: true)
    deliver(east: 0, at: 0)
    fetcher.expect(.stopUpdatingLocation)
    fetcher.finish(with: .complete(badLines: 0, until: Terrain.start.addingTimeInterval(50)))
    let end = await running.end.value
    XCTAssertEqual(end, .sourceEnded(badLines: 0))
    XCTAssertEqual(told.elements, ["location 0", "lost 5"])
    XCTAssertEqual(pauses.elements.last, 2, "what was told is shown")
  }

  func testTheEndOfALogIsNotALoss() async {
    let running = await start(withAreas: false, pace: 1, tellsSignal: true)
    deliver(east: 0, at: 0)
    fetcher.expect(.stopUpdatingLocation)
    fetcher.finish(with: .complete(badLines: 0))
    _ = await running.end.value
    waitInVain()
    XCTAssertEqual(told.elements, ["location 0"])
  }

  func testAPacedReplayWaitsAtItsPace() async {
    let running = await start(withAreas: false, pace: 10)
    deliver(east: 0, at: 0)
    XCTAssertEqual(timers.timers.map(\.delay), [.milliseconds(500)])
    await end(running)
  }

  func testFixesWaitingForPlacesAreNotASilence() async {
    let running = await start(pace: 1, tellsSignal: true)
    deliver(east: 0, at: 0)
    await answer(1)
    _ = await told.first(1)
    deliver(east: 40_000, at: 1000)
    waitInVain()
    XCTAssertEqual(told.elements, ["location 0"])
    await end(running)
  }

  // MARK: The end

  func testTheEndOfALogWaitsForThePlacesOfItsLastFix() async {
    let running = await start()
    deliver(east: 0, at: 0)
    fetcher.finish(with: .complete(badLines: 3))
    fetcher.expect(.stopUpdatingLocation)
    await answer(1, [terrain.place("a")])
    let end = await running.end.value
    XCTAssertEqual(end, .sourceEnded(badLines: 3))
    XCTAssertEqual(told.elements, ["location 0", "initial a 0"])
    fetcher.verify()
  }

  func testALogThatBreaksOffEndsTheWatch() async {
    let running = await start()
    fetcher.expect(.stopUpdatingLocation)
    fetcher.finish(with: .failed(.logEmpty(.standardInput)))
    let end = await running.end.value
    XCTAssertEqual(end, .failed(.logEmpty(.standardInput)))
  }

  func testReportsNothingAfterTheStop() async {
    let running = await start()
    deliver(east: 0, at: 0)
    _ = await places.questions.first(1)
    await end(running)
    places.answer(.success([terrain.place("a")]))
    deliver(east: 0, at: 1)
    fetcher.change(to: .reporting)
    await places.settle()
    XCTAssertEqual(told.elements, [])
  }

  func testAStopWithinABatchEndsItThere() async {
    let running = await start()
    running.session.driver.onOutcome = { [told, session = running.session] outcome in
      guard case .event(let event) = outcome else { return }
      told.record(Self.wording(of: event))
      if told.elements.count == 2 { session.stop() }
    }
    fetcher.deliver(
      terrain.fix(east: 100, at: 0), terrain.fix(east: 100, at: 1), terrain.fix(east: 100, at: 2))
    fetcher.expect(.stopUpdatingLocation)
    await answer(1)
    let end = await running.end.value
    XCTAssertEqual(end, .stopped)
    XCTAssertEqual(told.elements, ["location 0", "location 1"])
  }
}
