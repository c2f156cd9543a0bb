import Places

/// A filter of places in the conditions of Overpass QL; the area is added by `OverpassRequest`.
///
/// It selects every place that passes the filter, and a few more, such as `cafe` spelled with another accent:
/// the answer needs another filter.
package struct OverpassFilter: Hashable, Sendable {
  /// One condition in brackets, like `["amenity"~"…"]`.
  struct Condition: Hashable, Sendable {
    struct Tag: Hashable, Sendable {
      let key: String
      /// Any of them will do; any value at all if there are none.
      let values: [String]
    }

    let text: String
    /// Whether something must be present, rather than absent.
    let isDemand: Bool
    /// What must be present, unless it is a name.
    var tag: Tag?
  }

  /// What must hold together, for each of the kinds of places that are wanted.
  let alternatives: [[Condition]]

  /// - Throws: as `PlaceMatcher` does, of words that only a source's own categories could have.
  init(_ filter: PlaceFilter) throws(PlacesError) {
    // No server has categories of its own, and only its answer tells whether a place has a name.
    let matcher = try PlaceMatcher(filter, hasCategory: { _ in false }, hasName: { _ in filter.isTyped })
    var kinds: [[Condition]] = matcher.kinds.isEmpty ? [[]] : []
    for kind in matcher.kinds {
      switch kind {
      case .intent(let category): kinds += Self.alternatives(of: category.expression)
      case .named(let name): kinds.append(Self.conditions(of: name))
      case .own(let word):
        kinds.append([.keys(Category.featureKeys, values: [word.value])])
        kinds += word.known.map { Self.alternatives(of: $0) } ?? []
      }
    }
    let tags = filter.tags.map { tag in
      tag.value == nil ? .present(tag.key) : Condition.tag(tag.key, values: tag.values, isWanted: true)
    }
    let names = matcher.name.map { Condition.names($0) } ?? []
    alternatives = kinds.flatMap { kind in
      let conditions = kind + tags + names
      // Exclusions alone would select every node of every road.
      guard conditions.contains(where: \.isDemand) else { return Self.everyPlace.map { $0 + conditions } }
      return [conditions]
    }
  }

  /// The statements that select it around a point.
  func statements(around: String) -> String {
    alternatives.map { "nwr(\(around))\($0.map(\.text).joined());" }.joined()
  }

  /// What selects every place that a typed name means, and of names with a category in them a few more.
  private static func conditions(of name: TypedName) -> [Condition] {
    name.parts.filter { $0.category == nil || name.parts.count == 1 }
      .flatMap { Condition.names($0.name, orIn: TypedName.keys) }
  }

  /// The disjunctive normal form.
  static func alternatives(of expression: TagExpression, isWanted: Bool = true) -> [[Condition]] {
    switch (expression, isWanted) {
    case (.tag(let key, let values), _): [[.tag(key, values: values, isWanted: isWanted)]]
    case (.exactly(let key, let values), _): [[.tag(key, values: values, isWanted: isWanted)]]
    case (.has(let key), _): [[.has(key, isWanted: isWanted)]]
    case (.atLeast(let key, _), true): [[.present(key)]]
    // Selects what Overpass cannot decide: the answer is filtered again.
    case (.atLeast, false), (.gone, true), (.named, false): [[]]
    case (.named(let beginnings), true): [[.name(beginningWithAnyOf: beginnings)]]
    case (.gone, false): [[.has("disused", isWanted: false), .has("abandoned", isWanted: false)]]
    case (.not(let inner), _): alternatives(of: inner, isWanted: !isWanted)
    case (.any(let parts), true), (.all(let parts), false):
      parts.flatMap { alternatives(of: $0, isWanted: isWanted) }
    case (.all(let parts), true), (.any(let parts), false):
      parts.reduce([[]]) { combined, part in
        let further = alternatives(of: part, isWanted: isWanted)
        return combined.flatMap { left in further.map { left + $0 } }
      }
    }
  }
}

// MARK: - Every place

extension OverpassFilter {
  /// What selects every place of `OSMPlaceRule.expression`, in few statements: a server searches the area anew for each.
  static let everyPlace: [[Condition]] = {
    var anyValue: Set<String> = []
    var values: [String: Set<String>] = [:]
    var others: [[Condition]] = []
    for alternative in alternatives(of: OSMPlaceRule.expression) {
      let tags = alternative.compactMap(\.tag)
      // One of the demands selects everything that all together do.
      if let tag = tags.first(where: { !$0.values.isEmpty }) {
        values[tag.key, default: []].formUnion(tag.values)
      } else if let tag = tags.first, tag.key != "name" {
        anyValue.insert(tag.key)
      } else {
        // Every road has a name: here the exclusions count.
        others.append(alternative)
      }
    }
    let listed = values.filter { !anyValue.contains($0.key) }
    let keysByValues = Dictionary(grouping: listed.keys.sorted()) { listed[$0, default: []].sorted() }
    let groups = keysByValues.sorted { $0.value[0] < $1.value[0] }
    return [[.keys(anyValue.sorted())]] + groups.map { [.keys($0.value, values: $0.key)] } + others
  }()

  /// Tags that an object of the default selection may have.
  ///
  /// - Returns: `false` if places of the filter may be missing among those of the default selection.
  package static func isWithinDefaultSelection(_ filter: PlaceFilter) -> Bool {
    let names = filter.wordsOfNames
    let categories = filter.categories.filter { !names.contains($0) }
    guard !categories.isEmpty || !filter.tags.isEmpty else { return true }
    guard
      let selection = try? OverpassFilter(PlaceFilter(categories: categories, tags: filter.tags))
    else { return false }
    return selection.alternatives.allSatisfy { conditions in
      examples(of: conditions.compactMap(\.tag)).allSatisfy(TagExpression.defaultPlaces.matches)
    }
  }

  /// Objects with only the demanded tags, one for each allowed value.
  private static func examples(of tags: [Condition.Tag]) -> [[String: String]] {
    var plain: [String: String] = [:]
    for tag in tags { plain[tag.key] = tag.values.first ?? "yes" }
    let others = tags.flatMap { tag in
      tag.values.dropFirst().map { value in plain.merging([tag.key: value]) { $1 } }
    }
    return [plain] + others
  }
}

// MARK: - Conditions

extension OverpassFilter.Condition {
  static func present(_ key: String) -> Self {
    Self(text: "[\(OverpassText.quoted(key))]", isDemand: true, tag: Tag(key: key, values: []))
  }

  /// The key has a value other than `no`; or else it does not.
  static func has(_ key: String, isWanted: Bool) -> Self {
    let quoted = OverpassText.quoted(key)
    // Neither "no" nor absent; or else nothing but "no".
    return isWanted
      ? Self(text: "[\(quoted)][\(quoted)!=\"no\"]", isDemand: true, tag: Tag(key: key, values: []))
      : Self(text: "[\(quoted)!~\"\(anythingButNo)\"]", isDemand: false)
  }

  /// The key has one of the values, or else none of them.
  ///
  /// A wanted value may be part of a list, `deli; kitchen`; an unwanted one is excluded only by itself, so
  /// that nothing is missing.
  static func tag(_ key: String, values: [String], isWanted: Bool) -> Self {
    let pattern = isWanted ? listPattern(of: values) : "^\(OverpassText.pattern(forAnyOf: values))$"
    let comparison = "\(isWanted ? "~" : "!~")\(OverpassText.quoted(pattern))"
    return Self(
      text: "[\(OverpassText.quoted(key))\(comparison)]", isDemand: isWanted,
      tag: isWanted ? Tag(key: key, values: values) : nil)
  }

  /// One of the keys has one of the values, or any if none are given.
  static func keys(_ keys: [String], values: [String] = []) -> Self {
    if keys.count == 1, !values.isEmpty { return tag(keys[0], values: values, isWanted: true) }
    let key = OverpassText.quoted("^\(OverpassText.pattern(forAnyOf: keys))$")
    let value = values.isEmpty ? anythingButNo : listPattern(of: values)
    return Self(text: "[~\(key)~\(OverpassText.quoted(value))]", isDemand: true)
  }

  /// The name has a word that begins with one of these.
  static func name(beginningWithAnyOf beginnings: [String]) -> Self {
    let patterns = beginnings.flatMap { OverpassName(NamePattern($0)).patterns }
    return Self(
      text: "[\"name\"~\(OverpassText.quoted(patterns.joined(separator: "|"))),i]", isDemand: true)
  }

  /// One of the names, or of the values of further keys, has the words, each of which is a condition.
  static func names(_ name: NamePattern, orIn keys: [String] = []) -> [Self] {
    let key = OverpassText.quoted(OverpassName.pattern(ofKeysOrAnyOf: keys))
    return OverpassName(name).patterns.map {
      Self(text: "[~\(key)~\(OverpassText.quoted($0)),i]", isDemand: true)
    }
  }

  private static let anythingButNo = "^([^n]|n$|n[^o]|no.)"

  private static func listPattern(of values: [String]) -> String {
    "(^|;) *\(OverpassText.pattern(forAnyOf: values)) *(;|$)"
  }
}

/// Texts within Overpass QL, without any meaning there.
enum OverpassText {
  /// A text as a string of the language, whose only escapes are `\"`, `\\`, `\n`, `\t` and `\u` of the first plane.
  ///
  /// No key or value has control characters, or the character that replaces them here.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.composed.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where scalar.properties.generalCategory == .control: quoted += "\u{FFFD}"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// A POSIX extended regular expression that means any of the texts.
  static func pattern(forAnyOf texts: [String]) -> String {
    "(\(texts.map(pattern(for:)).joined(separator: "|")))"
  }

  /// A POSIX extended regular expression that means the text itself.
  static func pattern(for text: String) -> String {
    var pattern = ""
    for scalar in text.unicodeScalars {
      if #".[]{}()\*+?|^$"#.unicodeScalars.contains(scalar) { pattern += "\\" }
      pattern.unicodeScalars.append(scalar)
    }
    return pattern
  }
}

/// A name search as POSIX extended regular expressions, for a server that compares letter by letter.
///
/// Each letter matches every letter that `NameWords` equates with it, and ignored characters may come between. More
/// names match than do `NamePattern`: the end of a compound may be in its middle here.
struct OverpassName {
  /// One expression a word; all of them must match, whatever the case.
  let patterns: [String]

  /// Every key that may hold a name, and others.
  static func pattern(ofKeysOrAnyOf others: [String]) -> String {
    "^(\((["name", "name:.*"] + NameWords.otherNameKeys.sorted() + others).joined(separator: "|")))$"
  }

  /// Only the beginning of a longer name is searched for; the answer is checked for the rest.
  private static let wordLimit = 8
  private static let letterLimit = 64

  init(_ name: NamePattern) {
    patterns = name.spellings.prefix(Self.wordLimit).map { spellings in
      let words = spellings.map { word in
        let letters = word.unicodeScalars.filter { $0.properties.generalCategory != .nonspacingMark }
        return Self.pattern(for: letters.prefix(Self.letterLimit))
      }
      let word = words.count == 1 ? words[0] : "(\(words.joined(separator: "|")))"
      guard spellings[0].unicodeScalars.count >= NamePattern.shortestEnding else { return Self.start + word }
      return "(\(Self.start)|[[:alnum:]].?[[:alnum:]].?[[:alnum:]].?)\(word)"
    }
  }

  private static let start = "(^|[^[:alnum:]])"

  private static func pattern(for word: some Collection<Unicode.Scalar>) -> String {
    var rest = word[...]
    var pattern = ""
    while let letter = rest.first {
      let pair = rest.prefix(2)
      // One letter may stand for two, like ß or ü.
      if pair.count == 2, let ligatures = spellings[pair.map(String.init).joined()] {
        pattern += "(\(pair.map(Self.pattern).joined())|[\(ligatures)])\(ignored)"
        rest = rest.dropFirst(2)
      } else {
        pattern += Self.pattern(for: letter)
        rest = rest.dropFirst()
      }
    }
    return pattern
  }

  private static func pattern(for letter: Unicode.Scalar) -> String {
    let spelled = spellings[String(letter)].map { "[\(letter)\($0)]" } ?? String(letter)
    // The marks of other scripts count as letters.
    return spelled + (letter.isASCII ? ignored : ".{0,3}\(ignored)")
  }

  private static let ignored = "[^[:alnum:]]*"

  /// The letters of Latin, Greek and Cyrillic that are folded into others, by the result.
  private static let spellings: [String: String] = {
    var spellings: [String: String] = [:]
    for range in [0x00AA...0x024F, 0x0370...0x052F, 0x1E00...0x1FFF] as [ClosedRange<UInt32>] {
      for scalar in range.lazy.compactMap(Unicode.Scalar.init) where scalar.properties.isAlphabetic {
        let letter = String(scalar)
        let lowercase = scalar.properties.lowercaseMapping
        // The server knows the two cases of a letter itself.
        let isOtherCase = lowercase != letter && lowercase.unicodeScalars.count == 1
        guard !isOtherCase, let folded = NameWords.asked(letter).first, folded != letter else { continue }
        spellings[folded, default: ""] += letter
      }
    }
    for letter in "äöüåø".unicodeScalars.map(String.init) {
      if let pair = NameWords.spelledOut(letter) { spellings[pair, default: ""] += letter }
    }
    return spellings
  }()
}
