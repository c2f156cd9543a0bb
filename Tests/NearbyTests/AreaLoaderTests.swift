import Foundation
import Geography
import Places
import Synchronization
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
  private let givenUp = Recorder<PlacesError>()
  private let failure = PlacesError.server(address: "here", .timedOut(seconds: 5))
  private let refusal = PlacesError.server(address: "here", .status(403, retryAfter: nil))

  private func loader(rules: ProximityRules = ProximityRules(), patience: Duration? = nil) -> AreaLoader {
    let loader = AreaLoader(
      provider, filter: PlaceFilter(name: "x"), rules: rules, patience: patience,
      timerScheduler: timers)
    loader.onChange = { [changes] in changes.record(()) }
    loader.onFailure = { [failures] in failures.record($0) }
    loader.onGivingUp = { [givenUp] in givenUp.record($0) }
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

  func testAsksForEverythingInTheAreaThatPassesTheFilter() async {
    let loader = loader()
    loader.load(around: terrain.coordinate(east: 0))
    let question = await provider.questions.first(1)[0]
    XCTAssertEqual(question.position, terrain.coordinate(east: 0))
    var expected = PlaceQuery(filter: PlaceFilter(name: "x"), radius: Distance(metres: 5000), limit: .max)
    expected.keepsDuplicates = true
    XCTAssertEqual(question.query, expected)
    provider.answer(.success([]))
    _ = await changes.first(1)
  }

  func testOfANodeAndItsBuildingThatCountsWhereverItIsAskedFor() async {
    let node = PointOfInterest(
      id: "node/1", name: "Hut", category: "hut", coordinate: terrain.coordinate(east: 10))
    let corners = [(20.0, 0.0), (40, 0), (40, 20), (20, 20), (20, 0)]
      .map { terrain.coordinate(east: $0.0, north: $0.1) }
    let building = PointOfInterest(
      id: "way/2", name: "Hut", category: "hut", coordinate: corners[0], extent: Extent(lines: [corners]))
    let loader = loader()
    loader.load(around: terrain.coordinate(east: 0))
    _ = await provider.questions.first(1)
    provider.answer(.success([node, building]))
    _ = await changes.first(1)
    let near = loader.places?.nearest(to: terrain.coordinate(east: 0), limit: 9)
    XCTAssertEqual(near?.map(\.place.id), ["way/2"])
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

  func testAsksForTheNextAreaAheadBeforeTheCurrentOneEnds() async {
    let loader = await loaded()
    for east in stride(from: 0.0, through: 3190, by: 10) { lookAhead(loader, east: east) }
    XCTAssertEqual(provider.questions.elements.count, 1)
    lookAhead(loader, east: 3210)
    let questions = await provider.questions.first(2)
    // Its middle is at six tenths of the distance within which it is useful.
    let error = WGS84.inverse(from: questions[1].position, to: terrain.coordinate(east: 3210 + 2400))
    XCTAssertLessThan(error.distance.metres, 20)
    provider.answer(.success([]))
    _ = await changes.first(2)
    XCTAssertTrue(covers(loader, east: 3210))
    XCTAssertTrue(covers(loader, east: 9580))
  }

  func testAFastTravellerAsksEarlier() async {
    let loader = await loaded()
    for east in [0.0, 500, 1000, 1500] { lookAhead(loader, east: east) }
    XCTAssertEqual(provider.questions.elements.count, 1)
    lookAhead(loader, east: 2010)
    _ = await provider.questions.first(2)
    provider.answer(.success([]))
    _ = await changes.first(2)
  }

  func testDoesNotAskAgainForALoadedArea() async {
    let loader = await loaded()
    let returns = Recorder<Void>()
    loader.onReturn = { returns.record(()) }
    loader.load(around: terrain.coordinate(east: 6000))
    _ = await provider.questions.first(2)
    provider.answer(.success([terrain.place("b", east: 6000)]))
    _ = await changes.first(2)
    XCTAssertEqual(
      loader.area?.fences.index.nearest(to: terrain.coordinate(east: 0), limit: 9).map(\.place.id), ["b"])
    XCTAssertTrue(covers(loader, east: 0))
    XCTAssertEqual(
      loader.area?.fences.index.nearest(to: terrain.coordinate(east: 0), limit: 9).map(\.place.id), ["a"])
    XCTAssertEqual(returns.elements.count, 1)
    // On the way back to the other, too.
    for east in stride(from: 0.0, through: 3990, by: 10) { lookAhead(loader, east: east) }
    XCTAssertTrue(covers(loader, east: 4010))
    XCTAssertEqual(provider.questions.elements.count, 2)
  }

  func testAsksForLessIfItIsTooMuchForTheSource() async {
    let loader = loader()
    loader.load(around: terrain.coordinate(east: 0))
    let tooMuch: [PlacesError] = [
      .tookTooLong(seconds: 2), .tookTooLong(seconds: 2), .server(address: "here", .tooManyPlaces(limit: 1)),
    ]
    for (index, (radius, error)) in zip([5000.0, 2500, 1250], tooMuch).enumerated() {
      let questions = await provider.questions.first(index + 1)
      XCTAssertEqual(questions[index].query.radius, Distance(metres: radius))
      provider.answer(.failure(error))
    }
    let told = await givenUp.first(1)
    XCTAssertEqual(told, [.server(address: "here", .tooManyPlaces(limit: 1))])
    XCTAssertTrue(timers.timers.isEmpty)
  }

  func testDoesNotRetryWhatCannotSucceed() async {
    let loader = loader()
    loader.load(around: terrain.coordinate(east: 0))
    _ = await provider.questions.first(1)
    provider.answer(.failure(refusal))
    let told = await givenUp.first(1)
    XCTAssertEqual(told, [refusal])
    XCTAssertTrue(timers.timers.isEmpty)
  }

  func testRetriesASourceThatHasAnsweredAfterAnyError() async {
    let loader = await loaded()
    loader.load(around: terrain.coordinate(east: 20_000))
    _ = await provider.questions.first(2)
    provider.answer(.failure(refusal))
    let told = await failures.first(1)
    XCTAssertEqual(told, [refusal])
    _ = await timers.scheduled.first(2)
    timers.fire(after: .seconds(1))
    _ = await provider.questions.first(3)
    XCTAssertEqual(givenUp.elements, [])
  }

  func testALogDoesNotWaitForASourceThatRefuses() async {
    let loader = loader(patience: .seconds(20))
    loader.load(around: terrain.coordinate(east: 0))
    _ = await provider.questions.first(1)
    provider.answer(.success([]))
    _ = await changes.first(1)
    loader.load(around: terrain.coordinate(east: 20_000))
    _ = await provider.questions.first(2)
    provider.answer(.failure(refusal))
    let told = await givenUp.first(1)
    XCTAssertEqual(told, [refusal])
  }

  func testAnAreaLoadedWithoutTheServerIsAskedForAgain() async {
    await checkThatItAsksAgain(without: .failed(failure))
  }

  func testAnAreaLoadedOfflineIsLookedUpAgainAsSomethingMayBeImported() async {
    await checkThatItAsksAgain(without: .offline)
  }

  private func checkThatItAsksAgain(without unasked: PlaceSource.Unasked) async {
    provider.unasked = unasked
    provider.coverage = Coverage()
    let loader = await loaded()
    XCTAssertTrue(covers(loader, east: 0))
    for count in 2...3 {
      timers.fire(after: .seconds(60))
      _ = await provider.questions.first(count)
      if count == 3 { (provider.unasked, provider.coverage) = (nil, nil) }
      provider.answer(.success([]))
      _ = await changes.first(count)
    }
    XCTAssertEqual(failures.elements, [])
    XCTAssertNil(loader.area?.unasked)
    XCTAssertTrue(loader.knowsAny)
  }

  func testTellsThatPlacesMayBeMissingWhereAServerKnowsLessThanTheArea() async {
    for (known, isWhole) in [(3000.0, false), (4100, true)] {
      let answer = PlaceAnswer(
        places: [], source: PlaceSource(name: "here", knownWithin: Distance(metres: known)))
      let loader = await loaded(with: answer)
      XCTAssertEqual(loader.coverage == nil, isWhole, "\(known)")
    }
  }

  func testAsksAgainWhereTheListOfAServerEnds() async {
    for (listed, end) in [(3000.0, 2950.0), (60, 50)] {
      var answer = PlaceAnswer(places: [], source: PlaceSource(name: "here"))
      answer.source.listedWithin = Distance(metres: listed)
      let loader = await loaded(with: answer)
      XCTAssertTrue(covers(loader, east: end - 5), "\(listed)")
      XCTAssertFalse(covers(loader, east: end + 5), "\(listed)")
      XCTAssertNil(loader.coverage)
    }
  }

  func testLoadsAgainWhatHasChanged() async {
    provider.editions.withLock { $0 = 1 }
    let loader = await loaded()
    timers.fire(after: .seconds(60))
    provider.editions.withLock { $0 = 2 }
    timers.fire(after: .seconds(60))
    _ = await provider.questions.first(2)
    provider.answer(.success([terrain.place("b")]))
    _ = await changes.first(2)
    XCTAssertEqual(provider.questions.elements.count, 2)
    let places = loader.places?.nearest(to: terrain.coordinate(east: 0), limit: 2)
    XCTAssertEqual(places?.map(\.place.id), ["b"])
  }

  /// A loader that knows the area around the origin from a source that always has the same answer.
  private func loaded(with answer: PlaceAnswer, limit: Int = .max) async -> AreaLoader {
    let loader = AreaLoader(
      AnsweringProvider(areaRadius: Distance(metres: 5000), answer: answer), filter: PlaceFilter(),
      rules: ProximityRules(), limit: limit, timerScheduler: timers)
    let loaded = Recorder<Void>()
    loader.onChange = { loaded.record(()) }
    loader.load(around: terrain.coordinate(east: 0))
    _ = await loaded.first(1)
    return loader
  }

  /// Always has the same answer.
  private struct AnsweringProvider: PlaceProviding {
    let areaRadius: Distance
    let answer: PlaceAnswer

    func places(near position: Coordinate, matching query: PlaceQuery) async throws(PlacesError)
      -> PlaceAnswer
    {
      answer
    }
  }

  /// Fences reach 50 m, those of places with their own up to 1 km, and an area is used for 50 m at least.
  func testOfTooManyPlacesTheNearestCount() async {
    for (end, isOverfull) in [(1060.0, false), (1040, true), (40, true)] {
      let here = terrain.coordinate(east: 0)
      let places = [terrain.place("a"), terrain.place("b", east: end)].map { NearbyPlace($0, from: here) }
      let loader = await loaded(with: PlaceAnswer(places: places, source: PlaceSource(name: "x")), limit: 2)
      XCTAssertEqual(loader.isOverfull, isOverfull)
      XCTAssertEqual(loader.coverage, isOverfull ? Coverage() : nil)
      XCTAssertTrue(covers(loader, east: max(end - 51, 49)))
      XCTAssertFalse(covers(loader, east: max(end - 49, 51)))
    }
  }

  func testReportsAFailureEveryMinute() async {
    let loader = loader()
    loader.load(around: terrain.coordinate(east: 0))
    _ = await provider.questions.first(1)
    provider.answer(.failure(failure))
    _ = await timers.scheduled.first(2)
    for _ in 1...2 { timers.fire(after: .seconds(60)) }
    XCTAssertEqual(failures.elements, [failure, failure, failure])
    loader.stop()
    timers.fire(after: .seconds(60))
    XCTAssertEqual(failures.elements.count, 3)
  }

  func testPatienceEndsBetweenTwoTries() async {
    let loader = loader(patience: .seconds(20))
    loader.load(around: terrain.coordinate(east: 0))
    _ = await provider.questions.first(1)
    provider.answer(.failure(failure))
    _ = await timers.scheduled.first(2)
    XCTAssertEqual(timers.timers.map(\.delay), [.seconds(20), .seconds(1)])
    timers.fire(after: .seconds(20))
    XCTAssertEqual(givenUp.elements, [failure])
    timers.fire(after: .seconds(1))
    loader.load(around: terrain.coordinate(east: 0))
    XCTAssertEqual(provider.questions.elements.count, 1)
  }

  /// A loader whose patience ended while its first request was still open.
  private func loaderPastItsDeadline() async -> AreaLoader {
    let loader = loader(patience: .seconds(20))
    loader.load(around: terrain.coordinate(east: 0))
    _ = await provider.questions.first(1)
    timers.fire(after: .seconds(20))
    return loader
  }

  func testPatienceEndsAfterTheLastTry() async {
    let loader = await loaderPastItsDeadline()
    XCTAssertEqual(givenUp.elements, [])
    provider.answer(.failure(failure))
    let told = await givenUp.first(1)
    XCTAssertEqual(told, [failure])
    withExtendedLifetime(loader) {}
  }

  func testAnAnswerAfterTheDeadlineIsNotTheLast() async {
    let loader = await loaderPastItsDeadline()
    provider.answer(.success([]))
    _ = await changes.first(1)
    loader.load(around: terrain.coordinate(east: 20_000))
    _ = await provider.questions.first(2)
    // The next area has the whole time again.
    provider.answer(.failure(failure))
    _ = await failures.first(1)
    XCTAssertEqual(givenUp.elements, [])
    timers.fire(after: .seconds(20))
    XCTAssertEqual(givenUp.elements, [failure])
  }

  func testASourceThatFindsItTooMuchAfterTheDeadlineIsAskedForLess() async {
    let loader = await loaderPastItsDeadline()
    provider.answer(.failure(.server(address: "here", .tooManyPlaces(limit: 1))))
    let questions = await provider.questions.first(2)
    XCTAssertEqual(questions.map(\.query.radius?.metres), [5000, 2500])
    timers.fire(after: .seconds(20))
    provider.answer(.failure(failure))
    let told = await givenUp.first(1)
    XCTAssertEqual(told, [failure])
    withExtendedLifetime(loader) {}
  }

  func testAnAreaThatWasLeftBehindAfterTheDeadlineIsGivenUpForTheNext() async {
    let loader = await loaderPastItsDeadline()
    loader.load(around: terrain.coordinate(east: 6000))
    _ = await provider.questions.first(2)
    provider.answer(.success([]))
    provider.answer(.success([]))
    _ = await changes.first(1)
    XCTAssertTrue(covers(loader, east: 6000))
  }

  func testGivesUpAnAreaThatWasLeftBehind() async {
    let loader = loader()
    loader.load(around: terrain.coordinate(east: 0))
    _ = await provider.questions.first(1)
    loader.load(around: terrain.coordinate(east: 6000))
    let questions = await provider.questions.first(2)
    XCTAssertEqual(questions.map(\.position), [0, 6000].map { terrain.coordinate(east: $0) })
    provider.answer(.success([]))
    provider.answer(.success([]))
    _ = await changes.first(1)
    XCTAssertTrue(covers(loader, east: 6000))
  }

  func testAsksForOneAreaAtATime() async {
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

  func testRetriesAFailingServerEverLaterAndReportsItOnce() async {
    let loader = loader()
    loader.load(around: terrain.coordinate(east: 0))
    for (index, seconds) in [1, 2, 4, 8, 16, 30, 30].enumerated() {
      _ = await provider.questions.first(index + 1)
      provider.answer(.failure(failure))
      // One of the timers repeats the report.
      _ = await timers.scheduled.first(index + 2)
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
    XCTAssertEqual(timers.timers.map(\.delay), [60, 1, 60, 1].map(Duration.seconds))
  }

  func testAsksNothingWhileWaitingAfterAFailure() async {
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

  func testDoesNotReportAFailureCausedByTheStop() async {
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
