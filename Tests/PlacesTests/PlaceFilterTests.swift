import Geography
import Testing

@testable import Places

@Suite struct PlaceFilterTests {
  private static let places = [
    place("fountain", name: "Fountain", tags: ["amenity": "drinking_water", "wheelchair": "yes"]),
    place(
      "cafe", name: "Café Engel", tags: ["amenity": "cafe", "wheelchair": "yes", "cuisine": "cake; coffee"]),
    place("bar", name: "Engel Bar", tags: ["amenity": "bar", "wheelchair": "no"]),
    place("stop", name: nil, category: "bus-stops"),
    place("sauna", name: "Löyly", category: "public-saunas"),
  ]

  @Test(
    "passes the matching places",
    arguments: [
      (PlaceFilter(), ["fountain", "cafe", "bar", "stop", "sauna"]),
      (PlaceFilter(categories: ["water"]), ["fountain"]),
      (PlaceFilter(categories: ["water", "bar"]), ["fountain", "bar"]),
      (PlaceFilter(categories: ["Bus Stop"]), ["stop"]),
      (PlaceFilter(categories: ["public_sauna"]), ["sauna"]),
      (PlaceFilter(tags: [PlaceFilter.Tag(key: "wheelchair")]), ["fountain", "cafe", "bar"]),
      (PlaceFilter(tags: [PlaceFilter.Tag(key: "wheelchair", value: "yes")]), ["fountain", "cafe"]),
      (
        PlaceFilter(tags: [
          PlaceFilter.Tag(key: "wheelchair", value: "yes"), PlaceFilter.Tag(key: "amenity", value: "cafe"),
        ]), ["cafe"]
      ),
      (PlaceFilter(tags: [PlaceFilter.Tag(key: "cuisine", value: "coffee")]), ["cafe"]),
      (PlaceFilter(tags: [PlaceFilter.Tag(key: "name", value: "Löyly")]), ["sauna"]),
      (PlaceFilter(name: "engel"), ["cafe", "bar"]),
      (PlaceFilter(categories: ["bar"], name: "engel"), ["bar"]),
      (PlaceFilter(categories: ["water"], name: "engel"), []),
    ] as [(PlaceFilter, [String])])
  func passes(filter: PlaceFilter, ids: [String]) throws {
    #expect(try filter.apply(to: Self.places).map(\.id) == ids)
  }

  @Test(
    "an unknown word is an error with similar words",
    arguments: [("watr", "water"), ("cafee", "cafe")])
  func unknownCategory(word: String, suggestion: String) {
    #expect {
      try PlaceFilter(categories: ["bar", word]).apply(to: Self.places)
    } throws: { error in
      guard case .unknownCategory(word, let suggestions) = error as? PlacesError else { return false }
      return suggestions.first == suggestion
    }
  }

  @Test("a word like no other is an error without suggestions")
  func strangeCategory() {
    #expect(throws: PlacesError.unknownCategory("xyzzyqwv", suggestions: [])) {
      try PlaceFilter(categories: ["xyzzyqwv"]).apply(to: [])
    }
  }

  private static func place(
    _ id: String, name: String?, category: String? = nil, tags: [String: String] = [:]
  ) -> PointOfInterest {
    PointOfInterest(
      id: id, name: name, category: category, coordinate: Coordinate(latitude: 0, longitude: 0), tags: tags)
  }
}
