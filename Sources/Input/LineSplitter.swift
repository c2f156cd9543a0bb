import Glibc

/// Cuts a stream of bytes, which comes in pieces of any size, into lines, or at another separator.
package struct LineSplitter {
  /// How many lines have ended, including dropped ones.
  package private(set) var lineCount = 0
  /// How many lines were dropped because they were longer than the limit.
  package private(set) var overlongLines = 0
  package private(set) var firstOverlongLine: Int?
  /// The longest line, in bytes, without its ending.
  package let limit: Int

  /// The byte that ends a line.
  package var separator: UInt8
  private var unfinished: [UInt8] = []
  /// Whether the unfinished line already exceeds the limit.
  package private(set) var isSkipping = false

  /// - Parameters:
  ///   - separator: the byte that ends a line.
  ///   - limit: the longest line, in bytes, without its ending.
  package init(separator: UInt8 = UInt8(ascii: "\n"), limit: Int = InputLimits.line) {
    self.separator = separator
    self.limit = limit
  }

  /// Hands every line that ends within `piece` to `body`, without its `\n` or `\r\n`, and its number, from 1.
  package mutating func split<Failure: Error>(
    _ piece: Span<UInt8>, _ body: (_ line: Span<UInt8>, _ number: Int) throws(Failure) -> Void
  ) throws(Failure) {
    var start = 0
    while let index = nextSeparator(in: piece, from: start) {
      try endLine(with: piece.extracting(start..<index), body)
      start = index + 1
    }
    keep(piece.extracting(start..<piece.count))
  }

  private func nextSeparator(in piece: Span<UInt8>, from start: Int) -> Int? {
    piece.withUnsafeBytes { bytes in
      guard start < bytes.count, let base = bytes.baseAddress else { return nil }
      return memchr(base + start, Int32(separator), bytes.count - start).map { base.distance(to: $0) }
    }
  }

  /// Hands out what follows the last line ending, if anything does.
  package mutating func finish<Failure: Error>(
    _ body: (_ line: Span<UInt8>, _ number: Int) throws(Failure) -> Void
  ) throws(Failure) {
    guard isSkipping || !unfinished.isEmpty else { return }
    try endLine(with: [UInt8]().span, body)
  }

  private mutating func endLine<Failure: Error>(
    with rest: Span<UInt8>, _ body: (_ line: Span<UInt8>, _ number: Int) throws(Failure) -> Void
  ) throws(Failure) {
    lineCount += 1
    if isSkipping || unfinished.count + rest.count > limit {
      overlongLines += 1
      firstOverlongLine = firstOverlongLine ?? lineCount
      isSkipping = false
      unfinished.removeAll(keepingCapacity: true)
    } else if unfinished.isEmpty {
      try body(rest.extracting(first: Self.lengthWithoutReturn(rest)), lineCount)
    } else {
      append(rest)
      defer { unfinished.removeAll(keepingCapacity: true) }
      let line = unfinished.span
      try body(line.extracting(first: Self.lengthWithoutReturn(line)), lineCount)
    }
  }

  private mutating func keep(_ rest: Span<UInt8>) {
    guard !isSkipping else { return }
    if unfinished.count + rest.count > limit {
      isSkipping = true
      unfinished.removeAll(keepingCapacity: true)
    } else {
      append(rest)
    }
  }

  private mutating func append(_ bytes: Span<UInt8>) {
    bytes.withUnsafeBytes { unfinished.append(contentsOf: $0) }
  }

  private static func lengthWithoutReturn(_ line: Span<UInt8>) -> Int {
    !line.isEmpty && line[line.count - 1] == UInt8(ascii: "\r") ? line.count - 1 : line.count
  }
}
