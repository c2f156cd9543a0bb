/// The words that the store's full-text index files a place under, and queries to it.
///
/// Names are filed by their words, tags as `=key=value`, or as `=key=` where the value is free text, and the
/// category as `@word`. What is filed is part of the store's format: a place's terms must be the same when it
/// is taken out of the index as when it was put in.
package enum IndexTerms {
  /// The characters, beside letters and digits, that are part of a term: an option of the tokenizer.
  package static let tokenCharacters = "=@_:.-"

  /// Appends the terms of a place, separated by spaces.
  ///
  /// - Parameter category: its category as `Category.normalised(_:)` writes it.
  package static func append(of place: PointOfInterest, category: String?, to bytes: inout [UInt8]) {
    if let name = place.name { NameWords.appendFound(in: name, to: &bytes) }
    for (key, value) in place.tags {
      if NameWords.isNameKey(key) { NameWords.appendFound(in: value, to: &bytes) }
      appendTags(key, value, to: &bytes)
    }
    if let category { appendCategory(category, to: &bytes) }
  }

  package typealias Filed = (beginnings: [String], endings: [String])

  /// A query in the index's own language that finds every place that passes the filter, and perhaps others;
  /// `nil` if the index is no help.
  ///
  /// - Parameter filed: how words of names begin and end that a word finds; the index itself finds only how they begin.
  package static func question(
    for matcher: PlaceMatcher, filed: (String) throws -> Filed
  ) rethrows -> String? {
    var conditions = matcher.tags.compactMap(question(for:))
    let kinds = try matcher.kinds.map { try terms(of: $0, filed: filed) }
    if let terms = kinds.isEmpty ? nil : alternatives(kinds, \.self) {
      conditions.append("(" + Set(terms).sorted().joined(separator: " OR ") + ")")
    }
    if let name = matcher.name { conditions += try self.conditions(for: name, filed: filed) }
    return conditions.isEmpty ? nil : conditions.joined(separator: " AND ")
  }

  /// A query that finds every part of a stop.
  package static let questionForStops = TwinCandidate.StopPart.tags.map { term(key: $0.key, value: $0.value) }
    .joined(separator: " OR ")

  /// A query that finds every settlement.
  package static let questionForSettlements = PointOfInterest.settlements
    .map { term(key: "place", value: $0) }.joined(separator: " OR ")

  /// A query that finds every place of any of some names, as `NameWords` writes their words, with spaces between.
  package static func question(forNames names: [String]) -> String {
    names.map { "(\($0.split(separator: " ").map { "\"\($0)\"" }.joined(separator: " AND ")))" }
      .joined(separator: " OR ")
  }

  /// A condition for each word of a name, which may begin another unless they are whole or a single letter.
  package static func conditions(
    for name: NamePattern, areWhole: Bool = false, filed: (String) throws -> Filed
  ) rethrows -> [String] {
    try name.spellings.map { spellings in
      let letters = spellings.filter { $0.utf8.count == 1 }
      // Names are filed composed or not, as they came; the two are equal, but not their bytes.
      let decomposed = spellings.filter { !$0.utf8.elementsEqual($0.decomposed.utf8) }.map(\.decomposed)
      let readings = spellings + decomposed + spellings.flatMap(NameWords.contractions)
      let found = try readings.map(filed)
      let endings = Set(found.flatMap(\.endings)).subtracting(readings).sorted()
      let beginnings = found.flatMap(\.beginnings)
        .map { "\"\($0)\"\(areWhole || letters.contains($0) ? "" : " *")" }
      let terms = beginnings + endings.map { "\"\($0)\"" }
      return terms.count == 1 ? terms[0] : "(\(terms.joined(separator: " OR ")))"
    }
  }

  private static func question(for tag: PlaceFilter.Tag) -> String? {
    guard tag.key == "name" else {
      let terms = tag.values.map { term(key: tag.key, value: $0) }
      return terms.count > 1
        ? "(\(terms.joined(separator: " OR ")))" : terms.first ?? term(key: tag.key, value: nil)
    }
    let words = tag.value.map(NameWords.asked) ?? []
    return words.isEmpty ? nil : words.map { "\"\($0)\"" }.joined(separator: " AND ")
  }

  private static func terms(
    of kind: PlaceMatcher.Kind, filed: (String) throws -> Filed
  ) rethrows -> [String]? {
    switch kind {
    case .named(let name): try terms(of: name, filed: filed)
    case .own(let word): [term(ofCategory: word.word)] + (terms(of: word.expression) ?? [])
    case .intent(let category): terms(of: category)
    }
  }

  private static func terms(of category: Category) -> [String]? {
    terms(of: category.expression).map { terms in
      terms + category.covered.flatMap(\.normalisedNames).map(term(ofCategory:))
    }
  }

  private static func terms(
    of name: TypedName, filed: (String) throws -> Filed
  ) rethrows -> [String]? {
    var demands: [String] = []
    for part in name.parts {
      var terms = ["(\(try conditions(for: part.name, filed: filed).joined(separator: " AND ")))"]
      terms += beginnings(of: part.name.words)
      if let category = part.category {
        // A part that anything may meet demands nothing.
        guard let further = self.terms(of: category) else { continue }
        terms += further
      }
      demands.append("(\(Set(terms).sorted().joined(separator: " OR ")))")
    }
    return demands.isEmpty
      ? nil
      : ["(\(demands.joined(separator: " AND ")))"] + (demands.count > 1 ? beginnings(of: name.words) : [])
  }

  /// The terms of brands, operators and cuisines that begin with these words, or may do so as free text.
  private static func beginnings(of words: [String]) -> [String] {
    guard let first = words.first else { return [] }
    // What separates words within a term.
    let separators = words.count == 1 ? [""] : tokenCharacters.filter { !"=@".contains($0) }.map(String.init)
    return TypedName.keys.flatMap { key in
      [term(key: key, value: "")] + separators.map { "\(term(key: key, value: first + $0)) *" }
    }
  }

  /// The term of a category, as `Category.normalised(_:)` writes it.
  package static func term(ofCategory word: String) -> String {
    quoted { appendCategory(word, to: &$0) }
  }

  /// A place that meets the condition has at least one of these terms; `nil` if it may have none.
  private static func terms(of expression: TagExpression) -> [String]? {
    switch expression {
    case .tag(let key, let values), .exactly(let key, let values): values.map { term(key: key, value: $0) }
    case .has(let key), .atLeast(let key, _): [term(key: key, value: nil)]
    case .named(let beginnings): beginnings.flatMap(NameWords.filed).map { "\"\($0)\" *" }
    case .any(let expressions): alternatives(expressions, terms(of:))
    case .all(let conditions): conditions.lazy.compactMap(terms(of:)).first
    case .not, .gone: nil
    }
  }

  private static func alternatives<Element>(
    _ elements: [Element], _ terms: (Element) -> [String]?
  ) -> [String]? {
    let found = elements.compactMap(terms)
    return found.count == elements.count ? found.flatMap(\.self) : nil
  }

  private static func term(key: String, value: String?) -> String {
    let part = value.map { isWord($0) ? $0 : "" } ?? ""
    return quoted { appendTag(key, part, to: &$0) } + (value == nil ? " *" : "")
  }

  private static func quoted(_ term: (inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = []
    term(&bytes)
    return "\"\(String(decoding: bytes, as: UTF8.self))\""
  }

  private static func appendTags(_ key: String, _ value: String, to bytes: inout [UInt8]) {
    let isWord = isWord(value)
    if !isWord, withBytes(of: value, { $0.contains(UInt8(ascii: ";")) }) {
      for part in TagExpression.parts(of: value) where Self.isWord(part) {
        appendTag(key, part, to: &bytes)
        bytes.append(space)
      }
    }
    appendTag(key, isWord ? value : "", to: &bytes)
    bytes.append(space)
  }

  private static func appendTag(_ key: String, _ value: some StringProtocol, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "="))
    append(key, to: &bytes)
    bytes.append(UInt8(ascii: "="))
    append(value, to: &bytes)
  }

  private static func appendCategory(_ word: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "@"))
    append(word, to: &bytes)
  }

  private static let space = UInt8(ascii: " ")

  /// Whether a value is one of those that many places share, like `yes` or `fast_food`, rather than free text.
  private static func isWord(_ value: some StringProtocol) -> Bool {
    guard !value.isEmpty, value.utf8.count <= 32 else { return false }
    return withBytes(of: value) { $0.allSatisfy(isTermCharacter) }
  }

  /// One term, whatever the text holds; of a long one the beginning.
  private static func append(_ text: some StringProtocol, to bytes: inout [UInt8]) {
    withBytes(of: text) { text in
      if text.count <= 61, text.allSatisfy({ isTermCharacter($0) || $0 >= 0x80 }) {
        return bytes.append(contentsOf: text)
      }
      // Leaves out a letter of several bytes that might not fit, since half of it could not be searched for.
      let end = text.indices.dropFirst(61).first { $0 == 64 || text[$0] >= 0xC0 } ?? text.count
      for byte in text[..<end] {
        bytes.append(isTermCharacter(byte) || byte >= 0x80 ? byte : UInt8(ascii: "_"))
      }
    }
  }

  private static func withBytes<Result>(
    of text: some StringProtocol, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    text.utf8.withContiguousStorageIfAvailable(body) ?? Array(text.utf8).withUnsafeBufferPointer(body)
  }

  private static func isTermCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "."),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
