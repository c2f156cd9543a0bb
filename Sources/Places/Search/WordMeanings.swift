extension PlaceFilter {
  /// Whether it asks for woods or waters, most of which have no name.
  public var asksForNamelessGround: Bool {
    categories.contains { word in
      Category.named(word, in: language).map { Self.namelessGround.contains($0.word) } ?? false
    }
  }

  private static let namelessGround: Set = ["forest", "lake", "river", "stream"]

  /// Whether it asks for streets and nothing else.
  public var asksForStreets: Bool {
    !categories.isEmpty && categories.allSatisfy(Category.isStreet) && tags.isEmpty
  }

  /// Those of the filter's words that poi does not know: names, unless a source files places under them.
  public var wordsOfNames: [String] {
    categories.filter { Category.named($0, in: language) == nil && ShownWord($0).known == nil }
  }

  /// What was typed, if it is one category, or the words of several in a row.
  package var typedCategory: String? { [phrase] == categories ? phrase : nil }
  var typedCategories: String? { [phrase] == categories ? nil : phrase }

  /// What was typed, if it is one name and nothing else.
  var typedName: String? {
    isTyped && name == nil && categories.count == 1 ? wordsOfNames.first : nil
  }

  /// What tells which of the filter's words a place is meant by.
  package var wordMeanings: WordMeanings { WordMeanings(self) }
}

/// Tells which of a filter's words places are meant by.
package struct WordMeanings: Sendable {
  private let phrase: TypedName?
  private let meanings:
    [(word: String, category: Category?, own: ShownWord, name: TypedName, namesakes: TypedName?)]

  init(_ filter: PlaceFilter) {
    phrase = filter.typedCategories.map(TypedName.init(whole:))
    meanings = filter.categories.map { word in
      let category = Category.named(word, in: filter.language)
      return (
        word, filter.keepsPrivate ? category?.evenPrivate : category, ShownWord(word),
        TypedName(word, in: filter.language), category.flatMap { TypedName(namesakesOf: word, in: $0) }
      )
    }
  }

  /// The words that mean a place, as they were written.
  package func words(meaning place: PointOfInterest) -> [String] {
    let tags = place.describedTags
    let isPhrase = phrase?.matches(place, describedBy: tags) == true
    return meanings.filter { _, category, own, name, namesakes in
      if isPhrase { return true }
      if namesakes?.matches(place, describedBy: tags) == true { return true }
      return category?.matches(tags: tags, ownCategory: place.category)
        ?? (own.matches(place) || name.matches(place, describedBy: tags))
    }.map(\.word)
  }
}
