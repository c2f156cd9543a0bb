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
