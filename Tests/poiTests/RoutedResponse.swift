import NIOHTTP1
import Places
import TestSupport

@testable import Serving
@testable import poi

/// What a server whose receiver has no fix yet answers to a GET request, without a socket.
@MainActor
func routedResponse(
  to target: String, _ headers: HTTPHeaders = [:], from places: any PlaceProviding
) async throws -> Response {
  let served = ServedPlaces.mock(asking: places)
  let feeds = WatchFeeds(following: served.position, places: places, in: CommandContext.mock())
  let router = RequestRouter(
    places: served, events: ServedEvents(feeds: feeds, places: served),
    proxies: try TrustedProxies(parsing: ["127.0.0.1"]), metrics: { "" }, tell: { _ in })
  var all: HTTPHeaders = ["Host": "localhost:8947"]
  all.add(contentsOf: headers)
  return try await router.response(
    to: Request(
      HTTPRequestHead(version: .http1_1, method: .GET, uri: target, headers: all), from: "127.0.0.1",
      limits: ServerLimits()))
}
