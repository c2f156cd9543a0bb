/// A filter whose words have been looked up, ready to test many places.
package struct PlaceMatcher {
  /// One of the words of `PlaceFilter.categories`.
  package enum Kind {
    /// A word that means tags.
    case intent(Category)
    /// A source's own word, or one that poi shows for tags.
    case own(ShownWord)
    /// What people type who look for one place or chain: `Migros`.
    case named(TypedName)

    func mayMatch(category: String?, tags: [String: String], knowing isKnown: (String) -> Bool) -> Bool {
      switch self {
      case .intent(let intent): intent.mayMatch(tags: tags, ownCategory: category, knowing: isKnown)
      case .own(let word):
        word.isCategory(category) || word.expression.truth(of: tags, knowing: isKnown) != false
      case .named: true
      }
    }

    func matches(_ place: PointOfInterest, describedBy tags: [String: String]) -> Bool {
      switch self {
      case .named(let name): name.matches(place, describedBy: tags)
      case .own(let word): word.matches(place)
      case .intent(let intent): intent.matches(tags: tags, ownCategory: place.category)
      }
    }
  }

  /// The categories; one must match, unless there are none.
  package let kinds: [Kind]
  /// Tags; all of them must be there.
  package let tags: [PlaceFilter.Tag]
  /// What the name must be like.
  package let name: NamePattern?
  /// Whether to leave out what people rarely look for, and what says nothing.
  package let skipsUnlisted: Bool

  /// Words that are neither an intent word nor any place's category are looked for in names.
  ///
  /// - Parameters:
  ///   - hasCategory: whether any place of the source is filed or shown under a word.
  ///   - hasName: whether a place of the source has the words of the pattern in its name: else a word that resembles
  ///     an intent word is a typo.
  /// - Throws: `PlacesError.unknownCategory` for a typo, a tag or a position, `nameWithoutLetters` and `nameTooLong`.
  package init(
    _ filter: PlaceFilter, hasCategory: (ShownWord) throws(PlacesError) -> Bool,
    hasName: (NamePattern) throws(PlacesError) -> Bool = { _ in false }
  ) throws(PlacesError) {
    var kinds: [Kind] = []
    for word in filter.categories {
      if let own = try Self.kinds(of: word, filter, hasCategory) {
        kinds += own
        continue
      }
      // Typed without a comma, several categories are separate, even if only their source knows one of them.
      let phrases = TypedWords.words(of: word, in: filter.language)
      var several: [Kind] = []
      var isNamed = phrases.count < 2
      for phrase in phrases where !isNamed {
        if let own = try Self.kinds(of: phrase.text, filter, hasCategory) {
          several += own
        } else {
          isNamed = true
        }
      }
      if isNamed {
        several = [.named(try TypedName(checking: word, in: filter.language, hasName: hasName))]
        let name = NamePattern(word)
        // Names have spaces where people type none, and none where they do: `Mc Donald's`.
        if (2...3).contains(name.words.count), phrases.allSatisfy({ $0.category == nil }) {
          several.append(.named(TypedName(name.words.joined(), in: filter.language)))
        }
      } else {
        // A name may be made of words that its source knows as categories: `Sports Bar Casino Helsinki`.
        several.append(.named(TypedName(whole: word)))
      }
      kinds += several
    }
    if let phrase = filter.typedCategories { kinds.append(.named(TypedName(whole: phrase))) }
    self.kinds = kinds
    tags = filter.tags
    skipsUnlisted =
      filter.skipsUnlisted && kinds.isEmpty && filter.tags.isEmpty && filter.name == nil
    if let text = filter.name { name = try NamePattern(checking: text) } else { name = nil }
  }

  /// What a word means as a category of poi's or of the source; `nil` if it is none.
  private static func kinds(
    of word: String, _ filter: PlaceFilter, _ hasCategory: (ShownWord) throws(PlacesError) -> Bool
  ) throws(PlacesError) -> [Kind]? {
    let own = ShownWord(word)
    if let category = Category.named(word, in: filter.language) {
      let intent = Kind.intent(filter.keepsPrivate ? category.evenPrivate : category)
      // A source's own words may be in the user's language.
      let namesakes = TypedName(namesakesOf: word, in: category).map { [Kind.named($0)] } ?? []
      return (Category.named(word)?.word == category.word ? [intent] : [intent, .own(own)]) + namesakes
    }
    guard !own.word.isEmpty else { return nil }
    if own.known == nil, try !hasCategory(own) { return nil }
    // One place of its own kind hides none that are called so.
    return filter.isTyped ? [.own(own), .named(TypedName(word, in: filter.language))] : [.own(own)]
  }

  /// What is not listed has at least one of these keys.
  private static let unlistedKeys = Set(OSMPlaceRule([.unlistedUnlessAsked]).keys.keys)

  package func matches(_ place: PointOfInterest) -> Bool {
    guard tags.allSatisfy({ $0.matches(place) }), name?.matches(place) ?? true else { return false }
    guard skipsUnlisted || !kinds.isEmpty else { return true }
    if skipsUnlisted {
      let isUnlisted =
        place.tags.keys.contains(where: Self.unlistedKeys.contains)
        && TagExpression.unlistedUnlessAsked.matches(place.describedTags)
      return !isUnlisted && !Self.isGone(place) && !Self.saysNothing(place)
    }
    let described = place.describedTags
    return kinds.contains { $0.matches(place, describedBy: described) }
  }

  /// Whether nobody could tell from a row what a place is: it has neither a name nor a kind, though it has tags of
  /// OpenStreetMap, unlike a point in a list of one's own.
  private static func saysNothing(_ place: PointOfInterest) -> Bool {
    place.category == nil && !place.tags.isEmpty && place.title == nil && place.label == nil
      && place.tags.keys.contains { OSMPlaceRule.shared.keys[$0] != nil }
  }

  /// Whether a place is gone and has left nothing worth finding, such as a ruin.
  private static func isGone(_ place: PointOfInterest) -> Bool {
    guard Lifecycle.isGone(place.tags, name: place.name) else { return false }
    let tags = place.describedTags
    return !Category.all.contains { $0.matches(tags: tags) }
  }

  /// Whether a place's category and tags decide whether it matches.
  package var isByKindOnly: Bool {
    name == nil && tags.isEmpty && !kinds.contains { if case .named = $0 { true } else { false } }
  }

  /// Whether a stop can match though each of its parts lacks something that is asked for.
  package var joinsStops: Bool {
    guard [!kinds.isEmpty, name != nil, !tags.isEmpty].count(where: \.self) > 1 else { return false }
    return TwinCandidate.StopPart.tags.contains { tag in
      mayMatchKind(category: nil, tags: [tag.key: tag.value]) { $0 == tag.key }
    }
  }

  /// Whether a place can match, judging by its category and some of its tags.
  ///
  /// - Parameter isKnown: whether a key that is not among `tags` is known to be absent.
  package func mayMatchKind(category: String?, tags: [String: String], knowing isKnown: (String) -> Bool)
    -> Bool
  {
    kinds.isEmpty || kinds.contains { $0.mayMatch(category: category, tags: tags, knowing: isKnown) }
  }
}
