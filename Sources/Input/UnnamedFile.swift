import FoundationEssentials
import Glibc
import SystemPackage

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

  /// A file that holds some bytes, open at its beginning, for a program to read: a pipe would need feeding while that runs.
  ///
  /// - Throws: the reason why it cannot be made.
  package static func open(holding bytes: [UInt8]) throws(Errno) -> FileDescriptor {
    let file = try UnnamedFile()
    try file.append(bytes)
    let descriptor = Glibc.open(file.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    return FileDescriptor(rawValue: descriptor)
  }
}
