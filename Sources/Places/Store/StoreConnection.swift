import Foundation
import GRDB
import GRDBSQLite
import Glibc
import Input

/// Opens stores, and tells what hinders.
enum StoreConnection {
  /// How long to wait for another process that holds the store, in seconds.
  static let patience = 5.0

  /// Opens a store that is there.
  ///
  /// It is opened as if to be written to, where that is allowed, since what a crash has left may have to be rolled back.
  static func open(path: String) throws(PlacesError) -> DatabaseQueue {
    // A first import that was killed at once leaves an empty file.
    guard let size = try sizeOfFile(at: path), size > 0 else { throw .store(path: path, .absent) }
    func open(_ name: String) throws(PlacesError) -> DatabaseQueue {
      try Self.open(path: path, name: name, patience: patience) { database in
        guard try version(of: database) > 0 else { throw StoreProblem.absent }
      }
    }
    do throws(PlacesError) {
      return try open(path)
    } catch {
      // Beside a store that was written to while others read, SQLite wants to make a file. Where nothing can be
      // made, nothing changes either.
      guard case .store(_, .readOnly) = error, access("\(path)-wal", F_OK) != 0,
        let name = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
      else { throw error }
      return try open("file:\(name)?immutable=1")
    }
  }

  /// Opens a store, and makes it where there is none.
  static func openForWriting(path: String, patience: Double = patience) throws(PlacesError) -> DatabaseQueue {
    _ = try sizeOfFile(at: path)
    return try open(path: path, name: path, patience: patience) { database in
      guard try version(of: database) < StoreSchema.version else { return }
      try database.inTransaction(.immediate) {
        // Another process may have been faster.
        try StoreSchema.migrate(database, from: try version(of: database))
        return .commit
      }
    }
  }

  /// How many bytes a file has that can be read; nothing where there is none.
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

  /// - Parameter name: what SQLite is to call the file at the path.
  private static func open(
    path: String, name: String, patience: Double, prepare: (Database) throws -> Void
  ) throws(PlacesError) -> DatabaseQueue {
    do {
      let queue = try DatabaseQueue(path: name, configuration: configuration(patience: patience))
      try queue.inDatabase(prepare)
      return queue
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN {
      // What SQLite tried last may be another file.
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      throw access(path, R_OK) == 0 && access(folder, W_OK) != 0
        ? .store(path: path, .readOnly) : .unreadable(path: path, code: errno == 0 ? EACCES : errno)
    } catch {
      throw .store(path: path, StoreProblem(error))
    }
  }

  private static func configuration(patience: Double) -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(patience)
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { database in
      // Not mapped into memory: one that another program cuts short would then end this one.
      try database.execute(sql: "PRAGMA mmap_size = 0; PRAGMA cache_size = -16000")
      // A stranger's store can say of a text that it is as long as the memory.
      sqlite3_limit(database.sqliteConnection, SQLITE_LIMIT_LENGTH, Int32(InputLimits.storedText))
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
    try StoreSchema.check(database)
    return version
  }
}
