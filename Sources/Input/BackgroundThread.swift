import Glibc

/// A thread of its own for work that blocks: a socket, a C library, a long calculation. Such work does not belong on
/// the threads of Swift's concurrency, which are as few as the machine has cores.
public enum BackgroundThread {
  /// Runs `work` on a new thread, which ends with it.
  ///
  /// - Parameter stackSize: In bytes; `nil` for the system's default, mostly 8 MiB.
  public static func start(stackSize: Int? = nil, _ work: @escaping @Sendable () -> Void) {
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
    precondition(failure == 0, "the system has no thread left: \(String(cString: strerror(failure)))")
  }

  private final class Work: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
