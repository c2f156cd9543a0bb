import CivilTime
import Synchronization

/// Runs the jobs of tasks on other threads than the few of Swift's concurrency, and adds up their processor time.
///
/// ```swift
/// try await withTaskExecutorPreference(JobExecutor { queue.async(execute: $0) }) { try await question() }
/// ```
package final class JobExecutor: TaskExecutor {
  private let submit: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let spent = Mutex(0.0)

  /// - Parameter submit: runs a piece of work on one of the threads, and does not wait for it.
  package init(_ submit: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.submit = submit
  }

  /// The processor time of all jobs so far.
  package var seconds: Double { spent.withLock(\.self) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    submit { [self] in
      let start = ProcessorTime.ofThread
      job.runSynchronously(on: asUnownedTaskExecutor())
      let time = ProcessorTime.ofThread - start
      spent.withLock { $0 += time }
    }
  }
}
