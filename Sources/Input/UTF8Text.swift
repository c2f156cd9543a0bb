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
