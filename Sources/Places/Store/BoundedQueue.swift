import Dispatch
import Synchronization

/// Hands values from the thread that makes them to the one that uses them; makes the first wait where it is ahead.
final class BoundedQueue<Element: Sendable>: Sendable {
  private struct State {
    var waiting: [Element] = []
    var isFinished = false
    var isRefused = false
  }

  private let state = Mutex(State())
  private let room = DispatchSemaphore(value: 0)
  private let filled = DispatchSemaphore(value: 0)

  /// - Parameter capacity: how many may wait.
  init(capacity: Int) {
    // A semaphore must not end below the value that it began with.
    for _ in 0..<capacity { room.signal() }
  }

  /// Gives a value; `false` where nobody wants more.
  func give(_ element: Element) -> Bool {
    room.wait()
    let isWanted = state.withLock { state in
      guard !state.isRefused else { return false }
      state.waiting.append(element)
      return true
    }
    // To be refused takes no room, which whoever comes next would wait for in vain.
    (isWanted ? filled : room).signal()
    return isWanted
  }

  /// Says that there are no more.
  func finish() {
    state.withLock { $0.isFinished = true }
    filled.signal()
  }

  /// The next value; nothing at the end.
  func take() -> Element? {
    filled.wait()
    let element = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
    room.signal()
    return element
  }

  /// Says that no more are wanted.
  func refuse() {
    state.withLock { $0.isRefused = true }
    room.signal()
  }
}
