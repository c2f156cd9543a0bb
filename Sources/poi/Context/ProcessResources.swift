import Glibc

/// The threads and the memory that limits, or a container's, leave to this process.
///
/// With too few, Dispatch tries again for ever, and Swift and SwiftNIO end the process.
enum ProcessResources {
  /// Bytes of addresses that a run takes besides those of its threads.
  private static let memory = 64 * 1024 * 1024
  /// Bytes of addresses that a thread takes: its stack, and what the allocator sets aside for it.
  private static let memoryOfThread = (8 + 64) * 1024 * 1024

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
    let gate = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    defer { gate.deallocate() }
    pthread_mutex_init(gate, nil)
    pthread_mutex_lock(gate)
    var threads: [pthread_t] = []
    while threads.count < count {
      var thread = pthread_t()
      let failure = pthread_create(
        &thread, nil,
        { gate in
          let gate = gate?.assumingMemoryBound(to: pthread_mutex_t.self)
          if let gate, pthread_mutex_lock(gate) == 0 { pthread_mutex_unlock(gate) }
          return nil
        }, gate)
      guard failure == 0 else { break }
      threads.append(thread)
    }
    pthread_mutex_unlock(gate)
    for thread in threads { pthread_join(thread, nil) }
    guard threads.count == count else {
      throw CommandFailure(
        "poi needs \(count) more threads and may start only \(threads.count); raise ulimit -u or the container's limit on processes",
        .tryLater)
    }
  }
}
