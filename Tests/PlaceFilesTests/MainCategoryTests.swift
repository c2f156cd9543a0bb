import Geography
import TestSupport
import Testing

@testable import PlaceFiles
@testable import Places

/// What a place is, in one word: by its tags alone, and in formats without tags.
@Suite struct WrittenCategoryTests {
  @Test(
    "a word that would mean another category is not written",
    arguments: [
      (["natural": "water"], "body_of_water"), (["natural": "water", "water": "pond"], "pond"),
      (["natural": "spring", "drinking_water": "no"], "spring"),
      (["amenity": "cafe"], "cafe"), (["amenity": "bench"], "bench"),
      (["amenity": "parking", "access": "private"], "private_parking"),
      (["amenity": "drinking_water"], "drinking_water"),
      (["amenity": "drinking_water", "drinking_water": "no"], "tap_not_for_drinking"),
      (["leisure": "swimming_pool"], "leisure=swimming_pool"),
      (["shop": "yes"], "shop"), (["highway": "crossing"], "pedestrian_crossing"), ([:], nil),
    ] as [([String: String], String?)])
  func written(tags: [String: String], word: String?) {
    let place = Self.place(tags)
    // A spring not to drink from is a spring, unless that word means drinking water as well.
    let meant = Category.all.filter { $0.matches(tags: [:], ownCategory: "spring") }.map(\.word)
    let expected = word == "spring" && meant != ["spring"] ? "natural=spring" : word
    #expect(place.mainCategory == expected)
  }

  @Test(
    "the label is in poi's words, not in those of tags",
    arguments: [
      (["amenity": "townhall"], "town hall"), (["shop": "jewelry"], "jeweller"),
      (["tourism": "information", "information": "guidepost"], "guidepost"),
      (["tourism": "information", "information": "board"], "information board"),
      (["tourism": "information"], "information point"),
      (["amenity": "place_of_worship", "religion": "muslim"], "mosque"),
      (["amenity": "vending_machine", "vending": "parking_tickets"], "parking ticket machine"),
      (["aerialway": "station"], "lift station"),
      (["railway": "station", "station": "subway"], "subway station"),
      (["amenity": "parking", "access": "private"], "private parking"),
      (["amenity": "pub", "disused": "yes"], "disused pub"),
      (["leisure": "swimming_pool"], "swimming pool"), (["ford": "yes"], "ford"),
      (["piste:type": "downhill"], "ski run"), (["bench": "yes"], nil), ([:], nil),
    ] as [([String: String], String?)])
  func label(tags: [String: String], label: String?) {
    #expect(Self.place(tags).label == label)
  }

  @Test("a category that poi has written is no word of the source's own", arguments: ["csv", "jsonl"])
  func writtenAndRead(format: String) throws {
    let folder = try TemporaryDirectory()
    let text =
      format == "csv"
      ? "lat,lon,category,amenity\n1,2,town_hall,townhall\n1,3,villa,townhall\n"
      : #"{"lat":1,"lon":2,"category":"town_hall","tags":{"amenity":"townhall"}}"# + "\n"
        + #"{"lat":1,"lon":3,"category":"villa","tags":{"amenity":"townhall"}}"# + "\n"
    let places = try PlaceFile(path: try folder.write(text, as: "places.\(format)")).read().places
    #expect(places.map(\.category) == ["townhall", "villa"])
    #expect(places.map(\.mainCategory) == ["town_hall", "villa"])
  }

  @Test("a source's own word stays, whatever else it means")
  func ownWord() {
    for word in ["water", "Tap", "hut of my own"] {
      let place = PointOfInterest(id: "1", category: word, coordinate: Coordinate(latitude: 1, longitude: 2))
      #expect(place.mainCategory == word)
    }
  }

  @Test("read back without tags, no place is in a category that it is not in")
  func readBack() throws {
    var tags = try ["helsinki.geojson", "kamppi.osm.pbf"].flatMap { name in
      try PlaceFile(path: Fixtures.path("places/\(name)")).read().places.map(\.describedTags)
    }
    // Every word of a category as the value of every key, and with what may exclude it.
    let values = Set(Category.all.flatMap { [$0.word] + $0.synonyms }.map { $0.replacing(" ", with: "_") })
    for key in Category.featureKeys {
      for value in values { tags.append([key: value]) }
    }
    for value in values {
      for excluded in [["access": "private"], ["drinking_water": "no"], ["disused": "yes"]] {
        tags.append(["amenity": value].merging(excluded) { $1 })
      }
    }
    var meanings: [String: [Category]] = [:]
    for tags in tags {
      guard let word = Self.place(tags).mainCategory else { continue }
      let name = tags["name"].map { ["name": $0] } ?? [:]
      // What is no name means none, and most words with a key are no names.
      let isName = Category.named(word) != nil
      let meant =
        meanings[word] ?? (isName ? Category.all.filter { $0.matches(tags: [:], ownCategory: word) } : [])
      meanings[word] = meant
      for category in meant where category.matches(tags: name, ownCategory: word) {
        #expect(category.matches(tags: tags), "\(tags): '\(word)' means \(category.word)")
      }
    }
    #expect(meanings.count > 500)
  }

  private static func place(_ tags: [String: String]) -> PointOfInterest {
    PointOfInterest(
      id: "node/1", name: tags["name"], coordinate: Coordinate(latitude: 1, longitude: 2),
      tags: tags.filter { $0.key != "name" })
  }
}
