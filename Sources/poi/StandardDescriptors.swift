import Glibc

/// The first three descriptors, which a parent may have closed: a service manager, or `poi nearby >&-`.
enum StandardDescriptors {
  /// Opens those that are closed, so that no file opened later gets a message, or data, written into it.
  ///
  /// They are opened the wrong way round, so that using one fails as if it were still closed.
  static func reserve() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest that is free, which is this one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
