import NIOHTTP1
import Places
import Serving

final class RequestRouter: RequestHandler {
  private let places: ServedPlaces
  private let features: ServedFeatures
  private let ground: ServedGround
  private let events: ServedEvents
  private let metrics: @Sendable () -> String
  private let tell: OnceTelling

  /// Paths that reveal nothing about anyone.
  static let open: Set<String> = ["/health"]
  /// Paths that cost no work.
  static let free: Set<String> = ["/health", "/metrics"]

  /// What the counts call paths that are too many to count each, whatever their answers.
  private static let families = ["/ground/{zoom}/{x}/{y}", "/collections/places/items/{featureId}"]

  /// - Parameters:
  ///   - proxies: whom to believe what clients see.
  ///   - metrics: the counts of the server.
  ///   - tell: called with details for those who run the server.
  init(
    places: ServedPlaces, events: ServedEvents, proxies: TrustedProxies,
    metrics: @escaping @Sendable () -> String,
    tell: @escaping @Sendable (String) -> Void
  ) {
    self.places = places
    features = ServedFeatures(places: places, proxies: proxies)
    ground = ServedGround(places: places.raw)
    self.events = events
    self.metrics = metrics
    self.tell = OnceTelling(tell)
  }

  func response(to request: Request) async throws -> Response {
    let meter = WorkMeter()
    var response = await WorkMeter.$current.withValue(meter) { await answerOrProblem(request) }
    response.secondsElsewhere = meter.seconds
    response.resource = Self.families.first { family in
      request.path.hasPrefix(family.prefix { $0 != "{" })
    }
    return response.compressed(for: request)
  }

  private func answerOrProblem(_ request: Request) async -> Response {
    do {
      return try await answer(request)
    } catch {
      let problem = ServedProblem(error)
      // A question whose client is gone fails for no other reason.
      if !Task.isCancelled { problem.logged.map { tell($0) } }
      return problem.response
    }
  }

  private func answer(_ request: Request) async throws -> Response {
    func parameters() throws(QueryParameters.Problem) -> QueryParameters {
      try QueryParameters(decoding: request.query)
    }
    switch request.path {
    case "/locations":
      let prefersShapes = request.headers[canonicalForm: "Prefer"].contains("geometry")
      return try await places.locations(try parameters(), preferringShapes: prefersShapes)
    case "/nearby": return try await places.nearby(try parameters())
    case "/here": return try await places.here(try parameters())
    case "/where": return try await places.whereabouts(try parameters())
    case "/hours": return try places.hours(try parameters())
    case "/queries": return try places.queries(try parameters())
    case "/watch": return try await events.watch(try parameters())
    case "/health": return .json("{\"status\":\"ok\"}\n")
    case "/metrics":
      return Response(
        status: .ok, headers: ["Content-Type": "text/plain; version=0.0.4; charset=utf-8"],
        body: .bytes(Array(metrics().utf8)))
    default:
      if let tile = try await ground.response(to: request) { return tile }
      var response =
        try await features.response(to: request) ?? ServedPage.response(to: request)
        ?? .problem(
          "no such path; the paths are /, /locations, /nearby, /here, /where, /hours, /queries, /watch, /ground/{zoom}/{x}/{y}, /collections, /conformance, /api, /health and /metrics",
          status: .notFound)
      if request.path == "/" { response.headers.add(name: "Vary", value: "Accept") }
      return response
    }
  }
}
