import FoundationEssentials
import Glibc
import Input
import Places

/// Lets one process of a user at a time ask a server; the others wait their turn.
public struct ServerLock: Sendable {
  /// The right to ask, until it is released or the process ends.
  final class Turn: Sendable {
    private let descriptor: Int32

    fileprivate init(descriptor: Int32) {
      self.descriptor = descriptor
    }

    deinit {
      // Closing the file unlocks it.
      close(descriptor)
    }
  }

  private let directory: String
  private let time: any Clock

  /// How long to wait before looking again whether the turn is free.
  private static let pause = Duration.milliseconds(50)

  /// - Parameter directory: a folder of its own, which need not exist yet.
  public init(directory: String, time: any Clock = SystemClock()) {
    self.directory = directory
    self.time = time
  }

  /// Waits for the turn to ask a server; `nil` if no lock file can be created.
  ///
  /// - Throws: `RequestError.inUse` if another process still has it at `deadline`, and `cancelled`.
  func take(for server: URL, by deadline: Duration) async throws(RequestError) -> Turn? {
    let start = time.uptime
    guard (try? OnDiskCache.makeFolder(directory)) != nil else { return nil }
    // An address may contain a token, which must not appear in a file.
    let path = "\(directory)/\(Checksum.text(of: server.absoluteString.utf8)).lock"
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    let turn = Turn(descriptor: descriptor)
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      // A file system without locks cannot tell.
      guard errno == EWOULDBLOCK || errno == EINTR else { return nil }
      guard time.uptime + Self.pause < deadline else {
        throw .inUse(seconds: (time.uptime - start) / .seconds(1))
      }
      do {
        try await time.wait(for: Self.pause)
      } catch {
        throw .cancelled
      }
    }
    return turn
  }
}
