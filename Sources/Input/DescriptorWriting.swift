import FoundationEssentials
import Glibc

extension ContiguousBytes {
  /// Writes all of the bytes to a descriptor, in as many pieces as necessary.
  ///
  /// - Returns: an errno; `nil` if all bytes were written.
  package func writeAll(to descriptor: Int32) -> Int32? {
    withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          // Whoever shares the descriptor may have made it one that does not wait.
          awaitEvents(POLLOUT, on: descriptor)
        } else if errno != EINTR {
          return errno
        }
      }
      return nil
    }
  }
}
