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

  @Test("suggests nothing if no word is similar", arguments: ["", "n", "opening", "qqqq"])
  func nothing(word: String) {
    #expect(SpellingCorrection.nearest(to: word, among: Self.words) == [])
  }
}
