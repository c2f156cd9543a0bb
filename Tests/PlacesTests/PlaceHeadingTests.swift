import Geography
import Testing

@testable import Places

/// What people call places without a name, and why they were found.
@Suite struct PlaceHeadingTests {
  @Test(
    "a place without a name is called what it is, with what tells it from others",
    arguments: [
      (["amenity": "toilets"], "toilets"),
      (["amenity": "toilets", "operator": "Stadt Vaduz", "ref": "7"], "toilets (Stadt Vaduz)"),
      (["amenity": "toilets", "addr:street": "Städtle", "addr:housenumber": "12"], "toilets (Städtle 12)"),
      (["amenity": "toilets", "ref": "7"], "toilets (7)"),
      (["amenity": "toilets", "name:es": "Aseos", "name:fr": "Lavabos"], "Aseos"),
      (["amenity": "toilets", "name:etymology": "Latin"], "toilets"),
      (["shop": "supermarket", "brand": "Spar", "operator": "Spar AG"], "Spar"),
      (["amenity": "atm", "operator": "LLB"], "ATM LLB"),
    ])
  func heading(tags: [String: String], heading: String) {
    #expect(Self.place(tags).heading() == heading)
  }

  @Test("what was asked for comes before the category's word, but not before a name")
  func asked() {
    #expect(Self.place(["amenity": "cafe", "toilets": "yes"]).heading(as: "toilets") == "toilets")
    #expect(Self.place(["amenity": "cafe", "brand": "Engel"]).heading(as: "toilets") == "Engel")
    #expect(Self.place([:]).heading() == nil)
  }

  @Test("a name in one language only is the name")
  func foreign() {
    let place = Self.place(["natural": "peak", "name:es": "Pico Alto"])
    #expect(place.named(in: .local).name == "Pico Alto")
    #expect(place.named(in: .local).tags == place.tags)
    #expect(place.title == "Pico Alto")
  }

  @Test(
    "says which tag a word was found by, unless it is the category's",
    arguments: [
      (["amenity": "cafe", "toilets": "yes"], "toilets", "toilets: yes"),
      (["amenity": "toilets"], "toilets", nil), (["amenity": "restaurant"], "food", nil),
      (["amenity": "restaurant", "cuisine": "pizza"], "pizza", "cuisine: pizza"),
      (["amenity": "cafe"], "toilets", nil), (["amenity": "cafe"], "no such word", nil),
    ])
  func reason(tags: [String: String], word: String, reason: String?) {
    #expect(Self.place(tags).reason(for: word, in: .english) == reason)
    #expect(Self.place(tags).reason(for: nil, in: .english) == nil)
  }

  private static func place(_ tags: [String: String]) -> PointOfInterest {
    PointOfInterest(id: "node/1", coordinate: Coordinate(latitude: 47, longitude: 9.5), tags: tags)
  }

  @Test(
    "what nobody can see is no name",
    arguments: [
      "", " ", "\u{200B}", "\u{2060}\u{AD}", "\u{202E}\u{202C}", "\u{FEFF}", "\u{A0}", "\u{3164}", "\u{34F}",
      "\u{61C}", "\u{1}",
    ])
  func invisible(name: String) {
    func cafe(_ name: String, _ tags: [String: String] = [:]) -> PointOfInterest {
      PointOfInterest(
        id: "1", name: name, coordinate: Coordinate(latitude: 0, longitude: 0),
        tags: tags.merging(["amenity": "cafe"]) { $1 })
    }
    #expect(cafe(name).name == nil)
    #expect(cafe(name, ["name:fi": name, "short_name": name, "operator": "Oy"]).heading() == "cafe (Oy)")
    for seen in ["\u{200B}x", "é", "Ж", "Ω", "ש", "カフェ", "\u{200F}קפה", "7", "-", "☕️"] {
      #expect(cafe(seen).name == seen)
    }
  }
}
