import Testing

@testable import Places

@Suite struct SpellingCorrectionTests {
  private static let words = ["distance", "direction", "name", "category"]

  @Test(
    "finds the nearest word in any case",
    arguments: [
      ("distnace", "distance"), ("NAME", "name"), ("nam", "name"), ("dir", "direction"),
      ("catgory", "category"),
    ])
  func nearest(word: String, suggestion: String) {
    #expect(SpellingCorrection.nearest(to: word, among: Self.words).first == suggestion)
  }

  @Test("finds all words with one letter wrong behind the first", arguments: ["rosenweg", "ab", "улица"])
  func typos(word: String) {
    let typos = SpellingCorrection.typos(of: word)
    let first = word.first
    #expect(
      typos.allSatisfy {
        $0.first == first && SpellingCorrection.distance(Array($0), Array(word), atMost: 1) != nil
      })
    let letters = Array(word)
    for index in letters.indices.dropFirst() {
      var other = letters
      other.remove(at: index)
      #expect(typos.contains(String(other)))
      other.insert("x", at: index)
      #expect(typos.contains(String(other)))
      other = letters
      other.insert("y", at: index)
      #expect(typos.contains(String(other)))
      guard letters.indices.contains(index + 1) else { continue }
      other = letters
      other.swapAt(index, index + 1)
      #expect(typos.contains(String(other)))
    }
  }

  @Test("suggests nothing if no word is similar", arguments: ["", "n", "opening", "qqqq"])
  func nothing(word: String) {
    #expect(SpellingCorrection.nearest(to: word, among: Self.words) == [])
  }
}
