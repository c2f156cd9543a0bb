import Testing

@testable import PlaceStore
@testable import Places

@Suite struct NameVocabularyTests {
  private static let vocabulary = NameVocabulary([
    "hospital", "landesspital", "spital", "spitalgasse", "ålandsspital", "xyspital", "pital",
  ])

  @Test(
    "finds compounds by their last part",
    arguments: [
      // Three letters must come before it.
      ("spital", ["landesspital", "spital", "ålandsspital"]), ("gasse", ["spitalgasse"]),
      ("sspital", ["landesspital", "ålandsspital"]),
      ("ital", ["hospital", "landesspital", "ålandsspital", "xyspital"]), ("tal", []), ("", []), ("\n", []),
      ("zzzz", []),
    ])
  func compounds(ending: String, expected: [String]) {
    #expect(Self.vocabulary.compounds(endingWith: ending) == expected)
  }

  @Test("gives back its words, and an empty one has none")
  func words() {
    #expect(NameVocabulary(["a", "b"]).words == ["a", "b"])
    #expect(NameVocabulary([]).words == [])
    #expect(NameVocabulary([]).compounds(endingWith: "spital") == [])
  }
}
