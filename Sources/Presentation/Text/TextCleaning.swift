extension String {
  /// The text without what a terminal would obey and XML 1.0 forbids; line breaks, as line feeds, and tabs stay.
  var withoutControls: String {
    // Almost no text has any.
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    var result = UnicodeScalarView()
    for character in self {
      if character.isNewline {
        result.append("\n")
      } else {
        result.append(contentsOf: character.unicodeScalars.filter { $0 == "\t" || !$0.isControl })
      }
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// Whether it is invisible but has an effect, except the joiners that scripts and emoji need; or is not a
  /// character at all.
  var isControl: Bool {
    if (0x20...0x7E).contains(value) { return false }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: self != "\u{200C}" && self != "\u{200D}"
    default: self == "\u{FFFE}" || self == "\u{FFFF}"
    }
  }
}

extension Double {
  /// Degrees as written, or, if they have the noise of a computation, with seven decimals: a centimetre.
  package var withoutNoise: Double {
    // Nobody measures a tenth of a millimetre.
    let written = (self * 1e9).rounded() / 1e9
    return written == self || !isFinite ? self : (self * 1e7).rounded() / 1e7
  }

  /// The number without an exponent, as XML Schema's `decimal` and `geo:` URIs have it; must be finite.
  var decimal: String {
    let text = "\(self)"
    guard text.utf8.contains(UInt8(ascii: "e")) else { return text }
    let parts = "\(magnitude)".split(separator: "e")
    guard parts.count == 2, let exponent = Int(parts[1]) else { return text }
    let digits = parts[0].filter { $0 != "." }
    let wholeDigits = 1 + exponent
    let written =
      wholeDigits > 0
      ? digits + String(repeating: "0", count: max(0, wholeDigits - digits.count))
      : "0." + String(repeating: "0", count: -wholeDigits) + digits
    return self < 0 ? "-" + written : written
  }
}
