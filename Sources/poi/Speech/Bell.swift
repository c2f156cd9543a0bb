import Glibc

/// Wakes a thread that waits for input.
final class Bell: Sendable {
  /// Readable once the bell has rung; -1, which `poll` ignores, if there was no descriptor left.
  let descriptor: Int32
  private let writingEnd: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (descriptor, writingEnd) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(writingEnd)
  }

  func ring() {
    // A full pipe has rung already.
    var byte: UInt8 = 0
    _ = write(writingEnd, &byte, 1)
  }

  func silence() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) == bytes.count {}
  }
}
