import Geography

/// What people type who look for one place, chain or firm: `Migros`, `burger king`, `gas station shell`.
///
/// A place has all the words in its names, apart from a category that it is in anyway; or else its brand, operator or
/// cuisine begins with them.
package struct TypedName: Sendable {
  /// Words that name a category together, or one that names none.
  package struct Part: Sendable {
    package let name: NamePattern
    /// What else the words can mean.
    package let category: Category?
  }

  package let parts: [Part]
  /// What a place must be whose name has all the words as they are; `nil` if any place may have them.
  private let kinds: TagExpression?
  /// All words in a row, as `NameWords` writes them.
  package let words: [String]

  /// The keys whose values count beside names.
  package static let keys = ["brand", "operator", "cuisine"]

  package init(_ text: String, in language: Category.Language) {
    kinds = nil
    parts = TypedWords.words(of: text, in: language).compactMap { phrase, category in
      let name = NamePattern(phrase)
      return name.words.isEmpty ? nil : Part(name: name, category: category)
    }
    words = NameWords.asked(text)
  }

  /// Words that a place must have in its names, whatever else they can mean: `Bio Company`.
  init(whole text: String) {
    kinds = nil
    parts = [Part(name: NamePattern(text), category: nil)]
    words = NameWords.asked(text)
  }

  /// The word of a category that places carry in their names without being in it: `Gasthaus`; `nil` for others.
  init?(namesakesOf word: String, in category: Category) {
    guard let kinds = category.namesakes, CategoryWords.isInNames(word) else { return nil }
    self.kinds = .all([kinds, .not(.gone)])
    parts = [Part(name: NamePattern(word), category: nil)]
    words = NameWords.asked(word)
  }

  /// Words that were typed like a category and are none.
  ///
  /// - Parameter hasName: whether a place has the words in its name, asked only of what may be a typo.
  /// - Throws: `PlacesError.unknownCategory` for what is no name, either, and `nameTooLong`.
  package init(
    checking text: String, in language: Category.Language,
    hasName: (NamePattern) throws(PlacesError) -> Bool = { _ in false }
  ) throws(PlacesError) {
    self.init(text, in: language)
    let isTagOrPosition = text.contains("=") || (try? TypedPosition(parsing: text)) != nil
    guard !isTagOrPosition, Category.reasonToLeaveOut(text) == nil, !parts.isEmpty else {
      throw .unknownCategory(text, suggestions: Category.suggestions(for: text, in: language))
    }
    _ = try NamePattern(checking: text)
    let unknown = TypedWords.words(of: text, in: language)
      .filter { $0.category == nil && !TypedWords.isCuisine($0.text) }.map(\.text)
    // Beside a category that is spelled right, or another word, a word is more likely a name than a typo.
    let isNamed = unknown.count != 1 || parts.contains { $0.category != nil }
    for doubtful in isNamed ? [text] : unknown {
      let pattern = NamePattern(doubtful)
      guard let typo = SearchTypo(doubtful, in: language), !typo.isLikelyName, !pattern.words.isEmpty,
        try !hasName(pattern)
      else { continue }
      throw .unknownCategory(doubtful, suggestions: typo.suggestions)
    }
  }

  /// Whether somebody who types this means the place.
  func matches(_ place: PointOfInterest, describedBy tags: [String: String]) -> Bool {
    let others = Self.keys.flatMap { key in
      tags[key].map { TagExpression.parts(of: $0).map { NameWords.asked(String($0)) } } ?? []
    }
    func isBeginning(_ words: [String]) -> Bool { others.contains { Self.begins($0, with: words) } }
    if let kinds {
      return kinds.matches(tags)
        && (isBeginning(words) || parts.allSatisfy { $0.name.areWordsOrEndings(of: place) })
    }
    return isBeginning(words)
      || parts.allSatisfy { part in
        part.category?.matches(tags: tags, ownCategory: place.category) == true
          || part.name.matches(place) || isBeginning(part.name.words)
      }
  }

  private static func begins(_ found: [String], with words: [String]) -> Bool {
    guard let last = words.last, found.count >= words.count else { return false }
    return found.starts(with: words.dropLast()) && found[words.count - 1].hasPrefix(last)
  }
}
