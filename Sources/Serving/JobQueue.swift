import Dispatch
import Synchronization

/// Jobs that run one after the other on a thread outside the small cooperative pool.
///
/// A job that comes while others run wakes no thread, which costs more than most jobs.
final class JobQueue: Sendable {
  private struct State {
    var jobs: [UnownedJob] = []
    var isRunning = false
  }

  private let state = Mutex(State())
  private let queue: DispatchQueue

  init(label: String) {
    queue = DispatchQueue(label: label)
  }

  /// - Parameter run: runs a job; must be the same for all jobs.
  func add(_ job: UnownedJob, _ run: @escaping @Sendable (UnownedJob) -> Void) {
    let isIdle = state.withLock { state in
      state.jobs.append(job)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard isIdle else { return }
    queue.async { [self] in
      while let jobs = next() { jobs.forEach(run) }
    }
  }

  /// All jobs that wait; `nil` if there are none, and the next to come has to wake a thread.
  private func next() -> [UnownedJob]? {
    state.withLock { state in
      guard !state.jobs.isEmpty else {
        state.isRunning = false
        return nil
      }
      defer { state.jobs = [] }
      return state.jobs
    }
  }
}

/// Runs an actor's jobs on a thread of its own.
public final class ActorThread: SerialExecutor {
  private let jobs: JobQueue

  /// - Parameter label: names the thread for debuggers.
  public init(label: String) {
    jobs = JobQueue(label: label)
  }

  public func enqueue(_ job: consuming ExecutorJob) {
    jobs.add(UnownedJob(job)) { [self] in $0.runSynchronously(on: asUnownedSerialExecutor()) }
  }
}

/// Runs the jobs of many tasks on one thread.
final class TaskThread: TaskExecutor {
  private let jobs: JobQueue

  /// - Parameter label: names the thread for debuggers.
  init(label: String) {
    jobs = JobQueue(label: label)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    jobs.add(UnownedJob(job)) { [self] in $0.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
