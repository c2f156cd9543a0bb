import Glibc
import Synchronization

/// The files that are read without SQLite.
///
/// They stay open: closing any descriptor of a file drops all locks that the process has on it (fcntl(2)), also those
/// of SQLite's connections, and other processes would write as if nobody used the store.
enum StoreDescriptors {
  private struct File: Hashable {
    let device: UInt
    let inode: UInt
  }

  private static let open = Mutex<[File: CInt]>([:])

  /// A descriptor of a regular file, which belongs to this table; `nil`, with `errno`, if it cannot be read.
  static func descriptor(of path: String) -> CInt? {
    var status = stat()
    // Reading a pipe consumes it.
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return open.withLock { files in
      if let known = files[File(device: status.st_dev, inode: status.st_ino)] { return known }
      let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      // Another file may have the name by now.
      guard descriptor >= 0, fstat(descriptor, &status) == 0 else { return nil }
      let opened = File(device: status.st_dev, inode: status.st_ino)
      // Nobody can open a file any more that has no name.
      for (file, descriptor) in files where fstat(descriptor, &status) == 0 && status.st_nlink == 0 {
        close(descriptor)
        files[file] = nil
      }
      files[opened] = descriptor
      return descriptor
    }
  }
}

/// The first bytes of a SQLite file (https://sqlite.org/fileformat.html), read without SQLite, which may change files
/// that lie beside it.
struct StoreFileHead {
  let isSQLite: Bool
  /// Whether changes go to a log beside it first.
  let isWriteAheadLogged: Bool
  /// Which program it belongs to.
  let applicationID: Int
  let version: Int

  /// Whether it is a store of places in a format that poi no longer reads.
  var isEarlier: Bool {
    isSQLite && applicationID == StoreSchema.applicationID && (1..<StoreSchema.firstVersion).contains(version)
  }

  /// `nil` if there is no such file, or it is shorter.
  init?(path: String) {
    guard let descriptor = StoreDescriptors.descriptor(of: path) else { return nil }
    var bytes = [UInt8](repeating: 0, count: 100)
    guard pread(descriptor, &bytes, bytes.count, 0) == bytes.count else { return nil }
    isSQLite = bytes.starts(with: "SQLite format 3\0".utf8)
    isWriteAheadLogged = bytes[18] == 2 || bytes[19] == 2
    func number(at offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    (applicationID, version) = (number(at: 68), number(at: 60))
  }

  /// Whether the journal beside a store names another file, which SQLite would delete.
  static func journalLeadsElsewhere(of path: String) -> Bool {
    let descriptor = open("\(path)-journal", O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var end = [UInt8](repeating: 0, count: journalMark.count)
    guard lseek(descriptor, -off_t(end.count), Int32(SEEK_END)) >= 0,
      read(descriptor, &end, end.count) == end.count
    else { return false }
    return end == journalMark
  }

  /// Begins a journal, and ends one that names another file.
  private static let journalMark: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

  /// The number of the file with this name; `nil` if there is none.
  static func inode(of path: String) -> UInt? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_ino : nil
  }

  /// A number for which file has this name, and its last change; `nil` if there is none.
  static func edition(of path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return [Int(status.st_ino), status.st_mtim.tv_sec, status.st_mtim.tv_nsec].hashValue
  }

  /// The size in bytes of the file with this name, at least 1 so that an empty one counts; 0 if there is none.
  static func size(of path: String) -> Int {
    var status = stat()
    return lstat(path, &status) == 0 ? max(1, Int(status.st_size)) : 0
  }
}
