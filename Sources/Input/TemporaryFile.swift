import Glibc

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
    let folder = beginning.lastIndex(of: "/").map { String(beginning[...$0]) } ?? "."
    let unnamed = open(folder, nameless | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR)
    if unnamed >= 0 { return unnamed }
    // Some file systems know no such files.
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

  /// O_TMPFILE, which Swift does not import.
  private static let nameless = 0o20_000_000 | O_DIRECTORY
  /// Two of the same name are as good as impossible.
  private static let mostAttempts = 100
  private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
}
