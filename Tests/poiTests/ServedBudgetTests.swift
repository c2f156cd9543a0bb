import Foundation
import Geography
import NIOHTTP1
import Nearby
import OpeningHours
import Positioning
import Serving
import TestSupport
import Testing

@testable import Places
@testable import poi

/// How much work a request may cause.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct ServedBudgetTests {
  /// A source that refuses every question with the budget it was asked within.
  private struct BudgetTeller: PlaceProviding {
    nonisolated(nonsending) func places(
      near position: Coordinate, matching query: PlaceQuery
    ) async throws(PlacesError) -> PlaceAnswer {
      throw .tookTooLong(seconds: QuestionBudget.current.seconds ?? .infinity)
    }
  }

  /// The same for lists.
  private struct ListTeller: PlaceProviding, PlaceListing {
    private static var refusal: PlacesError {
      .tookTooLong(seconds: QuestionBudget.current.seconds ?? .infinity)
    }

    nonisolated(nonsending) func places(
      near position: Coordinate, matching query: PlaceQuery
    ) async throws(PlacesError) -> PlaceAnswer { throw Self.refusal }

    func page(of query: PlaceListQuery) async throws(PlacesError) -> PlacePage { throw Self.refusal }
    func place(withID id: String) async throws(PlacesError) -> PointOfInterest? { throw Self.refusal }
    func overview() async throws(PlacesError) -> PlaceOverview { throw Self.refusal }
  }

  private let here = Coordinate(latitude: 60, longitude: 25)

  @Test("what a client asks, and what its watch loads, has a budget")
  func lookups() async {
    let budget = QuestionBudget(seconds: 0.25)
    await #expect(throws: PlacesError.tookTooLong(seconds: 0.25)) {
      try await PlaceLookup(BudgetTeller(), budget: budget).places(near: here, matching: PlaceQuery())
    }
    await #expect(throws: PlacesError.tookTooLong(seconds: 1)) {
      try await BudgetedPlaceProvider(BudgetTeller()).places(near: here, matching: PlaceQuery())
    }
  }

  @Test("all that a question causes counts, whichever parts it has")
  func parts() {
    let budget = QuestionBudget(seconds: 0.01)
    WorkMeter.$current.withValue(WorkMeter()) {
      #expect(LimitedWork(within: budget).mayGoOn())
      WorkMeter.measured {
        let work = LimitedWork(seconds: 0.01)
        while work.mayGoOn() {}
      }
      let rest = LimitedWork(within: budget)
      #expect(!rest.mayGoOn())
      #expect(throws: PlacesError.tookTooLong(seconds: 0.01)) { try rest.checkIsWhole() }
    }
  }

  @Test("the places of one name are told apart within the budget")
  func names() {
    let places = (0..<100).map { PointOfInterest(id: "\($0)", name: "A", coordinate: here) }
    QuestionBudget.$current.withValue(QuestionBudget(seconds: 0)) {
      #expect(throws: PlacesError.tookTooLong(seconds: 0)) { try PositionByName.spots(of: places) }
    }
  }

  @Test("an answer that is too large is refused, also to clients that would get it packed")
  func tooLarge() async throws {
    let place = PointOfInterest(
      id: "a", name: "A", coordinate: here, tags: ["note": String(repeating: "a", count: ServerLimits.answer)]
    )
    let response = try await routedResponse(
      to: "/here?lat=60&long=25", ["Accept-Encoding": "gzip"], from: MockPlaceProvider(.success([place])))
    #expect(response.status == .payloadTooLarge)
    guard case .bytes(let bytes) = response.body else { return }
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"error":"the answer is larger than 16 MiB; ask for fewer places"}"# + "\n")
  }

  @Test("so does a list of places")
  func lists() async throws {
    let lookup = PlaceLookup(ListTeller(), budget: QuestionBudget(seconds: 0.25))
    let listing = try #require(lookup.listing)
    await #expect(throws: PlacesError.tookTooLong(seconds: 0.25)) {
      try await lookup.answer(listing) { listing throws(PlacesError) in try await listing.overview() }
    }
  }

  @Test("so do the opening hours of the places found", arguments: ["nearby", "here"])
  func hours(path: String) async throws {
    let place = PointOfInterest(
      id: "a", name: "A", coordinate: here, tags: ["opening_hours": "Mo-Fr 08:00-18:00"])
    var served = ServedPlaces.mock(asking: MockPlaceProvider(.success([place])))
    let parameters = try QueryParameters(decoding: "lat=60&long=25&open-at=Mo+10:00")
    func response() async throws -> Response {
      path == "here" ? try await served.here(parameters) : try await served.nearby(parameters)
    }
    #expect(try await response().status == .ok)
    served.budget = QuestionBudget(seconds: 0)
    await #expect(throws: PlacesError.tookTooLong(seconds: 0)) { try await response() }
  }
}

extension ServedPlaces {
  /// What a server answers whose receiver has no fix yet.
  @MainActor
  static func mock(asking places: any PlaceProviding) -> ServedPlaces {
    let lookup = PlaceLookup(places)
    let context = CommandContext.mock()
    return ServedPlaces(
      raw: lookup, named: lookup, settings: context.settings, hours: PlaceHours(),
      position: SharedPosition(
        FixedLocationFetcher(location: Location(coordinate: Coordinate(latitude: 60, longitude: 25))),
        provider: { "fixed" }, pace: nil, notificationCenter: context.notificationCenter,
        timerScheduler: context.timerScheduler, tell: { _ in }),
      now: { Terrain.start })
  }
}
