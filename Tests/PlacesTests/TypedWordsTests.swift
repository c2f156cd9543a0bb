import Testing

@testable import Places

@Suite struct TypedWordsTests {
  @Test(
    "words beside a category say more, in every language, before or after it",
    arguments: [
      (["open", "bakery"], ["bakery"], [], true), (["bakery", "open"], ["bakery"], [], true),
      (["free", "parking", "near", "me"], ["parking"], ["fee=no"], false),
      (["24h", "Apotheke", "in", "der", "Nähe"], ["Apotheke"], ["opening_hours=24/7"], false),
      (["cafe", "open", "24/7"], ["cafe"], ["opening_hours=24/7"], false),
      (["wheelchair", "free", "toilets"], ["toilets"], ["wheelchair=yes", "fee=no"], false),
      (["a", "drinking", "water", "nearby"], ["drinking water"], [], false),
      (["boulangerie", "ouverte", "près", "de", "moi"], ["boulangerie"], [], true),
      (["parcheggio", "gratuito", "vicino", "a", "me"], ["parcheggio"], ["fee=no"], false),
      (["avoinna", "apteekki", "lähellä"], ["apteekki"], [], true),
      (["nearby"], [], [], false), (["open"], [], [], true),
      (["chinese", "restaurant"], ["restaurant"], ["cuisine=chinese"], false),
      (["Restaurant", "italienisch", "offen"], ["Restaurant"], ["cuisine=italian"], true),
      (["thai"], [], ["cuisine=thai"], false),
      (["ravintola", "intialainen"], ["ravintola"], ["cuisine=indian"], false),
      (["german", "embassy"], ["german embassy"], [], false),
      (["Thai", "Airways"], ["Thai Airways"], [], false),
      (["cafe,", "burger", "king", "open"], ["cafe", "burger king"], [], true),
      (["vegan", "cafe"], ["cafe"], ["diet:vegan=yes"], false),
      (["cafe", "or", "bakery"], ["cafe", "bakery"], [], false),
      (["Bäckerei", "oder", "cafe", "offen"], ["Bäckerei", "cafe"], [], true),
      (["bread", "and", "roses"], ["bread and roses"], [], false),
      (["restaurant", "vegan"], ["vegan"], [], false),
    ])
  func furtherWords(words: [String], categories: [String], tags: [String], isOpenWanted: Bool) {
    let typed = TypedWords(words)
    #expect(typed.categories == categories)
    #expect(typed.tags.map { "\($0.key)=\($0.value ?? "")" } == tags)
    #expect((typed.moment == .now) == isOpenWanted)
  }

  @Test(
    "a category or a name that is quoted stays whole",
    arguments: ["free flight", "The Open House", "near me cafe"])
  func quoted(text: String) {
    #expect(TypedWords([text]).categories == [text])
  }

  @Test(
    "the likeliest reading says most about the rest",
    arguments: [
      ("vegan restaurant", ["'vegan restaurant': vegan"]),
      (
        "pizza takeaway",
        ["'pizza': cuisine=pizza, 'takeaway': takeaway", "'pizza': pizza, 'takeaway': takeaway"]
      ),
      ("vegan hotel", ["'vegan': ignored beside hotel, 'hotel': hotel", "'vegan': vegan, 'hotel': hotel"]),
      ("cafe, tea king", ["'cafe': cafe; or 'tea': a name, 'king': a name"]),
    ])
  func readings(text: String, expected: [String]) {
    let readings = TypedWords(text.split(separator: " ").map(String.init)).readings
    #expect(readings.map(\.description) == expected)
    #expect(readings.map(\.score) == readings.map(\.score).sorted(by: >))
  }

  @Test(
    "words say when, wherever they stand",
    arguments: [
      (["restaurant", "offen", "sonntag", "20", "uhr"], ["restaurant"], "Sun 20:00"),
      (["open", "at", "7:30", "cafe"], ["cafe"], "07:30"),
      (["tomorrow", "9am", "bakery"], ["bakery"], "tomorrow 09:00"),
      (["bar", "25"], ["bar 25"], nil), (["ruby", "tuesday"], ["ruby tuesday"], nil),
      (["open", "tuesday", "bank"], ["bank"], "Tue 12:00"), (["pharmacy", "24", "hours"], ["pharmacy"], nil),
    ])
  func times(words: [String], categories: [String], moment: String?) {
    let typed = TypedWords(words)
    #expect(typed.categories == categories)
    #expect(typed.moment.map { "\($0)" } == moment)
  }

  @Test(
    "no word that says more is a category",
    arguments: TypedWords.modifiers.filter { ![.article, .or, .now].contains($1) }.keys.sorted()
      + TypedWords.cuisines.keys.sorted())
  func noCategory(word: String) {
    #expect(!Category.isName(word))
  }
}
