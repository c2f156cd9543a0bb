import Geography
import Input

/// The cells of one row of CSV.
struct CSVRow {
  /// With one byte between two cells, so that a run of cells can be copied as it stands in the file.
  fileprivate var bytes: [UInt8] = []
  fileprivate var ends: [Int] = []

  /// How many cells are complete.
  var count: Int { ends.count }
  /// What the row takes: its cells' bytes, and a separator for each.
  var size: Int { bytes.count }
  /// How many cells there are, and how long the last is.
  var shape: (cells: Int, last: Int) { (count, bytes.count - start(ofCell: count - 1)) }
  /// Whether there is nothing but one empty cell.
  var isBlank: Bool { ends == [0] }
  /// Whether the cell that is being read has no bytes yet.
  var isAtCellStart: Bool { bytes.count == start(ofCell: ends.count) }

  /// A cell's text; `nil` if it is not UTF-8.
  func text(at index: Int) -> String? {
    bytes.withUnsafeBytes { String(utf8: .init(rebasing: $0[start(ofCell: index)..<ends[index]])) }
  }

  /// The number in a cell; `nil` if it is not there, or not as plain as most.
  func shortDecimal(at index: Int) -> Double? {
    guard index < ends.count else { return nil }
    return bytes.withUnsafeBytes { bytes in
      Double.shortDecimal(UnsafeRawBufferPointer(rebasing: bytes[start(ofCell: index)..<ends[index]]))
    }
  }

  /// Whether a carriage return stands between other bytes, as where an old Mac ends a row.
  var hasLoneCarriageReturn: Bool {
    zip(bytes, bytes.dropFirst()).contains { $0 == UInt8(ascii: "\r") && !"\r\n".utf8.contains($1) }
  }

  func isEmpty(at index: Int) -> Bool {
    ends[index] == start(ofCell: index)
  }

  private func start(ofCell index: Int) -> Int {
    index == 0 ? 0 : ends[index - 1] + 1
  }

  mutating func endCell() {
    ends.append(bytes.count)
    bytes.append(UInt8(ascii: ","))
  }

  /// Ends the last cell, without the carriage return that belongs to the line ending, unless that follows a quote.
  mutating func endRow(afterQuote: Bool) {
    if !afterQuote, !isAtCellStart, bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    ends.append(bytes.count)
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }
}

/// Cuts CSV (RFC 4180) into rows, as its bytes arrive; a quoted cell may hold separators and line breaks.
struct CSVSplitter {
  /// What a byte has ended.
  enum Cut {
    case row
    /// A row was too long to be kept.
    case overlongRow
  }

  /// Whether the bytes end within a quoted cell.
  var isUnfinished: Bool { isQuoted && !sawQuote }

  /// The row that was cut last, until the next byte is taken.
  private(set) var row = CSVRow()
  /// The line on which that row begins, from 1.
  private(set) var rowLine = 1

  private let separator: UInt8
  private let lineEnd: UInt8
  private let limit: Int
  private var line = 1
  private var hasEndedRow = false
  private var isQuoted = false
  /// The last byte was a quote within a quoted cell: its end, or the first half of a doubled quote.
  private var sawQuote = false
  private var isTooLong = false

  /// - Parameters:
  ///   - separator: the byte between cells.
  ///   - lineEnd: the byte between rows, before which a carriage return is no part of them.
  ///   - limit: the most bytes of a row.
  init(separator: UInt8, lineEnd: UInt8 = UInt8(ascii: "\n"), limit: Int = InputLimits.record) {
    (self.separator, self.lineEnd, self.limit) = (separator, lineEnd, limit)
  }

  /// Goes on in `piece` from `index` to the end of the next row, or to the end of the piece.
  mutating func next(in piece: Span<UInt8>, from index: inout Int) -> Cut? {
    while index < piece.count {
      piece.withUnsafeBytes { index = takeRun(of: $0, from: index) }
      guard index < piece.count else { return nil }
      defer { index += 1 }
      if let cut = take(piece[index]) { return cut }
    }
    return nil
  }

  /// Takes bytes that are part of cells, and the separators between them.
  ///
  /// - Returns: where something else begins.
  private mutating func takeRun(of bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    guard !sawQuote else { return start }
    if hasEndedRow { beginRow() }
    // What is beyond the limit is taken byte by byte.
    let end = min(bytes.count, start + max(0, limit - row.size))
    let rowStart = start - row.size
    var index = start
    while index < end {
      let byte = bytes[index]
      if byte == separator, !isQuoted {
        row.ends.append(index - rowStart)
      } else if byte == UInt8(ascii: "\"") || byte == lineEnd {
        break
      }
      index += 1
    }
    row.bytes.append(contentsOf: bytes[start..<index])
    return index
  }

  /// Takes a byte, and tells what it ends; blank lines are no rows.
  mutating func take(_ byte: UInt8) -> Cut? {
    if hasEndedRow { beginRow() }
    if byte == lineEnd { line += 1 }
    let isAfterQuote = sawQuote
    if isQuoted, takeQuoted(byte) { return nil }
    switch byte {
    case separator where row.size < limit: row.endCell()
    // A row of separators takes memory too.
    case separator: isTooLong = true
    case lineEnd: return endRow(afterQuote: isAfterQuote)
    case UInt8(ascii: "\"") where row.isAtCellStart: isQuoted = true
    default: append(byte)
    }
    return nil
  }

  mutating func finish() -> Cut? {
    if hasEndedRow { beginRow() }
    return endRow(afterQuote: sawQuote)
  }

  /// Takes a byte of a quoted cell; `false` if the cell has ended before it.
  private mutating func takeQuoted(_ byte: UInt8) -> Bool {
    let isQuote = byte == UInt8(ascii: "\"")
    if sawQuote {
      sawQuote = false
      isQuoted = isQuote
      if isQuote { append(byte) }
      return isQuote
    }
    if isQuote {
      sawQuote = true
    } else {
      append(byte)
      // A quote that is never closed would take the rest of the file with it; the longest values, outlines, are one line.
      if byte == lineEnd, isTooLong || row.size > InputLimits.line { (isQuoted, isTooLong) = (false, true) }
    }
    return isQuoted
  }

  private mutating func append(_ byte: UInt8) {
    if row.size < limit {
      row.bytes.append(byte)
    } else {
      isTooLong = true
    }
  }

  private mutating func endRow(afterQuote: Bool) -> Cut? {
    row.endRow(afterQuote: afterQuote)
    hasEndedRow = true
    if isTooLong { return .overlongRow }
    return row.isBlank ? nil : .row
  }

  private mutating func beginRow() {
    hasEndedRow = false
    row.removeAll()
    isTooLong = false
    rowLine = line
  }
}
