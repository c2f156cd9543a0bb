import GRDB
import GRDBSQLite

/// A statement that is run many times in one go, without the cost of a row object each time.
struct StoreStatement {
  /// What a parameter is bound to.
  enum Value {
    case integer(Int64)
    case real(Double)
    /// UTF-8 that stays where it is until the statement has run.
    case text(UnsafeRawBufferPointer)
    case string(String)
    case null
  }

  private let handle: OpaquePointer

  init(_ sql: String, in database: Database) throws {
    handle = try database.cachedStatement(sql: sql).sqliteStatement
  }

  /// Runs it, and hands over each row until `body` says `false`.
  ///
  /// `body` must not run the same SQL: statements are cached by their text, so both would be one.
  func forEachRow(_ values: Value..., body: (borrowing StoreRow) throws -> Bool) throws {
    try forEachRow(values, body: body)
  }

  /// The first column of the first row.
  func firstInteger(_ values: Value...) throws -> Int64? {
    var first: Int64?
    try forEachRow(values) { row in
      first = row.integer(0)
      return false
    }
    return first
  }

  /// What is made of each row.
  func map<Element>(_ values: Value..., make: (borrowing StoreRow) throws -> Element) throws -> [Element] {
    var made: [Element] = []
    try forEachRow(values) { row in
      made.append(try make(row))
      return true
    }
    return made
  }

  /// Runs it to its end.
  func run(_ values: Value...) throws {
    try forEachRow(values) { _ in true }
  }

  /// The same with any number of values.
  func forEachRow(_ values: [Value], body: (borrowing StoreRow) throws -> Bool) throws {
    defer { sqlite3_reset(handle) }
    var index: Int32 = 0
    for value in values {
      index += 1
      try bind(value, at: index)
    }
    while true {
      let code = sqlite3_step(handle)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw error(code) }
      guard try body(StoreRow(handle: handle)) else { return }
    }
  }

  /// Sets a parameter, by its number from 1, for all runs until it is set again.
  func bind(_ value: Value, at index: Int32) throws {
    let code =
      switch value {
      case .integer(let integer): sqlite3_bind_int64(handle, index, integer)
      case .real(let real): sqlite3_bind_double(handle, index, real)
      case .text(let utf8): bind(utf8, at: index, isToBeCopied: false)
      case .string(var string):
        string.withUTF8 { bind(UnsafeRawBufferPointer($0), at: index, isToBeCopied: true) }
      case .null: sqlite3_bind_null(handle, index)
      }
    guard code == SQLITE_OK else { throw error(code) }
  }

  private func bind(_ utf8: UnsafeRawBufferPointer, at index: Int32, isToBeCopied: Bool) -> Int32 {
    // An empty text is still a text, not null.
    let start = utf8.bindMemory(to: CChar.self).baseAddress ?? UnsafePointer(bitPattern: 1)
    return sqlite3_bind_text(
      handle, index, start, Int32(utf8.count),
      isToBeCopied ? unsafeBitCast(-1, to: sqlite3_destructor_type.self) : nil)
  }

  private func error(_ code: Int32) -> DatabaseError {
    DatabaseError(
      resultCode: ResultCode(rawValue: code),
      message: sqlite3_db_handle(handle).flatMap(sqlite3_errmsg).map { String(cString: $0) })
  }
}

/// The current row of a statement.
struct StoreRow: ~Copyable {
  fileprivate let handle: OpaquePointer

  func integer(_ column: Int32) -> Int64 {
    sqlite3_column_int64(handle, column)
  }

  func double(_ column: Int32) -> Double {
    sqlite3_column_double(handle, column)
  }

  func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  /// The text of a column; `nil` if it is null.
  func text(_ column: Int32) -> String? {
    withBytes(column) { bytes in bytes.map { String(decoding: $0, as: UTF8.self) } }
  }

  func withBytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer?) -> Result) -> Result {
    guard let start = sqlite3_column_text(handle, column) else { return body(nil) }
    return body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }
}
