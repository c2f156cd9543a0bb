import Glibc

/// New files and folders that only the user can open, under names that nobody else can have used.
///
/// Each call returns `nil`, with the reason in `errno`, if it fails.
package enum TemporaryFile {
  /// How many names are tried; two of the same are as good as impossible.
  private static let mostAttempts = 100

  /// Creates a file whose path begins so, open for reading and writing.
  package static func create(beginning: String) -> (descriptor: Int32, path: String)? {
    for _ in 0..<mostAttempts {
      let path = beginning + (0..<6).compactMap { _ in letters.randomElement() }
      // Not mkstemp(3), whose descriptor a program that another thread starts at once would inherit.
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR)
      if descriptor >= 0 { return (descriptor, path) }
      guard errno == EEXIST else { return nil }
    }
    return nil
  }

  private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")

  /// Creates a file without a name where `beginning` would be, so that nothing of it outlives the process.
  package static func createUnnamed(beginning: String) -> Int32? {
    guard let (descriptor, path) = create(beginning: beginning) else { return nil }
    unlink(path)
    return descriptor
  }

  /// Creates a folder whose path begins so.
  package static func createFolder(beginning: String) -> String? {
    var path = Array((beginning + "XXXXXX").utf8CString)
    guard mkdtemp(&path) != nil else { return nil }
    return String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
