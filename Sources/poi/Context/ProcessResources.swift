import CMalloc
import Glibc
import Input

/// The threads and the memory that limits, or a container's, leave to this process.
///
/// With too few, Dispatch tries again for ever, and Swift and SwiftNIO end the process.
enum ProcessResources {
  /// How many heaps the allocator has.
  private static let heaps = 2
  /// Bytes of addresses that a run takes besides the stacks of its threads; glibc asks for two heaps to align one.
  private static let memory = (64 + 128 * (heaps - 1)) * 1024 * 1024
  /// Bytes of addresses of a thread's stack.
  private static let memoryOfThread = 8 * 1024 * 1024

  /// Lets the threads share few heaps, as freed memory is of use only to those of the same heap.
  static func shareHeaps() {
    mallopt(M_ARENA_MAX, Int32(heaps))
  }

  /// Checks that so many threads can run at once, by starting them.
  ///
  /// - Throws: `CommandFailure` if they cannot.
  static func check(threads count: Int) throws(CommandFailure) {
    let size = memory + count * memoryOfThread
    let room = mmap(nil, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let room, room != MAP_FAILED else {
      throw CommandFailure(
        "poi needs \(size / 1024 / 1024) MiB of address space, and its limit leaves less; raise it with ulimit -v",
        .tryLater)
    }
    munmap(room, size)
    let startable = BackgroundThread.startable(atMost: count).count
    guard startable == count else {
      throw CommandFailure(
        "poi needs \(count) more threads and may start only \(startable); raise ulimit -u or the container's limit on processes",
        .tryLater)
    }
  }
}

/// The open files that a parent, such as a service manager, left.
enum ProcessDescriptors {
  /// Opens those of the first three descriptors that are closed, as by `poi nearby >&-`, so that messages and
  /// data cannot end up in a file opened later.
  ///
  /// They are opened the wrong way round, so that using one fails as if it were still closed.
  static func reserveStandard() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest that is free, which is this one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// How many a watch with commands needs besides the standard ones; with fewer than half of them, Dispatch ends the
  /// program.
  private static let least = 29

  /// The limit that leaves so many, besides those that are open.
  private static func limit(leaving count: Int) -> rlim_t {
    var (limit, free) = (Int32(0), 0)
    while free < count {
      if fcntl(limit, F_GETFD) < 0 { free += 1 }
      limit += 1
    }
    return rlim_t(limit)
  }

  /// Ensures that enough files may be opened, whatever the parent left open.
  ///
  /// - Throws: `CommandFailure` if the user may not open that many.
  static func raiseLimit() throws(CommandFailure) {
    let least = Self.limit(leaving: Self.least)
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < least else {
      return
    }
    guard limit.rlim_max >= least else {
      throw CommandFailure(tooFew(limit.rlim_max, of: least), .readOrWriteFailed)
    }
    limit.rlim_cur = least
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// Allows this many open files, or as many as the user may have.
  ///
  /// - Returns: the new limit, less what the parent left open.
  /// - Throws: `CommandFailure` if that is too few to serve anyone.
  static func allow(_ wanted: Int) throws(CommandFailure) -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return wanted }
    let most = Int(clamping: limit.rlim_max)
    limit.rlim_cur = max(limit.rlim_cur, rlim_t(min(wanted, most)))
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let allowed = min(wanted, Int(clamping: limit.rlim_cur))
    let open = (0..<Int32(clamping: allowed)).count { fcntl($0, F_GETFD) >= 0 }
    let left = max(0, open - mostOfOwn)
    guard allowed - left >= leastToServe else {
      throw CommandFailure(tooFew(allowed, of: leastToServe + left), .readOrWriteFailed)
    }
    return allowed - left
  }

  private static let leastToServe = 192
  /// How many poi itself may have opened as it begins to serve.
  private static let mostOfOwn = 32

  private static func tooFew(_ allowed: some BinaryInteger, of least: some BinaryInteger) -> String {
    "only \(allowed) open files are allowed; raise the limit to \(least): ulimit -n \(least)"
  }
}
