import Foundation
import Geography
import Nearby
import Places
import Positioning
import Presentation
import Serving
import TestSupport
import XCTest

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

  private func response(of feeds: WatchFeeds) throws(PlacesError) -> Response {
    let openings = Openings(OpeningCondition(.now, now: Terrain.start, hours: PlaceHours()), isAsked: false)
    return try feeds.response(to: question, names: ["enter"], openings: openings)
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
    let first = await firstEvent(of: try response(of: feeds))
    XCTAssertEqual(first, notice)
    let late = await firstEvent(of: try response(of: feeds))
    XCTAssertEqual(late, notice)
    feeds.stop()
    position.stop()
    _ = await following.value
  }

  func testAFailedWatchIsBegunAnewAfterAMinute() async throws {
    let broken = PlacesError.empty(path: "places.csv")
    let (feeds, position) = feeds(asking: MockPlaceProvider(.failure(broken)))
    let following = Task { await position.run() }
    let client = try response(of: feeds)
    // The first is the watch's own, which waits for places; the second drops the failed watch.
    let delays = await timers.scheduled.first(2)
    XCTAssertEqual(delays, [.seconds(1), .seconds(60)])
    XCTAssertThrowsError(try response(of: feeds)) { XCTAssertEqual($0 as? PlacesError, broken) }
    timers.fire(after: .seconds(60))
    XCTAssertNoThrow(try response(of: feeds))
    withExtendedLifetime(client) {}
    feeds.stop()
    position.stop()
    _ = await following.value
  }
}
