import Input

/// The cells of one row of CSV.
struct CSVRow {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// How many cells are complete.
  var count: Int { ends.count }
  /// What the row takes: its cells' bytes, and a separator for each.
  var size: Int { bytes.count + ends.count }
  /// Whether there is nothing but one empty cell.
  var isBlank: Bool { ends == [0] }
  /// Whether the cell that is being read has no bytes yet.
  var isAtCellStart: Bool { bytes.count == ends.last ?? 0 }

  /// A cell's text; `nil` if it is not UTF-8.
  func text(at index: Int) -> String? {
    let cell = bytes.span.extracting((index == 0 ? 0 : ends[index - 1])..<ends[index])
    do {
      return String(copying: try UTF8Span(validating: cell))
    } catch {
      return nil
    }
  }

  /// Whether a cell has no bytes.
  func isEmpty(at index: Int) -> Bool {
    ends[index] == (index == 0 ? 0 : ends[index - 1])
  }

  mutating func append(_ byte: UInt8) {
    bytes.append(byte)
  }

  mutating func append(_ run: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: run)
  }

  mutating func endCell() {
    ends.append(bytes.count)
  }

  /// Ends the last cell, without the carriage return that belongs to the line ending.
  mutating func endRow() {
    if !isAtCellStart, bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    endCell()
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
    /// `row` is whole.
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
  /// What each byte may be beside a part of a cell.
  private let roles: [Role]
  private let limit = InputLimits.line
  private var line = 1
  private var hasEndedRow = false
  private var isQuoted = false
  /// The last byte was a quote within a quoted cell: its end, or the first half of a doubled quote.
  private var sawQuote = false
  private var isTooLong = false

  private struct Role: OptionSet {
    let rawValue: UInt8

    static let separator = Role(rawValue: 1)
    static let quote = Role(rawValue: 2)
    static let lineEnd = Role(rawValue: 4)
  }

  /// - Parameter separator: the byte between cells.
  init(separator: UInt8) {
    self.separator = separator
    roles = (0...UInt8.max).map { byte in
      switch byte {
      case UInt8(ascii: "\n"): .lineEnd
      case separator: .separator
      case UInt8(ascii: "\""): .quote
      default: []
      }
    }
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
    let ends: Role = isQuoted ? [.quote, .lineEnd] : [.separator, .quote, .lineEnd]
    var (cellStart, index) = (start, start)
    while index < bytes.count {
      let role = roles[Int(bytes[index])].intersection(ends)
      if !role.isEmpty {
        guard role == .separator else { break }
        append(UnsafeRawBufferPointer(rebasing: bytes[cellStart..<index]))
        endCell()
        cellStart = index + 1
      }
      index += 1
    }
    append(UnsafeRawBufferPointer(rebasing: bytes[cellStart..<index]))
    return index
  }

  /// Takes a byte, and tells what it ends; blank lines are no rows.
  mutating func take(_ byte: UInt8) -> Cut? {
    if hasEndedRow { beginRow() }
    if byte == UInt8(ascii: "\n") { line += 1 }
    if isQuoted, takeQuoted(byte) { return nil }
    switch byte {
    case separator: endCell()
    case UInt8(ascii: "\n"): return endRow()
    case UInt8(ascii: "\"") where row.isAtCellStart: isQuoted = true
    default: append(byte)
    }
    return nil
  }

  /// Ends what follows the last line ending.
  mutating func finish() -> Cut? {
    if hasEndedRow { beginRow() }
    return endRow()
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
      // A quote that is never closed would take the rest of the file with it.
      if isTooLong, byte == UInt8(ascii: "\n") { isQuoted = false }
    }
    return isQuoted
  }

  private mutating func endCell() {
    // A row of separators takes memory too.
    if row.size < limit {
      row.endCell()
    } else {
      isTooLong = true
    }
  }

  private mutating func append(_ byte: UInt8) {
    if row.size < limit {
      row.append(byte)
    } else {
      isTooLong = true
    }
  }

  private mutating func append(_ run: UnsafeRawBufferPointer) {
    guard !run.isEmpty else { return }
    let room = max(0, limit - row.size)
    if run.count > room { isTooLong = true }
    row.append(UnsafeRawBufferPointer(rebasing: run.prefix(room)))
  }

  private mutating func endRow() -> Cut? {
    row.endRow()
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
