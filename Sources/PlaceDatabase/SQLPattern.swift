import Places

/// PostgreSQL regular expressions that match whatever poi's own word comparison matches, and perhaps more.
enum SQLPattern {
  // MARK: - Names

  /// A pattern that matches every text with a name in which a word begins or ends with this one.
  ///
  /// - Parameters:
  ///   - word: as `NameWords` writes it.
  ///   - isWhole: whether only a name with that very word must match.
  static func name(containing word: String, isWhole: Bool = false) -> String {
    let letters = Array(word.unicodeScalars.prefix(longestWord))
    var pattern = ""
    // A short word matches only at the beginning of others.
    if isWhole || letters.count < NamePattern.shortestEnding { pattern = "(^|[^a-zA-Z0-9])" }
    for (index, letter) in letters.enumerated() {
      pattern += "[\(origins(of: letter))]"
      // It may be part of the character before it: the second s of `ss` for `ß`, the e of `ue` for `ü`.
      if index > 0, Spelling.shared.continuations.contains([letters[index - 1], letter]) { pattern += "?" }
      pattern += "[\(Spelling.shared.ignored)]*"
    }
    if isWhole, letters.count < longestWord { pattern += "($|[^a-zA-Z0-9])" }
    return pattern
  }

  /// poi checks longer words afterwards.
  private static let longestWord = 40

  private static func origins(of letter: Unicode.Scalar) -> String {
    let upper = letter.properties.uppercaseMapping.unicodeScalars
    var scalars = [letter] + (upper.count == 1 ? Array(upper) : [])
    scalars += Spelling.shared.origins[letter] ?? []
    return Set(scalars).sorted().map(escaped).joined()
  }

  /// A character, escaped for use in brackets.
  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": return String(scalar)
    default:
      let digits = String(scalar.value, radix: 16)
      let width = scalar.value > 0xFFFF ? 8 : 4
      return "\\\(width == 8 ? "U" : "u")" + String(repeating: "0", count: width - digits.count) + digits
    }
  }

  /// The inverse of what `NameWords` does to each character.
  private struct Spelling: Sendable {
    /// The characters that become a letter, or several letters that begin with or contain it.
    var origins: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    /// Pairs of letters that can be one character.
    var continuations: Set<[Unicode.Scalar]> = []
    /// The characters that are left out.
    var ignored = ""

    /// Takes some hundredths of a second to build.
    static let shared = Spelling()

    /// Those that fold to something else, or to nothing: scripts with cases and accents.
    private static let ranges: [ClosedRange<UInt32>] = [
      0x27...0x27, 0x2D...0x2D, 0x60...0x60, 0x80...0x33FF, 0xA640...0xABFF, 0xF900...0xFFEF,
      0x10400...0x105BF, 0x10C80...0x10CFF, 0x118A0...0x118DF, 0x16E40...0x16E7F, 0x1D400...0x1D7FF,
      0x1E900...0x1E943, 0x2F800...0x2FA1F,
    ]

    private init() {
      for value in Self.ranges.joined() {
        guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory != .unassigned else {
          continue
        }
        let folded = String(decoding: NameWords.fold(scalar), as: UTF8.self).unicodeScalars
        if folded.isEmpty || folded.elementsEqual(["-"]) {
          ignored += SQLPattern.escaped(scalar)
        } else if !folded.elementsEqual([scalar]) {
          add(Array(folded), from: scalar)
        }
      }
      for (scalar, letters) in NameWords.lettersSpelledOut {
        add(Array(letters.lowercased().unicodeScalars), from: scalar)
      }
    }

    private mutating func add(_ letters: [Unicode.Scalar], from scalar: Unicode.Scalar) {
      for (index, letter) in letters.enumerated() {
        origins[letter, default: []].append(scalar)
        if index > 0 { continuations.insert([letters[index - 1], letter]) }
      }
    }
  }

  // MARK: - Categories

  /// A pattern that matches every word with one of these meanings.
  ///
  /// - Parameter words: as `Category.normalised(_:)` writes them.
  static func category(meaning words: [String]) -> String {
    var beginnings: Set<String> = []
    for word in words {
      let first = word.prefix { $0 != " " }
      // Some words are synonyms of others.
      let others = Category.sameWords.filter { $0.value == first }.map { $0.key[...] }
      // Of the letters, those that the plural keeps: not the y of `ferry`.
      beginnings.formUnion(
        ([first] + others).map { String(($0.hasSuffix("y") ? $0.dropLast() : $0).prefix(3)) })
    }
    return "^[^a-zA-Z0-9]*(\(beginnings.sorted().map(lettersOfCategory).joined(separator: "|")))"
  }

  /// Any letter beyond ASCII may have an accent.
  private static func lettersOfCategory(_ letters: String) -> String {
    letters.unicodeScalars.map { letter in
      letter.isASCII
        ? "[\(letter)\(letter.properties.uppercaseMapping)\\u0080-\\U0010FFFF][^a-zA-Z0-9 _-]*"
        : "[^a-zA-Z0-9]+"
    }.joined()
  }
}
