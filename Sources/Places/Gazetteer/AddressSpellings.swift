/// The ways to write the words of an address in all languages: `Str.` and `Straße`, `Kirchstr.` and `Kirchstrasse`.
package struct AddressSpellings: Sendable {
  /// Words that stand before a house number and say nothing.
  let ofNumbers: Set<String>
  /// Words beside a town that say nothing, and those for numbers.
  let ofTowns: Set<String>
  /// Words for where in a house something is.
  let ofFloors: Set<String>
  /// Words between the streets of a crossing, and before them.
  let ofCrossings: Set<String>

  private let articles: Set<String>
  /// What begins a part that says who lives there: `c/o`.
  private let ofPeople: [String]
  /// The words that can stand for others, by these.
  private var forms: [String: Set<String>] = [:]
  /// What can stand at the end of a compound, by what does.
  private var endings: [String: Set<String>] = [:]
  /// What begins or ends names of streets, and is left out in speech: `Main` for `Main Street`.
  private var kinds: Set<String> = []

  package static let all = AddressSpellings()

  /// The keys of what says nothing, and of words whose forms are no kind of street.
  private static let others: Set = ["articles", "careOf", "crossing", "floor", "municipality", "number"]
  private static let adjectives: Set = ["east", "mount", "north", "ordinal", "saint", "south", "west"]

  private init() {
    func words(of key: String) -> Set<String> {
      Set(
        Category.Language.allCases.flatMap { $0.lines("addresses").words(of: key) }.flatMap(NameWords.asked))
    }
    (ofNumbers, ofFloors) = (words(of: "number"), words(of: "floor"))
    ofCrossings = words(of: "crossing")
    ofTowns = words(of: "municipality").union(ofNumbers)
    articles = words(of: "articles")
    ofPeople = Category.Language.allCases.flatMap { $0.lines("addresses").words(of: "careOf") }
    for language in Category.Language.allCases {
      for (key, texts) in language.lines("addresses").all where !Self.others.contains(key) {
        func folded(_ texts: [String]) -> Set<String> { Set(texts.map { NameWords.asked($0).joined() }) }
        let words = folded(texts.filter { !$0.hasPrefix("-") && key != "ordinal" })
        let ends = folded(texts.filter { $0.hasPrefix("-") })
        let ordinals = key == "ordinal" ? texts.map { folded($0.split(separator: "/").map(String.init)) } : []
        for words in [words] + ordinals {
          for word in words { forms[word, default: []].formUnion(words) }
        }
        for end in ends { endings[end, default: []].formUnion(ends) }
        if !Self.adjectives.contains(key) { kinds.formUnion(words) }
      }
    }
  }

  /// Whether a part of an address names a person.
  func saysWho(_ part: some StringProtocol) -> Bool {
    let text = part.lowercased().drop(while: \.isWhitespace)
    return ofPeople.contains { text.hasPrefix($0) && text.dropFirst($0.count).first?.isLetter != true }
  }

  /// The words of a part of an address without spaces; abbreviations with a sign within are one: `v.le`.
  func words(of text: some StringProtocol) -> [String] {
    let words = NameWords.asked(String(text))
    let joined = words.joined()
    return words.count > 1 && forms[joined] != nil ? [joined] : words
  }

  // MARK: - Spellings

  /// How many ways to write a name are looked for.
  private static let most = 256
  /// The fewest letters before the end of a compound.
  private static let leastBeforeEnding = 3
  private static let mostLonger = 4

  /// The ways to write a name, each as `NameWords` writes its words, with spaces between; as it is first.
  package func spellings(of words: [String]) -> [String] {
    var found = [[String]()]
    for word in words {
      var options = [word] + spellings(ofWord: word)
      // A letter in front belongs to a number: `46 A Main Street`.
      if words.count > 1, articles.contains(word), word.count > 1 || found[0] != [] { options.append("") }
      found = Array(
        found.lazy.flatMap { start in options.lazy.map { $0.isEmpty ? start : start + [$0] } }
          .prefix(Self.most))
    }
    found.removeAll(where: \.isEmpty)
    // Two words may be written as one: `Kirch Strasse`.
    let joined = found.filter { $0.count > 1 && endings[$0[$0.count - 1]] != nil }
      .map { Array($0.dropLast(2)) + [$0.suffix(2).joined()] }
    return (found + joined).map { $0.joined(separator: " ") }
  }

  /// The names of streets that people mean by a part of them: `Main Street`, and `Carrer de la Vall` for `Carrer Vall`.
  package func longerNames(than words: [String]) -> [String] {
    guard let first = words.first, words.count <= 4 else { return [] }
    guard kinds.contains(first) else {
      return spellings(of: words).prefix(Self.mostLonger).flatMap { name in
        kinds.sorted().flatMap { ["\(name) \($0)", "\($0) \(name)", "\($0) de \(name)"] }
          + endings.keys.sorted().map { name + $0 }
      }
    }
    let rest = words.dropFirst().joined(separator: " ")
    let articles = self.articles.sorted()
    let longer = articles + articles.map { "de \($0)" }
    return rest.isEmpty
      ? [] : longer.flatMap { article in spellings(of: [first]).map { "\($0) \(article) \(rest)" } }
  }

  private func spellings(ofWord word: String) -> [String] {
    // Who types digits of another script may mean those of ASCII.
    let plain = word.utf8.allSatisfy { $0 < 0x80 } ? word : HouseNumber.plain(word)
    var found = (plain == word ? [] : [plain]) + (forms[plain] ?? []).subtracting([word, plain]).sorted()
    let letters = word.count
    for count in 1...8 where letters >= count + Self.leastBeforeEnding {
      let end = String(word.suffix(count))
      for other in (endings[end] ?? []).subtracting([end]).sorted() {
        found.append(word.dropLast(count) + other)
      }
    }
    return found + NameWords.contractions(of: word)
  }
}
