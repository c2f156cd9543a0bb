/// An address as somebody types it, in any order: `17033 Neubrandenburg, Marktplatz 2`, `12 rue de la Gare`.
///
/// Which words are the street, the number and the town, only a gazetteer can tell: this has the ways to read them.
package struct TypedAddress: Sendable {
  /// What stands between spaces and commas.
  package struct Word: Hashable, Sendable {
    let text: String
    let folded: [String]
    /// How many commas are before it.
    package let part: Int

    fileprivate var hasDigit: Bool { text.contains { $0.isASCII && $0.isNumber } }
  }

  package let words: [Word]

  /// More than any address has.
  private static let mostWords = 24
  private static let mostLetters = 400
  private static let longestNumber = 6
  private static let longestName = 10

  /// - Returns: `nil` for what has no words, or more than an address has.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.mostLetters else { return nil }
    var words: [Word] = []
    for (part, phrase) in Self.parts(of: text).enumerated() {
      for word in phrase.split(whereSeparator: \.isWhitespace) {
        words.append(Word(text: String(word), folded: AddressSpellings.all.words(of: word), part: part))
      }
    }
    guard !words.isEmpty, words.count <= Self.mostWords else { return nil }
    self.words = words
  }

  /// What stands between commas; one between digits without spaces is part of a number: `207;209`.
  private static func parts(of text: String) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    for index in text.indices where ",;\n".contains(text[index]) {
      let after = text[text.index(after: index)...].prefix { $0.isASCII && $0.isNumber }
      let isWithin = index > start && text[text.index(before: index)].isNumber
      if isWithin, (1...3).contains(after.count) { continue }
      parts.append(text[start..<index])
      start = text.index(after: index)
    }
    return parts + [text[start...]]
  }

  package var all: Range<Int> { words.indices }

  package func folded(_ span: Range<Int>) -> [String] { words[span].flatMap(\.folded) }

  package func text(_ span: Range<Int>) -> String { words[span].map(\.text).joined(separator: " ") }

  /// The ways to write the words as a name.
  package func spellings(_ span: Range<Int>) -> [String] { AddressSpellings.all.spellings(of: folded(span)) }

  /// The names that people may mean by a part of them.
  package func longerNames(_ span: Range<Int>) -> [String] {
    AddressSpellings.all.longerNames(than: folded(span))
  }

  /// What may be a name: words in a row without a comma between, most first, then those with one comma between, as in
  /// `Kaivopiha, Mannerheimintie`.
  package var names: [Range<Int>] { names(over: 0) + names(over: 1) }

  /// Words in a row with so many commas between, most first.
  private func names(over commas: Int) -> [Range<Int>] {
    let spans = all.flatMap { start in
      (start + 1...min(words.count, start + Self.longestName)).map { start..<$0 }
    }
    return spans.filter {
      words[$0.upperBound - 1].part - words[$0.lowerBound].part == commas && !folded($0).isEmpty
    }
    .sorted { ($1.count, $0.lowerBound) < ($0.count, $1.lowerBound) }
  }

  /// What may be a town's name besides a street.
  package func towns(beside street: Range<Int>) -> [Range<Int>] {
    names(over: 0).filter { !$0.overlaps(street) && !words[$0].contains(where: \.hasDigit) }
  }

  /// What may be the number of a house in a street: what stands beside that, and elsewhere what has a digit.
  package func numbers(beside street: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for count in 1...Self.longestNumber {
      found += [street.upperBound..<street.upperBound + count, street.lowerBound - count..<street.lowerBound]
        .filter { $0.lowerBound >= 0 && $0.upperBound <= words.count }
    }
    found += all.filter { words[$0].hasDigit }.map { $0..<$0 + 1 }
      .filter { !found.contains($0) && !$0.overlaps(street) }
    return found
  }

  /// The number of a house; without what only says that it is one.
  package func number(_ span: Range<Int>) -> HouseNumber? {
    let parts = words[span].drop { word in
      !word.hasDigit && !word.folded.isEmpty
        && word.folded.allSatisfy(AddressSpellings.all.ofNumbers.contains)
    }
    guard let first = parts.first else { return nil }
    var text = parts.map(\.text).joined(separator: " ")
    if first.text.hasPrefix("#") { text.removeFirst() }
    // `No.5`, `n°5`
    if let start = text.firstIndex(where: { $0.isASCII && $0.isNumber }), start != text.startIndex,
      NameWords.asked(String(text[..<start])).allSatisfy(AddressSpellings.all.ofNumbers.contains)
    {
      text.removeSubrange(..<start)
    }
    return HouseNumber(text)
  }

  /// Whether it begins with a digit and is short, as the numbers of most houses are.
  package func looksLikeNumber(_ span: Range<Int>) -> Bool {
    guard let value = number(span)?.value, value < 100_000 else { return false }
    return span.count == 1 || span.count == 2 && !words[span.lowerBound].hasDigit
      || span.count == 2 && words[span.upperBound - 1].text.count == 1
  }
}

// MARK: - What else it says

extension TypedAddress {
  /// What is known of a house, street or town, to compare with the rest of what was typed.
  package struct Known: Sendable {
    /// The town that its address has.
    package var city: String?
    /// All that it can have; none if that is not known.
    package var postcodes: Set<String> = []
    /// The names of areas around it, in all languages, and their codes.
    package var areas: [String] = []
    /// The names of settlements, the nearest first.
    package var settlements: [[String]] = []

    package init(city: String? = nil, postcodes: Set<String> = []) {
      (self.city, self.postcodes) = (city, postcodes)
    }
  }

  /// How badly what is known explains the words beside some spans, each of which must be explained: 0 if the address
  /// itself says it, more where only what is around does; `nil` if a word stays.
  package func doubt(beside spans: [Range<Int>], knowing known: Known) -> Int? {
    let names = Names(known)
    var doubt = 0
    var run: [Word] = []
    for index in all.lowerBound...all.upperBound {
      let isOther = index == all.upperBound || spans.contains { $0.contains(index) }
      if !isOther, run.last.map({ $0.part == words[index].part }) ?? true {
        run.append(words[index])
        continue
      }
      guard let further = names.doubt(of: run) else { return nil }
      doubt += further
      run = isOther ? [] : [words[index]]
    }
    return doubt
  }

  /// What is known, as words.
  private struct Names {
    private var doubts: [String: Int] = [:]
    private let postcodes: Set<String>

    /// What names of settlements around, postcodes that are not known, and other postcodes count.
    private static let (ofSettlement, ofUnknown, ofOther) = (2, 1, 20)
    private static let longest = 8

    init(_ known: Known) {
      postcodes = Set(known.postcodes.map(Self.postcode))
      for (index, names) in known.settlements.enumerated() {
        for name in names { add(name, Self.ofSettlement + index) }
      }
      for name in known.areas { add(name, known.city == nil ? 0 : 1) }
      if let city = known.city { add(city, 0) }
    }

    private mutating func add(_ name: String, _ doubt: Int) {
      let words = NameWords.asked(name)
      for name in AddressSpellings.all.spellings(of: words).prefix(8)
        + (NameWords.spelledOut(name).map {
          [NameWords.asked($0).joined(separator: " ")]
        } ?? [])
      {
        doubts[name] = min(doubt, doubts[name] ?? .max)
      }
    }

    /// The least of all ways to cut words in a row into names.
    func doubt(of run: [Word]) -> Int? {
      var least: [Int?] = [0]
      for end in run.indices.map({ $0 + 1 }) {
        var best: Int?
        for start in max(0, end - Self.longest)..<end {
          guard let before = least[start], let doubt = doubt(ofName: run[start..<end]) else { continue }
          best = min(best ?? .max, before + doubt)
        }
        least.append(best)
      }
      return least[run.count]
    }

    private func doubt(ofName words: ArraySlice<Word>) -> Int? {
      let folded = words.flatMap(\.folded)
      if let known = doubts[folded.joined(separator: " ")] { return known }
      if saysNothing(words, folded) { return 0 }
      guard words.count <= 2 else { return nil }
      if postcodes.contains(Self.postcode(words.map(\.text).joined())) { return 0 }
      guard Self.code(words) != nil else { return nil }
      return postcodes.isEmpty ? Self.ofUnknown : Self.ofOther
    }

    private func saysNothing(_ words: ArraySlice<Word>, _ folded: [String]) -> Bool {
      let all = AddressSpellings.all
      if folded.allSatisfy({ all.ofTowns.contains($0) || all.ofNumbers.contains($0) }) {
        return words.count == 1
      }
      // A floor, or a door: `2º`, `Apt 4`, `3. Stock`.
      if words.count == 1, let first = words.first {
        return folded.allSatisfy(all.ofFloors.contains)
          || first.hasDigit && (first.text.contains("º") || first.text.contains("ª"))
      }
      return words.count == 2 && words.contains { $0.folded.allSatisfy(all.ofFloors.contains) }
        && words.contains { $0.text.count <= 4 }
    }

    /// A postcode without the country before it: `FL-9494`, `114 55`, `SW1A 1AA`.
    private static func code(_ words: ArraySlice<Word>) -> String? {
      let text = words.map(\.text).joined()
      guard words.allSatisfy(\.hasDigit) || words.count == 2 && words.first?.hasDigit == true else {
        return nil
      }
      let code = postcode(text)
      return (4...8).contains(code.count) && code.contains(where: \.isNumber) ? code : nil
    }

    private static func postcode(_ text: String) -> String {
      let code = text.uppercased().filter { $0.isLetter || $0.isNumber }
      let letters = code.prefix { $0.isLetter }
      let digits = code[letters.endIndex...]
      return letters.count <= 3 && digits.count >= 4 && digits.allSatisfy(\.isNumber) ? String(digits) : code
    }
  }
}
