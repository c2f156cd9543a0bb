import CSQLite

public struct SQLiteError: Error, Hashable, CustomStringConvertible {
  /// SQLite's extended result code (https://sqlite.org/rescode.html).
  public let code: Int32
  /// SQLite's own words.
  public let message: String

  /// The kinds of errors that callers tell apart, by SQLite's primary result codes.
  public enum Kind: Int32, Sendable {
    case busy = 5, locked = 6, readOnly = 8, interrupted = 9, corrupt = 11, full = 13, cannotOpen = 14
    case tooBig = 18, notADatabase = 26
  }

  /// `nil` for any other error.
  public var kind: Kind? { Kind(rawValue: code & 0xFF) }

  /// Whether a write to a file failed (`SQLITE_IOERR_WRITE`, `SQLITE_IOERR_SHMSIZE`), for another reason than a full disk.
  public var isOfWriting: Bool { [3, 19].contains { code == SQLITE_IOERR | $0 << 8 } }

  public var description: String { "\(message) (SQLite \(code))" }

  /// An error without a connection.
  init(code: Int32) {
    self.code = code
    message = String(cString: sqlite3_errstr(code))
  }

  /// The error that a connection has just reported.
  init(of connection: OpaquePointer) {
    code = sqlite3_extended_errcode(connection)
    message = String(cString: sqlite3_errmsg(connection))
  }
}

/// Work was given up, since it took more processor time than allowed.
public struct TimeLimitError: Error, Hashable {
  public let seconds: Double
}
