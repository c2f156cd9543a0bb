import Geography
import Testing

@testable import Places

@Suite struct NamePatternTests {
  @Test(
    "finds a name in any spelling",
    arguments: [
      ("gite", "Gîte du Lac"), ("Gîte", "gite du lac"), ("GITE LAC", "Gîte du Lac"),
      ("lac gîte", "Gîte du Lac"),
      ("mcdonalds", "McDonald’s"), ("McDonald's", "McDonald’s"), ("McDonald’s", "McDonalds"),
      ("mcdonald", "McDonald's"), ("saint malo", "Saint-Malo"), ("saint-malo", "Saint Malo"),
      ("saintmalo", "Saint-Malo"), ("fazer", "Karl Fazer Café"), ("cafe\u{301}", "Café"), ("日本", "日本橋"),
      ("ｃａｆｅ", "Café"), ("olhus", "Ølhus Stockholm"), ("d'wok", "D'Wok"), ("24", "24h"),
      ("bahnhof", "Bahn\u{AD}hof"), ("Bahn\u{AD}hof", "Bahnhof"), ("bahn hof", "Bahn\u{AD}hof"),
      ("tea\u{200B}room", "Tea\u{2060}room"), ("\u{FEFF}kiosk", "\u{200E}Kiosk"),
      ("می خانه", "می\u{200C}خانه"), ("ermita", "L'Ermita"), ("Évian", "Gare d’Evian"),
      ("hopital", "Place-de-l’Hôpital"), ("lermita", "L'Ermita"), ("Orto", "Via dell'Orto"),
      ("orto", "Bar nell’Orto"), ("arno", "Casa sull'Arno"),
    ])
  func found(text: String, name: String) {
    #expect(NamePattern(text).matches(Self.place(named: name)))
  }

  @Test(
    "does not find a name without one of the words",
    arguments: [
      ("gite mer", "Gîte du Lac"), ("cafes", "Café"), ("東京", "日本橋"), ("x", "Café"), ("l", "l'Arc"),
      ("brien", "O'Brien"), ("wok", "D'Wok"),
    ])
  func notFound(text: String, name: String) {
    #expect(!NamePattern(text).matches(Self.place(named: name)))
  }

  @Test(
    "tells whether words are the whole name, in any spelling",
    arguments: [
      ("h&m", "H&M", true), ("saint-malo", "Saint Malo", true), ("mcdonalds", "McDonald’s", true),
      ("ｃａｆｅ", "Café", true), ("Café", "ＣＡＦＥ", true), ("cafe\u{301}", "Café", true),
      ("Suecka", "Sücka", true), ("sucka", "Su\u{308}cka", true), ("日本橋", "日本橋", true),
      ("strasse", "Straße", true), ("24 h", "24-h!", true), ("cafe", "Cafés", false),
      ("bahnhof", "Bahn\u{AD}hof", true), ("Bahn\u{200D}hof", "Bahnhof", true),
      ("bahn", "Bahn\u{AD}hof", false),
      ("cafe", "Kafe", false), ("cafe", "Café 2", false), ("café", "日本橋", false), ("cafe", "", false),
    ])
  func wholeName(text: String, name: String, isName: Bool) {
    #expect(NamePattern(text).isName(of: Self.place(named: name)) == isName)
  }

  @Test(
    "also searches names in other languages, and other names",
    arguments: ["name:ja", "name:en", "alt_name", "short_name", "old_name", "loc_name", "official_name"])
  func otherNames(key: String) {
    #expect(NamePattern("oodi").matches(Self.place(named: "Keskustakirjasto", tags: [key: "Library Oodi"])))
  }

  @Test("the words have to be in one name, not in other tags")
  func otherTags() {
    let place = Self.place(named: "Keskustakirjasto", tags: ["name:en": "Library", "operator": "Oodi"])
    #expect(!NamePattern("oodi").matches(place))
    #expect(!NamePattern("keskustakirjasto library").matches(place))
  }

  @Test("a nameless place matches no name")
  func nameless() {
    #expect(!NamePattern("a").matches(Self.place(named: nil)))
  }

  private static func place(named name: String?, tags: [String: String] = [:]) -> PointOfInterest {
    PointOfInterest(id: "1", name: name, coordinate: Coordinate(latitude: 0, longitude: 0), tags: tags)
  }
}
