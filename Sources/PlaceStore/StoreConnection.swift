import FoundationEssentials
import Geography
import Glibc
import Input
import Places
import SQLite

/// Opens stores, and reports problems.
enum StoreConnection {
  /// How long to wait for another process that holds the store, in seconds.
  static let patience = 5.0

  /// Opens an existing store of the user's own.
  ///
  /// Opens it for writing if allowed, since a crash may have left something to roll back.
  static func open(path: String) throws(PlacesError) -> SharedConnection {
    try requireContent(path)
    try refuseEarlier(path)
    do throws(PlacesError) {
      return try open(path, prepare: checkTables)
    } catch {
      // Beside a store in WAL mode, SQLite wants to create a file. If nothing can be created, nothing can
      // change either.
      guard case .store(_, .readOnly) = error, access("\(path)-wal", F_OK) != 0 else {
        throw error
      }
      return try open(path, isImmutable: true, prepare: checkTables)
    }
  }

  /// Opens a store that may be a stranger's, changing neither it nor anything beside it.
  ///
  /// - Parameter prepare: refuses what it is not to open.
  /// - Returns: also whether it is a copy, as the store was left in the middle of being written.
  static func openForeign(
    path: String, prepare: (Connection) throws -> Void = checkTables
  ) throws(PlacesError) -> (connection: SharedConnection, isCopy: Bool) {
    try requireContent(path)
    if !StoreCopy.isNeeded(for: path) {
      // Without its files beside it, SQLite would create them for a store in WAL mode.
      let isQuiet =
        access("\(path)-journal", F_OK) != 0 && StoreFileHead(path: path)?.isWriteAheadLogged == true
      do throws(PlacesError) {
        return (try open(path, isReadOnly: true, isImmutable: isQuiet, prepare: prepare), false)
      } catch {
        // A journal that needs a rollback.
        guard case .store(_, .readOnly) = error else { throw error }
      }
    }
    let copy = try StoreCopy(of: path)
    defer { copy.remove() }
    return (try open(path, copiedTo: copy.path, prepare: prepare), true)
  }

  /// Opens a store, and makes it if there is none.
  static func openForWriting(
    path: String, patience: Double = patience, isInterrupted: @escaping @Sendable () -> Bool
  ) throws(PlacesError) -> SharedConnection {
    _ = try sizeOfFile(at: path)
    try refuseEarlier(path)
    return try open(path, patience: patience, isInterrupted: isInterrupted) { database in
      guard try version(of: database) < StoreSchema.version else { return }
      try database.transaction(.immediate) {
        // Another process may have been faster.
        try StoreSchema.migrate(database, from: version(of: database))
      }
    }
  }

  /// SQLite would finish what is beside a store, and so change it.
  private static func refuseEarlier(_ path: String) throws(PlacesError) {
    if StoreFileHead(path: path)?.isEarlier == true { throw .store(path: path, .earlier) }
  }

  /// A first import that was killed at once leaves an empty file.
  private static func requireContent(_ path: String) throws(PlacesError) {
    guard let size = try sizeOfFile(at: path), size > 0 else { throw .store(path: path, .absent) }
  }

  /// - Throws: `StoreProblem`, where the tables are not those of a store.
  static func checkTables(of database: Connection) throws {
    guard try version(of: database) > 0 else { throw StoreProblem.absent }
  }

  /// The size of a readable file in bytes; `nil` if there is none.
  private static func sizeOfFile(at path: String) throws(PlacesError) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
      if errno == ENOENT { return nil }
      throw .unreadable(path: path, code: errno)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return status.st_size
    case S_IFDIR: throw .unreadable(path: path, code: EISDIR)
    default: throw .store(path: path, .foreign)
    }
  }

  /// - Parameters:
  ///   - copy: a private copy, to be opened instead.
  ///   - isInterrupted: by default, whether the task that asks is cancelled.
  private static func open(
    _ path: String, copiedTo copy: String? = nil, isReadOnly: Bool = false, isImmutable: Bool = false,
    patience: Double = patience, isInterrupted: @escaping @Sendable () -> Bool = { Task.isCancelled },
    prepare: (Connection) throws -> Void
  ) throws(PlacesError) -> SharedConnection {
    guard !StoreFileHead.journalLeadsElsewhere(of: path) else { throw .store(path: path, .foreignJournal) }
    try refuseForeignJournal(beside: path)
    do {
      let connection = SharedConnection(
        try Connection(
          path: copy ?? path, isReadOnly: isReadOnly, isImmutable: isImmutable, patience: patience,
          isInterrupted: isInterrupted))
      try connection.withConnection { database in
        try database.distrust(longestText: InputLimits.storedText)
        try database.execute("PRAGMA cache_size = -16000")
        // No memory is shared with other processes then.
        if copy != nil { try database.execute("PRAGMA locking_mode = EXCLUSIVE") }
        try prepare(database)
      }
      return connection
    } catch let error as SQLiteError where error.kind == .cannotOpen {
      // What SQLite tried last may be another file.
      if StoreFileHead.size(of: "\(path)-journal") > 0, !isReadOnly {
        throw .store(path: path, .foreignJournal)
      }
      let (folder, code) = (URL(fileURLWithPath: path).deletingLastPathComponent().path, errno)
      if access(folder, F_OK) == 0, access(folder, W_OK) != 0 {
        throw access(path, R_OK) == 0 ? .store(path: path, .readOnly) : .unreadable(path: path, code: EACCES)
      }
      throw .unreadable(path: path, code: code == 0 ? EACCES : code)
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

  /// The version of a store; 0 for an empty database, which can become one.
  private static func version(of database: Connection) throws -> Int {
    // Another process may make one meanwhile.
    try database.transaction {
      let application = try database.statement("PRAGMA application_id").firstInteger() ?? 0
      let version = Int(try database.statement("PRAGMA user_version").firstInteger() ?? 0)
      guard application == StoreSchema.applicationID, version > 0 else {
        guard try database.statement("SELECT 1 FROM sqlite_schema LIMIT 1").firstInteger() == nil else {
          throw StoreProblem.foreign
        }
        return 0
      }
      guard version >= StoreSchema.firstVersion else { throw StoreProblem.earlier }
      guard version <= StoreSchema.version else {
        throw StoreProblem.newer(version: version, known: StoreSchema.version)
      }
      try StoreSchema.check(database, version: version)
      return version
    }
  }
}

extension StoreProblem {
  /// The problem behind an error of SQLite's.
  init(_ error: any Error) {
    switch error {
    case let error as StoreProblem: self = error
    case let error as SQLiteError: self.init(error)
    case let error as TimeLimitError:
      self = .damaged("a query takes longer than \(Int(clamping: error.seconds)) s")
    default: self = .damaged("\(error)")
    }
  }

  /// Whether `ulimit -f` limits this process.
  private static var hasFileSizeLimit: Bool {
    var limit = rlimit()
    return getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 && limit.rlim_cur != rlim_t.max
  }

  private init(_ error: SQLiteError) {
    switch error.kind {
    case .notADatabase: self = .foreign
    case .corrupt, .tooBig: self = .damaged(error.message)
    case .busy, .locked: self = .busy
    case .readOnly: self = .readOnly
    case .full: self = .diskFull
    case .interrupted: self = .interrupted
    case .cannotOpen, nil:
      self = error.isOfWriting && Self.hasFileSizeLimit ? .fileSizeLimit : .failed("\(error)")
    }
  }
}
