import CUTF8Proc
import Glibc

extension String {
  /// The text in Unicode's normalization form C, in which an accented letter is one scalar where it can be.
  package var composed: String { normalised(UTF8PROC_COMPOSE) }

  /// The text in form D, in which an accent is a scalar of its own.
  var decomposed: String { normalised(UTF8PROC_DECOMPOSE) }

  private func normalised(_ option: utf8proc_option_t) -> String {
    var text: UnsafeMutablePointer<UInt8>?
    defer { free(text) }
    let options = utf8proc_option_t(UTF8PROC_STABLE.rawValue | option.rawValue)
    let count = utf8proc_map(Array(utf8), utf8.count, &text, options)
    return count > 0 ? String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self) : self
  }
}

extension Unicode.Scalar {
  /// The letter without case, width, and, in Latin, Greek and Cyrillic, without accents, as people write it who lack
  /// its key: `ss` for `ß`, `o` for `ø`. Elsewhere marks make other letters, such as the voiced ones of Japanese.
  ///
  /// Stores have names so: what it is for a letter stays.
  package var folded: String {
    var options = UTF8PROC_CASEFOLD.rawValue
    switch value {
    // Unicode folds Cherokee to its capitals, and stores have the small letters.
    case 0x13A0...0x13FD, 0xAB70...0xABBF: return properties.lowercaseMapping
    // Latin, Greek and Cyrillic without two signs around letters, the signs of kelvin and ångström.
    case 0x80..<0x488, 0x48A..<0x530, 0x1D00..<0x2000, 0x212A...0x212B:
      options |= UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_STRIPMARK.rawValue
    // What Japanese typesetting makes as wide as an ideograph or half as wide.
    case 0xFF01...0xFF9F: options |= UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_COMPAT.rawValue
    default: break
    }
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: 32) { letters in
      let count = utf8proc_decompose_char(
        Int32(value), letters.baseAddress, letters.count, utf8proc_option_t(options), nil)
      return letters.prefix(max(0, count)).lazy.compactMap { Unicode.Scalar(UInt32($0)) }.reduce(into: "") {
        $0 += Self.asTyped[$1] ?? String($1)
      }
    }
  }

  /// Letters that Unicode does not treat as accented, but people without them on the keyboard do.
  private static let asTyped: [Unicode.Scalar: String] = [
    "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th",
  ]
}
