/// What people type who look for something somewhere else: `cafe near Triesen`, `hotels à Genève`.
public struct PlacedWords: Hashable, Sendable {
  /// What stands between the two; its raw value is the key in the files of words.
  public enum Relation: String, CaseIterable, Sendable {
    /// Within its boundary, if it has one.
    case inside = "in"
    case near, at
  }

  /// What to look for, as typed; nothing for `near Triesen`.
  public private(set) var what: [String]
  public private(set) var relation: Relation
  /// What may be a place or an address.
  public let place: String
  /// Whether nothing says that it is one but its place beside a category: `pizza Schaan`.
  public var isBare = false
  /// The language in which only the end of its name says that it is one: `Helsingissä`; many names just end so.
  public var inflection: Category.Language?
  /// That of the words that say where.
  var language = Category.Language.english

  /// The category that may be meant by the place. Other languages count only as they are written: `Kamppi` is no Finnish hut.
  public func category(in spoken: Category.Language) -> Category? {
    [spoken, language].lazy.compactMap { Category.named(place, in: $0, inflectingOthers: false) }.first
  }

  /// Whether the place is written as a name, and so can be nothing else: `Kamppi`, but not `the area`. German writes all
  /// nouns so.
  ///
  /// - Parameter spoken: the user's language.
  public func isNamed(in spoken: Category.Language) -> Bool {
    ![spoken, language].contains(.german) && place.first?.isUppercase == true
  }

  /// Whether people who speak a language most likely mean a place.
  public func isPlain(in language: Category.Language) -> Bool {
    !isBare && (inflection ?? language) == language
  }

  /// Whether what to look for is understood, and no name.
  ///
  /// - Parameter language: in which it may have clear typos, too, which takes longer to tell; `nil` for none.
  public func areOfCategory(orTyposIn language: Category.Language? = nil) -> Bool {
    let typed = Self.withoutSaved(what)
    let categories = TypedWords(typed).categories
    return (!categories.isEmpty || what.isEmpty || typed != what)
      && categories.allSatisfy { word in
        Category.isName(word) || language.map { SearchTypo(word, in: $0)?.correction != nil } == true
      }
  }

  /// Words without a saved query, which says what to look for: `@lunch`.
  private static func withoutSaved(_ words: [String]) -> [String] { words.filter { !$0.hasPrefix("@") } }

  private func limited(by limits: [String]) -> PlacedWords {
    // `ravintola 5 km säteellä Encamp`
    let isAround = isBare && DistanceWords.found(in: limits) != nil
    var limited = self
    limited.what += limits
    if isAround { limited.relation = .near }
    return limited
  }

  /// All the ways in which words may say where to look, with those in which only a town beside a category does.
  ///
  /// - Parameter orOnlyPlace: whether all of them may be a town or an address.
  public static func all(of words: [String], orOnlyPlace: Bool = false) -> [PlacedWords] {
    let whole = PlacedWords(
      what: [], relation: .inside, place: words.joined(separator: " "), isBare: true)
    return readings(of: words, orOnlyPlace: true) + bareReadings(of: words) + (orOnlyPlace ? [whole] : [])
  }

  /// All the ways in which words may be split so, the one with the longest place first; none is sure, as names have
  /// such words, too: `Haus am See`.
  ///
  /// - Parameters:
  ///   - words: as typed; one argument may hold several.
  ///   - orOnlyPlace: whether they may say only where, as beside `--category`: `in Schaan`.
  ///   - isMeasured: whether a distance stood among them.
  static func readings(
    of words: [String], orOnlyPlace: Bool = false, isMeasured: Bool = false
  ) -> [PlacedWords] {
    let typed = DistanceWords.withPoints(
      words.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) })
    guard typed.count > 1, typed.count <= mostWords else { return [] }
    let (others, limits) = TypedWords.withoutLimits(typed)
    guard limits.isEmpty else {
      let isMeasured = DistanceWords.found(in: limits) != nil
      return readings(of: others, orOnlyPlace: orOnlyPlace, isMeasured: isMeasured)
        .map { $0.limited(by: limits) }
    }
    let byEnding = readingsByEnding(of: typed, words, isMeasured: isMeasured)
    guard typed.contains(where: isBeginning) else { return byEnding }
    var readings: [PlacedWords] = []
    for start in typed.indices {
      for count in stride(from: min(longest, typed.count - start), through: 1, by: -1) {
        guard let (relation, language) = relation(Array(typed[start..<start + count])),
          start > 0 || relation == .near || orOnlyPlace, !isInCategory(typed, start..<start + count)
        else { continue }
        var place = Array(typed[(start + count)...])
        let rest = elided(typed[start + count - 1])
        if let rest { place.insert(rest, at: 0) }
        // `near me cafe`, `I need a cafe`
        let isFiller =
          typed[start...].indices.dropFirst(rest == nil ? count : count - 1).contains { end in
            fillers.contains(CategoryWords.folded(typed[start...end].joined(separator: " ")))
          }
          || (0..<start).contains { first in
            fillers.contains(CategoryWords.folded(typed[first..<start + count].joined(separator: " ")))
          }
        guard !place.isEmpty, !isFiller else { continue }
        for place in withoutArticles(place) where readings.count < mostReadings {
          readings.append(
            PlacedWords(
              what: arguments(words, before: start), relation: relation,
              place: place.joined(separator: " "), language: language))
        }
      }
    }
    return readings + byEnding
  }

  /// Whether words are some of those of a category: `à` of `parking à vélos`.
  private static func isInCategory(_ words: [String], _ range: Range<Int>) -> Bool {
    (max(0, range.lowerBound - longestCategory)...range.lowerBound).contains { first in
      words.indices[range.upperBound...].prefix { $0 < first + longestCategory }.contains { last in
        Category.isName(words[first...last].joined(separator: " "))
      }
        || first < range.lowerBound && CategoryWords.isPhrase(words[first..<range.upperBound])
    }
  }

  /// Words for a place, and those behind each word before it that says nothing, so that `a` of `near a museum` is no
  /// Italian `in`; an article that many names begin with does so only before a category.
  private static func withoutArticles(_ place: [String]) -> [[String]] {
    guard let first = place.first else { return [] }
    let elided = elided(first)
    let noun = (elided.map { [$0] } ?? []) + place.dropFirst()
    let modifier = TypedWords.modifiers[CategoryWords.folded(first)]
    let isArticle =
      modifier == .filler
      || (modifier == .article || elided != nil) && Category.isName(noun.joined(separator: " "))
    return [place] + (isArticle ? withoutArticles(noun) : [])
  }

  /// Those in which the end of the last word says where, or the case before that: `kahvila Helsingissä`, `museon lähellä`.
  private static func readingsByEnding(
    of typed: [String], _ words: [String], isMeasured: Bool
  ) -> [PlacedWords] {
    let text = typed.joined(separator: " ").lowercased()
    // `kahvila lähellä` is near the user.
    let isFiller = typed.last.map { TypedWords.modifiers[CategoryWords.folded($0)] != nil } ?? true
    guard
      let (ending, relation, language, _) = endings.first(where: {
        text.hasSuffix($0.ending) && (isMeasured || !$0.isFrom) && (!isFiller || $0.ending.contains(" "))
      }),
      case let typed = text.dropLast(ending.count).split(separator: " ", omittingEmptySubsequences: false),
      let stem = typed.last.map(String.init), stem.count >= leastBeforeEnding
    else { return [] }
    let nouns =
      [stem] + stems.filter { stem.hasSuffix($0.stem) }.map { stem.dropLast($0.stem.count) + $0.noun }
    return typed.indices.dropFirst().suffix(longest).flatMap { start in
      nouns.prefix(mostReadings).map { noun in
        PlacedWords(
          what: arguments(words, before: start), relation: relation,
          place: (typed[start...].dropLast().map(String.init) + [noun]).joined(separator: " "),
          inflection: ending.contains(" ") ? nil : language, language: language)
      }
    }
  }

  /// In letters.
  private static let leastBeforeEnding = 3

  /// More words than an address and a search have.
  private static let mostWords = 24
  private static let mostReadings = 8
  /// Words of `in the vicinity of`, and of `cale de mise à l'eau`.
  private static let (longest, longestCategory) = (4, 6)

  /// Those in which a town just stands before or behind a category: `pizza Schaan`, `Schaan pizza`.
  static func bareReadings(of words: [String]) -> [PlacedWords] {
    let typed = DistanceWords.withPoints(
      words.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
    )
    .flatMap { $0.split(separator: ",").map(String.init) }
    // Where each word says what is looked for, none is a town.
    guard typed.count > 1, typed.count <= mostWords,
      TypedWords(withoutSaved(typed)).categories.contains(where: { !Category.isName($0) })
    else { return [] }
    let (others, limits) = TypedWords.withoutLimits(typed)
    guard limits.isEmpty else { return bareReadings(of: others).map { $0.limited(by: limits) } }
    let ends = (1...min(longest, typed.count - 1)).reversed().flatMap {
      [(typed.dropLast($0), typed.suffix($0)), (typed.dropFirst($0), typed.prefix($0))]
    }
    return ends.compactMap { what, place in
      let place = place.joined(separator: " ")
      guard !Category.isName(place) else { return nil }
      let reading = PlacedWords(what: Array(what), relation: .inside, place: place, isBare: true)
      return reading.areOfCategory() ? reading : nil
    }
  }

  /// The arguments before a word; of one that has it, its words.
  private static func arguments(_ words: [String], before end: Int) -> [String] {
    var (found, rest): ([String], Int) = ([], end)
    for word in words where rest > 0 {
      let parts = word.split(whereSeparator: \.isWhitespace).map(String.init)
      found += parts.count <= rest ? [word] : Array(parts.prefix(rest))
      rest -= parts.count
    }
    return found
  }

  private static func relation(_ words: [String]) -> (Relation, Category.Language)? {
    var words = words
    if let last = words.last, let rest = elided(last) { words[words.count - 1].removeLast(rest.count) }
    return relations[words.map(key).joined(separator: " ")]
  }

  /// What follows an apostrophe at the end of a short word: `Annecy` of `d’Annecy`.
  static func elided(_ word: String) -> String? {
    guard let sign = word.firstIndex(where: NameWords.apostrophes.contains), sign != word.startIndex,
      word.distance(from: word.startIndex, to: sign) <= 4, word.index(after: sign) != word.endIndex
    else { return nil }
    return String(word[word.index(after: sign)...])
  }

  /// Accents tell some apart: `a` and `à`.
  private static func key(_ word: String) -> String {
    CategoryWords.folded(word, keepingAccents: true)
      + (word.last.map(NameWords.apostrophes.contains) == true ? "'" : "")
  }

  private static func isBeginning(_ word: String) -> Bool {
    beginnings.contains(key(elided(word).map { String(word.dropLast($0.count)) } ?? word))
  }

  private static let relations: [String: (Relation, Category.Language)] = {
    var relations: [String: (Relation, Category.Language)] = [:]
    for language in Category.Language.allCases {
      for relation in Relation.allCases {
        for words in language.lines("relations").words(of: relation.rawValue) where !words.hasPrefix("-") {
          let key = words.split(separator: " ").map { Self.key(String($0)) }.joined(separator: " ")
          if relations[key] == nil { relations[key] = (relation, language) }
        }
      }
    }
    return relations
  }()

  /// What the names of places end with in some languages, in place of a word before them, the longest first; `isFrom` only
  /// beside a distance.
  private static let endings = {
    var endings: [(ending: String, relation: Relation, language: Category.Language, isFrom: Bool)] = []
    for language in Category.Language.allCases {
      for key in Relation.allCases.map(\.rawValue) + ["from"] {
        for word in language.lines("relations").words(of: key) where word.hasPrefix("-") {
          endings.append(
            (String(word.dropFirst()), Relation(rawValue: key) ?? .near, language, key == "from"))
        }
      }
    }
    return endings.sorted { $0.ending.count > $1.ending.count }
  }()

  /// What names end with before such an ending, and without it: `Helsingi` and `Helsinki`.
  private static let stems: [(stem: String, noun: String)] = Category.Language.allCases
    .flatMap { $0.lines("grammar").words(of: "stems") }.compactMap { rule in
      let parts = rule.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      return parts.count == 2 ? (parts[0], parts[1]) : nil
    }

  private static let beginnings = Set(
    relations.keys.compactMap { $0.split(separator: " ").first.map(String.init) })

  /// What means where the user is: `near me`.
  private static let fillers = Set(
    Category.Language.allCases.flatMap { $0.lines("modifiers").words(of: "filler") }
      .map { CategoryWords.folded($0) })
}
