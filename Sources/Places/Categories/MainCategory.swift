extension PointOfInterest {
  /// What it is, in one word with underscores: the same whatever was asked for, and in every format.
  ///
  /// The source's own word, else what the first of `Category.featureKeys` that the place has says, in poi's words: the
  /// table `tags.txt`, else the tag's value. Read back from a format without tags, it means no category
  /// that the place is not in: a private car park is `private_parking`, and a value that is a word for something else
  /// comes with its key, as in `leisure=swimming_pool`. `nil` if neither the source nor the tags say what it is.
  public var mainCategory: String? {
    guard let (key, word) = mainWord else { return nil }
    guard let key else { return word }
    let tags = describedTags
    if isTruly(word, tags) { return word }
    if let prefix = Self.prefix(for: tags) { return "\(prefix)_\(word)" }
    let written = "\(key)=\(word)"
    return isTruly(written, tags) ? written : nil
  }

  /// The same in words for people: `town hall`, `private parking`.
  public var label: String? {
    guard let (key, word) = mainWord else { return nil }
    var label = word.replacing("_", with: " ")
    let tags = describedTags
    if key != nil, !isTruly(word, tags), let prefix = Self.prefix(for: tags) { label = "\(prefix) \(label)" }
    return label
  }

  /// Whether a word means no category that the place is not in.
  package func isTruly(_ word: String) -> Bool { isTruly(word, describedTags) }

  private func isTruly(_ word: String, _ tags: [String: String]) -> Bool {
    Category.meant(byWord: word).allSatisfy { $0.matches(tags: tags, ownCategory: category) }
  }

  /// Why a word that is right means no category that the place is in.
  private static func prefix(for tags: [String: String]) -> String? {
    if Lifecycle.isGone(tags) { return "disused" }
    return ["private", "no"].contains(tags["access"]) ? "private" : nil
  }

  /// The word without a look at what else it means, and the key that it comes from; none if it is the source's own.
  private var mainWord: (key: String?, word: String)? {
    let main = Category.mainTag(of: tags)
    if let category, category != main?.word { return (nil, category) }
    if let main { return (main.key, TagWords.word(for: main.key, main.word, in: tags)) }
    return TagWords.wordWithoutFeature(in: tags)
  }
}

/// poi's own words for tags whose value says little, or something else, by itself.
///
/// Words have underscores, as in JSON; people see them with spaces. A value without one is its own word.
enum TagWords {
  static let words = WordLines("words", of: "tags")
  /// By the main tag, the keys that say more.
  private static let details = WordLines("details", of: "tags")

  /// The word for a tag of a place.
  ///
  /// - Parameter value: the first of the tag's values, or the key itself if the tag says only `yes`.
  static func word(for key: String, _ value: String, in tags: [String: String]) -> String {
    let tag = "\(key)=\(value)"
    for detail in details.words(of: tag) {
      let values = tags[detail].map(TagExpression.parts) ?? []
      if let word = values.lazy.compactMap({ words["\(tag) \(detail)=\($0)"] }).first { return word }
    }
    return words[tag] ?? value
  }

  /// The word for a place without any of `Category.featureKeys`, and its key.
  static func wordWithoutFeature(in tags: [String: String]) -> (key: String?, word: String)? {
    for key in ["piste:type", "ford", "attraction", "entrance"] {
      if let value = tags[key], value != "no", let word = words[key] { return (key, word) }
    }
    return nil
  }
}

extension Category {
  /// The categories that a place without tags is in if its source files it under this word.
  fileprivate static func meant(byWord word: String) -> [Category] {
    meanings.value(of: word) {
      named(word).map { named in all.filter { $0.matches(tags: [:], ownCategory: named.word) } } ?? []
    }
  }

  private static let meanings = Memo<String, [Category]>(most: 4096)
}
