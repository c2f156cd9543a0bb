import Glibc

/// A thread of its own for work that blocks: a socket, a C library, a long calculation. Such work does not belong on
/// the threads of Swift's concurrency, which are as few as the machine has cores.
public enum BackgroundThread {
  /// Runs `work` on a new thread, which ends with it.
  ///
  /// - Parameter stackSize: In bytes; `nil` for the system's default, mostly 8 MiB.
  /// - Throws: `NoThread`; then `work` does not run.
  public static func start(stackSize: Int? = nil, _ work: @escaping @Sendable () -> Void) throws(NoThread) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
    let passed = Unmanaged.passRetained(Work(run: work))
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, &attributes,
      { passed in
        if let passed { Unmanaged<Work>.fromOpaque(passed).takeRetainedValue().run() }
        return nil
      }, passed.toOpaque())
    guard failure == 0 else {
      passed.release()
      throw NoThread(code: failure)
    }
  }

  /// What `work` returns on a new thread, which ends with it.
  ///
  /// - Throws: `NoThread`; then `work` does not run.
  public static func outcome<Outcome: Sendable>(
    stackSize: Int? = nil, of work: @escaping @Sendable () -> Outcome
  ) async throws(NoThread) -> Outcome {
    let result: Result<Outcome, NoThread> = await withCheckedContinuation { continuation in
      do throws(NoThread) {
        try start(stackSize: stackSize) { continuation.resume(returning: .success(work())) }
      } catch {
        continuation.resume(returning: .failure(error))
      }
    }
    return try result.get()
  }

  /// How many threads, of so many, could run at once, found by starting them; and why not all.
  package static func startable(atMost count: Int) -> (count: Int, problem: NoThread?) {
    let gate = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    defer { gate.deallocate() }
    pthread_mutex_init(gate, nil)
    pthread_mutex_lock(gate)
    var (threads, failure): ([pthread_t], Int32) = ([], 0)
    while threads.count < count {
      var thread = pthread_t()
      failure = pthread_create(
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
    return (threads.count, failure == 0 ? nil : NoThread(code: failure))
  }

  private final class Work: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }
}

/// The system gives the process no further thread.
public struct NoThread: Error, Hashable, CustomStringConvertible {
  /// An errno.
  package let code: Int32

  public var description: String {
    "poi cannot start another thread (\(String(cString: strerror(code)))); try again when fewer programs are running"
  }
}
