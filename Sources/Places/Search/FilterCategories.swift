extension PlaceFilter {
  /// Which of the filter's words a place is meant by, as they were written.
  package func words(meaning place: PointOfInterest) -> [String] {
    categories.filter { word in
      Category.named(word).map { $0.matches(tags: place.tags, ownCategory: place.category) }
        ?? (place.category.map(Category.normalised) == Category.normalised(word))
    }
  }
}
