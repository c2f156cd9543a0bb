import Testing

@testable import PlaceStore
@testable import Places

@Suite struct NameVocabularyTests {
  private static let vocabulary = NameVocabulary([
    "hospital", "landesspital", "pital", "spital", "spitalgasse", "xyspital", "ålandsspital",
  ])

  @Test(
    "finds compounds by their last part",
    arguments: [
      // Three letters must come before it.
      ("spital", ["landesspital", "spital", "ålandsspital"]), ("gasse", ["spitalgasse"]),
      ("sspital", ["landesspital", "ålandsspital"]),
      ("ital", ["hospital", "landesspital", "xyspital", "ålandsspital"]), ("tal", []), ("", []), ("\n", []),
      ("zzzz", []),
    ])
  func compounds(ending: String, expected: [String]) {
    #expect(Self.vocabulary.compounds(endingWith: ending) == expected)
  }

  @Test(
    "finds how words begin behind elided articles",
    arguments: [
      ("orto", ["orto", "dellorto", "sullorto"]), ("ort", ["ort", "dellort", "sullort"]),
      ("or", ["or", "dellor", "sullor"]),
      ("art", ["art", "lart"]), ("arte", ["arte", "larte"]), ("artes", ["artes"]), ("kart", ["kart"]),
      ("ushi", ["ushi", "sushi"]),
      ("o", ["o"]), ("a\n", ["a\n"]), ("", [""]),
    ])
  func elided(word: String, expected: [String]) {
    let words = ["art", "dellorto", "lart", "larte", "orto", "sullorto", "sushi"]
    // Wherever the search begins, and whatever comes before and behind.
    for count in 0..<40 {
      let others = (0..<count).map { "m" + String(repeating: "x", count: $0 % 7) + "\($0)" }
      #expect(NameVocabulary((words + others).sorted()).filed(word).beginnings == expected)
    }
    #expect(NameVocabulary([]).filed(word).beginnings == [word])
  }

  @Test("gives back its words, and an empty one has none")
  func words() {
    #expect(NameVocabulary(["a", "b"]).words == ["a", "b"])
    #expect(NameVocabulary([]).words == [])
    #expect(NameVocabulary([]).compounds(endingWith: "spital") == [])
  }
}
