import Synchronization

/// The words of a name as they are searched for: without regard to case, accents, apostrophes and hyphens.
package enum NameWords {
  /// The words that a text asks for, in their order, composed as names mostly are.
  package static func asked(_ text: String) -> [String] {
    var words: [String] = []
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    forEach(in: isASCII ? text : text.composed, joiningHyphens: false) {
      words.append(String(decoding: $0, as: UTF8.self))
    }
    return words
  }

  /// The words that a name can be found by: `Saint-Malo` by either half, and by `saintmalo`; `l'Ermita` by `lermita`, and
  /// by `ermita`, under which it is not filed.
  package static func found(in name: String) -> [String] {
    var words: [String] = []
    forEach(in: name, joiningHyphens: true) { words.append(String(decoding: $0, as: UTF8.self)) }
    return words + behindElisions(in: name)
  }

  /// The words behind articles and prepositions that have lost their vowel.
  private static func behindElisions(in name: String) -> [String] {
    // Most have none, which takes less time to see.
    guard name.unicodeScalars.contains(where: { $0 == "'" || $0 == "’" }) else { return [] }
    return name.split { !$0.isLetter && !apostrophes.contains($0) }.flatMap { word -> [String] in
      guard let sign = word.firstIndex(where: apostrophes.contains),
        elisions.contains(word[..<sign].lowercased())
      else { return [] }
      let rest = asked(String(word[sign...]))
      return rest.contains { isElidedBefore($0) } ? rest : []
    }
  }

  /// How a word may be filed: behind an elided article, too.
  package static func filed(_ word: String) -> [String] {
    isElidedBefore(word) ? [word] + elisions.map { $0 + word } : [word]
  }

  /// Words that may be filed only as one with an elided article before them, and what looks so: `ushi`.
  static func mayBeElided(in words: [String]) -> Set<String> {
    let rests = words.flatMap { word in elisions.filter(word.hasPrefix).map { word.dropFirst($0.count) } }
    return Set(rests.map(String.init).filter(isElidedBefore)).subtracting(words)
  }

  static func isElidedBefore(_ word: String) -> Bool {
    word.utf8.count > 1 && word.utf8.first.map("aeiouhy".utf8.contains) == true
  }

  static let apostrophes: Set<Character> = ["'", "’"]
  /// In Catalan, French and Italian.
  private static let elisions = ["all", "d", "dall", "dell", "l", "nell", "qu", "s", "sull", "un"]

  /// Whether a name can have words of so many bytes altogether and no others, which takes less time to see than its words.
  package static func canBe(ofLength length: Int, _ name: String) -> Bool {
    var (least, isASCII) = (0, true)
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        least += 1
      case 0x80...: isASCII = false
      default: continue
      }
    }
    return isASCII ? least == length : least <= length
  }

  /// A text with its umlauts and the like spelled out, as people without them on the keyboard do: `Sücka` as
  /// `Suecka`; `nil` if it has none.
  package static func spelledOut(_ text: String) -> String? {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    var isChanged = false
    var spelledOut = ""
    for scalar in text.composed.unicodeScalars {
      if let letters = lettersSpelledOut[scalar] {
        spelledOut += letters
        isChanged = true
      } else {
        spelledOut.unicodeScalars.append(scalar)
      }
    }
    return isChanged ? spelledOut : nil
  }

  /// The ways in which a word can be filed that has umlauts spelled out: `sucka` for `suecka`.
  static func contractions(of word: String) -> [String] {
    var readings = [""]
    var rest = word.unicodeScalars[...]
    while let letter = rest.popFirst() {
      let pair = rest.first.map { "\(letter)\($0)" }
      guard let pair, spelledOutPairs.contains(pair), readings.count <= mostContractions / 2 else {
        readings = readings.map { "\($0)\(letter)" }
        continue
      }
      // Either the two letters are one, or the second begins what comes next.
      let contracted = readings.map { "\($0)\(letter)" }
      let following = rest.popFirst().map(String.init) ?? ""
      readings = readings.map { "\($0)\(letter)\(following)" } + contracted
    }
    return readings.filter { $0 != word }
  }

  private static let mostContractions = 8

  package static let lettersSpelledOut: [Unicode.Scalar: String] = [
    "ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "Å": "Aa",
    "Ø": "Oe",
  ]
  private static let spelledOutPairs: Set = ["ae", "oe", "ue", "aa"]

  /// Whether a tag of this key holds a name.
  package static func isNameKey(_ key: String) -> Bool {
    // All of the others end so, which takes less time to see.
    key.hasPrefix("name:") || key.hasSuffix("name") && otherNameKeys.contains(key)
  }

  /// The keys of further names, apart from those in other languages.
  package static let otherNameKeys: Set<String> = [
    "name", "alt_name", "int_name", "loc_name", "nat_name", "official_name", "old_name", "reg_name",
    "short_name",
  ]

  /// Hands over each word, as UTF-8 in lower case.
  static func forEach(in text: String, joiningHyphens: Bool, _ body: (ArraySlice<UInt8>) -> Void) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    append(text, to: &bytes, joiningInvisible: !joiningHyphens)
    cut(bytes, joiningHyphens: joiningHyphens, body)
  }

  /// Appends the words that a name can be found by, each with a space behind it.
  static func appendFound(in name: String, to bytes: inout [UInt8]) {
    let start = bytes.count
    append(name, to: &bytes)
    bytes.append(space)
    if isSpacedOnce(bytes[start...]) { return }
    let folded = Array(bytes[start...])
    bytes.removeSubrange(start...)
    cut(folded, joiningHyphens: true) { word in
      bytes += word
      bytes.append(space)
    }
  }

  /// Whether these are words without hyphens, each with one space behind it, as most names are.
  private static func isSpacedOnce(_ bytes: ArraySlice<UInt8>) -> Bool {
    var last = space
    for byte in bytes {
      if byte == hyphen || byte == space && last == space { return false }
      last = byte
    }
    return true
  }

  /// Appends letters and digits in lower case and without accents, hyphens, and spaces for all else.
  ///
  /// - Parameter joiningInvisible: whether to leave out what nobody sees, such as a soft hyphen; else it is a hyphen.
  private static func append(_ text: String, to bytes: inout [UInt8], joiningInvisible: Bool = false) {
    let isASCII = text.utf8.withContiguousStorageIfAvailable { appendIfASCII($0, to: &bytes) }
    if isASCII != true {
      for scalar in text.unicodeScalars where !joiningInvisible || !isInvisible(scalar) {
        append(scalar, to: &bytes)
      }
    }
  }

  /// - Returns: whether they are; else nothing is appended.
  private static func appendIfASCII(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) -> Bool {
    guard text.allSatisfy({ $0 < 0x80 }) else { return false }
    let start = bytes.count
    bytes.append(contentsOf: text)
    var end = start
    for index in start..<bytes.count {
      guard let folded = fold(bytes[index]) else { continue }
      bytes[end] = folded
      end += 1
    }
    bytes.removeLast(bytes.count - end)
    return true
  }

  private static let space = UInt8(ascii: " ")
  private static let hyphen = UInt8(ascii: "-")

  /// Of ASCII: a letter or digit in lower case, a hyphen, nothing for an apostrophe, and a space for all else.
  private static func fold(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), hyphen: byte
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte + 32
    case UInt8(ascii: "'"), UInt8(ascii: "`"): nil
    default: space
    }
  }

  private static func appendASCII(_ byte: UInt8, to bytes: inout [UInt8]) {
    if let folded = fold(byte) { bytes.append(folded) }
  }

  private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    if scalar.isASCII {
      appendASCII(UInt8(scalar.value), to: &bytes)
    } else {
      bytes += folded.withLock { known in
        if let letters = known[scalar] { return letters }
        if known.count > 10_000 { known.removeAll() }
        let letters = fold(scalar)
        known[scalar] = letters
        return letters
      }
    }
  }

  /// What has been folded, as names without it take twice as long.
  private static let folded = Mutex<[Unicode.Scalar: [UInt8]]>([:])

  package static func fold(_ scalar: Unicode.Scalar) -> [UInt8] {
    switch scalar {
    // Accents that stand for themselves, as in decomposed text, and apostrophes.
    case "\u{300}"..."\u{36F}", "’", "‘", "ʼ", "´": return []
    case "\u{2010}"..."\u{2013}", "\u{2212}": return [hyphen]
    default: if isInvisible(scalar) { return [hyphen] }
    }
    var bytes: [UInt8] = []
    for scalar in scalar.folded.unicodeScalars {
      if scalar.isASCII {
        appendASCII(UInt8(scalar.value), to: &bytes)
      } else if isPartOfWord(scalar) {
        bytes += String(scalar).utf8
      } else {
        bytes.append(space)
      }
    }
    return bytes
  }

  /// Whether it only says where a word may be cut, how its letters join, or where it begins.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{AD}", "\u{200B}"..."\u{200F}", "\u{2060}"..."\u{2064}", "\u{FEFF}": true
    default: false
    }
  }

  private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return properties.isAlphabetic || properties.numericType != nil
      || properties.generalCategory == .nonspacingMark
  }

  /// Spaces separate words, and hyphens their parts.
  private static func cut(_ bytes: [UInt8], joiningHyphens: Bool, _ body: (ArraySlice<UInt8>) -> Void) {
    var wordStart = 0
    var hasHyphen = false
    for end in 0...bytes.count {
      if end < bytes.count, bytes[end] != space {
        if bytes[end] == hyphen { hasHyphen = true }
        continue
      }
      let word = bytes[wordStart..<end]
      wordStart = end + 1
      if hasHyphen {
        hasHyphen = false
        let parts = word.split(separator: hyphen)
        for part in parts { body(part) }
        if joiningHyphens, parts.count > 1 { body(ArraySlice(parts.joined())) }
      } else if !word.isEmpty {
        body(word)
      }
    }
  }
}
