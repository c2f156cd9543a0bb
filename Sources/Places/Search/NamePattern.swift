/// A search for names that does not care how they are spelled: case, accents, apostrophes and hyphens.
struct NamePattern {
  /// The words asked for, in their order.
  let words: [String]

  /// - Parameter text: words, each of which a word of the name must begin with.
  init(_ text: String) {
    words = NameWords.asked(text)
  }

  /// Whether one of the place's names, in any language, has all the words.
  func matches(_ place: PointOfInterest) -> Bool {
    if let name = place.name, matches(name) { return true }
    return place.tags.contains { key, value in NameWords.isNameKey(key) && matches(value) }
  }

  /// Whether the words are one of the place's names, in any language, and no more.
  func isName(of place: PointOfInterest) -> Bool {
    if let name = place.name, NameWords.asked(name) == words { return true }
    return place.tags.contains { key, value in NameWords.isNameKey(key) && NameWords.asked(value) == words }
  }

  private func matches(_ name: String) -> Bool {
    let found = NameWords.found(in: name)
    return words.allSatisfy { word in found.contains { $0.hasPrefix(word) } }
  }
}
