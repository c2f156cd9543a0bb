import Geography
import TestSupport
import Testing

@testable import PlaceFiles
@testable import Places

/// What CSV and GPX have of a place's category, without its tags.
@Suite struct WrittenCategoryTests {
  @Test(
    "a word that would mean another category is not written",
    arguments: [
      (["natural": "water"], "natural=water"), (["natural": "spring", "drinking_water": "no"], "spring"),
      (["amenity": "cafe"], "cafe"), (["amenity": "bench"], "bench"),
      (["amenity": "parking", "access": "private"], "amenity=parking"),
      (["amenity": "drinking_water"], "drinking_water"),
      (["amenity": "drinking_water", "drinking_water": "no"], "type=water_tap"),
      (["shop": "yes"], "shop"), (["highway": "crossing"], "crossing"), ([:], nil),
    ] as [([String: String], String?)])
  func written(tags: [String: String], word: String?) {
    let place = Self.place(tags)
    // A spring not to drink from is a spring, unless that word means drinking water as well.
    let meant = Category.all.filter { $0.matches(tags: [:], ownCategory: "spring") }.map(\.word)
    let expected = word == "spring" && meant != ["spring"] ? "natural=spring" : word
    #expect(place.writtenCategory == expected)
  }

  @Test("a source's own word stays, whatever else it means")
  func ownWord() {
    for word in ["water", "Tap", "hut of my own"] {
      let place = PointOfInterest(id: "1", category: word, coordinate: Coordinate(latitude: 1, longitude: 2))
      #expect(place.writtenCategory == word)
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
      guard let word = Self.place(tags).writtenCategory else { continue }
      let name = tags["name"].map { ["name": $0] } ?? [:]
      let meant = meanings[word] ?? Category.all.filter { $0.matches(tags: [:], ownCategory: word) }
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
