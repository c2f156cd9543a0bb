/// A filter whose words have been looked up, ready to be asked of many places.
struct PlaceMatcher {
  /// One of the words of `PlaceFilter.categories`.
  enum Kind {
    /// A word that stands for tags.
    case intent(Category)
    /// A source's own word, as `Category.normalised(_:)` writes it.
    case own(String)

    func matches(category: String?, tags: [String: String]) -> Bool {
      switch self {
      case .intent(let intent): intent.matches(tags: tags, ownCategory: category)
      case .own(let word): category.map(Category.normalised) == word
      }
    }
  }

  /// What the categories mean; any of them will do, and everything does where there is none.
  let kinds: [Kind]
  /// Tags; all of them must be there.
  let tags: [PlaceFilter.Tag]
  /// What the name must be like.
  let name: NamePattern?

  /// - Parameter hasCategory: whether the source files any place under a word, written as
  ///   `Category.normalised(_:)` does.
  /// - Throws: `PlacesError.unknownCategory` for a word that is neither an intent word nor any place's category, and
  ///   `nameWithoutLetters`.
  init(_ filter: PlaceFilter, hasCategory: (String) throws(PlacesError) -> Bool) throws(PlacesError) {
    var kinds: [Kind] = []
    for word in filter.categories {
      if let category = Category.named(word) {
        kinds.append(.intent(category))
      } else if try hasCategory(Category.normalised(word)) {
        kinds.append(.own(Category.normalised(word)))
      } else {
        throw .unknownCategory(word, suggestions: Category.suggestions(for: word))
      }
    }
    self.kinds = kinds
    tags = filter.tags
    if let text = filter.name { name = try NamePattern(checking: text) } else { name = nil }
  }

  /// Whether a place passes.
  func matches(_ place: PointOfInterest) -> Bool {
    matchesKind(category: place.category, tags: place.tags) && matchesDetails(place)
  }

  /// Whether a category, or tags that mean one, are among those asked for.
  func matchesKind(category: String?, tags: [String: String]) -> Bool {
    kinds.isEmpty || kinds.contains { $0.matches(category: category, tags: tags) }
  }

  /// Whether a place whose kind is right passes.
  func matchesDetails(_ place: PointOfInterest) -> Bool {
    tags.allSatisfy { $0.matches(place) } && (name?.matches(place) ?? true)
  }
}
