/// Strings of JSON (RFC 8259), which are harmless also to a terminal that shows them.
package enum JSONText {
  package static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the text with its quotes, as UTF-8.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.withContiguousStorageIfAvailable({ $0.allSatisfy(isPlain) }) == true {
      bytes.append(contentsOf: text.utf8)
    } else {
      for scalar in text.unicodeScalars { append(scalar, to: &bytes) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Whether a byte is part of a character that surely needs no escape: most of ASCII, and the letters of most scripts.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): false
    // Beyond ASCII, the characters to escape begin with C2, D8, DB, DC, E0, E1, E2 or EF.
    case 0x20...0x7E, 0x80...0xBF, 0xC3...0xD7, 0xD9...0xDA, 0xDD...0xDF, 0xE3...0xEE, 0xF0...0xF4: true
    default: false
    }
  }

  private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    switch scalar {
    case "\"": bytes.append(contentsOf: #"\""#.utf8)
    case "\\": bytes.append(contentsOf: #"\\"#.utf8)
    case "\n": bytes.append(contentsOf: #"\n"#.utf8)
    case "\t": bytes.append(contentsOf: #"\t"#.utf8)
    case _ where isObeyedByTerminals(scalar): bytes.append(contentsOf: escape(scalar).utf8)
    default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }

  /// Control characters, what changes lines or the direction of writing, and what XML forbids; all lie in the first
  /// plane.
  private static func isObeyedByTerminals(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value < 0x10000, !(0x20...0x7E).contains(scalar.value) else { return false }
    return switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .format: true
    default: scalar.value >= 0xFFFE
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
