import Glibc

/// The processor time of the current thread, which waiting does not add to.
package enum ProcessorTime {
  /// In seconds since the thread's start.
  package static var ofThread: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
