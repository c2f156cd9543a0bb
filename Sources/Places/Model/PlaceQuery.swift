import Geography

/// Which places to find, how far away, and how many.
///
/// ```swift
/// var query = PlaceQuery(filter: PlaceFilter(categories: ["cafe", "bakery"]))
/// query.radius = Distance(metres: 500)
/// ```
public struct PlaceQuery: Hashable, Sendable {
  /// What a place must be to match.
  public var filter: PlaceFilter
  /// The largest distance; `nil` for the nearest places, however far.
  public var radius: Distance?
  /// How many places at most.
  public var limit: Int
  /// Whether to keep both the node and the building of one place, for callers that ask in parts.
  package var keepsDuplicates = false
  /// Whether the nearest of the pieces of a river, or of another line, is enough.
  public var skipsFurtherPieces = false
  /// Whether places that may not serve come after all others, rather than by their distance.
  public var putsSureFirst = false
  /// When the places must be open; checked last, as it takes longest.
  public var opening: OpeningCondition?

  /// How far the nearest places may be; without a radius, those of extracts and servers beyond it are left out.
  public static let farthest = Distance(metres: 100_000)

  /// The nearest ten of everything by default.
  public init(
    filter: PlaceFilter = PlaceFilter(), radius: Distance? = nil, limit: Int = 10,
    opening: OpeningCondition? = nil
  ) {
    self.filter = filter
    self.radius = radius
    self.limit = limit
    self.opening = opening
  }
}

/// What a place must match: one of the categories, all of the tags, and the name.
public struct PlaceFilter: Hashable, Sendable {
  /// A required tag, with a value if one is given.
  public struct Tag: Hashable, Sendable {
    public let key: String
    /// The value; any value if it is `nil`.
    public let value: String?
    /// Further values that will do.
    public let others: [String]

    public init(key: String, value: String? = nil, or others: String...) {
      self.key = key
      self.value = value
      self.others = others
    }

    /// All values that will do; any if there are none.
    package var values: [String] { value.map { [$0] + others } ?? [] }

    /// `KEY`, or `KEY=VALUE`.
    public var argument: String { value.map { "\(key)=\($0)" } ?? key }

    func matches(_ place: PointOfInterest) -> Bool {
      guard let found = place.tag(key) else { return false }
      // A value may be a list, and what is asked for a part of it or all.
      return value == nil || values.contains(found)
        || TagExpression.parts(of: found).contains { part in values.contains { $0 == part } }
    }
  }

  /// Words for what is meant; any of them will do.
  public var categories: [String]
  /// Tags; all of them must be there.
  public var tags: [Tag]
  /// Words that the name's words must begin with, ignoring case, accents, apostrophes and hyphens.
  public var name: String?
  /// Whether to leave out benches, bins and the like, and what is gone, unless the query has categories, tags or a name.
  public var skipsUnlisted = false
  /// Whether to keep places that only their owners may use.
  public var keepsPrivate = false
  /// What was typed, if it is words in a row for categories, which may be a name, too: `Pizza Hut`.
  public var phrase: String?
  /// All that was typed, if it is more than the categories, as it may be a name, too: `American Bar`.
  public var wholeText: String?
  /// Whether people typed the words: a clear typo is corrected.
  public var isTyped = false
  /// The language whose words for categories take precedence.
  public var language = Category.Language.english

  /// Whether it has no condition of its own: neither categories nor tags nor a name.
  package var asksForNothing: Bool { categories.isEmpty && tags.isEmpty && name == nil }

  /// Everything by default.
  public init(categories: [String] = [], tags: [Tag] = [], name: String? = nil) {
    self.categories = categories
    self.tags = tags
    self.name = name
  }

  /// What tests these places.
  ///
  /// - Parameter areAll: whether no others may have a name that resembles a category.
  /// - Throws: as `PlaceMatcher` does.
  package func matcher(
    among places: [PointOfInterest], areAll: Bool = true
  ) throws(PlacesError) -> PlaceMatcher {
    try PlaceMatcher(self) { word in
      places.contains { word.files($0.category, $0.tags) }
    } hasName: { name in
      !areAll && isTyped || places.contains(where: name.areWords)
    }
  }
}
