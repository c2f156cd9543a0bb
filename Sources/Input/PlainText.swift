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
  /// The text of bytes in UTF-8; `nil` if they are no such text.
  ///
  /// `String(validating:as:)` takes several times as long, as it decodes every letter.
  package init?(utf8 bytes: UnsafeRawBufferPointer) {
    do {
      self.init(copying: try UTF8Span(validating: bytes.bindMemory(to: UInt8.self).span))
    } catch {
      return nil
    }
  }
}
