import CSQLite

/// A database, through SQLite's own interface.
final class SQLite {
  /// SQLite's error.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let handle: OpaquePointer

  init(path: String, isReadOnly: Bool) throws {
    var opened: OpaquePointer?
    let flags = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    guard sqlite3_open_v2(path, &opened, flags, nil) == SQLITE_OK, let opened else {
      throw Failure(description: "\(path): \(opened.map(Self.message) ?? "no memory")")
    }
    handle = opened
    try execute("PRAGMA mmap_size = 8589934592; PRAGMA cache_size = -16000")
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  func execute(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw Failure(description: Self.message(handle))
    }
  }

  func prepare(_ sql: String) throws -> Statement {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw Failure(description: Self.message(handle))
    }
    return Statement(handle: statement)
  }

  private static func message(_ handle: OpaquePointer) -> String {
    String(cString: sqlite3_errmsg(handle))
  }

  /// A statement to run repeatedly.
  final class Statement {
    private let handle: OpaquePointer

    fileprivate init(handle: OpaquePointer) {
      self.handle = handle
    }

    deinit {
      sqlite3_finalize(handle)
    }

    func bind(_ value: Int, at index: Int32) {
      sqlite3_bind_int64(handle, index, Int64(value))
    }

    func bind(_ value: Double, at index: Int32) {
      sqlite3_bind_double(handle, index, value)
    }

    /// `nil` is NULL.
    func bind(_ text: String?, at index: Int32) {
      guard let text else {
        sqlite3_bind_null(handle, index)
        return
      }
      // SQLite is to keep a copy of its own.
      let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      sqlite3_bind_text(handle, index, text, Int32(text.utf8.count), transient)
    }

    func forEachRow(_ body: () -> Void) throws {
      defer { sqlite3_reset(handle) }
      while true {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: body()
        case SQLITE_DONE: return
        default: throw Failure(description: SQLite.message(sqlite3_db_handle(handle)))
        }
      }
    }

    func double(_ column: Int32) -> Double {
      sqlite3_column_double(handle, column)
    }

    func text(_ column: Int32) -> String {
      sqlite3_column_text(handle, column).map { String(cString: $0) } ?? ""
    }
  }
}
