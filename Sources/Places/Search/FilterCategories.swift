extension PlaceFilter {
  /// Whether it asks for woods or waters, most of which have no name.
  public var asksForNamelessGround: Bool {
    categories.contains { word in
      Category.named(word, in: language).map { Self.namelessGround.contains($0.word) } ?? false
    }
  }

  private static let namelessGround: Set = ["forest", "lake", "river", "stream"]

  /// Those of the filter's words that are no categories of poi's: names, unless a source files places under them.
  public var wordsOfNames: [String] {
    categories.filter { Category.named($0, in: language) == nil }
  }

  /// Which of the filter's words a place is meant by, as they were written.
  package func words(meaning place: PointOfInterest) -> [String] {
    categories.filter { word in
      Category.named(word, in: language).map { category in
        (keepsPrivate ? category.evenPrivate : category).matches(
          tags: place.describedTags, ownCategory: place.category)
      }
        ?? (place.category.map(Category.normalised) == Category.normalised(word)
          || NamePattern(word).matches(place))
    }
  }
}
