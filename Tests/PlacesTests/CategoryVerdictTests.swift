import Places
import Testing

@Suite struct CategoryVerdictTests {
  @Test(
    "names the part that decided, with the tags it read",
    arguments: [
      (
        "hospital", ["amenity": "hospital"], nil,
        "yes: amenity=hospital (the place has amenity=hospital); no exclusion applies"
      ),
      (
        "fuel", ["amenity": "fuel", "access": "private"], nil,
        "no: excluded by access=private|no (the place has access=private), though amenity=fuel (the place has amenity=fuel)"
      ),
      (
        "fuel", ["amenity": "cafe"], nil, "no: none of amenity=fuel (the place has amenity=cafe)"
      ),
      ("fuel", ["shop": "yes"], nil, "no: none of amenity=fuel"),
      ("food", [:], "restaurants", "yes: its source files it under 'restaurants'; no exclusion applies"),
      (
        "food", ["access": "no"], "restaurants", "no: excluded by access=private|no (the place has access=no)"
      ),
      (
        "water", ["natural": "spring"], nil,
        "yes: natural=spring (the place has natural=spring); no exclusion applies"
      ),
      (
        "pharmacy", ["amenity": "pharmacy", "opening_hours": "closed"], nil,
        "no: excluded by gone (the place has opening_hours=closed), though amenity=pharmacy (the place has amenity=pharmacy)"
      ),
    ] as [(String, [String: String], String?, String)])
  func explains(word: String, tags: [String: String], own: String?, text: String) throws {
    let category = try #require(Category.named(word))
    let verdict = category.verdict(tags: tags, ownCategory: own)
    #expect(verdict.explanation(tags: tags) == text)
    #expect(verdict.isMeant == category.matches(tags: tags, ownCategory: own))
  }

  @Test(
    "recognises places that are gone",
    arguments: [
      (["amenity": "cafe", "disused": "yes"], true), (["amenity": "cafe", "disused": "no"], false),
      (["amenity": "cafe", "abandoned": "yes"], true), (["amenity": "cafe", "opening_hours": "off"], true),
      (["amenity": "cafe", "opening_hours": "Mo-Fr 08:00-18:00; PH off"], false),
      (["amenity": "cafe", "opening_hours": "Jun-Sep; off"], false),
      (["amenity": "cafe", "was:amenity": "cafe"], true),
      (["amenity": "cafe", "was:amenity": "bank"], false),
      (["disused:amenity": "cafe", "toilets": "yes"], true), (["was:ref": "12", "toilets": "yes"], false),
      (["disused:amenity": "cafe", "shop": "books"], false),
      (["amenity": "school", "name": "Castle School (historical)"], true),
      (["operating_status": "permanently_closed"], true), (["operating_status": "temporarily_closed"], true),
      (["operating_status": "open"], false),
      (["amenity": "school", "name": "Historical School"], false),
    ] as [([String: String], Bool)])
  func gone(tags: [String: String], isGone: Bool) {
    #expect(TagExpression.gone.matches(tags) == isGone)
  }

  @Test(
    "has caveats to know before going there",
    arguments: [
      ("water", ["natural": "spring"], "potability unknown"),
      ("water", ["natural": "spring", "drinking_water": "yes"], nil),
      ("water", ["amenity": "toilets", "drinking_water": "yes", "access": "customers"], "customers only"),
      ("water", ["amenity": "drinking_water"], nil),
      ("water", ["man_made": "water_well", "amenity": "drinking_water"], nil),
      ("water", ["man_made": "water_tap"], "potability unknown"),
      ("spring", ["natural": "spring"], nil),
      ("toilets", ["amenity": "toilets", "access": "customers"], "customers only"),
      ("diesel", ["amenity": "fuel"], "diesel unknown"),
      ("diesel", ["amenity": "fuel", "fuel:diesel": "yes"], nil),
      ("hut", ["amenity": "shelter", "fireplace": "yes"], "beds unknown"),
      ("hut", ["tourism": "alpine_hut"], nil),
    ] as [(String, [String: String], String?)])
  func caveats(word: String, tags: [String: String], caveat: String?) throws {
    let category = try #require(Category.named(word))
    #expect(category.matches(tags: tags))
    #expect(category.caveat(tags: tags)?.text == caveat)
  }

  @Test("the words of members and wider categories are categories")
  func related() {
    for category in Category.all {
      for word in category.members + [category.wider].compactMap(\.self) {
        #expect(Category.named(word)?.word == word && word != category.word, "\(category.word): \(word)")
      }
    }
  }
}
