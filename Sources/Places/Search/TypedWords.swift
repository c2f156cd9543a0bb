import Geography
import Input

/// What people type when they look for places: `open bakery`, `free parking near me`, `chinese restaurant`.
///
/// Words in a row that name a category together are one, like `bus stop`. Other words can say more about the places,
/// before or after what they are, in any of the languages of categories. What is neither is a name, and so are the
/// words beside it up to a comma: `burger king`.
public struct TypedWords: Hashable, Sendable {
  /// Words for what is meant, in their order; a word that says something else is not among them.
  public private(set) var categories: [String] = []
  /// What some of the words require, such as `fee=no` for `free`.
  public private(set) var tags: [PlaceFilter.Tag] = []
  /// Whether a word asks for places that are open now.
  public private(set) var isOpenWanted = false
  /// Words that cannot apply to what is meant, in their order.
  public private(set) var ignored: [Ignored] = []

  /// A word that asks for something that only places with food can have.
  public struct Ignored: Hashable, Sendable, CustomStringConvertible {
    public let word: String
    /// What it stands beside, which has no food.
    public let other: String

    public var description: String {
      "'\(word)' was ignored: it applies to places to eat and food shops, not to '\(other)'"
    }
  }

  /// Words that name a category together, or one that names none.
  typealias Phrase = (text: String, category: Category?)

  /// Those of the words that ask for a diet and are no category, with what they require.
  private var requiredDiets: [Diet] = []

  private struct Diet: Hashable {
    let word: String
    let tag: PlaceFilter.Tag
  }

  /// - Parameters:
  ///   - words: as typed; a comma ends a name, as in `bakery, cafe`.
  ///   - language: the one whose words for categories take precedence.
  public init(_ words: [String], in language: Category.Language = .english) {
    var groups: [[Phrase]] = [[]]
    var row: [String] = []
    func endRow() {
      groups[groups.count - 1] += take(row, in: language)
      row = []
    }
    for word in words {
      // The error message about a position or a tag quotes all of it.
      let isPosition = (try? WrittenPosition(parsing: word)) != nil
      if isPosition || word.contains("=") || word.contains(" ") && !word.contains(",") {
        endRow()
        groups += [[(word, Category.named(word, in: language))], []]
        continue
      }
      for (index, part) in word.split(separator: ",", omittingEmptySubsequences: false).enumerated() {
        if index > 0 {
          endRow()
          groups.append([])
        }
        let part = part.trimmed()
        if !part.isEmpty { row.append(part) }
      }
    }
    endRow()
    takeCuisines(from: &groups)
    takeDishes(from: &groups)
    takeDiets(from: &groups)
    dropDietsOfDishes(beside: groups)
    for group in groups {
      let isName = group.contains { $0.category == nil }
      let texts = group.map(\.text)
      categories += isName && !texts.isEmpty ? [texts.joined(separator: " ")] : texts
    }
  }

  /// Cuts words in a row into those that name a category together, and others.
  static func phrases(of text: String, in language: Category.Language) -> [Phrase] {
    phrases(text.split(whereSeparator: \.isWhitespace).map(String.init), in: language) { _ in false }
  }

  /// - Parameter take: takes a phrase that is no category; `false` if it cannot.
  private static func phrases(
    _ words: [String], in language: Category.Language, or take: (String) -> Bool
  ) -> [Phrase] {
    var rest = words[...]
    var phrases: [Phrase] = []
    // If each word is English, there is no need to load the other languages.
    let isEnglish = rest.count > 1 && rest.allSatisfy { Category.named($0) != nil }
    while let first = rest.first {
      let longest = min(rest.count, longestPhrase)
      let count = stride(from: longest, through: 1, by: -1).first { count in
        let phrase = rest.prefix(count).joined(separator: " ")
        if isEnglish ? count == 1 || Category.named(phrase) != nil : Category.isName(phrase) {
          phrases.append((phrase, Category.named(phrase, in: language)))
          return true
        }
        return take(phrase)
      }
      if count == nil { phrases.append((first, Category.named(first, in: language))) }
      rest = rest.dropFirst(count ?? 1)
    }
    return phrases
  }

  /// Takes what says more, and returns the rest.
  private mutating func take(_ words: [String], in language: Category.Language) -> [Phrase] {
    let phrases = Self.phrases(words, in: language) { phrase in
      let modifier = Self.modifier(phrase)
      if Self.isOpen(phrase) {
        isOpenWanted = true
      } else if let tag = modifier?.tag {
        add(tag)
        if tag.key.hasPrefix("diet:") { requiredDiets.append(Diet(word: phrase, tag: tag)) }
      } else if modifier != .filler {
        return false
      }
      return true
    }
    return phrases.indices.filter { index in
      let hasCategory = index + 1 < phrases.count && phrases[index + 1].category != nil
      return phrases[index].category != nil || !hasCategory
        || Self.modifier(phrases[index].text) != .article
    }.map { phrases[$0] }
  }

  private mutating func add(_ tag: PlaceFilter.Tag) {
    if !tags.contains(tag) { tags.append(tag) }
  }

  /// A cuisine says more about where one eats; beside anything else, as in `german embassy`, it is part of a name.
  private mutating func takeCuisines(from groups: inout [[Phrase]]) {
    func cuisine(_ phrase: Phrase) -> PlaceFilter.Tag? {
      guard phrase.category == nil else { return nil }
      return Self.cuisines[CategoryWords.folded(phrase.text)].map {
        PlaceFilter.Tag(key: "cuisine", value: $0)
      }
    }
    let phrases = groups.flatMap(\.self)
    let found = phrases.compactMap(cuisine)
    guard !found.isEmpty,
      phrases.allSatisfy({ cuisine($0) != nil || Self.isOfFood($0) || Self.isDiet($0) })
    else { return }
    groups = groups.map { $0.filter { cuisine($0) == nil } }
    found.forEach { add($0) }
  }

  /// A dish beside a word for where one eats says what there is to eat: `pizza takeaway`, `sushi restaurant`.
  private mutating func takeDishes(from groups: inout [[Phrase]]) {
    let isAlone = groups.count { !$0.isEmpty } == 1
    for index in groups.indices {
      let dishes = groups[index].filter { Self.dishes.contains($0.category?.word ?? "") }
      let others = groups[index].filter { !Self.dishes.contains($0.category?.word ?? "") }
      guard let dish = dishes.first?.category, dishes.count == 1, !others.isEmpty,
        others.allSatisfy(Self.isOfFood)
      else { continue }
      if others.allSatisfy({ ["restaurant", "food"].contains($0.category?.word) }) {
        groups[index] = dishes
      } else if isAlone {
        groups[index] = others
        add(PlaceFilter.Tag(key: "cuisine", value: dish.word))
      }
    }
  }

  /// Categories whose word is a value of `cuisine`.
  private static let dishes: Set = ["pizza", "burger", "kebab", "sushi"]

  /// Beside a word for places with food, `vegan` asks for such food; a `vegan restaurant` has no other. Alone between
  /// commas it is a category like others.
  private mutating func takeDiets(from groups: inout [[Phrase]]) {
    func isMore(_ group: [Phrase]) -> Bool {
      !group.allSatisfy(Self.isDiet) && group.allSatisfy { $0.category != nil }
    }
    let others = groups.flatMap(\.self).filter { !Self.isDiet($0) }
    let other = others.first(where: Self.isWithoutFood)
    for (diet, tag) in Self.diets {
      let isWhole =
        groups.count { !$0.isEmpty } == 1 && others.allSatisfy { $0.category?.word == "restaurant" }
      for index in groups.indices where isMore(groups[index]) {
        guard let typed = groups[index].first(where: { $0.category?.word == diet })?.text else { continue }
        if isWhole {
          groups[index].removeAll { !Self.isDiet($0) }
        } else {
          groups[index].removeAll { $0.category?.word == diet }
          if let other { ignored.append(Ignored(word: typed, other: other.text)) } else { add(tag) }
        }
      }
    }
  }

  /// Ignores what is required of food if any of the categories has none.
  private mutating func dropDietsOfDishes(beside groups: [[Phrase]]) {
    guard let other = groups.joined().first(where: Self.isWithoutFood) else { return }
    for diet in requiredDiets {
      tags.removeAll { $0 == diet.tag }
      ignored.append(Ignored(word: diet.word, other: other.text))
    }
  }

  /// Whether a word is an adjective of a cuisine.
  static func isCuisine(_ word: String) -> Bool { cuisines[CategoryWords.folded(word)] != nil }

  private static func isOfFood(_ phrase: Phrase) -> Bool {
    phrase.category.map { placesOfFood.contains($0.word) } ?? false
  }

  private static func isDiet(_ phrase: Phrase) -> Bool {
    diets.contains { $0.category == phrase.category?.word }
  }

  private static func isWithoutFood(_ phrase: Phrase) -> Bool {
    phrase.category.map { !placesOfFood.contains($0.word) && !otherFood.contains($0.word) } ?? false
  }

  /// Categories beside those where one eats whose places tell which diets they serve.
  private static let otherFood: Set = [
    "coffee", "vegetarian", "vegetarian dishes", "vegan", "vegan dishes", "brewery", "vending machine",
    "groceries",
    "supermarket", "convenience store", "kiosk", "bakery", "butcher", "greengrocer", "delicatessen",
    "farm shop",
    "health food", "sweets", "market", "shop",
  ]

  private static let placesOfFood: Set = [
    "food", "restaurant", "cafe", "fast food", "takeaway", "food court", "beer garden", "bar", "pub", "pizza",
    "burger", "kebab", "sushi", "ice cream", "breakfast",
  ]

  /// By the category of the word, what else it asks for.
  private static let diets = [
    (category: "vegan", tag: PlaceFilter.Tag(key: "diet:vegan", value: "yes", or: "only")),
    (category: "vegetarian", tag: PlaceFilter.Tag(key: "diet:vegetarian", value: "yes", or: "only")),
  ]

  /// What a word says that names no category, in one line; `nil` if it would be a name.
  public static func meaning(ofFurther word: String) -> String? {
    let typed = TypedWords([word])
    guard typed.categories.isEmpty else { return nil }
    let tags = typed.tags.map { "\($0.key)=\($0.values.joined(separator: "|"))" }.joined(separator: " and ")
    if typed.isOpenWanted { return "before or after other words, asks for places that are open now" }
    if tags.hasPrefix("cuisine=") { return "beside a word for where one eats, or alone, asks for \(tags)" }
    return tags.isEmpty ? "says nothing new" : "before or after other words, asks for \(tags)"
  }

  /// The most words in a category's name, or in a phrase that says more.
  private static let longestPhrase = 4
}

// MARK: - Words in all languages

extension TypedWords {
  /// What a word beside a category says, by its key in the files of words.
  private enum Modifier: String {
    /// Nothing that poi does not do anyway.
    case filler
    /// Nothing before a category, though it begins many a name: `la gare`, but `El Corte Inglés`.
    case article
    case open
    /// Beside a word for open, the time that it means anyway.
    case now
    case allDay, wheelchair, glutenFree, lactoseFree, free

    var tag: PlaceFilter.Tag? {
      switch self {
      case .filler, .article, .open, .now: nil
      case .allDay: PlaceFilter.Tag(key: "opening_hours", value: "24/7")
      case .wheelchair: .wheelchair
      case .glutenFree: PlaceFilter.Tag(key: "diet:gluten_free", value: "yes", or: "only")
      case .lactoseFree: PlaceFilter.Tag(key: "diet:lactose_free", value: "yes", or: "only")
      case .free: PlaceFilter.Tag(key: "fee", value: "no")
      }
    }
  }

  private static let modifiers = words(of: "modifiers").compactMapValues(Modifier.init)

  /// The value of `cuisine` by an adjective.
  private static let cuisines = words(of: "cuisines")

  /// The key of each word of a section, as `CategoryWords.folded(_:)` writes it.
  private static func words(of section: String) -> [String: String] {
    var keys: [String: String] = [:]
    for language in Category.Language.allCases {
      for (key, words) in language.lines(section).all {
        for word in words { keys[CategoryWords.folded(word)] = key }
      }
    }
    return keys
  }

  private static func modifier(_ phrase: String) -> Modifier? { modifiers[CategoryWords.folded(phrase)] }

  /// All words that say more than what they stand beside.
  static var furtherWords: [String] {
    modifiers.filter { $1 != .article && $1 != .now }.map(\.key) + cuisines.keys
  }

  /// Whether words ask for places that are open now: `open`, `right now open`, `ouverte maintenant`.
  private static func isOpen(_ phrase: String) -> Bool {
    let words = phrase.split(separator: " ")
    guard let first = words.first, let last = words.last else { return false }
    func isNow(_ words: some Sequence<Substring>) -> Bool { modifier(words.joined()) == .now }
    return modifier(String(first)) == .open && (words.count == 1 || isNow(words.dropFirst()))
      || modifier(String(last)) == .open && isNow(words.dropLast())
  }
}
