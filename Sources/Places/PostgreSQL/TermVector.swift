/// The words that a place is filed under, for PostgreSQL's index of texts: the same that the store files it under, and
/// those of names backwards, by which compounds are found that end with a word.
enum TermVector {
  /// Before a word that is spelled backwards.
  private static let backwards = "<"
  /// PostgreSQL takes no term of more than 2,046 bytes.
  private static let longestTerm = 64

  /// The terms of a place in the form of a tsvector.
  static func vector(of place: PointOfInterest) -> String {
    var bytes: [UInt8] = []
    PlaceTerms.append(of: place, category: place.category.map(Category.normalised), to: &bytes)
    var terms = Set(String(decoding: bytes, as: UTF8.self).split(separator: " ").map(term))
    for word in NamePattern.words(of: place) where word.unicodeScalars.count >= shortestCompound {
      terms.insert(term(backwards + reversed(word)))
    }
    return terms.sorted().map(quoted).joined(separator: " ")
  }

  /// What every place that passes the filter is filed under, and others may be, as a tsquery; `nil` if that is no help.
  static func question(for matcher: PlaceMatcher) -> String? {
    PlaceTerms.question(for: matcher) { word in
      word.unicodeScalars.count >= NamePattern.shortestEnding ? [backwards + reversed(word)] : []
    }.map(translated)
  }

  /// The same for the places that are filed under a word, as `Category.normalised(_:)` writes it.
  static func question(forCategory word: String) -> String? {
    PlaceTerms.terms(of: PlaceMatcher.Kind.own(word)).map { translated($0.joined(separator: " OR ")) }
  }

  private static let shortestCompound = NamePattern.shortestEnding + NamePattern.leastBeforeEnding

  private static func reversed(_ word: String) -> String {
    String(String.UnicodeScalarView(word.unicodeScalars.reversed()))
  }

  /// As the store's index has it: without regard to the case of ASCII.
  private static func term(_ text: some StringProtocol) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(longestTerm) {
      scalars.append(
        ("A"..."Z").contains(scalar)
          ? scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar : scalar)
    }
    return String(scalars)
  }

  private static func quoted(_ term: String) -> String {
    "'" + term.replacing("\\", with: "\\\\").replacing("'", with: "''") + "'"
  }

  /// A question to the store's index in PostgreSQL's words: `"water" *` is `'water':*`.
  private static func translated(_ question: String) -> String {
    var text = ""
    for (index, part) in question.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
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
  /// The terms that a database of places finds it by, as a tsvector of PostgreSQL's.
  package var termVector: String { TermVector.vector(of: self) }
}
