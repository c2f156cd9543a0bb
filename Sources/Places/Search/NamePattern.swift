/// A search for names that does not care how they are spelled: case, accents, apostrophes and hyphens, and umlauts
/// spelled out.
package struct NamePattern {
  /// The words to find, in their order.
  package let words: [String]
  /// The ways to write each of them: `sucka` and `suecka` for `Sücka`.
  package let spellings: [[String]]
  /// How many bytes the words have.
  private let length: Int

  /// The fewest letters before a match at the end of a word, and the fewest of the match itself: `spital` is
  /// part of `Landesspital`, not of `Hospital`.
  package static let leastBeforeEnding = 3
  package static let shortestEnding = 4

  /// The most words of a name that somebody asks for, and the most letters of each.
  package static let mostWords = 16
  package static let longestWord = 64

  /// - Parameter text: words, each of which a word of the name must begin with, or end with as a compound does.
  package init(_ text: String) {
    words = NameWords.asked(text)
    length = words.reduce(0) { $0 + $1.utf8.count }
    let spelledOut = NameWords.spelledOut(text).map(NameWords.asked) ?? words
    spellings = zip(words, spelledOut).map { $0 == $1 ? [$0] : [$0, $1] }
  }

  /// - Throws: `PlacesError.nameWithoutLetters` if there is nothing to compare, which every name would pass, and
  ///   `nameTooLong`.
  package init(checking text: String) throws(PlacesError) {
    self.init(text)
    if words.isEmpty { throw .nameWithoutLetters(text) }
    guard words.count <= Self.mostWords,
      words.allSatisfy({ $0.unicodeScalars.count <= Self.longestWord })
    else { throw .nameTooLong }
  }

  /// Whether one of the place's names, in any language, has all the words.
  package func matches(_ place: PointOfInterest) -> Bool {
    place.allNames.contains(where: matches)
  }

  /// Whether the words make up one of the place's names, in any language.
  package func isName(of place: PointOfInterest) -> Bool { place.allNames.contains(where: isName) }

  /// Whether the words make up a name.
  package func isName(_ name: String) -> Bool {
    NameWords.canBe(ofLength: length, name)
      && (NameWords.asked(name) == words || NameWords.spelledOut(name).map(NameWords.asked) == words)
  }

  /// Whether the place's names have all the words as they are, rather than longer ones that begin or end with them.
  package func areWords(of place: PointOfInterest) -> Bool {
    let found = Set(Self.words(of: place))
    return spellings.allSatisfy { spellings in spellings.contains(where: found.contains) }
  }

  /// Whether one of the place's names has all the words as they are, or at the end of a compound: `Schlossgasthof`.
  func areWordsOrEndings(of place: PointOfInterest) -> Bool {
    let found = Self.words(of: place)
    return spellings.allSatisfy { spellings in
      spellings.contains { word in
        found.contains { $0 == word || !$0.hasPrefix(word) && Self.isPart(word, of: $0) }
      }
    }
  }

  /// The words of a place's names, as `NameWords` finds them.
  package static func words(of place: PointOfInterest) -> [String] {
    place.allNames.flatMap(NameWords.found)
  }

  private func matches(_ name: String) -> Bool {
    guard !words.isEmpty else { return false }
    let found = NameWords.found(in: name)
    return isIn(found) || NameWords.spelledOut(name).map { isIn(found + NameWords.found(in: $0)) } ?? false
  }

  /// Whether all words are among those of a name.
  private func isIn(_ found: [String]) -> Bool {
    spellings.allSatisfy { spellings in
      spellings.contains { word in found.contains { Self.isPart(word, of: $0) } }
    }
  }

  /// Whether a word is the beginning of another, or the end of a compound; a letter, as in `H&M`, is only itself.
  package static func isPart(_ word: String, of other: String) -> Bool {
    if word.utf8.count == 1 { return other == word }
    if other.hasPrefix(word) { return true }
    guard other.utf8.count >= word.utf8.count + leastBeforeEnding, other.hasSuffix(word) else { return false }
    let letters = word.unicodeScalars.count
    return letters >= shortestEnding && other.unicodeScalars.count >= letters + leastBeforeEnding
  }
}
