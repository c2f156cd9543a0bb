/// A word that is no category but resembles some, in any of the languages, or that is in no name but resembles one.
public struct SearchTypo: Hashable, Sendable {
  public let typed: String
  /// The words that it resembles, the likeliest first, one for each category.
  public let suggestions: [String]
  /// The word that must have been meant; `nil` if it may have been another.
  public let correction: String?
  /// Whether it is more likely a name that is not known: `Hesburger` was not meant as `hamburger`.
  public let isLikelyName: Bool

  /// A name that is not known, in place of which another was searched.
  package init(_ typed: String, searched name: String) {
    (self.typed, suggestions, correction, isLikelyName) = (typed, [name], name, false)
  }

  /// - Parameter language: comes first, with English.
  /// - Returns: `nil` if nothing is similar.
  public init?(_ typed: String, in language: Category.Language) {
    let asked = Array(CategoryWords.folded(typed).utf8)
    guard SpellingCorrection.mayBeTypo(asked), Category.reasonToLeaveOut(typed) == nil,
      ShownWord(typed).known == nil
    else { return nil }
    var candidates: [Candidate] = []
    let tolerance = SpellingCorrection.tolerance(of: asked)
    let letters = Self.letters(asked)
    // What is right stays: `Bar Central` was not meant as `car rental`.
    let known =
      typed.contains(" ")
      ? TypedWords.words(of: typed, in: language).filter { $0.category != nil }
        .map { CategoryWords.folded($0.text) } : []
    // A short word has too many neighbours in other languages.
    let languages = asked.count < Self.shortestElsewhere ? [language, .english] : Category.Language.allCases
    for other in Set(languages) {
      let isElsewhere = other != language && other != .english
      for (name, category) in CategoryWords.names(in: other) {
        // Most names differ in more letters than a typo, which is seen at once.
        guard (letters & ~Self.letters(name.utf8)).nonzeroBitCount <= tolerance,
          known.allSatisfy(name.contains)
        else { continue }
        if let candidate = Candidate(name, category, in: other, for: asked, isElsewhere: isElsewhere) {
          candidates.append(candidate)
        }
      }
    }
    candidates.sort()
    guard let nearest = candidates.first else { return nil }
    var categories: Set<String> = []
    // Beside a word that differs in one letter, one that differs in three was hardly meant.
    let likeliest = candidates.prefix { $0.rank <= nearest.rank + 1 }
      .filter { categories.insert($0.category).inserted }.prefix(3)
    suggestions = likeliest.map(\.spelled)
    self.typed = typed
    // `coffe` was rather meant as `coffee` than as the beginning of `coffeehouse`.
    let rivals = candidates.filter { $0.likelihood == nearest.likelihood }
    let isClear =
      rivals.allSatisfy { $0.category == nearest.category } && !nearest.isBeginning
      && Self.isClear(asked, for: Array(nearest.name.utf8), nearest.rank, isOnly: likeliest.count == 1)
    // Many a chain begins with a letter and a hyphen: `K-Market`, `R-kioski`.
    let hasInitial = typed.split(separator: "-").contains { $0.count == 1 }
    isLikelyName = hasInitial || nearest.rank > 1 && typed.first?.isUppercase == true
    // Few type only the first letter wrong, and another one makes another word: `hotel` of `motel`.
    let isOther = nearest.rank == 1 && nearest.name.utf8.first != asked.first
    correction =
      isClear && !(isOther && nearest.name.utf8.sorted() != asked.sorted()) && !isLikelyName
      ? nearest.spelled : nil
  }

  /// Whether a word was meant by what differs from it in some letters, if no other word may have been.
  ///
  /// - Parameter isOnly: whether no other word is similar at all.
  static func isClear(_ asked: [UInt8], for word: [UInt8], _ distance: Int, isOnly: Bool) -> Bool {
    // Many a brand of four letters differs in one from a word.
    let isOther = asked.count <= 4 && word.count == 4 && word.sorted() != asked.sorted()
    return word.count >= shortestClear && !isOther
      && (asked.count >= 4 * distance || isOnly && asked.count >= 6 && distance == 2)
  }

  private static func letters(_ word: some Sequence<UInt8>) -> UInt64 {
    word.reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }

  private struct Candidate: Comparable {
    /// In how many letters it differs; 1 for a word whose beginning was typed.
    let rank: Int
    let isBeginning: Bool
    let isElsewhere: Bool
    /// Folded.
    let name: String
    let category: String
    let language: Category.Language

    /// - Returns: `nil` if it differs too much.
    init?(
      _ name: String, _ category: String, in language: Category.Language, for asked: [UInt8],
      isElsewhere: Bool
    ) {
      let letters = Array(name.utf8)
      let tolerance = isElsewhere ? asked.count < 9 ? 1 : 2 : SpellingCorrection.tolerance(of: asked)
      isBeginning =
        !isElsewhere && letters.count > asked.count + 1 && SpellingCorrection.isBeginning(asked, of: letters)
      guard let distance = isBeginning ? 1 : SpellingCorrection.distance(letters, asked, atMost: tolerance)
      else { return nil }
      (rank, self.name, self.category) = (distance, name, category)
      (self.language, self.isElsewhere) = (language, isElsewhere)
    }

    /// As the language writes it.
    var spelled: String {
      language.lines("categories").words(of: category).first { word in
        [true, false].contains { CategoryWords.folded(word, keepingAccents: $0) == name }
      } ?? name
    }

    var likelihood: [Int] { [rank, isElsewhere ? 1 : 0, isBeginning ? 1 : 0] }

    private var order: (Int, Int, Int, String, String, String) {
      (rank, isElsewhere ? 1 : 0, name.utf8.count, name, category, language.rawValue)
    }

    static func < (one: Self, other: Self) -> Bool { one.order < other.order }
  }

  private static let shortestElsewhere = 6
  private static let shortestClear = 4
}

extension Category {
  /// The words most similar to one that names no category, the nearest first; none if nothing is similar.
  public static func suggestions(for word: String, in language: Language = .english) -> [String] {
    SearchTypo(word, in: language)?.suggestions ?? []
  }
}
