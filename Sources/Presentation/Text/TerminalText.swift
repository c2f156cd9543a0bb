/// Text as a terminal shows it: made harmless, measured, and fitted into columns.
package enum TerminalText {
  /// One line that cannot disturb a terminal, whatever a stranger put into it.
  ///
  /// White space of any kind becomes one space, other control characters become `�`, and invisible characters
  /// and those that change the direction of writing disappear, except the joiners that scripts and emoji
  /// need.
  package static func harmless(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for character in text {
      for scalar in character.unicodeScalars.prefix(longestCluster) {
        append(scalar, to: &result)
      }
    }
    if result.last == " " { result.removeLast() }
    return String(result)
  }

  /// How many columns the text takes.
  package static func width(of text: String) -> Int {
    text.reduce(0) { $0 + width(of: $1) }
  }

  /// The text in exactly this many columns: padded with spaces, or shortened with an ellipsis.
  package static func fitted(_ text: String, to columns: Int, ellipsis: String = "…") -> String {
    let missing = columns - width(of: text)
    guard missing < 0 else { return text + String(repeating: " ", count: missing) }
    var kept = ""
    var used = width(of: ellipsis)
    // There is no room even for the ellipsis.
    guard used <= columns else { return String(ellipsis.prefix(max(0, columns))) }
    for character in text {
      used += width(of: character)
      guard used <= columns else { break }
      kept.append(character)
    }
    return fitted(kept + ellipsis, to: columns)
  }

  /// The text in lines of at most this many columns, broken between words; the last has what is left.
  package static func wrapped(_ text: String, to columns: Int, atMost most: Int = .max) -> [String] {
    var words = text.split(separator: " ", omittingEmptySubsequences: false)[...]
    var lines: [String] = []
    while lines.count + 1 < most, let first = words.popFirst() {
      var line = String(first)
      while let next = words.first, width(of: line) + 1 + width(of: String(next)) <= columns {
        line += " \(next)"
        words.removeFirst()
      }
      lines.append(line)
    }
    if lines.count < most, !words.isEmpty { lines.append(words.joined(separator: " ")) }
    return lines
  }

  /// Lines as a terminal of this width shows them, broken between words: what is before a tab stands in a column of its
  /// own. Elsewhere, they stay as they are.
  package static func columned(_ text: String, to columns: Int?) -> String {
    guard let columns else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.split(separator: "\t", maxSplits: 1).map(String.init)
    }
    let key = lines.reduce(0) { $1.count > 1 ? max($0, width(of: $1[0]) + 2) : $0 }
    return lines.map { cells in
      let indentation = cells.count > 1 ? key : 0
      let rest = wrapped(cells.last ?? "", to: max(columns / 2, columns - indentation))
      return (cells.count > 1 ? fitted(cells[0], to: key) : "")
        + rest.joined(separator: "\n" + String(repeating: " ", count: indentation))
    }.joined(separator: "\n")
  }

  /// A letter with more marks than any script needs is a trick.
  private static let longestCluster = 16

  private static func append(_ scalar: Unicode.Scalar, to result: inout String.UnicodeScalarView) {
    // Most characters are, and need no lookup in Unicode's tables.
    if ("!"..."~").contains(scalar) { return result.append(scalar) }
    switch scalar.properties.generalCategory {
    case .lineSeparator, .paragraphSeparator, .spaceSeparator:
      appendSpace(to: &result)
    case .control where scalar.properties.isWhitespace:
      appendSpace(to: &result)
    case .control:
      result.append("\u{FFFD}")
    case .format where scalar != "\u{200C}" && scalar != "\u{200D}":
      return
    default:
      result.append(scalar)
    }
  }

  private static func appendSpace(to result: inout String.UnicodeScalarView) {
    if let last = result.last, last != " " { result.append(" ") }
  }

  static func width(of character: Character) -> Int {
    if character.utf8.count == 1 { return 1 }
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if isWide(first) || first.properties.isEmojiPresentation { return 2 }
    // A variation selector asks for the emoji's picture.
    if scalars.contains("\u{FE0F}") { return 2 }
    // Terminals give the vowels of Indic scripts and Thai columns of their own.
    return scalars.count {
      ![.nonspacingMark, .enclosingMark, .format].contains($0.properties.generalCategory)
    }
  }

  /// Whether it is in a block of wide characters, roughly by EastAsianWidth.txt (UAX #11).
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F900...0x1F9FF,
      0x20000...0x3FFFD:
      true
    default: false
    }
  }
}

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
    // Beyond the first plane are only what scripts and emoji need, such as the letters of a flag.
    case .format: value < 0x10000 && self != "\u{200C}" && self != "\u{200D}"
    default: self == "\u{FFFE}" || self == "\u{FFFF}"
    }
  }
}
