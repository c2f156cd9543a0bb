import Input
import NIOHTTP1
import NIOPosix
import Synchronization

/// Answers each question when it is its client's turn, on threads that no connection needs.
public final class TurnTaking: RequestHandler {
  private let handler: any RequestHandler
  private let limits: ServerLimits
  private let freePaths: Set<String>
  private let queue: TurnQueue
  private let threads: NIOThreadPool

  /// So many answers can be looked up in files, or written, at once.
  private static let threadCount = 4

  /// - Parameter freePaths: the paths whose answers cost nothing, and wait for nobody.
  public init(_ handler: any RequestHandler, limits: ServerLimits, freePaths: Set<String> = []) {
    self.handler = handler
    self.limits = limits
    self.freePaths = freePaths
    queue = TurnQueue(limits: limits)
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
    let client = TurnTaker(name: limits.proxies.client(of: request), queue: queue)
    if let seconds = await client.begin() {
      return .problem(
        "the server is busy, or you have used your share of it; try again in \(seconds) s",
        status: .serviceUnavailable, headers: ["Retry-After": "\(seconds)"])
    }
    var end = (seconds: 0.0, bytes: 0)
    defer { client.end(seconds: end.seconds + work.seconds, bytes: end.bytes) }
    let response = try await TurnTaker.$current.withValue(client) { try await handler.response(to: request) }
    end.seconds = response.secondsElsewhere
    guard case .bytes(let bytes) = response.body else { return response }
    guard bytes.count <= ServerLimits.answer else { return .tooLarge }
    end.bytes = bytes.count
    return response
  }
}

/// A client that takes turns with the others, also with work that goes on after its question is answered.
public struct TurnTaker: Sendable {
  /// Whose question the current task answers; `nil` if nobody counts.
  @TaskLocal public static var current: TurnTaker?

  public let name: String
  fileprivate let queue: TurnQueue

  /// Begins work when it is the client's turn; then `end` has to follow.
  ///
  /// - Returns: `nil`, or after how many seconds it may ask again, since it may not begin.
  public func begin() async -> Int? {
    if case .refused(let seconds) = await queue.turn(of: name) { seconds } else { nil }
  }

  public func end(seconds: Double, bytes: Int = 0) { queue.end(by: name, seconds: seconds, bytes: bytes) }

  /// Counts work that could not wait for a turn.
  ///
  /// - Returns: for how many seconds the client should cause no more, since it has used its share; `nil` if it may.
  public func use(seconds: Double) -> Int? { queue.use(seconds, by: name) }
}

/// The questions that wait for their turns.
private final class TurnQueue: Sendable {
  private struct State {
    var turns: Turns
    var lastID: Turns.ID = 0
    var waiting: [Turns.ID: CheckedContinuation<Turns.Verdict, Never>] = [:]
  }

  private let state: Mutex<State>

  init(limits: ServerLimits) { state = Mutex(State(turns: Turns(limits: limits))) }

  func use(_ seconds: Double, by client: String) -> Int? {
    state.withLock { $0.turns.use(seconds, by: client, at: .now) }
  }

  func end(by client: String, seconds: Double, bytes: Int) {
    let turns = state.withLock { state in
      state.turns.end(by: client, seconds: seconds, bytes: bytes, at: .now)
        .map { (turn: state.waiting.removeValue(forKey: $0), verdict: $1) }
    }
    for (turn, verdict) in turns { turn?.resume(returning: verdict) }
  }

  /// Waits for a client's turn; whoever is gone has no need of one.
  ///
  /// Nobody is resumed while the state is locked: that needs the lock of the task, which a cancellation holds while it
  /// waits for the state.
  func turn(of client: String) async -> Turns.Verdict {
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

/// Clients take turns with their questions, and each may cause only so much work and so many bytes in a while.
///
/// The client whose turn it is asks one question, then that of the next client follows, however many questions the first
/// one has. What a client has used is forgotten evenly: all of its share within `Limits.window`.
struct Turns {
  typealias Instant = ContinuousClock.Instant
  typealias ID = UInt64

  /// What a question that does not wait may do.
  enum Verdict: Equatable {
    case begin
    /// - Parameter retryAfter: seconds.
    case refused(retryAfter: Int)
  }

  private struct Client {
    var waiting: [(id: ID, since: Instant)] = []
    var running = 0
    /// What it has used of its share, as a part of it.
    var seconds = 0.0
    var bytes = 0.0
    /// When that was so.
    var time: Instant

    var isIdle: Bool { running == 0 && waiting.isEmpty }
    var used: Double { max(seconds, bytes) }
  }

  private let limits: ServerLimits
  private var clients: [String: Client] = [:]
  /// The clients with waiting questions, the next one first.
  private var order: [String] = []
  private var running = 0

  init(limits: ServerLimits) {
    self.limits = limits
  }

  /// A client asks a question, which waits if there is no verdict yet.
  mutating func ask(_ id: ID, by name: String, at now: Instant) -> Verdict? {
    if clients[name] == nil, clients.count >= limits.clients { forgetOne(at: now) }
    var client = client(name, at: now)
    defer { clients[name] = client }
    if client.used >= 1 { return refusal(of: client) }
    if client.running < limits.questionsOfClient, running < limits.questions, client.waiting.isEmpty {
      client.running += 1
      running += 1
      return .begin
    }
    let waiting = order.reduce(0) { $0 + (clients[$1]?.waiting.count ?? 0) }
    guard waiting < limits.waitingQuestions, client.waiting.count < limits.waitingQuestionsOfClient else {
      return refusal(of: client)
    }
    if client.waiting.isEmpty { order.append(name) }
    client.waiting.append((id, now))
    return nil
  }

  /// A waiting question is no longer asked.
  mutating func drop(_ id: ID, by name: String) {
    clients[name]?.waiting.removeAll { $0.id == id }
    if clients[name]?.waiting.isEmpty != false { order.removeAll { $0 == name } }
  }

  /// A client causes work without a turn.
  ///
  /// - Returns: for how many seconds it has used its share; `nil` if it has not.
  mutating func use(_ seconds: Double, by name: String, at now: Instant) -> Int? {
    var client = client(name, at: now)
    client.seconds += seconds / limits.secondsOfClient
    clients[name] = client
    return client.used >= 1 ? pause(of: client) : nil
  }

  /// A question has its answer.
  ///
  /// - Returns: what those that waited may do now.
  mutating func end(by name: String, seconds: Double, bytes: Int, at now: Instant) -> [(ID, Verdict)] {
    var client = client(name, at: now)
    client.running -= 1
    running -= 1
    client.seconds += seconds / limits.secondsOfClient
    client.bytes += Double(bytes) / Double(limits.bytesOfClient)
    clients[name] = client
    // The others first.
    if let place = order.firstIndex(of: name) { order.append(order.remove(at: place)) }
    return next(at: now)
  }

  private mutating func next(at now: Instant) -> [(ID, Verdict)] {
    var verdicts: [(ID, Verdict)] = []
    var place = 0
    while place < order.count, running < limits.questions {
      let name = order[place]
      var client = client(name, at: now)
      guard client.running < limits.questionsOfClient, !client.waiting.isEmpty else {
        place += 1
        continue
      }
      let (id, since) = client.waiting.removeFirst()
      order.remove(at: place)
      if !client.waiting.isEmpty { order.append(name) }
      if client.used >= 1 || since + limits.waitingTime <= now {
        verdicts.append((id, refusal(of: client)))
      } else {
        client.running += 1
        running += 1
        verdicts.append((id, .begin))
      }
      clients[name] = client
    }
    return verdicts
  }

  private func refusal(of client: Client) -> Verdict { .refused(retryAfter: pause(of: client)) }

  private func pause(of client: Client) -> Int {
    max(2, Int((limits.window * (client.used - 1)).components.seconds) + 1)
  }

  /// A client with what it has used until now.
  private func client(_ name: String, at now: Instant) -> Client {
    guard var client = clients[name] else { return Client(time: now) }
    let forgotten = (now - client.time) / limits.window
    client.seconds = max(0, client.seconds - forgotten)
    client.bytes = max(0, client.bytes - forgotten)
    client.time = now
    return client
  }

  /// Forgets the idle client that has used least.
  private mutating func forgetOne(at now: Instant) {
    let idle = clients.filter(\.value.isIdle).keys
    let least = idle.min { client($0, at: now).used < client($1, at: now).used }
    if let least { clients[least] = nil }
  }
}
