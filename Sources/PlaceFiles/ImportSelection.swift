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
