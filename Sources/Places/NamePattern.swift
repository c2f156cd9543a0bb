import Foundation

/// A search for names that does not care how they are spelled: case, accents, apostrophes and hyphens.
struct NamePattern {
  private let words: [String]

  /// - Parameter text: words, each of which a name must contain.
  init(_ text: String) {
    words = Self.folded(text).split(separator: " ").map(String.init)
  }

  /// Whether one of the place's names, in any language, has all the words.
  func matches(_ place: PointOfInterest) -> Bool {
    if let name = place.name, matches(name) { return true }
    return place.tags.contains { key, value in Self.isNameKey(key) && matches(value) }
  }

  private func matches(_ name: String) -> Bool {
    let folded = Self.folded(name)
    let joined = folded.filter { $0 != " " }
    return words.allSatisfy { folded.contains($0) || joined.contains($0) }
  }

  private static func isNameKey(_ key: String) -> Bool {
    key.hasPrefix("name:")
      || ["alt_name", "old_name", "short_name", "official_name", "loc_name"].contains(key)
  }

  /// Lower case, without accents and apostrophes, with a space for everything else that is no letter or digit.
  private static func folded(_ text: String) -> String {
    let plain = text.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    var result = ""
    for character in plain where !"'’ʼ`´".contains(character) {
      if let letters = letterByLetter[character] {
        result += letters
      } else {
        result.append(character.isLetter || character.isNumber ? character : " ")
      }
    }
    return result
  }

  /// Letters that Unicode does not take for accented ones, and people without them on the keyboard do.
  private static let letterByLetter: [Character: String] = [
    "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th",
  ]
}
