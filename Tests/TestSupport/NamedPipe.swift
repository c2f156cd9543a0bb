import Foundation
import Glibc
import Synchronization

/// A file that a test writes while poi reads it, as a receiver's device is.
public final class NamedPipe: Sendable {
  /// Where it is.
  public let path: String

  /// `nil` once it has ended.
  private let descriptor: Mutex<Int32?>
  /// Its reader may be slow, and nobody else should wait for it.
  private let writing = DispatchQueue(label: "named pipe")

  /// Makes it; its reader waits until `finish()`.
  ///
  /// - Throws: `POSIXError`.
  public init(at path: String) throws {
    self.path = path
    guard mkfifo(path, 0o600) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    // Opening it for both does not block.
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    self.descriptor = Mutex(descriptor)
  }

  /// Writes after everything written before, while the caller continues.
  public func write(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    writing.async { [self] in
      guard let descriptor = descriptor.withLock(\.self) else { return }
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Ends it, after everything written; a second call does nothing.
  public func finish() {
    writing.async { [self] in
      // Closed twice, its number may be another file's by then.
      if let descriptor = descriptor.withLock({ $0.take() }) { close(descriptor) }
    }
  }
}
