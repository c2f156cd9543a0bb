import FoundationEssentials
import Geography
import TestSupport
import Testing

@testable import Places

/// Places that one gets into in a wheelchair: asked for by the word, in three grades.
@Suite struct WheelchairConditionTests {
  private static let origin = Coordinate(latitude: 60, longitude: 25)

  private struct Row: PlaceProviding {
    let places: [PointOfInterest]

    nonisolated(nonsending) func places(
      near position: Coordinate, matching query: PlaceQuery
    ) async throws(PlacesError) -> PlaceAnswer {
      let found = PlaceIndex(try query.filter.apply(to: places)).nearest(to: position, for: query)
      var answer = PlaceAnswer(places: found.places, source: PlaceSource(name: "row"), closed: found.closed)
      answer.leaveOutOtherRegions(for: query)
      return answer
    }
  }

  /// Places one after the other to the east, each called by what it says.
  private static func row(_ tags: [[String: String]]) -> [PointOfInterest] {
    tags.enumerated().map { index, tags in
      PointOfInterest(
        id: "\(index)",
        coordinate: Coordinate(latitude: 60, longitude: 25 + Double(index + 1) / 10_000), tags: tags)
    }
  }

  private static func cafe(_ wheelchair: String?) -> [String: String] {
    var tags = ["amenity": "cafe"]
    tags["wheelchair"] = wheelchair
    return tags
  }

  private static func answer(
    _ tags: [[String: String]], _ words: [String] = ["wheelchair", "cafe"], limit: Int = 10,
    sureFirst: Bool = false
  ) async throws -> PlaceAnswer {
    let typed = TypedWords(words)
    var query = PlaceQuery(
      filter: PlaceFilter(categories: typed.categories, tags: typed.tags), limit: limit)
    query.putsSureFirst = sureFirst
    return try await AskedCategoryProvider(Row(places: row(tags))).places(near: origin, matching: query)
  }

  @Test("yes and designated come first, limited is marked, no is left out, and the others are counted")
  func grades() async throws {
    let answer = try await Self.answer(
      [nil, "limited", "yes", "no", "designated", "unknown", nil].map(Self.cafe))
    #expect(answer.places.map(\.place.id) == ["2", "4", "1"])
    #expect(answer.places.map(\.place.caveat) == [nil, nil, "limited wheelchair access"])
    #expect(answer.unsaid.map(\.place.id) == ["0", "5", "6"])
  }

  @Test(
    "looks farther until there are enough, and counts only what is nearer than the last",
    arguments: [false, true])
  func limit(sureFirst: Bool) async throws {
    let tags = (0..<400).map { Self.cafe($0 % 40 == 39 ? "yes" : $0 == 5 ? "limited" : nil) }
    let answer = try await Self.answer(tags, limit: 3, sureFirst: sureFirst)
    #expect(answer.places.map(\.place.id) == (sureFirst ? ["39", "79", "119"] : ["39", "79", "5"]))
    #expect(sureFirst || answer.unsaid.count == 77)
  }

  @Test(
    "toilets are those that say so of themselves, and those within other places that say so of their toilets")
  func toilets() async throws {
    let answer = try await Self.answer(
      [
        ["amenity": "toilets", "wheelchair": "yes"],
        ["amenity": "restaurant", "toilets:wheelchair": "yes", "wheelchair": "no"],
        ["amenity": "restaurant", "toilets": "yes", "wheelchair": "yes"],
        ["amenity": "restaurant", "toilets": "yes", "wheelchair": "yes", "toilets:wheelchair": "no"],
        ["amenity": "toilets", "toilets:wheelchair": "limited"],
        ["amenity": "restaurant", "wheelchair": "yes"],
        ["amenity": "fuel", "toilets:wheelchair": "yes", "toilets:access": "no"],
      ], ["wheelchair", "toilets"])
    #expect(answer.places.map(\.place.id) == ["0", "1", "4"])
    #expect(answer.places.map(\.matched) == [nil, "toilets", nil])
    #expect(answer.places.map(\.place.caveat) == [nil, nil, "limited wheelchair access"])
    #expect(answer.unsaid.map(\.place.id) == ["2"])
  }

  @Test("the nearest in another region is told only if it meets the conditions", arguments: ["yes", "no"])
  func elsewhere(wheelchair: String) async throws {
    let far = PointOfInterest(
      id: "far", coordinate: Coordinate(latitude: 62, longitude: 25),
      tags: Self.cafe(wheelchair).merging(["opening_hours": "Mo-Su 08:00-10:00"]) { $1 })
    var query = PlaceQuery(filter: PlaceFilter(categories: ["cafe"], tags: [.wheelchair]))
    let provider = AskedCategoryProvider(Row(places: [far]))
    #expect(
      try await provider.places(near: Self.origin, matching: query).elsewhere?.place.id
        == (wheelchair == "yes" ? "far" : nil))
    query.opening = OpeningCondition(
      .now, now: Date(timeIntervalSince1970: 1_800_014_400), hours: PlaceHours())
    #expect(try await provider.places(near: Self.origin, matching: query).elsewhere == nil)
  }

  @Test("a tag that an option names is only that tag")
  func tag() async throws {
    let query = PlaceQuery(
      filter: PlaceFilter(
        categories: ["cafe"], tags: [PlaceFilter.Tag(key: "wheelchair", value: "limited")]))
    let answer = try await AskedCategoryProvider(
      Row(places: Self.row([Self.cafe("yes"), Self.cafe("limited"), Self.cafe(nil)]))
    ).places(near: Self.origin, matching: query)
    #expect(answer.places.map(\.place.id) == ["1"])
    #expect(answer.places.map(\.place.caveat) == [nil])
    #expect(answer.unsaid.isEmpty)
  }
}
