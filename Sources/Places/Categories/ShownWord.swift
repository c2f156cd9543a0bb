/// A word that poi shows as what a place is, though it is none of its categories: `ski run`, `dam`.
package struct ShownWord {
  /// As `Category.normalised(_:)` writes it.
  package let word: String
  /// What places with a word of `tags.txt` have; `nil` for any other word.
  package let known: TagExpression?

  package init(_ text: String) {
    word = Category.normalised(text)
    // `amenity=` is half a tag.
    known = text.contains("=") ? nil : Self.expression(of: word)
  }

  /// What a place must have to be shown so, whose source does not file it under the word.
  package var expression: TagExpression {
    .any([known].compactMap(\.self) + Category.featureKeys.map { .tag(key: $0, values: [value]) })
  }

  /// The word as a tag's value.
  package var value: String { word.replacing(" ", with: "_") }

  /// Whether it is a place's word, or that of its source.
  func matches(_ place: PointOfInterest) -> Bool {
    isCategory(place.category) || place.label.map(Category.normalised) == word
  }

  package func isCategory(_ category: String?) -> Bool { category.map(Category.normalised) == word }

  /// Whether a source files a place under it, in a word of its own if it is one like `tree`.
  package func files(_ category: String?, _ tags: @autoclosure () -> [String: String]) -> Bool {
    if let category, !isCategory(category) { return false }
    let isLeftOut = Category.reasonToLeaveOut(word) != nil
    if category != nil, !isLeftOut { return true }
    let main = Category.primaryWord(of: tags())
    return isLeftOut ? category != nil && category != main : isCategory(main)
  }

  private static func expression(of word: String) -> TagExpression? {
    expressions.value(of: word) {
      // One that begins so may be the plural.
      var rows = TagWords.words.words(like: Array(word.utf8), sharing: min(2, word.utf8.count))
        .filter { Category.normalised($0.word) == word }.map(\.key)
      let ownTag = "\(word)=\(word)"
      if Category.featureKeys.contains(word), TagWords.words[ownTag] == nil { rows.append(ownTag) }
      let isKnown = !rows.isEmpty && Category.reasonToLeaveOut(word) == nil
      return isKnown ? .any(rows.map(expression(ofRow:))) : nil
    }
  }

  private static func expression(ofRow row: String) -> TagExpression {
    .all(
      row.split(separator: " ").map { tag in
        let pair = tag.split(separator: "=").map(String.init)
        guard let value = pair.dropFirst().first else { return .has(key: pair[0]) }
        return .tag(key: pair[0], values: value == pair[0] ? ["yes", value] : [value])
      })
  }

  private static let expressions = Memo<String, TagExpression?>(most: 4096)
}
