import Glibc

/// How many times as much of this thread's processor time `work` takes for four times the input.
///
/// About 4 where the time is in proportion to the input, 16 where it is quadratic. Other work on the machine slows both
/// sizes alike.
public func growth(from size: Int, _ work: (Int) throws -> Void) rethrows -> Double {
  let small = try leastTime { try work(size) }
  return try leastTime { try work(4 * size) } / small
}

/// The least of three, in seconds.
private func leastTime(_ work: () throws -> Void) rethrows -> Double {
  var least = Double.infinity
  for _ in 0..<3 {
    let began = processorTime()
    try work()
    least = min(least, processorTime() - began)
  }
  return least
}

private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
