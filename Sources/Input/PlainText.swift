extension StringProtocol {
  /// Without the white space at both ends: spaces, tabs and line ends, Unicode's too.
  public func trimmed() -> String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}

extension String {
  /// The text with a sign replaced wherever it stands; `replacing(_:with:)` misses one that an accent follows.
  package func replacing(each sign: Unicode.Scalar, with text: String) -> String {
    unicodeScalars.reduce(into: "") { if $1 == sign { $0 += text } else { $0.unicodeScalars.append($1) } }
  }

  /// The text of bytes in UTF-8; `nil` if they are no such text.
  ///
  /// `String(validating:as:)` takes several times as long, as it decodes every letter.
  package init?(utf8 bytes: UnsafeRawBufferPointer) {
    do {
      self = String(copying: try UTF8Span(validating: bytes.bindMemory(to: UInt8.self).span)).streamSafe
    } catch {
      return nil
    }
  }

  /// The text in Unicode's Stream-Safe Text Format (UAX #15): a sign without any effect divides combining marks that are
  /// more than any language has in a row. All text of others is read so, as the time to put marks in order, which
  /// comparing two texts takes, grows with the square of their number.
  package var streamSafe: String {
    // A mark has at least two bytes, of which the first is no less than this.
    guard utf8.count > 2 * InputLimits.marks, utf8.contains(where: { $0 >= 0xCC }) else { return self }
    var marks = 0
    var safe = UnicodeScalarView()
    for scalar in unicodeScalars {
      marks = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : marks + 1
      if marks > InputLimits.marks {
        safe.append("\u{34F}")
        marks = 1
      }
      safe.append(scalar)
    }
    return String(safe)
  }
}
