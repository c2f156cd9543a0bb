import Glibc

/// New files and folders that only the user can open, under names that nobody else can have used.
///
/// Each call returns `nil`, with the reason in `errno`, if it fails.
package enum TemporaryFile {
  /// mkstemp(3) and mkdtemp(3) replace it with letters of their own.
  private static let placeholder = String(repeating: "X", count: 6)

  /// Creates a file whose path begins so, open for reading and writing.
  package static func create(beginning: String) -> (descriptor: Int32, path: String)? {
    var path = Array((beginning + placeholder).utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return (descriptor, text(of: path))
  }

  /// Creates a file without a name where `beginning` would be, so that nothing of it outlives the process.
  package static func createUnnamed(beginning: String) -> Int32? {
    guard let (descriptor, path) = create(beginning: beginning) else { return nil }
    unlink(path)
    return descriptor
  }

  /// Creates a folder whose path begins so.
  package static func createFolder(beginning: String) -> String? {
    var path = Array((beginning + placeholder).utf8CString)
    return mkdtemp(&path) == nil ? nil : text(of: path)
  }

  private static func text(of path: [CChar]) -> String {
    String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
