import Geography
import Input

/// What people type when they look for places: `open bakery`, `free parking near me`, `restaurant sonntag 20 uhr`.
///
/// Words in a row that name a category together are one, like `bus stop`. Other words can say more about the places,
/// before or after what they are, in any of the languages of categories. What is neither is a name, and so are the
/// words beside it up to a comma: `burger king`.
public struct TypedWords: Hashable, Sendable {
  /// All of them, with spaces between.
  public let text: String
  /// The ways to understand them, the likeliest first; what follows is about that one.
  public let readings: [Reading]
  /// Words for what is meant, in their order; a word that says something else is not among them.
  public private(set) var categories: [String] = []
  /// All of them, if they stand in a row and name categories: they may be a name, too, such as `Pizza Hut` or `Subway`.
  public private(set) var phrase: String?
  /// What some of the words require, such as `fee=no` for `free`.
  public private(set) var tags: [PlaceFilter.Tag] = []
  /// When places must be open, if words ask for that.
  public private(set) var moment: PlannedTime?
  /// How far places may be, if words say that.
  public private(set) var distance: Distance?
  /// What the words give two of, where one is all that a search can have: `two distances`.
  public private(set) var contradiction: String?
  /// Whether all that stands between commas has words that can only be a name.
  public var areNames: Bool {
    readings.first?.groups.allSatisfy { $0.isEmpty || $0.contains { $0.sense == .name } } == true
  }
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

  /// - Parameters:
  ///   - words: as typed; a comma ends a name, as in `bakery, cafe`.
  ///   - beside: words for what is looked for as well, which decide whether `vegan` can apply.
  ///   - language: the one whose words for categories take precedence.
  public init(_ words: [String], beside: [String] = [], in language: Category.Language = .english) {
    text = words.joined(separator: " ")
    readings =
      words.isEmpty
      ? []
      : Reading.all(
        of: Self.groups(of: DistanceWords.withPoints(words), in: language),
        beside: beside.flatMap { Self.quoted($0, in: language) })
    guard let best = readings.first else { return }
    for part in best.groups.joined() {
      switch part.sense {
      case .tag(let tag) where !tags.contains(tag): tags.append(tag)
      case .open(let moment) where self.moment == nil || self.moment == .now: self.moment = moment
      case .open(let moment) where moment != .now && moment != self.moment:
        contradiction = "two times"
      case .within(let distance) where self.distance ?? distance != distance:
        contradiction = "two distances"
      case .within(let distance): self.distance = distance
      case .ignored(let other): ignored.append(Ignored(word: part.text, other: other))
      default: break
      }
    }
    var sorts: Set<String> = []
    for group in best.groups {
      let sought = group.filter {
        // Two words for one category are one: `geld pinnen`.
        if case .category(let word) = $0.sense {
          sorts.insert(word).inserted || CategoryWords.isInNames($0.text)
        } else {
          $0.sense == .name
        }
      }
      let texts = sought.map(\.text)
      let isName = sought.contains { $0.sense == .name }
      if !texts.isEmpty { phrase = isName || !categories.isEmpty ? nil : texts.joined(separator: " ") }
      categories += isName ? [texts.joined(separator: " ")] : texts
      // What is quoted may be a name as a whole: `"La Serra"`.
      if phrase != nil, words.count == 1, words[0].contains(" ") { phrase = words[0] }
    }
  }

  /// What a word says that names no category, in one line; `nil` if it would be a name.
  public static func meaning(ofFurther word: String) -> String? {
    let typed = TypedWords([word])
    guard typed.categories.isEmpty else { return nil }
    let tags = typed.tags.map { "\($0.key)=\($0.values.joined(separator: "|"))" }.joined(separator: " and ")
    if typed.moment == .now { return "with other words, asks for places that are open now" }
    if tags.hasPrefix("cuisine=") { return "alone, or with a word for places to eat, asks for \(tags)" }
    return tags.isEmpty ? "is ignored" : "with other words, asks for \(tags)"
  }
}

// MARK: - Cutting into phrases

extension TypedWords {
  /// What stands between commas.
  private static func groups(of words: [String], in language: Category.Language) -> [[Reading.Phrase]] {
    var groups: [[Reading.Phrase]] = [[]]
    var row: [String] = []
    func endRow() {
      groups[groups.count - 1] += phrases(row, in: language)
      row = []
    }
    for word in words {
      // The error message about a position or a tag quotes all of it.
      let isPosition = (try? TypedPosition(parsing: word)) != nil
      if isPosition || word.contains("=") || word.contains(" ") && !word.contains(",") {
        endRow()
        groups += [quoted(word, in: language), []]
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
    return groups
  }

  /// Words in one argument: a category or a name, unless each of them says something by itself, as in `"open bakery"`.
  private static func quoted(_ text: String, in language: Category.Language) -> [Reading.Phrase] {
    if let category = Category.named(text, in: language) { return [.category(text, category)] }
    let words = text.split(separator: " ").map(String.init)
    // `"Cafe Bar No 9"` is a name rather than a time.
    let found = words.count > 1 && !text.contains(where: \.isNumber) ? phrases(words, in: language) : []
    return found.contains(where: \.isCategory) && !found.contains(where: \.isName) ? found : [.name(text)]
  }

  /// Words without those that only say when or how far, and these: what has an hour or a unit wherever it stands, and
  /// `open now` at the end.
  static func withoutLimits(_ words: [String]) -> (others: [String], limits: [String]) {
    var (others, time): ([String], [String]) = (words, [])
    if let found = DistanceWords.found(in: words) {
      (others, time) = (withoutDistance(words), found.words)
    }
    let hasOpen = others.contains { modifier($0) == .open }
    // `at 10` may begin an address.
    if let range = TimeWords.found(in: others, in: nil, hasOpen: hasOpen)?.range,
      range.count < others.count,
      others[range].contains(where: { $0.contains(":") || $0.filter(\.isLetter).count > 2 })
        || range.lowerBound > 0 && modifier(others[range.lowerBound - 1]) == .open
    {
      time += others[range]
      others.removeSubrange(range)
    }
    for count in [3, 2, 1] where others.count > count {
      guard isOpen(others.suffix(count).joined(separator: " ")) else { continue }
      time = others.suffix(count) + time
      others.removeLast(count)
      break
    }
    return (others, time)
  }

  package static func withoutDistance(_ words: [String]) -> [String] {
    DistanceWords.found(in: words).map { words[..<$0.range.lowerBound] + $0.rest } ?? words
  }

  /// Words in a row; those that say when or how far stand anywhere among them.
  private static func phrases(
    _ words: [String], in language: Category.Language, besideOpen: Bool = false
  ) -> [Reading.Phrase] {
    guard words.count > 1 else { return cut(words, in: language) }
    let hasOpen = besideOpen || words.contains { modifier($0) == .open }
    if let found = DistanceWords.found(in: words) {
      let text = words[found.range].joined(separator: " ")
      return phrases(Array(words[..<found.range.lowerBound]), in: language, besideOpen: hasOpen)
        + [.within(text, found.distance)] + phrases(found.rest, in: language, besideOpen: hasOpen)
    }
    guard let time = TimeWords.found(in: words, in: language, hasOpen: hasOpen) else {
      return cut(words, in: language)
    }
    let text = words[time.range].joined(separator: " ")
    return cut(Array(words[..<time.range.lowerBound]), in: language) + [.open(text, time.moment)]
      + cut(Array(words[time.range.upperBound...]), in: language)
  }

  /// Cuts words in a row into those that name a category or say something together, the longest first.
  private static func cut(_ words: [String], in language: Category.Language) -> [Reading.Phrase] {
    var rest = words[...]
    var phrases: [Reading.Phrase] = []
    // If each word is English, there is no need to load the other languages.
    let isEnglish = rest.count > 1 && rest.allSatisfy { Category.named($0) != nil }
    while let first = rest.first {
      let longest = min(rest.count, longestPhrase)
      var found: [Reading.Phrase] = []
      let count = stride(from: longest, through: 1, by: -1).first { count in
        let text = rest.prefix(count).joined(separator: " ")
        found = meaning(of: text, in: language, isEnglish: isEnglish)
        return !found.isEmpty
      }
      phrases += count == nil ? quoted(first, in: language) : found
      rest = rest.dropFirst(count ?? 1)
    }
    func isCategory(_ index: Int) -> Bool { phrases.indices.contains(index) && phrases[index].isCategory }
    return phrases.indices.map { index in
      guard case .name(let text) = phrases[index], isCategory(index + 1) else { return phrases[index] }
      switch modifier(text) {
      case .article: return .filler(text)
      case .or where isCategory(index - 1): return .filler(text)
      default: return phrases[index]
      }
    }
  }

  /// What words say together in any language; none if they may be a name.
  private static func meaning(
    of text: String, in language: Category.Language, isEnglish: Bool
  ) -> [Reading.Phrase] {
    if isEnglish ? Category.named(text) != nil : Category.isName(text) {
      return Category.named(text, in: language).map { [.category(text, $0)] } ?? []
    }
    let folded = CategoryWords.folded(text)
    if let modifier = modifiers[folded], modifier == .filler { return [.filler(text)] }
    if isOpen(text) { return [.open(text, .now)] }
    if let tag = modifiers[folded]?.tag { return [.tag(text, tag)] }
    if let cuisine = cuisines[folded] {
      return [.cuisine(text, PlaceFilter.Tag(key: "cuisine", value: cuisine))]
    }
    guard let key = combined[folded] else {
      return text.contains(" ") && ShownWord(text).known != nil ? [.name(text)] : []
    }
    let keys = key.split(separator: "+").map(String.init)
    let tag = Modifier(rawValue: keys.last ?? "")?.tag
    let category = Category.named(keys[0])
    return (category.map { [.category($0.word(in: language), $0)] } ?? [])
      + (tag.map { [.tag(text, $0)] } ?? [])
  }

  /// The categories in a text, and the words that name none.
  static func words(of text: String, in language: Category.Language) -> [(text: String, category: Category?)]
  {
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    var rest = words[...]
    var found: [(text: String, category: Category?)] = []
    while let first = rest.first {
      let count = stride(from: min(rest.count, longestPhrase), through: 1, by: -1).first { count in
        Category.isName(rest.prefix(count).joined(separator: " "))
      }
      let text = count.map { rest.prefix($0).joined(separator: " ") } ?? first
      found.append((text, Category.named(text, in: language)))
      rest = rest.dropFirst(count ?? 1)
    }
    return found
  }

  /// The most words in a category's name, or in a phrase that says more.
  private static let longestPhrase = 4
}

// MARK: - Words in all languages

extension TypedWords {
  /// What a word beside a category says, by its key in the files of words.
  enum Modifier: String, CaseIterable {
    /// Nothing that poi does not do anyway.
    case filler
    /// Nothing before a category, though it begins many a name: `la gare`, but `El Corte Inglés`.
    case article
    /// Nothing between two categories: `cafe or bakery`.
    case or
    case open
    /// Beside a word for open, the time that it means anyway.
    case now
    case allDay, wheelchair, glutenFree, lactoseFree, free, dogs, outdoorSeating, wifi

    var tag: PlaceFilter.Tag? {
      switch self {
      case .filler, .article, .or, .open, .now: nil
      case .allDay: PlaceFilter.Tag(key: "opening_hours", value: "24/7")
      case .wheelchair: .wheelchair
      case .glutenFree: PlaceFilter.Tag(key: "diet:gluten_free", value: "yes", or: "only")
      case .lactoseFree: PlaceFilter.Tag(key: "diet:lactose_free", value: "yes", or: "only")
      case .free: PlaceFilter.Tag(key: "fee", value: "no")
      case .dogs: PlaceFilter.Tag(key: "dog", value: "yes", or: "leashed", "outside")
      case .outdoorSeating:
        PlaceFilter.Tag(key: "outdoor_seating", value: "yes", or: "terrace", "garden", "patio", "sidewalk")
      case .wifi: PlaceFilter.Tag(key: "internet_access", value: "wlan", or: "yes", "wifi")
      }
    }
  }

  static let modifiers = words(of: "modifiers").compactMapValues(Modifier.init)

  /// What people type to ask for a tag: `gluten free`.
  public static func word(for tag: PlaceFilter.Tag, in language: Category.Language) -> String? {
    let key = Modifier.allCases.first { $0.tag == tag }?.rawValue
    return key.flatMap { language.lines("modifiers").words(of: $0).first }
  }

  /// The value of `cuisine` by an adjective.
  static let cuisines = words(of: "cuisines")

  /// A category and a modifier that one word says.
  private static let combined = words(of: "combined")

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

  static func isCuisine(_ word: String) -> Bool { cuisines[CategoryWords.folded(word)] != nil }

  /// Whether words ask for places that are open now: `open`, `right now open`, `ouverte maintenant`.
  private static func isOpen(_ phrase: String) -> Bool {
    let words = phrase.split(separator: " ")
    guard let first = words.first, let last = words.last else { return false }
    func isNow(_ words: some Sequence<Substring>) -> Bool { modifier(words.joined()) == .now }
    return modifier(String(first)) == .open && (words.count == 1 || isNow(words.dropFirst()))
      || modifier(String(last)) == .open && isNow(words.dropLast())
  }
}
