import GRDB
import Glibc

/// Opens stores, and tells what hinders.
enum StoreConnection {
  /// How long to wait for another process that holds the store, in seconds.
  static let patience = 5.0

  /// Opens a store that is there.
  ///
  /// It is opened as if to be written to, where that is allowed, since what a crash has left may have to be rolled back.
  static func open(path: String) throws(PlacesError) -> DatabaseQueue {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw errno == ENOENT ? .store(path: path, .absent) : .unreadable(path: path, code: errno)
    }
    var status = stat()
    fstat(descriptor, &status)
    close(descriptor)
    guard status.st_mode & S_IFMT != S_IFDIR else { throw .unreadable(path: path, code: EISDIR) }
    // A first import that was killed at once leaves an empty file.
    guard status.st_size > 0 else { throw .store(path: path, .absent) }
    return try open(path: path) { database in
      guard try version(of: database) > 0 else { throw StoreProblem.absent }
    }
  }

  /// Opens a store, and makes it where there is none.
  static func openForWriting(path: String, patience: Double = patience) throws(PlacesError) -> DatabaseQueue {
    try open(path: path, patience: patience) { database in
      guard try version(of: database) < StoreSchema.version else { return }
      try database.inTransaction(.immediate) {
        // Another process may have been faster.
        try StoreSchema.migrate(database, from: try version(of: database))
        return .commit
      }
    }
  }

  private static func open(
    path: String, patience: Double = patience, prepare: (Database) throws -> Void
  ) throws(PlacesError) -> DatabaseQueue {
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration(patience: patience))
      try queue.inDatabase(prepare)
      return queue
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN {
      throw .unreadable(path: path, code: errno == 0 ? EACCES : errno)
    } catch {
      throw .store(path: path, StoreProblem(error))
    }
  }

  private static func configuration(patience: Double) -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(patience)
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { database in
      // What is mapped is read without a system call; a 32-bit machine has room for this much.
      try database.execute(sql: "PRAGMA mmap_size = 1073741824; PRAGMA cache_size = -16000")
    }
    return configuration
  }

  /// The version of a store; 0 of an empty database, of which one can be made.
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
    return version
  }
}
