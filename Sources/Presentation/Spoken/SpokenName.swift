import Input

/// A stranger's words, made safe to speak.
enum SpokenName {
  /// The longest name, in letters; a longer one is cut after a word.
  static let longest = 80

  /// One line of letters, digits and usual punctuation: no markup, no phonemes, no emoji, no control characters.
  ///
  /// - Parameter longest: letters to which to cut it.
  static func cleaned(_ text: String, to longest: Int = longest) -> String {
    var cleaned = ""
    var count = 0
    var needsSpace = false
    for scalar in text.cut(to: 4 * longest).unicodeScalars {
      guard isSpoken(scalar) else {
        needsSpace = !cleaned.isEmpty
        continue
      }
      if needsSpace {
        cleaned.append(" ")
        count += 1
        needsSpace = false
      }
      cleaned.unicodeScalars.append(scalar)
      count += 1
      if count > longest { return cut(cleaned) }
    }
    return cleaned
  }

  private static func cut(_ text: String) -> String {
    let end = text.lastIndex(of: " ") ?? text.endIndex
    return String(text[..<end])
  }

  private static func isSpoken(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    // No brackets or signs that control a synthesiser.
    case "'", "’", "-", "–", "&", "+", ".", ",", "/", "(", ")", "!", "?", ":", "№", "°": return true
    default: break
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
      return true
    default: return false
    }
  }
}
