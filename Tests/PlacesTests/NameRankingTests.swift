import Geography
import Synchronization
import TestSupport
import Testing

@testable import Places

@Suite struct NameRankingTests {
  private final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
      count.withLock { count in
        count += 1
        return count
      }
    }
  }

  private struct Row: PlaceProviding {
    let places: [PointOfInterest]
    var isServer = false
    /// How often a server answers.
    var answers = Int.max
    let asked = Counter()

    nonisolated(nonsending) func places(
      near position: Coordinate, matching query: PlaceQuery
    ) async throws(PlacesError) -> PlaceAnswer {
      guard asked.next() <= answers else { throw .server(address: "row", .timedOut(seconds: 30)) }
      let found = try query.filter.apply(to: places).map { NearbyPlace($0, from: position) }.sorted()
        .filter { $0.distance <= query.radius ?? PlaceQuery.farthest }
      var source = PlaceSource(name: "row")
      source.isServer = isServer
      return PlaceAnswer(places: Array(found.prefix(query.limit)), source: source)
    }
  }

  private static let origin = Coordinate(latitude: 47, longitude: 9)

  /// Places 100 m apart, the first nearest.
  private static func places(_ rows: [(name: String, tags: [String: String])]) -> [PointOfInterest] {
    rows.enumerated().map { index, row in
      PointOfInterest(
        id: row.name, name: row.name,
        coordinate: Coordinate(latitude: 47 + 0.0009 * Double(index + 1), longitude: 9),
        tags: row.tags)
    }
  }

  private static func names(_ words: String..., among places: [PointOfInterest], limit: Int = 10) async throws
    -> [String]
  {
    let typed = TypedWords(words)
    var filter = PlaceFilter(categories: typed.categories)
    (filter.language, filter.isTyped, filter.phrase) = (.german, true, typed.phrase)
    return try await AskedCategoryProvider(Row(places: places))
      .placesOrNearMisses(near: origin, matching: PlaceQuery(filter: filter, limit: limit))
      .places.map(\.place.id)
  }

  @Test("words for several categories are a name, too, and so is one for a category that is not there")
  func categoriesInNames() async throws {
    let shops = Self.places([
      ("Pizzeria", ["amenity": "restaurant", "cuisine": "pizza"]),
      ("Subway Station Bar", ["amenity": "bar"]), ("Subway", ["amenity": "fast_food"]),
      ("Pizza Hut", ["shop": "kiosk"]),
    ])
    #expect(try await Self.names("Pizza", "Hut", among: shops) == ["Pizza Hut", "Pizzeria"])
    #expect(try await Self.names("Subway", among: shops) == ["Subway"])
    let bars = Self.places([("Eck", ["amenity": "bar"]), ("Die Bar", ["amenity": "pub"])])
    #expect(try await Self.names("die Bar", among: bars) == ["Die Bar", "Eck"])
  }

  @Test("a place whose whole name was typed is found beyond many that are meant by a part of it")
  func beyondMany() async throws {
    let pizza = ["amenity": "restaurant", "cuisine": "pizza"]
    let rows = (0..<60).map { (name: "Pizzeria \($0)", tags: pizza) } + [("Pizza Hut", pizza)]
    #expect(try await Self.names("Pizza", "Hut", among: Self.places(rows), limit: 2).first == "Pizza Hut")
  }

  @Test(
    "a server is asked once more for places of the whole name, and its nearer places stay if that fails",
    arguments: [(.max, nil, "Pizza Hut"), (1, nil, "Pizzeria 0"), (.max, 1000, "Pizzeria 0")]
      as [(Int, Double?, String)])
  func beyondManyOfServer(answers: Int, radius: Double?, first: String) async throws {
    let pizza = ["amenity": "restaurant", "cuisine": "pizza"]
    let rows = (0..<60).map { (name: "Pizzeria \($0)", tags: pizza) } + [("Pizza Hut", pizza)]
    let typed = TypedWords(["Pizza", "Hut"])
    var filter = PlaceFilter(categories: typed.categories)
    (filter.isTyped, filter.phrase) = (true, typed.phrase)
    let row = Row(places: Self.places(rows), isServer: true, answers: answers)
    let query = PlaceQuery(filter: filter, radius: radius.map { Distance(metres: $0) }, limit: 2)
    let found = try await AskedCategoryProvider(row).places(near: Self.origin, matching: query).places
    #expect(found.map(\.place.id).first == first && found.count == 2)
    #expect(row.asked.next() == (radius == nil ? 3 : 2))
  }

  @Test("a category of the source's own hides no place that is called so")
  func ownCategories() async throws {
    let places =
      Self.places([
        ("Quokka Club", ["amenity": "bar"]), ("Quokka", ["amenity": "cafe"]),
      ]) + [PointOfInterest(id: "Other", category: "quokka", coordinate: Self.origin)]
    let found = try await Self.names("Quokka", among: places)
    #expect(found == ["Quokka", "Other", "Quokka Club"])
  }

  @Test("a name comes before names that only begin with it, and a brand before other places of its kind")
  func exactNames() async throws {
    let rivers = Self.places([
      ("Rheinpark", ["leisure": "park"]), ("Hotel Rhein", ["tourism": "hotel"]),
      ("Rhein", ["waterway": "river"]),
    ])
    #expect(try await Self.names("Rhein", among: rivers) == ["Rhein", "Hotel Rhein", "Rheinpark"])
    #expect(try await Self.names("Rhein", among: rivers, limit: 1) == ["Rhein"])
    let banks = Self.places([
      ("Volksbank", ["amenity": "bank"]), ("Parkplatz Sparkasse", ["amenity": "parking"]),
      ("Stadtsparkasse", ["amenity": "bank"]), ("Filiale", ["amenity": "bank", "brand": "Sparkasse"]),
    ])
    #expect(try await Self.names("Sparkasse", among: banks) == ["Stadtsparkasse", "Filiale", "Volksbank"])
    let posts = Self.places([
      ("Paketshop", ["amenity": "post_office"]), ("Hotel Post", ["tourism": "hotel"]),
      ("Post", ["highway": "bus_stop"]),
      ("Post", ["amenity": "post_office"]),
    ])
    // A post office that is only called so is no more one than the nearer one.
    #expect(try await Self.names("Post", among: posts) == ["Paketshop", "Post"])
  }

  @Test(
    "a place that is only called what it is does not come before a nearer one",
    arguments: ["toilets", "Toilette", "WC", "toilettes"])
  func onlyGeneric(word: String) async throws {
    let near = PointOfInterest(
      id: "near", coordinate: Coordinate(latitude: 47.00005, longitude: 9), tags: ["amenity": "toilets"])
    let places = [near] + Self.places([(word, ["amenity": "toilets"])])
    #expect(try await Self.names(word, among: places) == ["near", word])
    #expect(try await Self.names(word, among: places, limit: 1) == ["near"])
  }

  @Test("the first places are the same, however many are wanted", arguments: ["Rhein", "gasthaus"])
  func limits(word: String) async throws {
    let others = (0..<9).map { (name: "Rheinblick \($0)", tags: ["amenity": "restaurant"]) }
    let places = Self.places(
      others + [("Rhein", ["waterway": "river"]), ("Gasthaus Adler", ["amenity": "pub"])])
    let all = try await Self.names(word, among: places)
    for limit in 1...all.count {
      #expect(try await Self.names(word, among: places, limit: limit) == Array(all.prefix(limit)))
    }
  }

  @Test("a word that many places carry in their names finds those, too")
  func namesakes() async throws {
    let places = Self.places([
      ("Irish Pub", ["amenity": "pub"]), ("Gasthaus Löwen", ["amenity": "restaurant"]),
      ("Schlossgasthaus", ["tourism": "hotel"]), ("Gasthausstrasse", ["highway": "bus_stop"]),
      ("Gasthausbrauerei", ["shop": "beverages"]), ("Alpenrose", ["amenity": "restaurant"]),
      ("Alp Sücka", ["amenity": "restaurant"]), ("Gasthaus Alt", ["disused:amenity": "restaurant"]),
    ])
    #expect(
      try await Self.names("gasthaus", among: places) == ["Gasthaus Löwen", "Schlossgasthaus", "Irish Pub"])
    #expect(try await Self.names("Alp", among: places) == ["Alp Sücka"])
  }

  @Test(
    "spaces and apostrophes within a name do not matter",
    arguments: ["Mc Donald's", "McDonalds", "mc donalds"])
  func spaces(words: String) async throws {
    let places = Self.places([("McDonald's", ["amenity": "fast_food"]), ("Donald Duck", [:])])
    #expect(try await Self.names(words, among: places) == ["McDonald's"])
  }

  @Test("a name that is only the word for what it is counts little")
  func generic() async throws {
    let places =
      Self.places([("Adler", ["amenity": "pharmacy"])])
      + [
        PointOfInterest(
          id: "far", name: "Apotheke", coordinate: Coordinate(latitude: 47.03, longitude: 9),
          tags: ["amenity": "pharmacy"])
      ]
    #expect(try await Self.names("Apotheke", among: places) == ["Adler", "far"])
  }

  @Test("what is far away stays behind what is near")
  func distance() async throws {
    let near = PointOfInterest(
      id: "near", name: "Volksbank", coordinate: Self.origin, tags: ["amenity": "bank"])
    let far = PointOfInterest(
      id: "far", name: "Sparkasse", coordinate: Coordinate(latitude: 47.5, longitude: 9),
      tags: ["amenity": "bank"])
    #expect(try await Self.names("Sparkasse", among: [near, far]) == ["near", "far"])
  }
}
