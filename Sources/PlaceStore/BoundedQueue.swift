import Dispatch
import Synchronization

/// A queue from the thread that makes values to the one that uses them; the first waits while the queue is full.
final class BoundedQueue<Element: Sendable>: Sendable {
  private struct State {
    var waiting: [Element] = []
    var isCancelled = false
  }

  private let state = Mutex(State())
  private let room = DispatchSemaphore(value: 0)
  private let filled = DispatchSemaphore(value: 0)

  /// - Parameter capacity: how many may wait.
  init(capacity: Int) {
    // A semaphore must not be released below its initial value.
    for _ in 0..<capacity { room.signal() }
  }

  /// Adds a value, once there is room; `false` if the queue is cancelled.
  func enqueue(_ element: Element) -> Bool {
    room.wait()
    let isWanted = state.withLock { state in
      guard !state.isCancelled else { return false }
      state.waiting.append(element)
      return true
    }
    // A refused value must not take room, or the next one would wait in vain.
    (isWanted ? filled : room).signal()
    return isWanted
  }

  func finish() { filled.signal() }

  /// The next value, once there is one; `nil` at the end.
  func dequeue() -> Element? {
    filled.wait()
    let element = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
    room.signal()
    return element
  }

  func cancel() {
    state.withLock { $0.isCancelled = true }
    room.signal()
  }
}
