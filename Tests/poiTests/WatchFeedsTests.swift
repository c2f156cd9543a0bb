import Foundation
import Geography
import NIOHTTP1
import Nearby
import Places
import Positioning
import Presentation
import Synchronization
import TestSupport
import XCTest

@testable import Serving
@testable import poi

/// The watches that clients of a server follow.
@MainActor
final class WatchFeedsTests: XCTestCase {
  private let timers = MockTimerScheduler()
  private let question = WatchFeed.Question(
    filter: PlaceFilter(), rules: ProximityRules(), opening: nil, needsPlaces: true)

  private func feeds(asking places: any PlaceProviding) -> (feeds: WatchFeeds, position: SharedPosition) {
    let context = CommandContext.mock(timers: timers)
    let here = Location(coordinate: Coordinate(latitude: 60, longitude: 25))
    let position = SharedPosition(
      FixedLocationFetcher(location: here), provider: { "fixed" }, pace: nil,
      notificationCenter: context.notificationCenter, timerScheduler: timers, tell: { _ in })
    return (WatchFeeds(following: position, places: places, in: context), position)
  }

  /// The same with a receiver that has had the first of some fixes.
  private func feeds(
    asking places: any PlaceProviding, at first: Location
  ) -> (feeds: WatchFeeds, position: SharedPosition, fetcher: MockLocationFetcher) {
    let context = CommandContext.mock(timers: timers)
    let fetcher = MockLocationFetcher()
    fetcher.expect(.startUpdatingLocation, .stopUpdatingLocation)
    fetcher.handleStartUpdatingLocation = { $0.deliver(first) }
    let position = SharedPosition(
      fetcher, provider: { "gpsd" }, pace: nil, notificationCenter: context.notificationCenter,
      timerScheduler: MockTimerScheduler(), tell: { _ in })
    return (WatchFeeds(following: position, places: places, in: context), position, fetcher)
  }

  private func response(
    of feeds: WatchFeeds, to question: WatchFeed.Question? = nil, names: Set<String> = ["enter"]
  ) -> Response {
    let openings = Openings(OpeningCondition(.now, now: Terrain.start, hours: PlaceHours()), isAsked: false)
    return feeds.response(to: question ?? self.question, names: names, openings: openings)
  }

  /// A source that has no place, and knows no ground.
  private struct Nowhere: PlaceProviding {
    func places(
      near position: Coordinate, matching query: PlaceQuery
    ) async throws(PlacesError) -> PlaceAnswer {
      var answer = PlaceAnswer(places: [], source: PlaceSource(name: "store"))
      answer.setKnown(by: Coverage(), at: position, for: query)
      return answer
    }
  }

  /// The first event that clients get; `nil` if the stream ends before.
  private func firstEvent(of response: Response) async -> String? {
    guard case .events(let stream) = response.body else { return nil }
    for await bytes in stream {
      let text = String(decoding: bytes, as: UTF8.self)
      if text.hasPrefix("data: ") { return text }
    }
    return nil
  }

  func testEveryClientHearsThatTheDataEndsHere() async throws {
    let (feeds, position) = feeds(asking: Nowhere())
    let following = Task { await position.run() }
    let notice = """
      data: {"event":"notice","reason":"the data ends here: places may be missing from now on"}


      """
    let first = await firstEvent(of: response(of: feeds))
    XCTAssertEqual(first, notice)
    let late = await firstEvent(of: response(of: feeds))
    XCTAssertEqual(late, notice)
    feeds.stop()
    position.stop()
    _ = await following.value
  }

  func testAFixedPositionNoticesWhatHasChanged() async throws {
    let places = HeldPlaceProvider(areaRadius: Distance(metres: 5000))
    places.editions.withLock { $0 = 1 }
    let (feeds, position) = feeds(asking: places)
    let following = Task { await position.run() }
    while position.known.withLock({ $0.location == nil }) { await Task.yield() }
    func place(_ id: String) -> PointOfInterest {
      PointOfInterest(id: id, coordinate: Coordinate(latitude: 60, longitude: 25))
    }
    let names: Set = ["initial", "enter"]
    let early = response(of: feeds, names: names)
    _ = await places.questions.first(1)
    places.answer(.success([place("old")]))
    guard case .events(let stream) = early.body else { return XCTFail("no stream") }
    var heard: [String] = []
    for await bytes in stream where bytes.starts(with: Array("data: ".utf8)) {
      heard.append(String(decoding: bytes, as: UTF8.self))
      if heard.count == 2 { break }
      places.editions.withLock { $0 = 2 }
      timers.fire(after: .seconds(60))
      _ = await places.questions.first(2)
      places.answer(.success([place("new")]))
    }
    XCTAssertTrue(heard[0].contains(#""event":"initial""#) && heard[0].contains(#""id":"old""#), heard[0])
    XCTAssertTrue(heard[1].contains(#""event":"enter""#) && heard[1].contains(#""id":"new""#), heard[1])
    let late = await firstEvent(of: response(of: feeds, names: names))
    XCTAssertTrue(late?.contains(#""id":"new""#) == true, late ?? "none")
    feeds.stop()
    position.stop()
    _ = await following.value
  }

  /// Answers with watches of the category that the path names.
  private struct Watching: RequestHandler {
    let answer: @MainActor @Sendable (String) throws -> Response

    func response(to request: Request) async throws -> Response { try await answer(request.path) }
  }

  func testAWatchLoadsInItsClientsTurn() async throws {
    let places = HeldPlaceProvider(areaRadius: Distance(metres: 5000))
    let (feeds, position) = feeds(asking: places)
    let following = Task { await position.run() }
    while position.known.withLock({ $0.location == nil }) { await Task.yield() }
    var limits = ServerLimits()
    limits.waitingQuestionsOfClient = 1
    let turns = TurnTaking(
      Watching { [self] path in
        var question = question
        question.filter = PlaceFilter(categories: [String(path.dropFirst())])
        return response(of: feeds, to: question)
      }, limits: limits)
    @Sendable func watch(_ path: String, by peer: String) async throws -> Response {
      try await turns.response(
        to: Request(
          HTTPRequestHead(version: .http1_1, method: .GET, uri: path, headers: ["Host": "a"]), from: peer,
          limits: ServerLimits()))
    }
    let first = try await watch("/cafe", by: "10.0.0.1")
    _ = await places.questions.first(1)
    // One of the client's next waits for what the first loads, so there is room for no other.
    let statuses = try await withThrowingTaskGroup(of: HTTPResponseStatus.self) { group in
      for path in ["/bar", "/pub"] { group.addTask { try await watch(path, by: "10.0.0.1").status } }
      let refused = try await group.next()
      let other = try await watch("/lake", by: "10.0.0.2")
      let asked = await places.questions.first(2)
      XCTAssertEqual(asked.map(\.query.filter.categories), [["cafe"], ["lake"]])
      for _ in asked { places.answer(.success([])) }
      return [refused, other.status, try await group.next()]
    }
    XCTAssertEqual(statuses, [.serviceUnavailable, .ok, .ok])
    withExtendedLifetime(first) {}
    _ = await places.questions.first(3)
    places.answer(.success([]))
    feeds.stop()
    position.stop()
    _ = await following.value
  }

  func testAClientThatHasUsedItsShareGetsTheNextFixLater() async throws {
    let fixes = [1.0, 2].map { Location(coordinate: Coordinate(latitude: $0, longitude: 25)) }
    let (feeds, position, fetcher) = feeds(asking: Nowhere(), at: fixes[0])
    let following = Task { await position.run() }
    while position.known.withLock({ $0.location == nil }) { await Task.yield() }
    var limits = ServerLimits()
    limits.secondsOfClient = 1e-9
    var question = question
    question.needsPlaces = false
    let turns = TurnTaking(
      Watching { [self, question] _ in response(of: feeds, to: question, names: ["location"]) },
      limits: limits)
    let request = try Request(
      HTTPRequestHead(version: .http1_1, method: .GET, uri: "/watch", headers: ["Host": "a"]),
      from: "10.0.0.1", limits: limits)
    let first = try await turns.response(to: request)
    let refused = try await turns.response(to: request)
    XCTAssertEqual(refused.status, .serviceUnavailable)
    fetcher.deliver(fixes[1])
    for (latitude, isLater) in [("1.0", false), ("2.0", true)] {
      if isLater { timers.timers.last?.fire() }
      let event = await firstEvent(of: response(of: feeds, to: question, names: ["location"]))
      XCTAssertEqual(event?.contains("\"latitude\":\(latitude)"), true, event ?? "")
    }
    withExtendedLifetime(first) {}
    feeds.stop()
    position.stop()
    _ = await following.value
    fetcher.verify()
  }

  /// A source that knows no ground in the west, and too many places in the east.
  private struct Crowd: PlaceProviding {
    func places(
      near position: Coordinate, matching query: PlaceQuery
    ) async throws(PlacesError) -> PlaceAnswer {
      guard position.longitude > 25 else {
        return try await Nowhere().places(near: position, matching: query)
      }
      let crowd = (0..<query.limit).map { PointOfInterest(id: "\($0)", coordinate: position) }
      return PlaceAnswer(
        places: crowd.map { NearbyPlace($0, from: position) }, source: PlaceSource(name: "store"))
    }
  }

  func testSaysSoWhereItDidNotKnowThePlaces() async throws {
    let fixes = [24.0, 26].map { Location(coordinate: Coordinate(latitude: 60, longitude: $0)) }
    let (feeds, position, fetcher) = feeds(asking: Crowd(), at: fixes[0])
    let following = Task { await position.run() }
    while position.known.withLock({ $0.location == nil }) { await Task.yield() }
    let response = response(of: feeds)
    guard case .events(let stream) = response.body else { return XCTFail("no stream") }
    var reasons: [String] = []
    for await bytes in stream {
      let text = String(decoding: bytes, as: UTF8.self)
      guard text.contains("notice") else { continue }
      reasons.append(text)
      if reasons.count == 2 { break }
      fetcher.deliver(fixes[1])
    }
    XCTAssertEqual(reasons.first?.contains("the data ends here"), true, "\(reasons)")
    XCTAssertEqual(reasons.last?.contains("more than 2000 places match here"), true, "\(reasons)")
    feeds.stop()
    position.stop()
    _ = await following.value
  }

  func testSaysThatThereAreMorePlacesThanItKeeps() async throws {
    let here = Coordinate(latitude: 60, longitude: 25)
    let crowd = (0..<WatchFeed.mostPlaces).map { PointOfInterest(id: "\($0)", coordinate: here) }
    let (feeds, position) = feeds(asking: MockPlaceProvider(.success(crowd)))
    let following = Task { await position.run() }
    let response = response(of: feeds)
    let first = await firstEvent(of: response)
    XCTAssertEqual(first?.contains("more than 2000 places match here"), true, first ?? "")
    feeds.stop()
    position.stop()
    _ = await following.value
  }

  func testAWatchWhoseSourceFailsSaysSoToEveryClientAndAsksAgain() async throws {
    let places = HeldPlaceProvider(areaRadius: Distance(metres: 5000))
    let (feeds, position) = feeds(asking: places)
    let following = Task { await position.run() }
    let client = response(of: feeds)
    _ = await places.questions.first(1)
    places.answer(.failure(.empty(path: "places.csv")))
    let problem = #"data: {"event":"problem","reason":"the places cannot be read"}"# + "\n\n"
    let first = await firstEvent(of: client)
    XCTAssertEqual(first, problem)
    let late = await firstEvent(of: response(of: feeds))
    XCTAssertEqual(late, problem)
    timers.fire(after: .seconds(1))
    _ = await places.questions.first(2)
    let here = PointOfInterest(id: "1", coordinate: Coordinate(latitude: 60, longitude: 25))
    places.answer(.success([here]))
    while true {
      let event = await firstEvent(of: response(of: feeds, names: ["initial"]))
      if event?.contains(#""event":"initial""#) == true { break }
    }
    feeds.stop()
    position.stop()
    _ = await following.value
  }

  func testOneClientLeavesDifferentWatchesToTheOthers() async throws {
    let (feeds, position) = feeds(asking: Nowhere())
    let turns = TurnTaking(
      Watching { [self] path in
        var question = question
        question.filter = PlaceFilter(categories: [path])
        return response(of: feeds, to: question)
      }, limits: ServerLimits())
    func watch(_ index: Int, by peer: String) async throws -> Response {
      try await turns.response(
        to: Request(
          HTTPRequestHead(version: .http1_1, method: .GET, uri: "/\(index)", headers: ["Host": "a"]),
          from: peer,
          limits: ServerLimits()))
    }
    var responses: [Response] = []
    for index in 0..<16 { responses.append(try await watch(index, by: "127.0.0.2")) }
    let refused = try await watch(16, by: "127.0.0.2")
    XCTAssertEqual(refused.status, .tooManyRequests)
    responses.append(try await watch(16, by: "127.0.0.3"))
    responses.append(try await watch(16, by: "127.0.0.2"))
    XCTAssertEqual(responses.map(\.status), Array(repeating: .ok, count: 18))
    feeds.stop()
    position.stop()
  }
}
