import CSQLite
import CivilTime
import Dispatch
import Synchronization

/// A connection to a database, for one thread at a time; a `SharedConnection` serves several.
///
/// ```swift
/// let connection = try Connection(path: "places.sqlite", isReadOnly: true)
/// let names = try connection.statement("SELECT name FROM source").map { $0.text(0) }
/// ```
public final class Connection {
  private let handle: OpaquePointer
  private let isInterrupted: @Sendable () -> Bool
  private var statements: [String: Statement] = [:]

  /// The processor time of the thread, in seconds, at which work is given up; by the time of day, even answers of
  /// microseconds have to wait on a busy machine.
  private var end: Double?
  private var isExpired = false
  /// How much has been done since the last look at the clock.
  private var steps = Connection.stepsBetweenLooks

  /// How many prepared statements are kept.
  private static let statementsKept = 200
  /// Steps of SQLite's virtual machine between two checks; some milliseconds.
  private static let stepsBetweenChecks: Int32 = 100_000

  /// Opens a database, and makes it if it is missing and may be written.
  ///
  /// SQLite reads the file only when something asks for its content.
  ///
  /// - Parameters:
  ///   - path: `nil` for a database in memory.
  ///   - isImmutable: whether nobody changes the file, so that SQLite needs neither locks nor files beside it.
  ///   - patience: how many seconds to wait for another process that holds the database.
  ///   - isInterrupted: asked every few milliseconds of work; `true` ends it with an error of the kind `interrupted`.
  public init(
    path: String?, isReadOnly: Bool = false, isImmutable: Bool = false, patience: Double = 0,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(SQLiteError) {
    let code = csqlite_forbid_super_journals()
    guard code == SQLITE_OK else { throw SQLiteError(code: code) }
    let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let name = path.map { Self.uri($0, isImmutable: isImmutable) } ?? ":memory:"
    var opened: OpaquePointer?
    let result = sqlite3_open_v2(
      name, &opened, access | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard let opened else { throw SQLiteError(code: result) }
    guard result == SQLITE_OK else {
      let error = SQLiteError(of: opened)
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    self.isInterrupted = isInterrupted
    sqlite3_busy_timeout(handle, Int32(exactly: (patience * 1000).rounded()) ?? .max)
    sqlite3_progress_handler(
      handle, Self.stepsBetweenChecks,
      { context in
        guard let context else { return 0 }
        return Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().isOver ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    // A statement can outlive this.
    sqlite3_progress_handler(handle, 0, nil, nil)
    sqlite3_close_v2(handle)
  }

  /// A file's name as SQLite wants it, which also keeps a path like `file:x` from meaning something else.
  private static func uri(_ path: String, isImmutable: Bool) -> String {
    var uri = path.hasPrefix("/") ? "file://" : "file:"
    for character in path.unicodeScalars {
      switch character {
      case "%": uri += "%25"
      case "?": uri += "%3F"
      case "#": uri += "%23"
      default: uri.unicodeScalars.append(character)
      }
    }
    return isImmutable ? uri + "?immutable=1" : uri
  }

  /// Makes a database harmless that a stranger may have made.
  ///
  /// - Parameter longestText: how many bytes a text, a blob or a row may have.
  public func distrust(longestText: Int) throws(SQLiteError) {
    let code = csqlite_distrust(handle)
    guard code == SQLITE_OK else { throw SQLiteError(code: code) }
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(longestText))
    // Not memory-mapped: if another program truncated the file, this one would crash.
    try execute("PRAGMA mmap_size = 0; PRAGMA cell_size_check = ON")
  }

  // MARK: - Statements

  /// Runs statements that have no parameters, and drops their rows.
  public func execute(_ sql: String) throws(SQLiteError) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw SQLiteError(of: handle) }
  }

  /// A statement, which is prepared once and kept.
  public func statement(_ sql: String) throws(SQLiteError) -> Statement {
    let kept = statements[sql]
    if let kept, !kept.isRunning { return kept }
    var prepared: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    guard sqlite3_prepare_v3(handle, sql, -1, flags, &prepared, nil) == SQLITE_OK, let prepared else {
      throw SQLiteError(of: handle)
    }
    let statement = Statement(handle: prepared)
    // One that is still running cannot start again, so this is a second one.
    guard kept == nil else { return statement }
    if statements.count >= Self.statementsKept { statements.removeAll() }
    statements[sql] = statement
    return statement
  }

  public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// How many rows the last statement inserted, updated or deleted.
  public var changeCount: Int { Int(sqlite3_changes64(handle)) }

  // MARK: - Transactions

  /// When a transaction takes the locks that it needs.
  public enum Locking: String, Sendable {
    /// At the first statement that needs them.
    case deferred = "BEGIN"
    /// The lock for writing at once.
    case immediate = "BEGIN IMMEDIATE"
    /// All at once, so that nobody else reads either.
    case exclusive = "BEGIN EXCLUSIVE"
  }

  /// How many callers hold a transaction open.
  public private(set) var holders = 0
  /// How many transactions have begun.
  public private(set) var transactionCount = 0

  /// Begins a transaction, unless one is held already; until it is released, all others are part of it.
  public func holdTransaction() throws {
    if holders == 0 { try begin(.deferred) }
    holders += 1
  }

  private func begin(_ locking: Locking) throws {
    try statement(locking.rawValue).run()
    transactionCount += 1
  }

  /// Ends the transaction once all have released it.
  public func releaseTransaction() {
    holders -= 1
    if holders == 0, (try? statement("COMMIT").run()) == nil { try? statement("ROLLBACK").run() }
  }

  /// Runs `body` in a transaction, which an error rolls back; within another, it is part of that.
  public func transaction<Result>(_ locking: Locking = .deferred, _ body: () throws -> Result) throws
    -> Result
  {
    guard sqlite3_get_autocommit(handle) != 0 else { return try body() }
    try begin(locking)
    do {
      let result = try body()
      try statement("COMMIT").run()
      return result
    } catch {
      // After some errors, SQLite itself has rolled back.
      try? statement("ROLLBACK").run()
      throw error
    }
  }

  // MARK: - Interruption

  /// Limits `body` to this many seconds of processor time.
  ///
  /// - Throws: what `body` throws, or `TimeLimitError` if it was given up.
  public func limit<Result>(to seconds: Double, _ body: () throws -> Result) throws -> Result {
    end = ProcessorTime.ofThread + seconds
    isExpired = false
    steps = Self.stepsBetweenLooks
    defer { end = nil }
    do {
      return try body()
    } catch {
      throw isExpired ? TimeLimitError(seconds: seconds) : error
    }
  }

  /// Ends the caller's own work between statements, as SQLite ends a statement; to be called often.
  ///
  /// - Parameter corners: how many corners of shapes were read since the last call.
  /// - Throws: an error of the kind `interrupted`.
  public func checkLimit(corners: Int = 0) throws(SQLiteError) {
    steps += 1 + corners / Self.cornersOfStep
    guard steps > Self.stepsBetweenLooks else { return }
    steps = 0
    if isOver { throw SQLiteError(code: SQLITE_INTERRUPT) }
  }

  /// The clock takes longer than the fastest of what is done between two calls.
  private static let stepsBetweenLooks = 16
  private static let cornersOfStep = 64

  /// Runs `body` without it counting against the limit, as it is done once and for all.
  public func withoutLimit<Result>(_ body: () throws -> Result) rethrows -> Result {
    let rest = end.map { $0 - ProcessorTime.ofThread }
    end = nil
    defer { end = rest.map { ProcessorTime.ofThread + $0 } }
    return try body()
  }

  private var isOver: Bool {
    if isInterrupted() { return true }
    guard let end else { return false }
    if ProcessorTime.ofThread >= end { isExpired = true }
    return isExpired
  }
}

/// A connection that any thread may use, one at a time.
public final class SharedConnection: @unchecked Sendable {  // Its semaphore lets in one caller at a time.
  private let connection: Connection
  private let isFree = DispatchSemaphore(value: 1)

  /// - Parameter connection: one that nothing else uses.
  public init(_ connection: sending Connection) {
    self.connection = connection
  }

  /// Waits until the connection is free, and hands it over; `body` must not ask for it again.
  public func withConnection<Result>(_ body: (Connection) throws -> Result) rethrows -> Result {
    isFree.wait()
    defer { isFree.signal() }
    return try body(connection)
  }
}

/// Tells a connection, from any thread, to give up what it does.
public final class Interrupter: Sendable {
  private let flag = Atomic(false)

  public init() {}

  /// Interrupts the current work, and all work begun later.
  public func interrupt() { flag.store(true, ordering: .relaxed) }

  public var isInterrupted: Bool { flag.load(ordering: .relaxed) }
}
