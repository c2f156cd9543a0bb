import Words

extension Category {
  public enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case german = "de"
    case french = "fr"
    case spanish = "es"
    case italian = "it"
    case portuguese = "pt"
    case dutch = "nl"
    case polish = "pl"
    case czech = "cs"
    case swedish = "sv"
    case finnish = "fi"

    /// The language of a code such as `de` or `pt-BR`; English if there are no words for it.
    public init(code: String) {
      self =
        Self(rawValue: String(code.prefix { $0 != "-" && $0 != "_" && $0 != "." }).lowercased()) ?? .english
    }

    /// A section of its file in `Sources/Words`.
    package func lines(_ section: String) -> WordLines { WordLines(section, of: rawValue) }

    package var file: [UInt8] {
      Array(UnsafeBufferPointer(words_file(rawValue)))
    }
  }
}

/// The words for categories in other languages than English, looked up.
package enum CategoryWords {
  /// The category of a word of a language with a different ending, and by how many letters; `nil` if there is none.
  ///
  /// - Parameter stem: more letters than this must be the same.
  private static func inflected(
    _ folded: String, words asked: [String], in language: Category.Language, stem: Int = leastOfStem
  ) -> (category: String, difference: Int)? {
    let names = language.lines("categories").words(like: Array(folded.utf8), sharing: leastOfStem)
    // Endings of cases, numbers and articles, without accents.
    let endings = names.isEmpty ? [] : Set(language.lines("grammar").words(of: "endings"))
    var best: (category: String, difference: Int, name: String)?
    func consider(_ category: String, _ difference: Int?, _ name: String) {
      guard let difference else { return }
      if let best, (best.difference, best.name) <= (difference, name) { return }
      best = (category, difference, name)
    }
    for (category, word) in names {
      let name = Self.folded(word)
      consider(category, difference(name, folded, endings, stem), name)
      guard asked.count > 1 else { continue }
      let parts = foldedWords(word)
      guard parts.count == asked.count else { continue }
      let differences = zip(parts, asked).map { difference($0, $1, endings, stem) }
      consider(
        category, differences.reduce(0) { sum, one in sum.flatMap { sum in one.map { sum + $0 } } }, name)
    }
    return best.map { ($0.category, $0.difference) }
  }

  /// How many letters the endings of two forms of one word have; `nil` if they are of two words.
  private static func difference(
    _ name: String, _ asked: String, _ endings: Set<String>, _ stem: Int
  ) -> Int? {
    if name == asked { return 0 }
    let common = zip(name.utf8, asked.utf8).prefix { $0 == $1 }.count
    let isStem =
      common > stem || (common == name.utf8.count && common >= stem && asked.utf8.count <= common + 2)
    guard isStem, name.utf8.count - common <= 4, asked.utf8.count - common <= 4 else { return nil }
    let ends = [name, asked].map { String(decoding: $0.utf8.dropFirst(common), as: UTF8.self) }
    guard ends.allSatisfy({ $0.isEmpty || endings.contains($0) }) else { return nil }
    return ends[0].utf8.count + ends[1].utf8.count
  }

  /// The same for a language that is not the user's, where it is more often a name: Italian has `panche`, but no `Pancho`.
  private static let (leastOfStem, leastOfForeignStem) = (3, 5)

  /// All but English, whose words are found otherwise; the preferred one first.
  private static func languages(preferring language: Category.Language) -> [Category.Language] {
    let others = Category.Language.allCases.filter { $0 != .english }
    return others.filter { $0 == language } + others.filter { $0 != language }
  }

  /// The word of the category that a word of one of the languages means.
  ///
  /// - Parameter language: the user's own, whose words and inflections take precedence; those of others may not count.
  static func category(
    for word: String, preferring language: Category.Language, inflectingOthers inflectsOthers: Bool = true
  ) -> String? {
    // No word is longer.
    guard word.utf8.count <= 100 else { return nil }
    return known.value(of: "\(word)=\(language)+\(inflectsOthers)") {
      found(word, preferring: language, inflectingOthers: inflectsOthers)
    }
  }

  private static func found(
    _ word: String, preferring language: Category.Language, inflectingOthers inflectsOthers: Bool
  ) -> String? {
    let folded = folded(word)
    guard folded.count > 1 else { return nil }
    let ordered = languages(preferring: language)
    let spellings = spellings(of: word)
    if let category = ordered.lazy.compactMap({ category(spelled: spellings, in: $0) }).first {
      return category
    }
    let words = foldedWords(word)
    if language != .english, let found = inflected(folded, words: words, in: language) {
      return found.category
    }
    // A short word with another ending is more likely a typo in the user's language than a word of another.
    guard inflectsOthers, folded.count >= 6 else { return nil }
    return ordered.compactMap { inflected(folded, words: words, in: $0, stem: leastOfForeignStem) }.min {
      $0.difference < $1.difference
    }?
    .category
  }

  /// Each word of a language, as `folded(_:)` writes it with and without accents, and its category.
  static func names(in language: Category.Language) -> [(name: String, category: String)] {
    allNames.value(of: language) {
      language.lines("categories").all.flatMap { category, words in
        words.flatMap { word in
          let spelled = folded(word, keepingAccents: true)
          return Set([spelled, folded(spelled)]).map { ($0, category) }
        }
      }
    }
  }

  private static let allNames = Memo<Category.Language, [(name: String, category: String)]>(most: .max)

  /// The category that a word of exactly one language's own means.
  static func category(for word: String, in language: Category.Language) -> String? {
    category(spelled: spellings(of: word), in: language)
  }

  private static func category(spelled spellings: [String], in language: Category.Language) -> String? {
    let asked = spellings.joined(separator: " ") + "=" + language.rawValue
    return known.value(of: asked) { found(spellings, in: language) }
  }

  /// The category that an English word means, as `Category.normalised(_:)` writes it.
  static func english(_ asked: String) -> String? {
    known.value(of: asked) {
      guard let first = asked.split(separator: " ").first else { return nil }
      // That way of writing makes one word of some.
      let beginnings = [first] + Category.sameWords.filter { $1 == first }.keys.map { $0[...] }
      return beginnings.flatMap { beginning in
        let letters = Array(beginning.utf8.prefix(leastOfStem))
        return Category.Language.english.lines("categories").words(like: letters, sharing: letters.count)
      }.last { Category.normalised($0.word) == asked }?.key
    }
  }

  /// Each way to read some words asks for the same ones.
  private static let known = Memo<String, String?>(most: 10_000)

  /// Looks among the bytes of the file: few of its words are ever asked for.
  private static func found(_ spellings: [String], in language: Category.Language) -> String? {
    let lines = language.lines("categories")
    for asked in spellings {
      let plain = folded(asked)
      var found: String?
      for (category, word) in lines.words(like: Array(plain.utf8)) {
        let spelled = folded(word, keepingAccents: true)
        // An exact spelling takes precedence over one without accents: Swedish has bank and bänk.
        if spelled == asked { return category }
        if found == nil, folded(spelled) == asked { found = category }
      }
      if let found { return found }
    }
    return nil
  }

  /// With accents, without, and `Bäckerei` if no key has the dots: `Baeckerei`.
  private static func spellings(of word: String) -> [String] {
    let folded = folded(word)
    let others = [
      folded, folded.replacing("ae", with: "a").replacing("oe", with: "o").replacing("ue", with: "u"),
    ]
    return others.reduce(into: [Self.folded(word, keepingAccents: true)]) {
      if !$0.contains($1) { $0.append($1) }
    }
  }

  /// Whether many places carry a word of a category in their names.
  static func isInNames(_ word: String) -> Bool { wordsInNames.contains(folded(word)) }

  private static let wordsInNames = Set(
    Category.Language.allCases.flatMap { $0.lines("names").all.flatMap(\.words) }.map { folded($0) })

  static func isName(_ text: String) -> Bool {
    let folded = folded(text)
    return languages(preferring: .english).contains { category(spelled: [folded], in: $0) != nil }
  }

  /// Whether words are just those of a category: `put in`, but not `Arzt in` for `Ärztin`.
  static func isPhrase(_ words: ArraySlice<String>) -> Bool {
    let asked = folded(words.joined())
    // Few are, which is remembered.
    return Category.isName(words.joined(separator: " "))
      && Category.Language.allCases.contains {
        $0.lines("categories").words(like: Array(asked.utf8)).contains {
          folded($0.word) == asked && $0.word.split(separator: " ").count == words.count
        }
      }
  }

  private static func foldedWords(_ word: String) -> [String] {
    word.split { !$0.isLetter && !$0.isNumber }.map { folded($0) }
  }

  /// Small letters and digits alone: `ubahn` for `U-Bahn`.
  package static func folded(_ word: some StringProtocol, keepingAccents: Bool = false) -> String {
    var folded: [UInt8] = []
    for scalar in word.unicodeScalars {
      switch scalar {
      case "a"..."z", "0"..."9": folded.append(UInt8(scalar.value))
      case "A"..."Z": folded.append(UInt8(scalar.value) + 32)
      case _ where scalar.value > 0x7F && scalar.properties.isAlphabetic:
        folded += (keepingAccents ? scalar.properties.lowercaseMapping : scalar.folded).utf8
      default: continue
      }
    }
    return String(decoding: folded, as: UTF8.self)
  }
}

extension Category {
  /// The category that a word means, in the user's language, in English, or in any of the others.
  public static func named(
    _ word: String, in language: Language, inflectingOthers inflectsOthers: Bool = true
  ) -> Category? {
    // Most words are English, and need no other language.
    if language != .english, let own = CategoryWords.category(for: word, in: language) { return english(own) }
    return named(word)
      ?? CategoryWords.category(for: word, preferring: language, inflectingOthers: inflectsOthers)
      .flatMap(english)
  }

  /// Whether a text names a category in English or another language, ignoring case and accents.
  public static func isName(_ text: String) -> Bool {
    named(text) != nil || CategoryWords.isName(text)
  }

  /// The displayed word for it in a language; English if there is no other.
  public func word(in language: Language) -> String { words(in: language).first ?? word }

  /// All its words in a language other than English.
  public func words(in language: Language) -> [String] {
    language == .english ? [] : language.lines("categories").words(of: word)
  }

  /// Other words for the same in English.
  public var synonyms: [String] { Array(Language.english.lines("categories").words(of: word).dropFirst()) }

  private static func english(_ word: String) -> Category? {
    all.first { $0.word == word }
  }
}
