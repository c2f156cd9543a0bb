import Places

/// A name search as POSIX extended regular expressions, for a server that compares letter by letter.
///
/// Each letter matches every letter that `NameWords` equates with it, and ignored characters may come between. More
/// names match than do `NamePattern`: the end of a compound may be in its middle here.
struct OverpassName {
  /// One expression a word; all of them must match, whatever the case.
  let patterns: [String]

  /// Every key that may hold a name, and others.
  static func pattern(ofKeysOrAnyOf others: [String]) -> String {
    "^(\((["name", "name:.*"] + NameWords.otherNameKeys.sorted() + others).joined(separator: "|")))$"
  }

  /// Only the beginning of a longer name is searched for; the answer is checked for the rest.
  private static let wordLimit = 8
  private static let letterLimit = 64

  init(_ name: NamePattern) {
    patterns = name.spellings.prefix(Self.wordLimit).map { spellings in
      let words = spellings.map { word in
        let letters = word.unicodeScalars.filter { $0.properties.generalCategory != .nonspacingMark }
        return Self.pattern(for: letters.prefix(Self.letterLimit))
      }
      let word = words.count == 1 ? words[0] : "(\(words.joined(separator: "|")))"
      guard spellings[0].unicodeScalars.count >= NamePattern.shortestEnding else { return Self.start + word }
      return "(\(Self.start)|[[:alnum:]].?[[:alnum:]].?[[:alnum:]].?)\(word)"
    }
  }

  private static let start = "(^|[^[:alnum:]])"

  private static func pattern(for word: some Collection<Unicode.Scalar>) -> String {
    var rest = word[...]
    var pattern = ""
    while let letter = rest.first {
      let pair = rest.prefix(2)
      // One letter may stand for two, like ß or ü.
      if pair.count == 2, let ligatures = spellings[pair.map(String.init).joined()] {
        pattern += "(\(pair.map(Self.pattern).joined())|[\(ligatures)])\(ignored)"
        rest = rest.dropFirst(2)
      } else {
        pattern += Self.pattern(for: letter)
        rest = rest.dropFirst()
      }
    }
    return pattern
  }

  private static func pattern(for letter: Unicode.Scalar) -> String {
    let spelled = spellings[String(letter)].map { "[\(letter)\($0)]" } ?? String(letter)
    // The marks of other scripts count as letters.
    return spelled + (letter.isASCII ? ignored : ".{0,3}\(ignored)")
  }

  private static let ignored = "[^[:alnum:]]*"

  /// The letters of Latin, Greek and Cyrillic that are folded into others, by the result.
  private static let spellings: [String: String] = {
    var spellings: [String: String] = [:]
    for range in [0x00AA...0x024F, 0x0370...0x052F, 0x1E00...0x1FFF] as [ClosedRange<UInt32>] {
      for scalar in range.lazy.compactMap(Unicode.Scalar.init) where scalar.properties.isAlphabetic {
        let letter = String(scalar)
        let lowercase = scalar.properties.lowercaseMapping
        // The server knows the two cases of a letter itself.
        let isOtherCase = lowercase != letter && lowercase.unicodeScalars.count == 1
        guard !isOtherCase, let folded = NameWords.asked(letter).first, folded != letter else { continue }
        spellings[folded, default: ""] += letter
      }
    }
    for letter in "äöüåø".unicodeScalars.map(String.init) {
      if let pair = NameWords.spelledOut(letter) { spellings[pair, default: ""] += letter }
    }
    return spellings
  }()
}
