import Foundation

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// Input for a program.
enum TemporaryInput {
  /// A file without a name, open at its beginning: a pipe would need feeding while the program runs.
  static func file(holding text: String) throws -> FileDescriptor {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("poi-\(UUID().uuidString)").path
    let file = try FileDescriptor.open(
      FilePath(path), .readWrite, options: [.create, .exclusiveCreate, .closeOnExec],
      permissions: .ownerReadWrite)
    unlink(path)
    try file.writeAll(text.utf8)
    try file.seek(offset: 0, from: .start)
    return file
  }
}
