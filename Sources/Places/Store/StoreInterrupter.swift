import GRDB
import GRDBSQLite
import Glibc
import Synchronization

/// Interrupts SQLite's work on a store: on request, or if a query computes too long, as a stranger's store
/// could make it.
final class StoreInterrupter: Sendable {
  /// Steps of SQLite's virtual machine between two checks; some milliseconds.
  private static let steps: Int32 = 100_000

  private struct State {
    /// The processor time of the thread, in seconds, at which a question is given up.
    var end: Double?
    var isExpired = false
  }

  private let state = Mutex(State())
  /// Asked for each place that is imported.
  private let cancelled = Atomic(false)

  /// Interrupts the current work, and all work begun later.
  func cancel() {
    cancelled.store(true, ordering: .relaxed)
  }

  var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  /// Limits `body` to this many seconds of processor time.
  ///
  /// - Throws: what `body` throws, or `StoreProblem.damaged` if it was given up.
  func limit<Result>(to seconds: Double, _ body: () throws -> Result) throws -> Result {
    state.withLock {
      $0.end = Self.processorTime + seconds
      $0.isExpired = false
    }
    defer { state.withLock { $0.end = nil } }
    do {
      return try body()
    } catch {
      guard state.withLock(\.isExpired) else { throw error }
      throw StoreProblem.damaged("a query takes longer than \(Int(seconds)) s")
    }
  }

  /// Makes SQLite ask regularly whether to continue; the connection must not outlive this.
  func watch(_ database: Database) {
    sqlite3_progress_handler(
      database.sqliteConnection, Self.steps,
      { context in
        guard let context else { return 0 }
        return Unmanaged<StoreInterrupter>.fromOpaque(context).takeUnretainedValue().isOver ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private var isOver: Bool {
    if isCancelled { return true }
    return state.withLock { state in
      if let end = state.end, Self.processorTime > end { state.isExpired = true }
      return state.isExpired && state.end != nil
    }
  }

  /// Processor time rather than time of day: on a busy machine, even answers of microseconds have to wait.
  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
