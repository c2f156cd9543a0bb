import Input
import NIOHTTP1
import NIOPosix
import Synchronization

/// Answers each question when it is its client's turn, on threads that no connection needs.
public final class TurnTaking: RequestHandler {
  private struct State {
    var turns: Turns
    var lastID: Turns.ID = 0
    var waiting: [Turns.ID: CheckedContinuation<Turns.Verdict, Never>] = [:]
  }

  private let handler: any RequestHandler
  private let limits: ServerLimits
  private let freePaths: Set<String>
  private let state: Mutex<State>
  private let threads: NIOThreadPool

  /// So many answers can be looked up in files, or written, at once.
  private static let threadCount = 4

  /// - Parameter freePaths: the paths whose answers cost nothing, and wait for nobody.
  public init(_ handler: any RequestHandler, limits: ServerLimits, freePaths: Set<String> = []) {
    self.handler = handler
    self.limits = limits
    self.freePaths = freePaths
    state = Mutex(State(turns: Turns(limits: limits)))
    threads = NIOThreadPool(numberOfThreads: Self.threadCount)
    threads.start()
  }

  deinit { threads.shutdownGracefully { _ in } }

  public func response(to request: Request) async throws -> Response {
    guard !freePaths.contains(request.path) else { return try await handler.response(to: request) }
    let work = JobExecutor { [threads] work in threads.submit { _ in work() } }
    return try await withTaskExecutorPreference(work) { try await answer(request, countedBy: work) }
  }

  @concurrent private func answer(_ request: Request, countedBy work: JobExecutor) async throws
    -> Response
  {
    let client = limits.proxies.client(of: request)
    if case .refused(let seconds) = await turn(of: client) {
      return .problem(
        "the server is busy, or you have used your share of it; try again in \(seconds) s",
        status: .serviceUnavailable, headers: ["Retry-After": "\(seconds)"])
    }
    var end = (seconds: 0.0, bytes: 0)
    defer {
      let turns = state.withLock { state in
        state.turns.end(by: client, seconds: end.seconds + work.seconds, bytes: end.bytes, at: .now)
          .map { (turn: state.waiting.removeValue(forKey: $0), verdict: $1) }
      }
      for (turn, verdict) in turns { turn?.resume(returning: verdict) }
    }
    let response = try await handler.response(to: request)
    end.seconds = response.secondsElsewhere
    guard case .bytes(let bytes) = response.body else { return response }
    guard bytes.count <= ServerLimits.answer else { return .tooLarge }
    end.bytes = bytes.count
    return response
  }

  /// Waits for a client's turn; whoever is gone has no need of one.
  ///
  /// Nobody is resumed while the state is locked: that needs the lock of the task, which a cancellation holds while it
  /// waits for the state.
  private func turn(of client: String) async -> Turns.Verdict {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { turn in
        let verdict: Turns.Verdict? = state.withLock { state in
          if let verdict = state.turns.ask(id, by: client, at: .now) { return verdict }
          if Task.isCancelled {
            state.turns.drop(id, by: client)
            return .refused(retryAfter: 0)
          }
          state.waiting[id] = turn
          return nil
        }
        if let verdict { turn.resume(returning: verdict) }
      }
    } onCancel: {
      let turn = state.withLock { state in
        let turn = state.waiting.removeValue(forKey: id)
        if turn != nil { state.turns.drop(id, by: client) }
        return turn
      }
      turn?.resume(returning: .refused(retryAfter: 0))
    }
  }
}
