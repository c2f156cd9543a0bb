import NIOHTTP1
import Nearby
import Places
import Serving

/// Answers `/watch`: a stream of the events that `poi watch --format jsonl` prints.
struct ServedEvents: Sendable {
  let feeds: WatchFeeds
  let places: ServedPlaces

  func watch(_ parameters: QueryParameters) async throws -> Response {
    let request = places.query(parameters)
    try request.allow(only: ["events"], ServedQuery.ofFilter, ServedQuery.ofFences)
    let names = try request.events()
    let openings = try request.openings()
    var question = WatchFeed.Question(
      filter: try request.filter(), rules: try request.rules(), opening: try request.openingMoment(),
      needsPlaces: !names.isSubset(of: EventOptions.Names.withoutPlaces))
    // All clients that want no places share one watch.
    if !question.needsPlaces {
      question.filter = PlaceFilter()
      question.rules = .init()
      question.opening = nil
    }
    do throws(WatchFeeds.Refusal) {
      return try await feeds.response(to: question, names: names, openings: openings)
    } catch {
      switch error {
      case .failed(let error): throw error
      case .tooMany(let most):
        return .problem(
          "\(most) different watches are running already; ask for one of those", status: .serviceUnavailable,
          headers: ["Retry-After": "60"])
      }
    }
  }
}
