import Glibc
import Input
import Nearby
import Synchronization

/// Speaks through speech-dispatcher, on its own thread.
///
/// It sends one message at a time, so that it can still drop stale ones. If speech-dispatcher goes away, it
/// says so and reconnects after 1, 2, 4 … 30 s.
@MainActor
final class SpeechDispatcher: Speaker {
  private let work: Work

  /// Connects, or returns why speech-dispatcher could not be reached.
  ///
  /// - Parameters:
  ///   - dropsStale: whether to drop messages that have waited too long.
  ///   - tell: called with problems, on the main actor.
  static func connected(
    to address: SpeechDispatcherAddress, _ settings: SpeechSettings, dropsStale: Bool,
    limit: Duration = SSIPConnection.usualLimit, tell: @escaping @MainActor @Sendable (String) -> Void
  ) async -> Result<SpeechDispatcher, SSIPConnection.Problem> {
    let work = Work(address: address, settings: settings, dropsStale: dropsStale, limit: limit, tell: tell)
    let problem = await withCheckedContinuation { continuation in
      do throws(NoThread) {
        try BackgroundThread.start { work.run { continuation.resume(returning: $0) } }
      } catch {
        continuation.resume(returning: .unreachable(code: error.code))
      }
    }
    return problem.map { .failure($0) } ?? .success(SpeechDispatcher(work))
  }

  private init(_ work: Work) {
    self.work = work
  }

  func say(_ utterance: Utterance) {
    work.change { $0.queue.add(utterance, at: .now) }
  }

  func cancel(_ utterance: Utterance) {
    work.change { orders in
      if !orders.queue.remove(utterance) { orders.cancelled = utterance }
    }
  }

  func finish() async {
    await end { $0.isFinishing = true }
  }

  func stop() async {
    await end { $0.isStopping = true }
  }

  private func end(_ change: (inout Work.Orders) -> Void) async {
    await withCheckedContinuation { continuation in
      let hasEnded = work.change { orders in
        change(&orders)
        if !orders.hasEnded { orders.waiting.append(continuation) }
        return orders.hasEnded
      }
      if hasEnded { continuation.resume() }
    }
  }

  fileprivate final class Work: Sendable {
    struct Orders {
      var queue: SpeechQueue
      /// What nobody needs to hear the end of.
      var cancelled: Utterance?
      var isFinishing = false
      var isStopping = false
      var hasEnded = false
      var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let orders: Mutex<Orders>
    private let address: SpeechDispatcherAddress
    private let settings: SpeechSettings
    private let limit: Duration
    private let tell: @MainActor @Sendable (String) -> Void
    private let waker = Waker()

    init(
      address: SpeechDispatcherAddress, settings: SpeechSettings, dropsStale: Bool, limit: Duration,
      tell: @escaping @MainActor @Sendable (String) -> Void
    ) {
      (self.limit, self.address, self.settings, self.tell) = (limit, address, settings, tell)
      orders = Mutex(Orders(queue: SpeechQueue(dropsStale: dropsStale)))
    }

    func change<Result>(_ body: (inout Orders) -> Result) -> Result {
      let result = orders.withLock { body(&$0) }
      waker.wake()
      return result
    }

    /// Works until told to stop.
    ///
    /// - Parameter connected: called with the result of the first connection; a failure ends the work.
    func run(_ connected: (SSIPConnection.Problem?) -> Void) {
      let first: SSIPConnection
      do throws(SSIPConnection.Problem) {
        first = try connect()
      } catch {
        return connected(error)
      }
      connected(nil)
      var connection: SSIPConnection? = first
      var failures = 0
      while !isAtEnd(afterFailure: failures > 0) {
        do throws(SSIPConnection.Problem) {
          let current: SSIPConnection
          if let open = connection.take() { current = open } else { current = try connect() }
          try serve(current, after: &failures)
          break
        } catch {
          failures += 1
          if failures == 1 { report("speech-dispatcher at \(address): \(error); trying again") }
          pause(RetryDelay.delay(afterFailures: failures))
        }
      }
      let waiting = orders.withLock { orders in
        orders.hasEnded = true
        defer { orders.waiting = [] }
        return orders.waiting
      }
      for continuation in waiting { continuation.resume() }
    }

    private func connect() throws(SSIPConnection.Problem) -> SSIPConnection {
      let connection = try SSIPConnection(to: address, limit: limit)
      try connection.start(settings)
      return connection
    }

    /// Whether there is nothing more to do; at the end, does not wait for a reconnection.
    private func isAtEnd(afterFailure hasFailed: Bool) -> Bool {
      orders.withLock { $0.isStopping || $0.isFinishing && (hasFailed || $0.queue.isEmpty) }
    }

    /// - Parameter failures: how many attempts in a row failed; 0 once a message was spoken.
    private func serve(
      _ connection: SSIPConnection, after failures: inout Int
    ) throws(SSIPConnection.Problem) {
      var speaking: (message: Int?, utterance: Utterance, deadline: ContinuousClock.Instant)?
      while true {
        let (isStopping, isFinishing, cancelled, next) = orders.withLock { orders in
          (
            orders.isStopping, orders.isFinishing, orders.cancelled.take(),
            orders.isStopping
              ? nil : orders.queue.next(at: .now, interrupting: speaking?.utterance.urgency)
          )
        }
        if isStopping {
          try connection.cancel()
          return connection.quit()
        }
        if let cancelled, cancelled == speaking?.utterance {
          try connection.cancel()
          speaking = nil
          // What waited for its end can be said now.
          if next == nil { continue }
        }
        if let next {
          do throws(SSIPConnection.Problem) {
            speaking = (try connection.speak(next), next, .now + next.patience)
          } catch .refused(let text) {
            report("speech-dispatcher did not speak: \(text)")
          }
        } else if isFinishing, speaking == nil {
          return connection.quit()
        } else {
          try wait(for: connection, atMost: speaking.map { $0.deadline - .now })
        }
        let events = connection.takeEvents()
        guard let current = speaking else { continue }
        if events.contains(where: { $0.isEnd && $0.message == current.message }) {
          if failures > 0 { report("speech-dispatcher speaks again") }
          (failures, speaking) = (0, nil)
        } else if current.deadline <= .now {
          speaking = nil
        }
      }
    }

    private func wait(
      for connection: SSIPConnection, atMost limit: Duration?
    ) throws(SSIPConnection.Problem) {
      switch waker.wait(forInputFrom: connection.descriptor, atMost: limit) {
      case .called: waker.takeCalls()
      case .readable: try connection.receiveEvents()
      case .timedOut: break
      }
    }

    private func pause(_ duration: Duration) {
      let end = ContinuousClock.now + duration
      while !isAtEnd(afterFailure: true) {
        let rest = end - .now
        guard rest > .zero else { return }
        if waker.wait(forInputFrom: -1, atMost: rest) == .called { waker.takeCalls() }
      }
    }

    private func report(_ message: String) {
      Task { @MainActor [tell] in tell(message) }
    }
  }
}
