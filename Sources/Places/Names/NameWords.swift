import Foundation

/// The words of a name as they are searched for: without regard to case, accents, apostrophes and hyphens.
enum NameWords {
  /// The words that a text asks for, in their order.
  static func asked(_ text: String) -> [String] {
    var words: [String] = []
    forEach(in: text, joiningHyphens: false) { words.append(String(decoding: $0, as: UTF8.self)) }
    return words
  }

  /// The words that a name can be found by: `Saint-Malo` by either half, and by `saintmalo`.
  static func found(in name: String) -> [String] {
    var words: [String] = []
    forEach(in: name, joiningHyphens: true) { words.append(String(decoding: $0, as: UTF8.self)) }
    return words
  }

  /// Whether a tag of this key holds a name.
  static func isNameKey(_ key: String) -> Bool {
    key.hasPrefix("name:") || otherNameKeys.contains(key)
  }

  private static let otherNameKeys: Set<String> = [
    "alt_name", "int_name", "loc_name", "nat_name", "official_name", "old_name", "reg_name", "short_name",
  ]

  /// Hands over each word, as UTF-8 in lower case.
  static func forEach(in text: String, joiningHyphens: Bool, _ body: (ArraySlice<UInt8>) -> Void) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    // Most names are ASCII, and Foundation takes a hundred times as long for one.
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      for byte in text.utf8 { appendASCII(byte, to: &bytes) }
    } else {
      appendFolded(text, to: &bytes)
    }
    cut(bytes, joiningHyphens: joiningHyphens, body)
  }

  private static let space = UInt8(ascii: " ")
  private static let hyphen = UInt8(ascii: "-")

  /// A letter or digit in lower case, a hyphen, nothing for an apostrophe, and a space for all else.
  private static func appendASCII(_ byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), hyphen:
      bytes.append(byte)
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(byte + 32)
    case UInt8(ascii: "'"), UInt8(ascii: "`"): break
    default: bytes.append(space)
    }
  }

  private static func appendFolded(_ text: String, to bytes: inout [UInt8]) {
    let plain = text.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    for scalar in plain.unicodeScalars {
      if scalar.isASCII {
        appendASCII(UInt8(scalar.value), to: &bytes)
      } else if let letters = letterByLetter[scalar] {
        bytes += letters.utf8
      } else if "’ʼ´‘".unicodeScalars.contains(scalar) {
        continue
      } else if hyphens.contains(scalar) {
        bytes.append(hyphen)
      } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || scalar.properties.generalCategory == .nonspacingMark
      {
        bytes += UTF8.encode(scalar).map(Array.init) ?? []
      } else {
        bytes.append(space)
      }
    }
  }

  /// Words are parted by spaces, and their parts by hyphens.
  private static func cut(_ bytes: [UInt8], joiningHyphens: Bool, _ body: (ArraySlice<UInt8>) -> Void) {
    for word in bytes.split(separator: space) {
      let parts = word.split(separator: hyphen)
      for part in parts { body(part) }
      if joiningHyphens, parts.count > 1 { body(ArraySlice(parts.joined())) }
    }
  }

  private static let hyphens: Set<Unicode.Scalar> = ["\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2212}"]

  /// Letters that Unicode does not take for accented ones, and people without them on the keyboard do.
  private static let letterByLetter: [Unicode.Scalar: String] = [
    "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th",
  ]
}
