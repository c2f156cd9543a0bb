import Testing

@testable import Places

@Suite struct TypedWordsTests {
  @Test(
    "words beside a category say more, in every language, before or after it",
    arguments: [
      (["open", "bakery"], ["bakery"], [], true), (["bakery", "open"], ["bakery"], [], true),
      (["free", "parking", "near", "me"], ["parking"], ["fee=no"], false),
      (["24h", "Apotheke", "in", "der", "Nähe"], ["Apotheke"], ["opening_hours=24/7"], false),
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
      (["restaurant", "vegan"], ["vegan"], [], false),
    ])
  func furtherWords(words: [String], categories: [String], tags: [String], isOpenWanted: Bool) {
    let typed = TypedWords(words)
    #expect(typed.categories == categories)
    #expect(typed.tags.map { "\($0.key)=\($0.value ?? "")" } == tags)
    #expect(typed.isOpenWanted == isOpenWanted)
  }

  @Test(
    "a category or a name that is quoted stays whole",
    arguments: ["free flight", "The Open House", "near me cafe"])
  func quoted(text: String) {
    #expect(TypedWords([text]).categories == [text])
  }

  @Test("no word that says more is a category", arguments: TypedWords.furtherWords.sorted())
  func noCategory(word: String) {
    #expect(!Category.isName(word))
  }
}
