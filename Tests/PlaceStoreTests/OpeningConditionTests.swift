import Foundation
import Geography
import OpeningHours
import TestSupport
import Testing

@testable import PlaceStore
@testable import Places

/// Queries for open places: the nearest that are not surely closed, from any source.
@Suite struct OpeningConditionTests {
  private static let middle = Coordinate(latitude: 60.17, longitude: 24.94)
  /// Monday 2026-06-01 12:00 in Helsinki.
  private static let monday = Date(timeIntervalSince1970: 1_780_304_400)
  /// Some are closed then, some open, and some unknown.
  private static let hours: [String?] = [
    "Mo-Fr 08:00-18:00", "Tu-Fr 08:00-18:00", nil, "24/7", "by appointment", "Tu-We 10:00-12:00",
    "\"by appointment\"",
    "Mo off", "Sa-Su 10:00-12:00", "", "Mo 11:00+", "Mo 18:00-02:00", "???",
  ]

  private static let places: [PointOfInterest] = {
    var random = SeededGenerator(seed: 16)
    return (0..<600).map { index in
      let coordinate = Coordinate(
        latitude: middle.latitude + Double.random(in: -0.02...0.02, using: &random),
        longitude: middle.longitude + Double.random(in: -0.04...0.04, using: &random))
      var tags = ["amenity": "cafe"]
      tags["opening_hours"] = hours[index % hours.count]
      return PointOfInterest(id: "node/\(index)", name: "Café \(index)", coordinate: coordinate, tags: tags)
    }
  }()

  /// What is surely closed on that Monday at noon, read by a person.
  private static let closed: Set = [
    "Tu-Fr 08:00-18:00", "Tu-We 10:00-12:00", "Mo off", "Sa-Su 10:00-12:00", "Mo 18:00-02:00",
  ]

  private static func isClosed(_ place: PointOfInterest) -> Bool {
    closed.contains(place.tags["opening_hours"] ?? "")
  }

  private static func query(limit: Int, radius: Double? = nil) -> PlaceQuery {
    PlaceQuery(
      filter: PlaceFilter(categories: ["cafe"]), radius: radius.map { Distance(metres: $0) }, limit: limit,
      opening: OpeningCondition(.now, now: monday, hours: PlaceHours()))
  }

  /// What every source has to answer, found one by one.
  private static func expected(limit: Int, radius: Double?) -> (ids: [String], closed: Int) {
    let nearest = places.map { NearbyPlace($0, from: middle) }
      .filter { $0.distance.metres <= radius ?? .infinity }.sorted { $0.distance < $1.distance }
    var ids: [String] = []
    var closed = 0
    for place in nearest where ids.count < limit {
      if isClosed(place.place) { closed += 1 } else { ids.append(place.place.id) }
    }
    return (ids, closed)
  }

  @Test(
    "leaves out and counts closed places before applying the limit",
    arguments: [1, 2, 10, 100, 599, .max], [nil, 50, 400, 1500] as [Double?])
  func nearest(limit: Int, radius: Double?) async throws {
    let (ids, closed) = Self.expected(limit: limit, radius: radius)
    let query = Self.query(limit: limit, radius: radius)
    let store = try TemporaryStore(Self.places)
    let area = PlaceArea(
      question: "", centre: Self.middle, radius: Distance(metres: 100_000), places: Self.places,
      fetched: Self.monday)
    let index = PlaceIndex(Self.places).nearest(to: Self.middle, for: query)
    #expect(index.places.map(\.place.id) == ids)
    #expect(index.closed == closed)
    let fromArea = try area.answer(at: Self.middle, matching: query)
    #expect(fromArea.places.map(\.place.id) == ids)
    #expect(fromArea.closed == closed)
    let fromStore = try store.open().answer(near: Self.middle, matching: query)
    #expect(fromStore.places.map(\.place.id) == ids)
    #expect(fromStore.closed == closed)
    #expect(!ids.isEmpty || radius == 50)
  }

  @Test("a store that looks its places up leaves out the same ones")
  func lookedUp() throws {
    let store = try TemporaryStore(Self.places)
    let limits = StoreReader.ScanLimits(kinds: 20, details: 20)
    let answer = try PlaceStore(at: store.path, scanLimits: limits)
      .answer(near: Self.middle, matching: Self.query(limit: 50))
    let (ids, closed) = Self.expected(limit: 50, radius: nil)
    #expect(answer.places.map(\.place.id) == ids)
    #expect(answer.closed == closed)
  }

  @Test("a name that only closed places have is not a typo")
  func noNearMiss() async throws {
    let place = PointOfInterest(
      id: "1", name: "Espresso", coordinate: Self.middle, tags: ["opening_hours": "off"])
    let other = PointOfInterest(id: "2", name: "Expresso", coordinate: Self.middle)
    let temporary = try TemporaryStore([place, other])
    defer { withExtendedLifetime(temporary) {} }
    let store = try temporary.open()
    var query = Self.query(limit: 3)
    query.filter = PlaceFilter(name: "espresso")
    let answer = try await store.placesOrNearMisses(near: Self.middle, matching: query)
    #expect(answer.places.isEmpty)
    #expect(answer.closed == 1)
    #expect(!answer.isNearMiss)
  }

  @Test("each place uses its own time zone")
  func ownClocks() {
    let condition = OpeningCondition(.now, now: Self.monday, hours: PlaceHours())
    func state(_ latitude: Double, _ longitude: Double) -> OpeningState {
      condition.state(
        of: PointOfInterest(
          id: "x", coordinate: Coordinate(latitude: latitude, longitude: longitude),
          tags: ["opening_hours": "Mo-Fr 12:00-12:30"]))
    }
    #expect(state(60.17, 24.94) == .open)
    #expect(state(59.33, 18.06) == .closed)
    #expect(state(-33.87, 151.21) == .closed)
  }
}
