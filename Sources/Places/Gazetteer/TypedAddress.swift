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

    fileprivate let isShort: Bool
    fileprivate let hasDigit: Bool
    /// Whether it is a floor, and maybe a door, as in Catalonia: `2n`, `3r-1a`.
    fileprivate let isDoor: Bool

    fileprivate init(_ word: Substring, part: Int) {
      (text, self.part) = (HouseNumber.plain(word), part)
      folded = AddressSpellings.all.words(of: word)
      isShort = folded.joined().count <= 1
      hasDigit = text.contains { $0.isASCII && $0.isNumber }
      isDoor = text.wholeMatch(of: /\d{1,2}[rntRNT](-\w{1,2})?/) != nil
    }
  }

  package let words: [Word]
  /// What may be a name: words in a row without a comma between, most first, then those with one comma between, as in
  /// `Kaivopiha, Mannerheimintie`.
  package private(set) var names: [Range<Int>] = []
  private var namesWithoutComma: [Range<Int>] = []

  /// More than any address has.
  private static let mostWords = 24
  private static let mostLetters = 400
  private static let longestNumber = 6
  /// Words of a name that stands between others; one between commas and numbers may be longer.
  private static let longestName = 10
  private static let (shortestMistyped, mostWordsMistyped, mostSpellingsMistyped) = (5, 8, 4)

  /// - Returns: `nil` for what has no words, or more than an address has.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.mostLetters else { return nil }
    var words: [Word] = []
    let parts = Self.parts(of: text.filter { !"\"“”„«»".contains($0) })
      .filter { !AddressSpellings.all.saysWho($0) }
    for (part, phrase) in parts.enumerated() {
      // The streets of a crossing, but neither `c/o` nor `12/3`.
      let apart = phrase.replacing(/([^\s\d\/]{2,})\/([^\s\d\/]{2,})/) { "\($0.1) / \($0.2)" }
        .replacing(/#\s+(?=\d)/, with: "#")
        // Chinese and Japanese write no space before a number: `中山路12号`.
        .replacing(/(\p{Ideographic})(\d[\d\-]*[号號番]?地?)(?=\s|$)/) { "\($0.1) \($0.2)" }
      words += apart.split(whereSeparator: \.isWhitespace).map { Word($0, part: part) }
    }
    guard !words.isEmpty, words.count <= Self.mostWords else { return nil }
    self.words = words
    namesWithoutComma = names(over: 0)
    names = namesWithoutComma + names(over: 1)
  }

  /// What stands between commas; one between digits without spaces is part of a number: `207;209`.
  private static func parts(of text: String) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    for index in text.indices where ",;\n،؛，、；".contains(text[index]) {
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

  /// The names that all words are with an article before them: `The Crown` for `Crown`.
  package var namesWithArticle: [String] {
    let articles = TypedWords.modifiers.filter { $0.value == .article }.keys
    return (["the"] + articles).map { ([$0] + folded(all)).joined(separator: " ") }
  }

  /// The names that a part of them has with one letter more, less, other or swapped with the next; the first letter stays.
  package func similarNames(_ span: Range<Int>) -> [String] {
    let isWord = folded(span).contains { $0.count >= Self.shortestMistyped }
    guard isWord, words.count <= Self.mostWordsMistyped, !words[span].contains(where: \.hasDigit) else {
      return []
    }
    return Array(Set(spellings(span).prefix(Self.mostSpellingsMistyped).flatMap(SpellingCorrection.typos)))
  }

  /// What may be a postcode, of which `postcode` is written as the index has it.
  package var postcodes: [(span: Range<Int>, code: String)] {
    all.filter { words[$0].hasDigit }.flatMap { [$0..<$0 + 2, $0..<$0 + 1] }.filter {
      $0.upperBound <= words.count
    }
    .compactMap { span in Names.code(words[span]).map { (span, $0) } }
  }

  /// Words in a row with so many commas between, most first.
  private func names(over commas: Int) -> [Range<Int>] {
    let spans = all.flatMap { start in (start + 1...words.count).map { start..<$0 } }
    func isApart(_ outer: Int, from inner: Int) -> Bool {
      !all.contains(outer) || words[outer].hasDigit || words[outer].part != words[inner].part
    }
    return spans.filter {
      words[$0.upperBound - 1].part - words[$0.lowerBound].part == commas && !folded($0).isEmpty
        && ($0.count <= Self.longestName
          || isApart($0.lowerBound - 1, from: $0.lowerBound)
            && isApart($0.upperBound, from: $0.upperBound - 1))
    }
    .sorted { ($1.count, $0.lowerBound) < ($0.count, $1.lowerBound) }
  }

  /// What may be a town's name besides a street.
  package func towns(beside street: Range<Int>) -> [Range<Int>] {
    namesWithoutComma.filter { !$0.overlaps(street) && !words[$0].contains(where: \.hasDigit) }
  }

  /// What may be two streets that meet, and the words that say so: `Main Street & High Street`, `corner of 5th and Main`.
  package var crossings: [(one: Range<Int>, other: Range<Int>, saying: [Range<Int>])] {
    let says = words.map { word in
      word.text.allSatisfy("&/+@".contains)
        || !word.folded.isEmpty && word.folded.allSatisfy(AddressSpellings.all.ofCrossings.contains)
    }
    let (lead, names) = (says.prefix { $0 }.count, names)
    return all.flatMap { start in
      (start..<start + says[start...].prefix { $0 }.count).flatMap { last in
        names.filter { $0.upperBound == start }.flatMap { one in
          // A street's name may begin with such a word: `The Strand & Aldwych`.
          names.filter { $0.lowerBound == last + 1 }
            .map { (one, $0, [0..<min(lead, one.lowerBound), start..<last + 1]) }
        }
      }
    }
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

  /// The words of a house in a street; also those of a flat behind it if the number stands before: `30 Main Street A 12`.
  package func spans(of street: Range<Int>, numbered number: Range<Int>) -> [Range<Int>] {
    guard number.upperBound == street.lowerBound else { return [street, number] }
    // A street's name may have the letter for an article.
    let start = street.upperBound - (street.count > 1 && words[street.upperBound - 1].isShort ? 1 : 0)
    let end = [start + 2, start + 1].first {
      $0 <= words.count && text(start..<$0).wholeMatch(of: /[A-Za-z][ \/-]?\d{1,3}/) != nil
    }
    return [street.lowerBound..<(end ?? street.upperBound), number]
  }

  /// The number of a house; without what only says that it is one.
  package func number(_ span: Range<Int>) -> HouseNumber? {
    let parts = words[span].drop { word in
      !word.hasDigit && !word.folded.isEmpty
        && word.folded.allSatisfy(AddressSpellings.all.ofNumbers.contains)
    }
    // The other street of a crossing is none: `Main Street / High Street`.
    guard let first = parts.first, !first.folded.isEmpty else { return nil }
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

  /// Whether nothing but digits, letters and French additions follow the first word, as in the numbers of most houses.
  package func isPlainNumber(_ span: Range<Int>) -> Bool {
    words[span].dropFirst().allSatisfy {
      $0.hasDigit
        || $0.part == words[span.lowerBound].part && ($0.isShort || [["bis"], ["ter"]].contains($0.folded))
    }
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
  package struct Known: Hashable, Sendable {
    /// The town that its address has.
    package var city: String?
    /// All that it can have; none if that is not known.
    package var postcodes: Set<String> = []
    /// Whether what looks like a postcode may be the number of a house.
    package var isStreet = false
    package var isTown = false
    /// Whether it is a house whose postcode is not known.
    package var mayHaveAnyPostcode: Bool { postcodes.isEmpty && !isTown && !isStreet }
    package var lacksCountry = false
    /// The names of areas around it, in all languages, and their codes.
    package var areas: [String] = []
    /// The names of settlements, the nearest first.
    package var settlements: [[String]] = []

    package init(
      city: String? = nil, postcodes: Set<String> = [], isStreet: Bool = false, isTown: Bool = false
    ) {
      (self.city, self.postcodes, self.isStreet, self.isTown) = (city, postcodes, isStreet, isTown)
    }
  }

  /// What explains the words beside some spans.
  package struct Explanation {
    /// 0 if the address itself says all of them, more where only what is around does.
    package var doubt: Int
    /// What nothing explains, and postcodes that a place does not have.
    package var ignored: [Range<Int>] = []
  }

  /// What explains the words beside some spans, each of which must be explained; `nil` if a word stays.
  ///
  /// - Parameter isLenient: whether some may stay: the name of a house in front, what stands between commas before its
  ///   town, and behind a town a country or a region where poi knows no country.
  package func explanation(
    beside spans: [Range<Int>], knowing known: Known, isLenient: Bool = false
  ) -> Explanation? {
    if known.isStreet, spans.count == 1, hasNumber(beside: spans[0], besides: known.postcodes) { return nil }
    let names = Names(known)
    let ignorable = isLenient ? ignorable(beside: spans, known, names) : [[]]
    return ignorable.lazy.compactMap { ignored in
      explanation(beside: spans + ignored, Explanation(doubt: 0, ignored: ignored), names)
    }.first
  }

  /// What may stay unexplained, the least first.
  private func ignorable(beside spans: [Range<Int>], _ known: Known, _ names: Names) -> [[Range<Int>]] {
    let (start, end) = (spans.map(\.lowerBound).min() ?? 0, spans.map(\.upperBound).max() ?? 0)
    let towns =
      known.isTown
      ? spans
      : namesWithoutComma.filter { town in
        !spans.contains { $0.overlaps(town) } && names.knows(words[town])
      }
    guard !towns.isEmpty else { return [[]] }
    func isName(_ span: Range<Int>) -> Bool {
      !span.isEmpty && !words[span].contains(where: \.hasDigit) && !spans.contains { $0.overlaps(span) }
        && towns.contains { !$0.overlaps(span) }
    }
    let first = 0..<words.prefix { $0.part == 0 }.count
    let front = spans.count == 2 && words[start].part > 0 && isName(first) ? [[], [first]] : [[]]
    let back = (1...Self.longestCountry).flatMap { count in
      (end..<max(end, all.upperBound - count + 1)).map { $0..<$0 + count }.filter { span in
        isName(span) && towns.contains { $0.upperBound <= span.lowerBound }
          && (!known.isTown || words[span.lowerBound].part > words[end - 1].part
            || span.count == 1 && words[span.lowerBound].text.count == 2)
      }
    }
    let parts = (0...(words.last?.part ?? 0)).map { part in
      words.prefix { $0.part < part }.count..<words.prefix { $0.part <= part }.count
    }
    let further = parts.dropFirst().filter { part in
      spans.count == 2 && isName(part) && towns.contains { $0.lowerBound >= part.upperBound }
    }
    // A region and a country may have the postcode between: `Oswego, New York 13126, USA`.
    let around = back.flatMap { region in
      back.filter { $0.lowerBound == region.upperBound + 1 && words[region.upperBound].hasDigit }
        .map { [region, $0] }
    }
    let others = further.map { [$0] } + (known.lacksCountry ? back.map { [$0] } + around : [])
    return front + others.flatMap { spans in front.map { $0 + spans } }
  }

  /// The most words of a country and a region.
  private static let longestCountry = 4

  /// The least doubtful of all ways to cut the words beside some spans into names.
  private func explanation(
    beside spans: [Range<Int>], _ first: Explanation, _ names: Names
  ) -> Explanation? {
    var least: [Explanation?] = [first]
    for last in all {
      let starts = (max(0, last + 1 - Names.longest)...last).filter { start in
        words[start].part == words[last].part && !spans.contains { $0.overlaps(start..<last + 1) }
      }
      let ways = starts.compactMap { start -> Explanation? in
        guard let before = least[start], let name = names.explanation(of: words[start...last]) else {
          return nil
        }
        return Explanation(doubt: before.doubt + name.doubt, ignored: before.ignored + name.ignored)
      }
      least.append(spans.contains { $0.contains(last) } ? least[last] : ways.min { $0.doubt < $1.doubt })
    }
    return least[all.upperBound]
  }

  /// Whether digits beside a street are the number of a house that it lacks, and no postcode: none of those that it has,
  /// or the last word where these are unknown.
  private func hasNumber(beside street: Range<Int>, besides postcodes: Set<String>) -> Bool {
    let (before, after) = (street.lowerBound - 1, street.upperBound)
    return [before, after].contains { index in
      guard all.contains(index), words[index].part == words[min(index + 1, after - 1)].part
      else { return false }
      let text = words[index].text
      let isLast = index == before || !all.contains(index + 1)
      return text.allSatisfy("-0123456789".contains) && text.count < 6 && !text.hasPrefix("0")
        && (postcodes.isEmpty ? isLast : text.count < 4 || !postcodes.contains { Self.postcode($0) == text })
    }
  }

  /// A postcode as an index has it: without signs, and without the country before it: `AD500`, `FI-00100`, `Finland-00100`.
  package static func postcode(_ text: String) -> String {
    if let sign = text.firstIndex(of: "-"), text[..<sign].allSatisfy(\.isLetter),
      text.distance(from: text.startIndex, to: sign) > 3
    {
      return postcode(String(text[text.index(after: sign)...]))
    }
    let code = text.uppercased().filter { $0.isLetter || $0.isNumber }
    let letters = code.prefix { $0.isLetter }
    let digits = code[letters.endIndex...]
    // ZIP+4: `13126-1234`.
    if text.contains("-"), digits.count == 9 { return String(digits.prefix(5)) }
    return letters.count <= 3 && digits.count >= 3 && digits.allSatisfy(\.isNumber) ? String(digits) : code
  }

  /// What is known, as words.
  private struct Names {
    private var doubts: [String: Int] = [:]
    private let postcodes: Set<String>
    /// What names of settlements around, postcodes that are not known, and other postcodes count.
    private static let (ofSettlement, ofUnknown, ofOther) = (2, 1, 20)
    fileprivate static let longest = 8

    init(_ known: Known) {
      postcodes = Set(known.postcodes.map(TypedAddress.postcode))
      for (index, names) in known.settlements.enumerated() {
        for name in names { add(name, Self.ofSettlement + index) }
      }
      for name in known.areas { add(name, known.city == nil ? 0 : 1) }
      if let city = known.city { add(city, 0) }
    }

    private mutating func add(_ name: String, _ doubt: Int) {
      let words = NameWords.asked(name)
      let spelledOut = NameWords.spelledOut(name).map { NameWords.asked($0).joined(separator: " ") }
      for name in AddressSpellings.all.spellings(of: words).prefix(8) + [spelledOut].compactMap(\.self) {
        doubts[name] = min(doubt, doubts[name] ?? .max)
      }
    }

    /// Whether words are a name or a postcode that is known.
    func knows(_ words: ArraySlice<Word>) -> Bool {
      doubts[words.flatMap(\.folded).joined(separator: " ")] != nil
        || postcodes.contains(TypedAddress.postcode(words.map(\.text).joined()))
    }

    func explanation(of words: ArraySlice<Word>) -> Explanation? {
      let folded = words.flatMap(\.folded)
      // `Principat d'Andorra`
      let name = words.map(\.text).joined(separator: " ").drop { !"'’".contains($0) }.dropFirst()
      let text = words.map(\.text).joined()
      let known =
        doubts[folded.joined(separator: " ")]
        ?? doubts[NameWords.asked(String(name)).joined(separator: " ")]
        ?? (saysNothing(words, folded) || postcodes.contains(TypedAddress.postcode(text)) ? 0 : nil)
      if let known { return Explanation(doubt: known) }
      // Digits with letters behind them are the number of a house, but for `1012 AB`.
      guard words.count <= 2, let code = Self.code(words),
        text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" }),
        code.first?.isLetter == true || code.allSatisfy(\.isNumber)
          || text.count == 6 && text.prefix(4).allSatisfy(\.isNumber)
            && text.suffix(2).allSatisfy(\.isUppercase)
      else { return nil }
      let doubt = postcodes.isEmpty ? Self.ofUnknown : Self.ofOther
      return Explanation(doubt: doubt, ignored: [words.indices])
    }

    private func saysNothing(_ words: ArraySlice<Word>, _ folded: [String]) -> Bool {
      let all = AddressSpellings.all
      // `C` is a staircase, though Czechs write `č. 5`; `#5` is a flat.
      if folded.joined().count == 1, words.first?.text.first != "#" { return false }
      if folded.allSatisfy(all.ofTowns.contains) { return words.count == 1 }
      // What Spaniards write in place of a number.
      if words.count == 1, folded == ["s", "n"] { return true }
      // A floor, or a door: `2º`, `2º C`, `2n 1a`, `Apt 4`, `#4`, `3. Stock`.
      let others = words.filter { word in
        let tellsFloor =
          !word.folded.isEmpty && word.folded.allSatisfy(all.ofFloors.contains)
          && (!word.isShort || word == words.first)
          || word.hasDigit
            && (word.text.contains { "ºª".contains($0) } || word == words.first && word.text.first == "#")
          || word.isDoor
        return !tellsFloor
      }
      return words.count <= 2 && others.count < words.count && others.allSatisfy { $0.text.count <= 4 }
    }

    /// A postcode without the country before it: `FL-9494`, `114 55`, `SW1A 1AA`.
    static func code(_ words: ArraySlice<Word>) -> String? {
      let text = words.map(\.text).joined()
      guard words.allSatisfy(\.hasDigit) || words.count == 2 && words.first?.hasDigit == true else {
        return nil
      }
      // A range of numbers, `30-34`, has as many digits on either side.
      let ends = text.split(separator: "-")
      if ends.count == 2, ends[0].count == ends[1].count, ends[0] < ends[1] { return nil }
      let code = TypedAddress.postcode(text)
      return text.count > 3 && (3...8).contains(code.count) && code.contains(where: \.isNumber) ? code : nil
    }
  }
}
