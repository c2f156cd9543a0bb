import FoundationEssentials
import Glibc
import SystemPackage

/// New files and folders that only the user can open, under names that nobody else can have used.
///
/// Each call returns `nil`, with the reason in `errno`, if it fails.
package enum TemporaryFile {
  /// Creates a file whose path begins so, open for reading and writing.
  package static func create(beginning: String) -> (descriptor: Int32, path: String)? {
    // Not mkstemp(3), whose descriptor a program that another thread starts at once would inherit.
    attempt(beginning: beginning) { path in
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR)
      return descriptor < 0 ? nil : (descriptor, path)
    }
  }

  /// Creates a file without a name where `beginning` would be, so that nothing of it outlives the process.
  package static func createUnnamed(beginning: String) -> Int32? {
    guard let (descriptor, path) = create(beginning: beginning) else { return nil }
    unlink(path)
    return descriptor
  }

  /// Creates a folder whose path begins so.
  package static func createFolder(beginning: String) -> String? {
    attempt(beginning: beginning) { mkdir($0, S_IRWXU) == 0 ? $0 : nil }
  }

  /// Makes something under a random name, and tries others while there is something of that name.
  private static func attempt<Made>(beginning: String, _ make: (String) -> Made?) -> Made? {
    for _ in 0..<mostAttempts {
      if let made = make(beginning + (0..<6).compactMap { _ in letters.randomElement() }) { return made }
      guard errno == EEXIST else { return nil }
    }
    return nil
  }

  /// Two of the same name are as good as impossible.
  private static let mostAttempts = 100
  private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
}

/// A file without a name, so that it never outlives the process.
package final class UnnamedFile: Sendable {
  /// Its path for this process and its children.
  package let path: String

  private let descriptor: Int32

  /// An empty file.
  ///
  /// - Parameter folder: has room for it.
  /// - Throws: the reason why it cannot be made.
  package init(in folder: String = FileManager.default.temporaryDirectory.path) throws(Errno) {
    guard let descriptor = TemporaryFile.createUnnamed(beginning: "\(folder)/.poi-") else {
      throw Errno(rawValue: errno)
    }
    self.descriptor = descriptor
    path = "/proc/\(getpid())/fd/\(descriptor)"
  }

  deinit {
    close(descriptor)
  }

  /// - Throws: the reason why they cannot be written.
  package func append(_ bytes: [UInt8]) throws(Errno) {
    if let code = bytes.writeAll(to: descriptor) { throw Errno(rawValue: code) }
  }

  /// A file that holds a text, open at its beginning, for a program to read: a pipe would need feeding while that runs.
  ///
  /// - Throws: the reason why it cannot be made.
  package static func open(holding text: String) throws(Errno) -> FileDescriptor {
    let file = try UnnamedFile()
    try file.append(Array(text.utf8))
    let descriptor = Glibc.open(file.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    return FileDescriptor(rawValue: descriptor)
  }
}
