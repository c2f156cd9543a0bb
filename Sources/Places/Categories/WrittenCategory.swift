import Synchronization

extension PointOfInterest {
  /// The word to write in a format without tags: read back, it means no category that the place is not in.
  ///
  /// A lake's own word is `water`, which by itself means water to drink: `natural=water` is written. `nil` for a place
  /// without a category.
  public var writtenCategory: String? {
    guard let category else { return nil }
    let tags = describedTags
    func isTrue(_ word: String) -> Bool {
      Category.meant(byWord: word).allSatisfy { $0.matches(tags: tags, ownCategory: category) }
    }
    if isTrue(category) { return category }
    let word = Category.primaryWord(of: tags) ?? category
    let key = Category.featureKeys.first { key in
      tags[key].map { TagExpression.parts(of: $0).contains(word[...]) || key == word } ?? false
    }
    if let key, let value = tags[key] {
      let named = Category.all.first { $0.matches(tags: [key: value]) && isTrue($0.word) }
      if let named { return named.word.replacing(" ", with: "_") }
    }
    let written = "\(key ?? "type")=\(key == word ? "yes" : word)"
    return isTrue(written) ? written : nil
  }
}

extension Category {
  /// The categories that a place without tags is in if its source files it under this word.
  fileprivate static func meant(byWord word: String) -> [Category] {
    meanings.withLock { meanings in
      if let known = meanings[word] { return known }
      let meant = named(word) == nil ? [] : all.filter { $0.matches(tags: [:], ownCategory: word) }
      // Most values are among the few hundred usual ones.
      if meanings.count < mostMeanings { meanings[word] = meant }
      return meant
    }
  }

  private static let meanings = Mutex<[String: [Category]]>([:])
  private static let mostMeanings = 4096
}
