import Input
import Places

/// The words that a place is filed under, for PostgreSQL's text index: the same as in the store, and words of
/// names backwards, which find compounds by their ends.
enum TermVector {
  /// Marks a word that is spelled backwards.
  private static let backwards = "<"
  /// PostgreSQL accepts terms of up to 2,046 bytes.
  private static let longestTerm = 64

  static func vector(of place: PointOfInterest) -> String {
    var bytes: [UInt8] = []
    IndexTerms.append(of: place, category: place.category.map(Category.normalised), to: &bytes)
    var terms = Set(String(decoding: bytes, as: UTF8.self).split(separator: " ").map(term))
    for word in NamePattern.words(of: place) where word.unicodeScalars.count >= shortestCompound {
      terms.insert(term(backwards + reversed(word)))
    }
    return terms.sorted().map(quoted).joined(separator: " ")
  }

  /// A tsquery that finds every place that passes the filter, and perhaps others; `nil` if that is no help.
  static func question(for matcher: PlaceMatcher) -> String? {
    IndexTerms.question(for: matcher, filed: filed).map(translated)
  }

  /// The same for the places with all words of a name.
  static func question(for name: NamePattern) -> String {
    translated(IndexTerms.conditions(for: name, filed: filed).joined(separator: " AND "))
  }

  private static func filed(_ word: String) -> IndexTerms.Filed {
    let isEnding = word.unicodeScalars.count >= NamePattern.shortestEnding
    return (NameWords.filed(word), isEnding ? [backwards + reversed(word)] : [])
  }

  /// The same for the places that are filed under a word, as `Category.normalised(_:)` writes it.
  static func question(forCategory word: String) -> String { translated(IndexTerms.term(ofCategory: word)) }

  private static let shortestCompound = NamePattern.shortestEnding + NamePattern.leastBeforeEnding

  private static func reversed(_ word: String) -> String {
    String(String.UnicodeScalarView(word.unicodeScalars.reversed()))
  }

  /// As in the store's index: ignoring the case of ASCII letters.
  private static func term(_ text: some StringProtocol) -> String {
    // Most are as they should be.
    if text.utf8.count <= longestTerm,
      !text.utf8.contains(where: { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
    {
      return String(text)
    }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(longestTerm) {
      scalars.append(
        ("A"..."Z").contains(scalar)
          ? scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar : scalar)
    }
    return String(scalars)
  }

  private static func quoted(_ term: String) -> String {
    // Nearly all are plain, and looking for others takes less time.
    guard term.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "'") }) else {
      return "'" + term + "'"
    }
    return "'" + term.replacing(each: "\\", with: "\\\\").replacing(each: "'", with: "''") + "'"
  }

  /// A query of the store's index in PostgreSQL's syntax: `"water" *` becomes `'water':*`.
  private static func translated(_ question: String) -> String {
    var text = ""
    let parts = question.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
    for (index, part) in parts.map(Substring.init).enumerated() {
      if index % 2 == 1 {
        text += quoted(term(part)) + (part.hasPrefix(backwards) ? ":*" : "")
      } else {
        text += part.replacing(" *", with: ":*").replacing("AND", with: "&").replacing("OR", with: "|")
      }
    }
    return text
  }
}

extension PointOfInterest {
  /// The terms by which a database finds it, as a PostgreSQL tsvector.
  package var termVector: String { TermVector.vector(of: self) }
}
