extension Category {
  /// A language in which people name categories.
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

    /// The words, a line for each category; none for English, whose words are in the table of categories.
    fileprivate var lines: String? {
      switch self {
      case .english: nil
      case .german: CategoryWords.german
      case .french: CategoryWords.french
      case .spanish: CategoryWords.spanish
      case .italian: CategoryWords.italian
      case .portuguese: CategoryWords.portuguese
      case .dutch: CategoryWords.dutch
      case .polish: CategoryWords.polish
      case .czech: CategoryWords.czech
      case .swedish: CategoryWords.swedish
      case .finnish: CategoryWords.finnish
      }
    }

    /// Endings of cases, numbers and articles, without accents.
    fileprivate var endings: Set<String> {
      switch self {
      case .english: []
      case .german: ["e", "en", "n", "er", "s", "es", "ern", "nen", "em"]
      case .french: ["e", "s", "x", "es", "al", "aux"]
      case .spanish: ["s", "es", "a", "o", "as", "os"]
      case .italian: ["a", "e", "i", "o", "he", "hi", "ie", "io"]
      case .portuguese: ["s", "es", "a", "o", "as", "os", "ao", "oes", "l", "is", "al", "ais"]
      case .dutch: ["s", "en", "n", "e", "je", "jes", "tje", "tjes"]
      case .polish:
        [
          "a", "e", "i", "y", "o", "u", "ow", "em", "ami", "ach", "om", "owi", "ie", "iem", "ej", "ego",
          "ych",
          "ek", "ki", "ka", "ke", "ce",
        ]
      case .czech:
        [
          "a", "e", "i", "y", "o", "u", "ou", "em", "ech", "ach", "um", "ami", "ich", "ni", "ho", "ek", "ky",
          "ka", "ku",
        ]
      case .swedish:
        [
          "n", "en", "et", "ar", "er", "or", "arna", "erna", "orna", "na", "t", "s", "a", "ens", "ets", "e",
        ]
      case .finnish:
        [
          "t", "a", "n", "ja", "ia", "it", "en", "in", "lle", "lla", "lta", "ssa", "sta", "aan", "een", "iin",
          "oon", "an", "ta", "tta", "i", "ki", "kin", "kit", "ille", "issa", "ista", "ita",
        ]
      }
    }
  }
}

/// The words for categories in other languages than English, for their speakers to correct.
///
/// Each file has one language; a category that is not in it has its English word.
enum CategoryWords {
  /// The words of one language, ready to be looked up.
  struct Table {
    let language: Category.Language
    /// The category of each word, as `folded(_:)` writes it with and without accents.
    let categories: [String: String]
    /// The words of each name that has several, without accents.
    let phrases: [(words: [String], category: String)]
    /// The word that is shown for each category.
    let shown: [String: String]
    /// All words of each category, as written in the file.
    let words: [String: [String]]

    init(_ language: Category.Language) {
      self.language = language
      var categories: [String: String] = [:]
      var shown: [String: String] = [:]
      var words: [String: [String]] = [:]
      var phrases: [(words: [String], category: String)] = []
      for line in (language.lines ?? "").split(separator: "\n") {
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { continue }
        let category = String(parts[0])
        let names = parts[1].split(separator: ",").map { String($0.drop { $0 == " " }) }
        shown[category] = names.first
        words[category] = names
        for name in names {
          let spelled = CategoryWords.folded(name, keepingAccents: true)
          let folded = CategoryWords.folded(name)
          // An exact spelling takes precedence over one without accents: Swedish has bank and bänk.
          categories[spelled] = category
          if categories[folded] == nil { categories[folded] = category }
          let parts = CategoryWords.foldedWords(name)
          if parts.count > 1 { phrases.append((parts, category)) }
        }
      }
      self.categories = categories
      self.shown = shown
      self.words = words
      self.phrases = phrases
    }

    /// The category of a word with a different ending, and by how many letters; `nil` if there is none.
    func inflected(_ folded: String, words asked: [String]) -> (category: String, difference: Int)? {
      let endings = language.endings
      var best: (category: String, difference: Int, name: String)?
      func consider(_ category: String, _ difference: Int?, _ name: String) {
        guard let difference else { return }
        if let best, (best.difference, best.name) <= (difference, name) { return }
        best = (category, difference, name)
      }
      for (name, category) in categories { consider(category, Self.difference(name, folded, endings), name) }
      for phrase in phrases where phrase.words.count == asked.count {
        let differences = zip(phrase.words, asked).map { Self.difference($0, $1, endings) }
        consider(
          phrase.category, differences.reduce(0) { sum, one in sum.flatMap { sum in one.map { sum + $0 } } },
          phrase.words.joined())
      }
      return best.map { ($0.category, $0.difference) }
    }

    /// How many letters the endings of two forms of one word have; `nil` if they are of two words.
    private static func difference(_ name: String, _ asked: String, _ endings: Set<String>) -> Int? {
      if name == asked { return 0 }
      let common = zip(name.utf8, asked.utf8).prefix { $0 == $1 }.count
      let isStem =
        common >= 4 || (common == name.utf8.count && common >= 3 && asked.utf8.count <= common + 2)
      guard isStem, name.utf8.count - common <= 4, asked.utf8.count - common <= 4 else { return nil }
      let ends = [name, asked].map { String(decoding: $0.utf8.dropFirst(common), as: UTF8.self) }
      guard ends.allSatisfy({ $0.isEmpty || endings.contains($0) }) else { return nil }
      return ends[0].utf8.count + ends[1].utf8.count
    }
  }

  /// All languages; they take some milliseconds to make, and are rarely needed.
  private static let tables = Category.Language.allCases.filter { $0 != .english }.map(Table.init)

  /// The word of the category that a word of one of the languages means.
  ///
  /// - Parameter language: the user's own, whose words and inflections take precedence.
  static func category(for word: String, preferring language: Category.Language) -> String? {
    // No word is longer.
    guard word.utf8.count <= 100 else { return nil }
    let folded = folded(word)
    guard folded.count > 1 else { return nil }
    let ordered = tables.filter { $0.language == language } + tables.filter { $0.language != language }
    let spellings = [Self.folded(word, keepingAccents: true), folded, withoutUmlautLetters(folded)]
    let words = foldedWords(word)
    for table in ordered {
      for spelling in spellings {
        if let category = table.categories[spelling] { return category }
      }
    }
    if let own = ordered.first, own.language == language, let found = own.inflected(folded, words: words) {
      return found.category
    }
    // A short word with another ending is more likely a typo in the user's language than a word of another.
    guard folded.count >= 6 else { return nil }
    return ordered.compactMap { $0.inflected(folded, words: words) }.min { $0.difference < $1.difference }?
      .category
  }

  /// The category that a word of exactly one language's own means.
  static func category(for word: String, in language: Category.Language) -> String? {
    guard let table = table(of: language) else { return nil }
    let folded = folded(word)
    return table.categories[self.folded(word, keepingAccents: true)] ?? table.categories[folded]
      ?? table.categories[withoutUmlautLetters(folded)]
  }

  /// Whether one of the languages has the name.
  static func isName(_ text: String) -> Bool {
    let folded = folded(text)
    return tables.contains { $0.categories[folded] != nil }
  }

  static func table(of language: Category.Language) -> Table? {
    tables.first { $0.language == language }
  }

  /// `Bäckerei` if no key has the dots: `Baeckerei`.
  private static func withoutUmlautLetters(_ folded: String) -> String {
    folded.replacing("ae", with: "a").replacing("oe", with: "o").replacing("ue", with: "u")
  }

  private static func foldedWords(_ word: String) -> [String] {
    word.split { !$0.isLetter && !$0.isNumber }.map { folded($0) }
  }

  /// Small letters and digits alone: `ubahn` for `U-Bahn`.
  static func folded(_ word: some StringProtocol, keepingAccents: Bool = false) -> String {
    var folded = ""
    for scalar in word.unicodeScalars {
      switch scalar {
      case "a"..."z", "0"..."9": folded.unicodeScalars.append(scalar)
      case "A"..."Z": folded += scalar.properties.lowercaseMapping
      case _ where scalar.value > 0x7F && scalar.properties.isAlphabetic:
        let small = scalar.properties.lowercaseMapping
        folded += (keepingAccents ? nil : plainLetters[small]) ?? small
      default: continue
      }
    }
    return folded
  }

  private static let plainLetters: [String: String] = {
    let letters = [
      "a": "àáâãäåāăą", "c": "çćč", "d": "ďđ", "e": "èéêëēěę", "g": "ğ", "i": "ìíîïı", "l": "ł", "n": "ñńň",
      "o": "òóôõöøőō", "r": "ř", "s": "śšş", "t": "ťţ", "u": "ùúûüůűū", "y": "ýÿ", "z": "źžż", "ss": "ß",
      "ae": "æ",
      "oe": "œ",
    ]
    var plain: [String: String] = [:]
    for (letter, accented) in letters {
      for one in accented { plain["\(one)"] = letter }
    }
    return plain
  }()
}

extension Category {
  /// The category that a word means, in the user's language, in English, or in any of the others.
  public static func named(_ word: String, in language: Language) -> Category? {
    // Most words are English, and need no other language.
    if language != .english, let own = CategoryWords.category(for: word, in: language) { return english(own) }
    return named(word)
      ?? (CategoryWords.category(for: word, preferring: language)).flatMap(english)
  }

  /// Whether a text names a category in English or another language, ignoring case and accents.
  public static func isName(_ text: String) -> Bool {
    named(text) != nil || CategoryWords.isName(text)
  }

  /// The displayed word for it in a language; English if there is no other.
  public func word(in language: Language) -> String {
    CategoryWords.table(of: language)?.shown[word] ?? word
  }

  /// All its words in a language other than English.
  public func words(in language: Language) -> [String] {
    CategoryWords.table(of: language)?.words[word] ?? []
  }

  private static func english(_ word: String) -> Category? {
    all.first { $0.word == word }
  }
}
