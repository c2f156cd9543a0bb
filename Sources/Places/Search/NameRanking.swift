import Geography

/// How well the names of places fit what people typed: `Rhein` is the river before it is Rheinpark, and `Sparkasse` a
/// Sparkasse before it is any bank.
struct NameRanking {
  private struct Word {
    let name: NamePattern
    let own: ShownWord
    let kind: Kind
  }

  private enum Kind {
    /// A category, whose places need not have such a name.
    case category
    /// A category whose word many places have in their names.
    case categoryInNames
    /// Several categories.
    case phrase
    case name
  }

  private let words: [Word]

  init(_ filter: PlaceFilter) {
    words = (filter.categories + [filter.typedCategories].compactMap(\.self)).map { word in
      let isCategory = Category.named(word, in: filter.language) != nil
      return Word(
        name: NamePattern(word), own: ShownWord(word),
        kind: word == filter.typedCategories
          ? .phrase : !isCategory ? .name : CategoryWords.isInNames(word) ? .categoryInNames : .category)
    }
  }

  /// Whether places farther away may come before those that are nearest.
  var looksFarther: Bool { words.contains { $0.kind != .category } }

  /// How many places to look at, at least: the first is the same, however many are wanted.
  static let fewest = 40

  /// The same places, by their distance and how well they fit: a place that fits one step better comes first unless it
  /// is many times as far away.
  func ordered(_ places: [NearbyPlace]) -> [NearbyPlace] {
    guard !words.isEmpty, places.count > 1 else { return places }
    let factors = places.map { place in words.map { factor($0, place.place) }.min() ?? 1 }
    guard Set(factors).count > 1 else { return places }
    let weights = zip(places, factors).map { ($0.distance.metres + Self.walk) * $1 }
    return places.indices.sorted { (weights[$0], $0) < (weights[$1], $1) }.map { places[$0] }
  }

  /// In metres: nearer than this, places are equally near.
  private static let walk = 500.0

  /// What the distance of a place counts, by how badly it fits.
  private func factor(_ word: Word, _ place: PointOfInterest) -> Double {
    let isExact =
      word.name.isName(of: place) || place.tags["brand"].map(NameWords.asked) == word.name.words
    switch word.kind {
    // Many a pharmacy is called `Farmacia`, and so its name says no more than that it is one.
    case .category: return 2
    case .phrase: return isExact ? 0.1 : 2
    case .categoryInNames: return isExact || word.name.areWordsOrEndings(of: place) ? 1 : 16
    case .name: return isExact ? 1 : word.name.areWords(of: place) || word.own.matches(place) ? 16 : 256
    }
  }
}
