import Foundation
import Geography
import Testing

@testable import Places

@Suite struct PlaceAreaTests {
  private static let centre = Coordinate(latitude: 60, longitude: 25)

  /// A position this many metres north of the centre.
  private static func place(_ metres: Double, tags: [String: String] = ["amenity": "cafe"]) -> PointOfInterest
  {
    PointOfInterest(id: "\(Int(metres))", coordinate: position(metres), tags: tags)
  }

  private static func position(_ metres: Double) -> Coordinate {
    Coordinate(latitude: 60 + metres / 111_412, longitude: 25)
  }

  private static func area(
    radius: Double = 1000, places: [Double] = [100, 400, 900, 1100]
  ) -> PlaceArea {
    PlaceArea(
      question: "?", centre: centre, radius: Distance(metres: radius), places: places.map { place($0) },
      attribution: "© us", fetched: Date(timeIntervalSince1970: 1000))
  }

  private static func query(_ limit: Int, radius: Double? = nil) -> PlaceQuery {
    PlaceQuery(radius: radius.map { Distance(metres: $0) }, limit: limit)
  }

  @Test("leaves out what is beyond the circle")
  func beyond() {
    #expect(Self.area().places.map(\.id) == ["100", "400", "900"])
  }

  @Test(
    "gives only what is surely nearest, and says whether that is all",
    arguments: [
      // Metres north of the centre, places, and the distance within which they are complete.
      (0, query(3), ["100", "400", "900"], nil, true), (0, query(2), ["100", "400"], nil, true),
      (0, query(4), ["100", "400", "900"], 1000, false), (600, query(1), ["400"], nil, true),
      // 400 is 200 away, 900 is 300, and 100 is 500, beyond the edge at 400.
      (600, query(3), ["400", "900"], 400, false), (1001, query(1), [], 0, false),
      (600, query(3, radius: 399), ["400", "900"], nil, true),
      (600, query(3, radius: 390), ["400", "900"], nil, true),
      (600, query(3, radius: 401), ["400", "900"], 400, false),
      (600, query(.max, radius: 250), ["400"], nil, true),
      (-1000, query(1, radius: 10), [], 0, false),
    ] as [(Double, PlaceQuery, [String], Double?, Bool)])
  func answers(metres: Double, query: PlaceQuery, ids: [String], reach: Double?, isComplete: Bool) throws {
    let answer = try Self.area().answer(at: Self.position(metres), matching: query)
    #expect(answer.places.map(\.place.id) == ids)
    #expect(answer.reach.map { ($0.metres / 10).rounded() * 10 } == reach)
    #expect(answer.isComplete == isComplete)
  }

  @Test("an area of the largest radius is complete, even a short way off")
  func farthest() throws {
    let area = Self.area(radius: PlaceQuery.farthest.metres)
    for (metres, isComplete) in [(0.0, true), (19_000, true), (21_000, false)] {
      let answer = try area.answer(at: Self.position(metres), matching: Self.query(10))
      #expect(answer.isComplete == isComplete)
      #expect(answer.reach.map { $0.metres > 70_000 } == true)
    }
  }

  @Test("applies the filter to the source's places")
  func filter() throws {
    let area = PlaceArea(
      question: "?", centre: Self.centre, radius: Distance(metres: 1000),
      places: [Self.place(1), Self.place(2, tags: ["amenity": "bar"])], fetched: Date())
    let query = PlaceQuery(filter: PlaceFilter(categories: ["cafe"]), radius: Distance(metres: 500))
    #expect(try area.answer(at: Self.centre, matching: query).places.map(\.place.id) == ["1"])
  }

  @Test(
    "the age is that of the data, or unknown if that has no date or one ahead of all clocks",
    arguments: [(nil, 1500, nil), (500, 1500, 1000), (950, 900, 0), (5000, 1500, nil)]
      as [(Double?, Double, Double?)])
  func age(dataTime: Double?, now: Double, age: Double?) throws {
    let area = PlaceArea(
      question: "?", centre: Self.centre, radius: Distance(metres: 1000), places: [], attribution: "© us",
      fetched: Date(timeIntervalSince1970: 1000), dataTime: dataTime.map(Date.init(timeIntervalSince1970:)))
    let answer = try area.answer(at: Self.centre, matching: Self.query(1, radius: 10))
    let source = area.provided(answer, by: "x", at: Date(timeIntervalSince1970: now)).source
    let fetched = PlaceSource.Arrival.fetched(Date(timeIntervalSince1970: 1000))
    var expected = PlaceSource(name: "x", attribution: "© us", age: age, arrival: fetched)
    expected.isServer = true
    #expect(source == expected)
    #expect(source.arrival == (age == nil ? fetched : nil))
  }
}
