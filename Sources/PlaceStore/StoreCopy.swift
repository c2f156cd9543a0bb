import FoundationEssentials
import Glibc
import Input
import PlaceFiles
import Places

/// A copy of a store that is, or was left, half written, with the files beside it: repaired there, while the
/// store itself stays unchanged.
struct StoreCopy {
  private static let suffixes = ["", "-journal", "-wal"]
  private static let attempts = 3

  /// Where the copy is, in a folder of its own.
  let path: String

  private let folder: String

  /// Whether a store has changes in a log beside it.
  static func isNeeded(for path: String) -> Bool { StoreFileHead.size(of: "\(path)-wal") > 1 }

  init(of original: String) throws(PlacesError) {
    let beginning = "\(FileManager.default.temporaryDirectory.path)/poi-"
    guard let folder = TemporaryFile.createFolder(beginning: beginning) else {
      throw .unreadable(path: original, code: errno)
    }
    self.folder = folder
    path = "\(folder)/store"
    do throws(PlacesError) {
      try copy(original)
    } catch {
      remove()
      throw error
    }
  }

  /// Removes the names; open files stay readable.
  func remove() {
    for suffix in Self.suffixes + ["-shm"] { unlink(path + suffix) }
    rmdir(folder)
  }

  private func copy(_ original: String) throws(PlacesError) {
    for _ in 0..<Self.attempts {
      let before = Self.suffixes.map { SourceFile(at: original + $0) }
      let size = before.reduce(0) { $0 + ($1?.size ?? 0) }
      guard size <= InputLimits.copiedStore else { throw .store(path: original, .unfinished) }
      for suffix in Self.suffixes {
        unlink(path + suffix)
        try Self.copy(original + suffix, to: path + suffix, isStore: suffix.isEmpty)
      }
      // Otherwise the store changed meanwhile, and the copied parts do not fit together.
      if Self.suffixes.map({ SourceFile(at: original + $0) }) == before { return }
    }
    throw .store(path: original, .busy)
  }

  private static func copy(_ original: String, to path: String, isStore: Bool) throws(PlacesError) {
    let source =
      isStore
      ? StoreDescriptors.descriptor(of: original) ?? -1
      : open(original, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    if source < 0, errno == ENOENT { return }
    guard source >= 0 else { throw .unreadable(path: original, code: errno) }
    defer { if !isStore { close(source) } }
    let target = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard target >= 0 else { throw .unreadable(path: path, code: errno) }
    defer { close(target) }
    var copied = 0
    var offset: off_t = 0
    while copied <= InputLimits.copiedStore {
      let count = sendfile(target, source, &offset, 1024 * 1024)
      if count == 0 { return }
      guard count > 0 || errno == EINTR else { throw .unreadable(path: original, code: errno) }
      copied += max(0, count)
    }
    throw .store(path: original, .unfinished)
  }
}
