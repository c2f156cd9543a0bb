import Foundation
import Glibc
import Input

/// Tells when processes have begun and when the last of them is gone: each holds its named pipe open for writing, as by
/// `exec 9> PATH; echo >&9` in a shell, and so do those that they start.
public final class ProcessWitness: Sendable {
  /// Where the pipe is.
  public let path: String
  private let descriptor: Int32

  /// Makes the pipe.
  ///
  /// - Throws: `POSIXError`.
  public init(at path: String) throws {
    self.path = path
    guard mkfifo(path, 0o600) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  deinit {
    close(descriptor)
  }

  /// Returns what a process has written, once it has; an empty text if none does for a minute.
  public func firstWords() async throws -> String {
    try await onThread { descriptor in
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      poll(&waiting, 1, 60_000)
      var bytes = [UInt8](repeating: 0, count: 1024)
      let count = read(descriptor, &bytes, bytes.count)
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
  }

  /// Whether all processes are gone within a minute.
  public func allGo() async throws -> Bool {
    try await onThread { descriptor in
      var waiting = pollfd(fd: descriptor, events: 0, revents: 0)
      poll(&waiting, 1, 60_000)
      return Int32(waiting.revents) & POLLHUP != 0
    }
  }

  private func onThread<Outcome: Sendable>(
    _ body: @escaping @Sendable (Int32) -> Outcome
  ) async throws -> Outcome {
    try await BackgroundThread.outcome { body(self.descriptor) }
  }
}
