import Synchronization

/// Sends one request at a time, and none while a server has asked to wait.
public final class RequestQueue: Sendable {
  /// The turn that all requests of the process wait for.
  public static let shared = RequestQueue()

  private struct State {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var quietUntil = Duration.zero
  }

  private let state = Mutex(State())

  /// A turn of its own, for tests.
  public init() {}

  /// Returns once the turn is free.
  func take() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isTaken { state.waiting.append(continuation) }
        defer { state.isTaken = true }
        return !state.isTaken
      }
      if isFree { continuation.resume() }
    }
  }

  func give() {
    state.withLock { state in
      state.isTaken = !state.waiting.isEmpty
      return state.isTaken ? state.waiting.removeFirst() : nil
    }?.resume()
  }

  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Holds every request back until a time.
  func keepQuiet(until time: Duration) {
    state.withLock { $0.quietUntil = max($0.quietUntil, time) }
  }

  var quietUntil: Duration { state.withLock { $0.quietUntil } }
}
