import CSQLiteGuard
import Foundation
import GRDB
import GRDBSQLite
import Glibc
import Input

/// Opens stores, and reports problems.
enum StoreConnection {
  /// How long to wait for another process that holds the store, in seconds.
  static let patience = 5.0

  /// Opens an existing store of the user's own.
  ///
  /// Opens it for writing if allowed, since a crash may have left something to roll back.
  static func open(path: String, interrupter: StoreInterrupter) throws(PlacesError) -> DatabaseQueue {
    try requireContent(path)
    do throws(PlacesError) {
      return try open(path: path, name: path, interrupter: interrupter, prepare: checkTables)
    } catch {
      // Beside a store in WAL mode, SQLite wants to create a file. If nothing can be created, nothing can
      // change either.
      guard case .store(_, .readOnly) = error, access("\(path)-wal", F_OK) != 0,
        let name = uri(path, "immutable=1")
      else { throw error }
      return try open(path: path, name: name, interrupter: interrupter, prepare: checkTables)
    }
  }

  /// Opens a store that may be a stranger's, changing neither it nor anything beside it.
  ///
  /// - Returns: also whether it is a copy, as the store was left in the middle of being written.
  static func openForeign(
    path: String, interrupter: StoreInterrupter
  ) throws(PlacesError) -> (queue: DatabaseQueue, isCopy: Bool) {
    try requireContent(path)
    if !StoreCopy.isNeeded(for: path) {
      // Without its files beside it, SQLite would create them for a store in WAL mode.
      let isQuiet =
        access("\(path)-journal", F_OK) != 0 && StoreFileHead(path: path)?.isWriteAheadLogged == true
      guard let name = uri(path, isQuiet ? "mode=ro&immutable=1" : "mode=ro") else {
        throw .unreadable(path: path, code: EINVAL)
      }
      do throws(PlacesError) {
        let queue = try open(
          path: path, name: name, isReadOnly: true, interrupter: interrupter, prepare: checkTables)
        return (queue, false)
      } catch {
        // A journal that needs a rollback.
        guard case .store(_, .readOnly) = error else { throw error }
      }
    }
    let copy = try StoreCopy(of: path)
    defer { copy.remove() }
    let queue = try open(
      path: path, name: copy.path, isCopy: true, interrupter: interrupter, prepare: checkTables)
    return (queue, true)
  }

  /// Opens a store, and makes it if there is none.
  static func openForWriting(
    path: String, patience: Double = patience, interrupter: StoreInterrupter
  ) throws(PlacesError) -> DatabaseQueue {
    _ = try sizeOfFile(at: path)
    return try open(path: path, name: path, patience: patience, interrupter: interrupter) { database in
      guard try version(of: database) < StoreSchema.version else { return }
      try database.inTransaction(.immediate) {
        // Another process may have been faster.
        try StoreSchema.migrate(database, from: try version(of: database))
        return .commit
      }
    }
  }

  /// A first import that was killed at once leaves an empty file.
  private static func requireContent(_ path: String) throws(PlacesError) {
    guard let size = try sizeOfFile(at: path), size > 0 else { throw .store(path: path, .absent) }
  }

  /// - Throws: `StoreProblem`, where the tables are not those of a store.
  static func checkTables(of database: Database) throws {
    guard try version(of: database) > 0 else { throw StoreProblem.absent }
  }

  private static func uri(_ path: String, _ parameters: String) -> String? {
    path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed).map { "file:\($0)?\(parameters)" }
  }

  /// The size of a readable file in bytes; `nil` if there is none.
  private static func sizeOfFile(at path: String) throws(PlacesError) -> Int? {
    // A pipe would wait for somebody to write into it.
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .unreadable(path: path, code: errno)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(path: path, code: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return status.st_size
    case S_IFDIR: throw .unreadable(path: path, code: EISDIR)
    default: throw .store(path: path, .foreign)
    }
  }

  /// - Parameters:
  ///   - name: what SQLite is to call the file at the path.
  ///   - isCopy: whether the file is a copy that nobody else knows of.
  private static func open(
    path: String, name: String, patience: Double = patience, isReadOnly: Bool = false, isCopy: Bool = false,
    interrupter: StoreInterrupter, prepare: (Database) throws -> Void
  ) throws(PlacesError) -> DatabaseQueue {
    guard csqliteguard_forbid_super_journals() == SQLITE_OK else {
      throw .store(path: path, .failed(code: SQLITE_ERROR, "SQLite has no files"))
    }
    guard !StoreFileHead.journalLeadsElsewhere(of: path) else { throw .store(path: path, .foreignJournal) }
    try refuseForeignJournal(beside: path)
    do {
      var configuration = configuration(patience: patience, interrupter: interrupter)
      configuration.readonly = isReadOnly
      if isCopy {
        // No memory is shared with other processes then.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
      }
      let queue = try DatabaseQueue(path: name, configuration: configuration)
      try queue.inDatabase(prepare)
      return queue
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN {
      // What SQLite tried last may be another file.
      if StoreFileHead.size(of: "\(path)-journal") > 0, !isReadOnly {
        throw .store(path: path, .foreignJournal)
      }
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      throw access(path, R_OK) == 0 && access(folder, W_OK) != 0
        ? .store(path: path, .readOnly) : .unreadable(path: path, code: errno == 0 ? EACCES : errno)
    } catch {
      throw .store(path: path, StoreProblem(error))
    }
  }

  /// Another program's file stays untouched, whatever is beside it.
  private static func refuseForeignJournal(beside path: String) throws(PlacesError) {
    guard let head = StoreFileHead(path: path), head.isSQLite,
      head.applicationID != StoreSchema.applicationID,
      StoreFileHead.size(of: "\(path)-journal") > 0 || StoreFileHead.size(of: "\(path)-wal") > 0
    else { return }
    throw .store(path: path, .foreign)
  }

  private static func configuration(patience: Double, interrupter: StoreInterrupter) -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(patience)
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { database in
      let code = csqliteguard_distrust(database.sqliteConnection)
      guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
      // Not memory-mapped: if another program truncated the file, this one would crash.
      try database.execute(
        sql: "PRAGMA mmap_size = 0; PRAGMA cache_size = -16000; PRAGMA cell_size_check = ON")
      // A stranger's store can claim that a text fills the memory.
      sqlite3_limit(database.sqliteConnection, SQLITE_LIMIT_LENGTH, Int32(InputLimits.storedText))
      interrupter.watch(database)
    }
    return configuration
  }

  /// The version of a store; 0 for an empty database, which can become one.
  private static func version(of database: Database) throws -> Int {
    let application = try Int.fetchOne(database, sql: "PRAGMA application_id")
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard application == StoreSchema.applicationID, version > 0 else {
      guard try Int.fetchOne(database, sql: "SELECT 1 FROM sqlite_master LIMIT 1") == nil else {
        throw StoreProblem.foreign
      }
      return 0
    }
    guard version <= StoreSchema.version else { throw StoreProblem.newer(version: version) }
    try StoreSchema.check(database, version: version)
    return version
  }
}
