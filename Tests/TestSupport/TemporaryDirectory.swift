import Foundation
import Glibc
import Input

/// A folder for one test, gone with the last reference to it.
public final class TemporaryDirectory: Sendable {
  /// Where it is.
  public let url: URL

  /// A new, empty folder.
  public init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("poi-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// A new, empty folder for a UNIX socket, whose path may have only 107 bytes, however long `TMPDIR` is.
  ///
  /// - Throws: `POSIXError`.
  public static func forSocket() throws -> TemporaryDirectory {
    // As open to others as other folders: servers have users of their own.
    guard let path = TemporaryFile.createFolder(beginning: "/tmp/poi-"), chmod(path, 0o755) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    return TemporaryDirectory(at: URL(fileURLWithPath: path))
  }

  private init(at url: URL) {
    self.url = url
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The path of a file in it, which may not exist.
  public func path(of name: String) -> String {
    url.appendingPathComponent(name).path
  }

  /// The names of the files in it.
  public var fileNames: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }

  /// Writes a file into it, and returns the file's path.
  public func write(_ data: Data, as name: String) throws -> String {
    let file = url.appendingPathComponent(name)
    try data.write(to: file)
    return file.path
  }

  /// Writes a text into it, and returns the file's path.
  public func write(_ text: String, as name: String) throws -> String {
    try write(Data(text.utf8), as: name)
  }
}
