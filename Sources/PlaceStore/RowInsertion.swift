import SQLite

/// Inserts rows into a table, many with each statement: one by one takes twice as long.
///
/// A row is its cells in the order of the columns, and `endRow()`; `finish()` must follow the last row.
struct RowInsertion {
  private static let rowsAtOnce = 64

  /// What a waiting row has in a column.
  private enum Cell {
    case integer(Int64)
    case real(Double)
    /// As many bytes of `texts`, behind those of the cells before.
    case text(count: Int)
    case blob(count: Int)
    case null
  }

  private let database: Connection
  private let table: String
  private let columns: [String]
  private var ofMany: Statement?
  private var cells: [Cell] = []
  private var texts: [UInt8] = []

  init(into table: String, columns: [String], in database: Connection) {
    (self.database, self.table, self.columns) = (database, table, columns)
  }

  mutating func append(_ integer: Int64) {
    cells.append(.integer(integer))
  }

  /// - Parameter real: `nil` for null, like that of a text.
  mutating func append(_ real: Double?) {
    cells.append(real.map { .real($0) } ?? .null)
  }

  /// - Parameter text: need not last longer than the call.
  mutating func append(_ text: UnsafeRawBufferPointer?) {
    guard let text else { return cells.append(.null) }
    texts.append(contentsOf: text)
    cells.append(.text(count: text.count))
  }

  /// - Parameter blob: need not last longer than the call.
  mutating func append(blob: UnsafeRawBufferPointer?) {
    guard let blob else { return cells.append(.null) }
    texts.append(contentsOf: blob)
    cells.append(.blob(count: blob.count))
  }

  mutating func endRow() throws {
    guard cells.count == columns.count * Self.rowsAtOnce else { return }
    let statement = try ofMany ?? statement(rows: Self.rowsAtOnce)
    ofMany = statement
    try insert(with: statement, rowsAtOnce: Self.rowsAtOnce)
  }

  /// Inserts the rows that still wait.
  mutating func finish() throws {
    try insert(with: try statement(rows: 1), rowsAtOnce: 1)
  }

  private func statement(rows: Int) throws -> Statement {
    let row = "(" + columns.map { _ in "?" }.joined(separator: ", ") + ")"
    let values = Array(repeating: row, count: rows).joined(separator: ", ")
    // Whatever fails rolls back the transaction, so SQLite need not be able to undo a single statement.
    return try database.statement(
      "INSERT OR FAIL INTO \(table) (\(columns.joined(separator: ", "))) VALUES \(values)"
    )
  }

  /// Inserts the rows that wait, as many as the statement takes at once.
  private mutating func insert(with statement: Statement, rowsAtOnce: Int) throws {
    let parameters = columns.count * rowsAtOnce
    try texts.withUnsafeBytes { texts in
      var textStart = 0
      var index = 0
      for cell in cells {
        index += 1
        switch cell {
        case .integer(let integer): try statement.bind(.integer(integer), at: Int32(index))
        case .real(let real): try statement.bind(.real(real), at: Int32(index))
        case .text(let count):
          let text = UnsafeRawBufferPointer(rebasing: texts[textStart..<textStart + count])
          try statement.bind(.text(text), at: Int32(index))
          textStart += count
        case .blob(let count):
          let blob = Array(texts[textStart..<textStart + count])
          try statement.bind(.blob(blob), at: Int32(index))
          textStart += count
        case .null: try statement.bind(.null, at: Int32(index))
        }
        if index == parameters {
          try statement.run()
          index = 0
        }
      }
    }
    cells.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
  }
}
