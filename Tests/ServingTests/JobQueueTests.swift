import Synchronization
import Testing

@testable import Serving

@Suite struct JobQueueTests {
  /// Counts without a lock, which is right only if its jobs never overlap.
  private actor Counter {
    private let thread = ActorThread(label: "counter")
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    private(set) var count = 0

    func add() { count += 1 }
  }

  @Test("an actor's jobs run one after the other, and none is lost")
  func actor() async {
    let counter = Counter()
    for _ in 0..<20 {
      await withTaskGroup { group in
        for _ in 0..<100 { group.addTask { await counter.add() } }
      }
    }
    #expect(await counter.count == 2000)
  }

  /// How many jobs run at once.
  private final class Meter: Sendable {
    private let state = Mutex((now: 0, most: 0))

    var most: Int { state.withLock { $0.most } }

    func begin() {
      state.withLock { state in
        state.now += 1
        state.most = max(state.most, state.now)
      }
    }

    func end() { state.withLock { $0.now -= 1 } }
  }

  @Test("tasks share one thread, also after they have waited for others")
  func tasks() async {
    let meter = Meter()
    let counter = Counter()
    await withTaskExecutorPreference(TaskThread(label: "tasks")) {
      await withTaskGroup { group in
        for _ in 0..<100 {
          group.addTask {
            for _ in 0..<20 {
              meter.begin()
              meter.end()
              await counter.add()
            }
          }
        }
      }
    }
    #expect(meter.most == 1)
    #expect(await counter.count == 2000)
  }
}
