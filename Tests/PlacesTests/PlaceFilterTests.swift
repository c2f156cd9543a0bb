import Geography
import TestSupport
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
      (PlaceFilter(tags: [PlaceFilter.Tag(key: "cuisine", value: "cake; coffee")]), ["cafe"]),
      (PlaceFilter(tags: [PlaceFilter.Tag(key: "name", value: "Löyly")]), ["sauna"]),
      (PlaceFilter(name: "engel"), ["cafe", "bar"]),
      (PlaceFilter(categories: ["bar"], name: "engel"), ["bar"]),
      (PlaceFilter(categories: ["water"], name: "engel"), []),
    ] as [(PlaceFilter, [String])])
  func passes(filter: PlaceFilter, ids: [String]) throws {
    #expect(try filter.apply(to: Self.places).map(\.id) == ids)
  }

  @Test(
    "a word that poi shows for tags finds what is shown so, and is never a typo",
    arguments: [
      ("ski run", ["piste:type": "downhill"]),
      ("memorial_plaque", ["historic": "memorial", "memorial": "plaque"]),
      ("Dam", ["waterway": "dam"]), ("islet", ["place": "islet"]), ("building", ["building": "yes"]),
      ("railway platform", ["railway": "platform"]), ("drag lift", ["aerialway": "t-bar"]),
      ("water sports", ["shop": "water_sports"]),
    ])
  func shownWords(word: String, tags: [String: String]) throws {
    #expect((ShownWord(word).known == nil) == ["Dam", "islet"].contains(word))
    let typed = TypedWords(word.split(separator: " ").map(String.init))
    var filter = PlaceFilter(categories: typed.categories)
    filter.isTyped = true
    let others = [
      Self.place("plain", name: nil, tags: ["historic": "memorial"]),
      Self.place("own", name: nil, category: word),
    ]
    let found = try filter.apply(to: [Self.place("shown", name: nil, tags: tags)] + others)
    #expect(found.map(\.id) == ["shown", "own"])
  }

  @Test("half a tag is no word")
  func halfATag() {
    #expect(throws: PlacesError.self) { try PlaceFilter(categories: ["amenity="]).apply(to: []) }
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

  @Test(
    "a word that names no category is looked for in names, and of two words each will do",
    arguments: [
      (["engel"], ["cafe", "bar"]), (["bar", "xyzzyqwv"], ["bar"]), (["löyly", "bar"], ["bar", "sauna"]),
      (["xyzzyqwv"], []),
    ])
  func names(words: [String], ids: [String]) throws {
    let filter = PlaceFilter(categories: words)
    #expect(try filter.apply(to: Self.places).map(\.id).sorted() == ids.sorted())
    #expect(try filter.apply(to: Self.places).allSatisfy { !filter.wordMeanings.words(meaning: $0).isEmpty })
  }

  @Test("a word that resembles a category is a name if a place has it")
  func nameLikeCategory() throws {
    let spar = Self.place("spar", name: "Spar Nord")
    let spare = Self.place("spare", name: "Spare Parts")
    #expect(!Category.suggestions(for: "Spar").isEmpty)
    #expect(try PlaceFilter(categories: ["Spar"]).apply(to: [spar, spare]).map(\.id) == ["spar", "spare"])
    #expect(throws: PlacesError.self) { try PlaceFilter(categories: ["Spar"]).apply(to: [spare]) }
  }

  @Test("what cannot be a name is an error", arguments: ["shop=bakery", "60.1,24.9", "???"])
  func noName(word: String) {
    #expect(throws: PlacesError.unknownCategory(word, suggestions: Category.suggestions(for: word))) {
      try PlaceFilter(categories: [word]).apply(to: Self.places)
    }
  }

  private static func place(
    _ id: String, name: String?, category: String? = nil, tags: [String: String] = [:]
  ) -> PointOfInterest {
    PointOfInterest(
      id: id, name: name, category: category, coordinate: Coordinate(latitude: 0, longitude: 0), tags: tags)
  }
}
