import Places

/// Which places of a file to import.
public struct ImportSelection: Hashable, Codable, Sendable {
  /// Intent words or the file's own categories; a place must be in one of them. Empty for all places.
  public var categories: [String]
  /// Tags that a place must all have, as `key` or `key=value`.
  public var tags: [String]

  /// - Parameters:
  ///   - categories: intent words, or the file's own categories.
  ///   - tags: `key`, or `key=value`.
  public init(categories: [String] = [], tags: [String] = []) {
    self.categories = categories
    self.tags = tags
  }

  package var filter: PlaceFilter {
    PlaceFilter(
      categories: categories,
      tags: tags.map { tag in
        let parts = tag.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return PlaceFilter.Tag(key: parts[0], value: parts.count > 1 ? parts[1] : nil)
      })
  }
}

/// Tells which places of a file an `ImportSelection` selects.
struct ImportMatcher {
  private let matcher: PlaceMatcher
  private let selection: ImportSelection
  /// The words that match neither a poi category nor, so far, a place of the file.
  private var unknownWords: Set<String>

  /// - Throws: nothing in fact: a selection has no name, which is all that its matcher would refuse.
  init(_ selection: ImportSelection) throws(PlacesError) {
    self.selection = selection
    // A word may be the file's own, which only the end of the file shows.
    matcher = try PlaceMatcher(selection.filter) { _ in true }
    unknownWords = Set(
      selection.categories.filter { Category.named($0) == nil }.map(Category.normalised))
  }

  mutating func isWanted(_ place: PointOfInterest) -> Bool {
    if !unknownWords.isEmpty, let category = place.category {
      unknownWords.remove(Category.normalised(category))
    }
    return matcher.matches(place)
  }

  /// - Throws: `PlacesError.unknownCategory` for a word that is neither an intent word nor any place's category.
  func checkWords() throws(PlacesError) {
    guard let word = selection.categories.first(where: { unknownWords.contains(Category.normalised($0)) })
    else { return }
    throw .unknownCategory(word, suggestions: Category.suggestions(for: word))
  }
}
