import CSQLite

/// A prepared statement, to be run any number of times.
public final class Statement {
  /// What a parameter is bound to.
  public enum Value {
    case integer(Int64)
    case real(Double)
    /// UTF-8 that stays where it is until the statement has run.
    case text(UnsafeRawBufferPointer)
    /// A text that SQLite copies.
    case string(String)
    /// Bytes that SQLite copies.
    case blob([UInt8])
    case null

    public init(_ text: String?) { self = text.map(Value.string) ?? .null }

    public init(_ number: Int64?) { self = number.map(Value.integer) ?? .null }
  }

  @usableFromInline let handle: OpaquePointer

  init(handle: OpaquePointer) {
    self.handle = handle
  }

  deinit { sqlite3_finalize(handle) }

  /// Whether its rows are being read.
  var isRunning: Bool { sqlite3_stmt_busy(handle) != 0 }

  /// Runs it, and hands over each row until `body` says `false`.
  @inlinable public func forEachRow(_ values: Value..., body: (borrowing Row) throws -> Bool) throws {
    try forEachRow(values, body: body)
  }

  /// The same with any number of values.
  @inlinable public func forEachRow(_ values: [Value], body: (borrowing Row) throws -> Bool) throws {
    defer { sqlite3_reset(handle) }
    var index: Int32 = 0
    for value in values {
      index += 1
      try bind(value, at: index)
    }
    while try step() {
      guard try body(Row(handle: handle)) else { return }
    }
  }

  /// The first column of the first row; `nil` without one, and 0 for null.
  @inlinable public func firstInteger(_ values: Value...) throws -> Int64? {
    try first(values) { $0.integer(0) }
  }

  /// The first column of the first row; `nil` without one, and for null.
  @inlinable public func firstText(_ values: Value...) throws -> String? {
    try first(values) { $0.text(0) }
  }

  /// What is made of the first row; `nil` without one.
  @inlinable public func first<Element>(
    _ values: [Value], make: (borrowing Row) throws -> Element?
  ) throws -> Element? {
    var made: Element?
    try forEachRow(values) { row in
      made = try make(row)
      return false
    }
    return made
  }

  /// What is made of each row.
  @inlinable public func map<Element>(
    _ values: Value..., make: (borrowing Row) throws -> Element
  ) throws -> [Element] {
    var made: [Element] = []
    try forEachRow(values) { row in
      made.append(try make(row))
      return true
    }
    return made
  }

  @inlinable public func run(_ values: Value...) throws {
    try run(values)
  }

  /// The same with any number of values.
  @inlinable public func run(_ values: [Value]) throws {
    try forEachRow(values) { _ in true }
  }

  /// Sets a parameter, by its number from 1, for all runs until it is set again.
  public func bind(_ value: Value, at index: Int32) throws(SQLiteError) {
    let code =
      switch value {
      case .integer(let integer): sqlite3_bind_int64(handle, index, integer)
      case .real(let real): sqlite3_bind_double(handle, index, real)
      case .text(let utf8): bind(utf8, at: index, isToBeCopied: false)
      case .string(var string):
        string.withUTF8 { bind(UnsafeRawBufferPointer($0), at: index, isToBeCopied: true) }
      case .blob(let bytes):
        // An empty one is still one, not null.
        bytes.isEmpty
          ? sqlite3_bind_zeroblob(handle, index, 0)
          : bytes.withUnsafeBytes {
            sqlite3_bind_blob(
              handle, index, $0.baseAddress, Int32($0.count),
              unsafeBitCast(-1, to: sqlite3_destructor_type.self))
          }
      case .null: sqlite3_bind_null(handle, index)
      }
    guard code == SQLITE_OK else { throw error }
  }

  private func bind(_ utf8: UnsafeRawBufferPointer, at index: Int32, isToBeCopied: Bool) -> Int32 {
    // An empty text is still a text, not null.
    let start = utf8.bindMemory(to: CChar.self).baseAddress ?? UnsafePointer(bitPattern: 1)
    return sqlite3_bind_text(
      handle, index, start, Int32(utf8.count),
      isToBeCopied ? unsafeBitCast(-1, to: sqlite3_destructor_type.self) : nil)
  }

  /// Goes to the next row; `false` at the end.
  @usableFromInline func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw error
    }
  }

  private var error: SQLiteError {
    guard let connection = sqlite3_db_handle(handle) else { return SQLiteError(code: SQLITE_MISUSE) }
    return SQLiteError(of: connection)
  }
}

/// The current row of a statement; columns count from 0.
public struct Row: ~Copyable {
  @usableFromInline let handle: OpaquePointer

  @usableFromInline init(handle: OpaquePointer) {
    self.handle = handle
  }

  @inlinable public func integer(_ column: Int32) -> Int64 {
    sqlite3_column_int64(handle, column)
  }

  @inlinable public func double(_ column: Int32) -> Double {
    sqlite3_column_double(handle, column)
  }

  @inlinable public func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  /// The text of a column; `nil` if it is null.
  @inlinable public func text(_ column: Int32) -> String? {
    withBytes(column) { bytes in bytes.map { String(decoding: $0, as: UTF8.self) } }
  }

  /// Hands over the text or blob of a column without a copy; `nil` if it is null.
  @inlinable public func withBytes<Result>(
    _ column: Int32, _ body: (UnsafeRawBufferPointer?) throws -> Result
  ) rethrows -> Result {
    guard let start = sqlite3_column_text(handle, column) else { return try body(nil) }
    return try body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }
}
