// Swift's own normalization has no public name yet; Foundation's would bring 34 MB of ICU.
@_spi(_Unicode) import Swift

extension String {
  /// The text in Unicode's normalization form C, in which an accented letter is one scalar where it can be.
  package var composed: String {
    var scalars = UnicodeScalarView()
    for scalar in _nfc { scalars.append(scalar) }
    return String(scalars)
  }
}

extension Unicode.Scalar {
  /// The letter without case, width, and, in Latin, Greek and Cyrillic, without accents. Elsewhere marks make other
  /// letters, such as the voiced ones of Japanese.
  var folded: String {
    let scalar = withoutWidth
    let folded = scalar.properties.uppercaseMapping.lowercased()
    switch scalar.value {
    // Latin, Greek and Cyrillic, the signs of kelvin and ångström.
    case 0x80..<0x530, 0x1D00..<0x2000, 0x212A...0x212B: break
    default: return folded
    }
    var plain = String.UnicodeScalarView()
    for scalar in folded._nfd where scalar.properties.generalCategory != .nonspacingMark {
      plain.append(scalar)
    }
    return String(plain)
  }

  /// Of a form that Japanese typesetting makes as wide as an ideograph or half as wide, the usual one.
  private var withoutWidth: Unicode.Scalar {
    switch value {
    case 0xFF01...0xFF5E: Unicode.Scalar(value - 0xFEE0) ?? self
    case 0xFF66...0xFF9D: Self.katakana[Int(value - 0xFF66)]
    case 0xFF9E: "\u{3099}"
    case 0xFF9F: "\u{309A}"
    default: self
    }
  }

  /// Those of U+FF66 to U+FF9D in full width.
  private static let katakana = Array(
    "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン".unicodeScalars)
}
