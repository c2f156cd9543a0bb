import Places
import SQLite

/// The words of all names in a store, to find those that end with another word, as compounds do: the full-text index
/// finds words only by how they begin.
struct NameVocabulary {
  /// The words as the index files them, each with a newline after it: one text takes less memory than a list.
  private let text: [UInt8]

  private static let newline = UInt8(ascii: "\n")
  /// How many compounds of one word are looked for.
  private static let mostCompounds = 500

  /// - Parameter words: in the order of their bytes, and none with a newline.
  init(_ words: some Sequence<String>) {
    text = words.flatMap { $0.utf8 + [Self.newline] }
  }

  /// Reads the vocabulary of a store, which takes time in proportion to all words of all places.
  init(of database: Connection) throws {
    // Between are tags and categories, which begin with = and @. SQLite counts the places of each, and these have most.
    self.init(
      try ["term < '='", "term >= 'A'"].flatMap { part in
        try database.statement("SELECT term FROM vocabulary WHERE \(part) ORDER BY term")
          .map { $0.text(0) ?? "" }
      })
  }

  var words: [String] {
    text.split(separator: Self.newline).map { String(decoding: $0, as: UTF8.self) }
  }

  /// How the words of names begin and end that a word finds; behind the elided articles that any has before it, too.
  func filed(_ word: String) -> IndexTerms.Filed {
    let beginnings = NameWords.filed(word).filter { $0 == word || hasWord(beginningWith: Array($0.utf8)) }
    return (beginnings, compounds(endingWith: word))
  }

  private func hasWord(beginningWith beginning: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { text in
      var (low, high) = (0, text.count)
      while low < high {
        let start = text[low..<(low + high) / 2].lastIndex(of: Self.newline).map { $0 + 1 } ?? low
        let word = text[start..<high].prefix { $0 != Self.newline }
        if word.starts(with: beginning) { return true }
        if word.lexicographicallyPrecedes(beginning) { low = word.endIndex + 1 } else { high = start }
      }
      return false
    }
  }

  /// The words that end with another.
  func compounds(endingWith ending: String) -> [String] {
    guard ending.unicodeScalars.count >= NamePattern.shortestEnding else { return [] }
    let pattern = Array(ending.utf8)
    var found: [String] = []
    text.withUnsafeBufferPointer { text in
      var rest = text[...]
      while found.count < Self.mostCompounds, let end = rest.firstIndex(of: Self.newline) {
        let word = rest[..<end]
        rest = rest[(end + 1)...]
        guard word.suffix(pattern.count).elementsEqual(pattern) else { continue }
        let spelled = String(decoding: word, as: UTF8.self)
        if NamePattern.isPart(ending, of: spelled) { found.append(spelled) }
      }
    }
    return found
  }
}
