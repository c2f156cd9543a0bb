import Geography
import Synchronization
import TestSupport
import Testing

@testable import Places

@Suite struct AskedCategoryProviderTests {
  private struct FixedProvider: PlaceProviding {
    let places: [PointOfInterest]
    var isServer = false

    nonisolated(nonsending) func places(
      near position: Coordinate, matching query: PlaceQuery
    ) async throws(PlacesError) -> PlaceAnswer {
      var source = PlaceSource(name: "fixed")
      source.isServer = isServer
      return PlaceAnswer(
        places: places.prefix(query.limit).map { NearbyPlace($0, from: position) }, source: source)
    }
  }

  /// A provider that has only near misses, and counts cancellations.
  private final class NearlyProvider: PlaceProviding {
    let cancellations = Mutex(0)
    let places: [PointOfInterest]

    init(_ places: [PointOfInterest]) {
      self.places = places
    }

    func places(
      near position: Coordinate, matching query: PlaceQuery
    ) async throws(PlacesError) -> PlaceAnswer {
      PlaceAnswer(places: [], source: PlaceSource(name: "nearly"))
    }

    nonisolated(nonsending) func nearMisses(
      near position: Coordinate, matching query: PlaceQuery
    ) async throws(PlacesError) -> PlaceAnswer? {
      PlaceAnswer(
        places: places.map { NearbyPlace($0, from: position) }, source: PlaceSource(name: "nearly"))
    }

    func cancelFetchingAll() { cancellations.withLock { $0 += 1 } }
  }

  private static let origin = Coordinate(latitude: 0, longitude: 0)

  private static func place(
    _ id: String, _ tags: [String: String], name: String? = nil, category: String? = nil
  ) -> PointOfInterest {
    PointOfInterest(id: id, name: name, category: category, coordinate: origin, tags: tags)
  }

  private static func answer(
    _ places: [PointOfInterest], to words: [String], sureFirst: Bool = false, limit: Int = 10
  ) async throws -> [NearbyPlace] {
    var query = PlaceQuery(filter: PlaceFilter(categories: words), limit: limit)
    query.putsSureFirst = sureFirst
    return try await AskedCategoryProvider(FixedProvider(places: places))
      .places(near: origin, matching: query).places
  }

  @Test("what a server has under a typed name is no typo, unless only a longer word begins so")
  func nameOnServer() async throws {
    var filter = PlaceFilter(categories: ["Caldea"])
    filter.isTyped = true
    func found(_ name: String) async throws -> [String?] {
      let provider = FixedProvider(
        places: [Self.place("spa", ["leisure": "sauna"], name: name)], isServer: true)
      return try await AskedCategoryProvider(provider)
        .places(near: Self.origin, matching: PlaceQuery(filter: filter, limit: 10)).places.map(\.place.name)
    }
    #expect(try await found("Caldea Inuu") == ["Caldea Inuu"])
    await #expect(throws: PlacesError.unknownCategory("Caldea", suggestions: ["aldea"])) {
      _ = try await found("Caldeano")
    }
  }

  @Test("keeps each place's own category, with the word that found it, and of uncertain places the reason")
  func water() async throws {
    let places = [
      Self.place("spring", ["natural": "spring"]),
      Self.place("toilets", ["amenity": "toilets", "drinking_water": "yes", "access": "customers"]),
      Self.place("tap", ["amenity": "drinking_water"]),
    ]
    let found = try await Self.answer(places, to: ["water"])
    #expect(found.map(\.place.id) == ["spring", "toilets", "tap"])
    #expect(found.map(\.place.caveat) == ["potability unknown", "customers only", nil])
    #expect(found.map(\.place.mainCategory) == ["spring", "toilets", "drinking_water"])
    #expect(found.map(\.matched) == ["water", "water", "water"])
    for limit in 1...3 {
      let sure = try await Self.answer(places, to: ["water"], sureFirst: true, limit: limit)
      #expect(sure.map(\.place.id) == Array(["tap", "spring", "toilets"].prefix(limit)))
    }
  }

  @Test("a spring of a list without tags has the doubt that springs have")
  func springOfAList() async throws {
    let found = try await Self.answer([Self.place("1", [:], category: "Springs")], to: ["water"])
    #expect(found.map(\.place.caveat) == ["potability unknown"])
    let sure = Self.place("1", ["drinking_water": "yes"], category: "Springs")
    #expect(try await Self.answer([sure], to: ["water"]).map(\.place.caveat) == [nil])
  }

  @Test("a place has one category, whatever was asked for")
  func oneCategory() async throws {
    let hut = Self.place(
      "1", ["tourism": "wilderness_hut", "amenity": "shelter", "shelter_type": "basic_hut"])
    for (words, matched) in [
      (["hut"], nil), (["shelter"], "shelter"), (["wilderness hut"], "wilderness hut"),
      (["water", "shelter", "hut"], "shelter"), (["Hütte"], "Hütte"),
    ] as [([String], String?)] {
      let found = try await Self.answer([hut], to: words)
      #expect(found.map(\.place.mainCategory) == ["hut"], "\(words)")
      #expect(found.map(\.matched) == [matched], "\(words)")
    }
  }

  @Test("a place in a group keeps its own word, and so does one from another vocabulary")
  func groups() async throws {
    let found = try await Self.answer(
      [
        Self.place("1", ["amenity": "cafe"]), Self.place("2", [:], category: "restaurants"),
        Self.place("3", ["amenity": "canteen"]),
      ], to: ["food"])
    #expect(found.map(\.place.mainCategory) == ["cafe", "restaurants", "canteen"])
    #expect(found.map(\.matched) == ["food", "food", "food"])
  }

  @Test("forwards the source's near misses, with their category, and cancels its requests")
  func passedOn() async throws {
    let source = NearlyProvider([Self.place("1", ["natural": "spring"], name: "Silverbrunn")])
    let provider = AskedCategoryProvider(source)
    let query = PlaceQuery(filter: PlaceFilter(categories: ["water"], name: "silberbrunn"))
    let answer = try await provider.placesOrNearMisses(near: Self.origin, matching: query)
    #expect(answer.isNearMiss)
    #expect(answer.places.map(\.matched) == ["water"])
    #expect(answer.places.map(\.place.caveat) == ["potability unknown"])
    provider.cancelFetchingAll()
    #expect(source.cancellations.withLock { $0 } == 1)
  }

  @Test("without a category, places stay unchanged")
  func nothingAsked() async throws {
    let found = try await Self.answer([Self.place("1", ["natural": "spring"])], to: [])
    #expect(found.map(\.place.category) == ["spring"])
    #expect(found.map(\.place.caveat) == [nil])
  }

  @Test(
    "leaves out what hardly anybody looks for, unless it has a name or is asked for",
    arguments: [
      (["amenity": "bench"], nil, false), (["amenity": "bench"], "Memorial", true),
      (["amenity": "waste_basket"], nil, false), (["natural": "tree"], nil, false),
      (["natural": "tree"], "Old Oak", true), (["public_transport": "stop_position"], "Town Hall", false),
      (["public_transport": "stop_position", "highway": "bus_stop"], "Town Hall", true),
      (["entrance": "main"], nil, false), (["entrance": "main"], "South", true),
      (["entrance": "yes", "shop": "books"], nil, true),
      (["amenity": "cafe"], nil, true), ([:], nil, true), (["toilets": "yes"], nil, false),
      (["toilets": "yes"], "By the lake", true), (["toilets": "yes", "ref": "4"], nil, true),
      (["note": "mine"], nil, true),
      (["disused:amenity": "cafe"], "Old Cafe", false),
      (["amenity": "cafe", "opening_hours": "closed"], "Cafe", false),
      (["amenity": "bar", "was:amenity": "bank"], nil, true),
      (["shop": "kiosk"], "Store (historical)", false),
      (["historic": "ruins", "abandoned": "yes"], nil, true), (["natural": "wood"], nil, false),
      (["landuse": "forest"], "Royal Forest", true), (["waterway": "stream"], nil, false),
      (["natural": "water"], "Loch Ard", true), (["place": "village"], "Aberfoyle", false),
      (["place": "town", "tourism": "attraction"], "Culross", true), (["place": "islet"], "Inch", true),
    ] as [([String: String], String?, Bool)])
  func unlisted(tags: [String: String], name: String?, isShown: Bool) throws {
    let place = Self.place("1", tags, name: name)
    var filter = PlaceFilter()
    #expect(try filter.apply(to: [place]) == [place])
    filter.skipsUnlisted = true
    #expect(try filter.apply(to: [place]).isEmpty != isShown)
    filter.tags = tags.map { .init(key: $0.key, value: $0.value) }
    if !tags.isEmpty { #expect(try filter.apply(to: [place]) == [place]) }
  }

  @Test(
    "a place without a name is called by its brand, operator or number",
    arguments: [
      (["brand": "Shell", "operator": "A", "ref": "1"], "Shell"), (["operator": "Avia", "ref": "1"], "Avia"),
      (["ref": "12"], "12"), (["amenity": "atm", "operator": "Raiffeisen"], "ATM Raiffeisen"), ([:], nil),
    ] as [([String: String], String?)])
  func titles(tags: [String: String], title: String?) {
    #expect(Self.place("1", tags).title == title)
    #expect(Self.place("1", tags, name: "Name").title == "Name")
  }
}
