import Glibc
import Input

/// A text file that a person writes by hand, read whole.
enum SmallTextFile {
  /// What the file holds.
  ///
  /// - Throws: `CommandFailure` if it cannot be read, or is not a UTF-8 text of up to 64 KiB.
  static func text(of path: String) throws(CommandFailure) -> String {
    guard let text = try textIfThere(path) else { throw CommandFailure(path, errno: ENOENT) }
    return text
  }

  /// The same; `nil` if there is no such file.
  static func textIfThere(_ path: String) throws(CommandFailure) -> String? {
    guard let bytes = try bytesIfThere(path, atMost: InputLimits.smallText + 1) else { return nil }
    guard bytes.count <= InputLimits.smallText, !bytes.contains(0),
      let text = String(validating: bytes, as: UTF8.self)
    else {
      throw CommandFailure(
        "\(path) is not a text file of at most \(InputLimits.smallText / 1024) KiB", .malformedInput)
    }
    return text
  }

  /// The first bytes of a file; `nil` if there is no such file.
  static func bytesIfThere(_ path: String, atMost limit: Int) throws(CommandFailure) -> [UInt8]? {
    var status = stat()
    // One that the shell opened has a writer; any other may wait for one for ever.
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO, !path.hasPrefix("/dev/") {
      throw CommandFailure("\(path) is a named pipe; use a file", .noSuchInput)
    }
    guard let file = fopen(path, "re") else {
      if errno == ENOENT { return nil }
      throw CommandFailure(path, errno: errno)
    }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = fread(&bytes, 1, bytes.count, file)
    guard ferror(file) == 0 else { throw CommandFailure(path, errno: errno) }
    return Array(bytes.prefix(count))
  }
}
