import Geography
import Glibc
import Input
import Places
import Synchronization

/// A few connections to one database, each of which answers one question at a time.
///
/// libpq blocks while it connects, so questions run on threads of their own: on Dispatch's, a few that block would keep
/// all tasks of the process waiting.
final class PostgreSQLPool: Sendable {
  private let address: PostgreSQLAddress
  /// Seconds for each question.
  private let timeout: Double

  /// As many as a small server can handle beside other clients.
  static let mostConnections = 8

  private struct State {
    var idle: [PostgreSQLConnection] = []
    var running = 0
    var waiting: [@Sendable () -> Void] = []
    var open: [ObjectIdentifier: Ticket] = [:]
  }

  private let state = Mutex(State())

  init(address: PostgreSQLAddress, timeout: Double) {
    self.address = address
    self.timeout = timeout
  }

  /// Lets a question use a connection for as long as somebody waits for the answer.
  struct Session {
    let connection: PostgreSQLConnection
    fileprivate let ticket: Ticket
    fileprivate let end: ContinuousClock.Instant
    fileprivate let timeout: Double

    /// - Throws: `PostgreSQLProblem`, also what `take` throws, after which the session is over.
    func ask(
      _ statement: SQLStatement, _ take: @escaping PostgreSQLConnection.Take
    ) throws(PostgreSQLProblem) {
      do throws(PostgreSQLProblem) {
        try connection.ask(statement, while: { !ticket.isCancelled && .now < end }, take)
      } catch .cancelled where !ticket.isCancelled {
        throw .timedOut(timeout)
      } catch .refused("57014", _) {
        // The server's own limit.
        throw .timedOut(timeout)
      }
    }
  }

  /// Answers a question on a connection; if that is lost, tries once more on another host.
  func answer<Answer: Sendable>(
    _ question: @escaping @Sendable (Session) throws(PostgreSQLProblem) -> Answer
  ) async throws(PostgreSQLProblem) -> Answer {
    let ticket = Ticket()
    let result: Result<Answer, PostgreSQLProblem> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiter = Waiter(continuation)
        ticket.onCancel { waiter.resume(.failure(.cancelled)) }
        state.withLock { $0.open[ObjectIdentifier(ticket)] = ticket }
        do throws(NoThread) {
          try start { [self] in
            // Nobody waits for a question that was cancelled before its turn.
            if !ticket.isCancelled {
              waiter.resume(Result { () throws(PostgreSQLProblem) in try run(question, ticket) })
            }
            state.withLock { $0.open[ObjectIdentifier(ticket)] = nil }
          }
        } catch {
          state.withLock { state in
            state.running -= 1
            state.open[ObjectIdentifier(ticket)] = nil
          }
          waiter.resume(.failure(.noThread(error)))
        }
      }
    } onCancel: {
      ticket.cancel()
    }
    return try result.get()
  }

  func cancelAll() {
    for ticket in state.withLock({ Array($0.open.values) }) { ticket.cancel() }
  }

  private func start(_ work: @escaping @Sendable () -> Void) throws(NoThread) {
    let isFree = state.withLock { state in
      guard state.running < Self.mostConnections else {
        state.waiting.append(work)
        return false
      }
      state.running += 1
      return true
    }
    guard isFree else { return }
    try BackgroundThread.start { [self] in
      var next: (@Sendable () -> Void)? = work
      while let work = next {
        work()
        next = state.withLock { state in
          if !state.waiting.isEmpty { return state.waiting.removeFirst() }
          state.running -= 1
          return nil
        }
      }
    }
  }

  private func run<Answer>(
    _ question: (Session) throws(PostgreSQLProblem) -> Answer, _ ticket: Ticket
  ) throws(PostgreSQLProblem) -> Answer {
    // An idle connection may have been lost long ago, which says nothing about a new one.
    if let idle = state.withLock({ $0.idle.popLast() }) {
      if let answer = try attempt(question, on: idle, ticket) { return answer }
      state.withLock { $0.idle.removeAll() }
    }
    if let answer = try attempt(question, on: connect(ticket), ticket) { return answer }
    let connection = try connect(ticket)
    if let answer = try attempt(question, on: connection, ticket) { return answer }
    throw .lost("the connection broke twice")
  }

  /// - Returns: `nil` if the connection is lost.
  private func attempt<Answer>(
    _ question: (Session) throws(PostgreSQLProblem) -> Answer, on connection: PostgreSQLConnection,
    _ ticket: Ticket
  ) throws(PostgreSQLProblem) -> Answer? {
    let session = session(connection, ticket)
    do throws(PostgreSQLProblem) {
      let answer = try question(session)
      state.withLock { $0.idle.append(connection) }
      return answer
    } catch {
      if error.endsConnection { return nil }
      if case .refused = error { state.withLock { $0.idle.append(connection) } }
      throw error
    }
  }

  private func session(_ connection: PostgreSQLConnection, _ ticket: Ticket) -> Session {
    Session(connection: connection, ticket: ticket, end: .now + .seconds(timeout), timeout: timeout)
  }

  private func connect(_ ticket: Ticket) throws(PostgreSQLProblem) -> PostgreSQLConnection {
    if ticket.isCancelled { throw .cancelled }
    let connection = try PostgreSQLConnection(to: address, timeout: timeout)
    guard connection.parameter("server_encoding") == "UTF8" else {
      throw .unsuitable(
        "the database's encoding is \(connection.parameter("server_encoding") ?? "unknown"); poi needs UTF8")
    }
    try prepare(session(connection, ticket))
    return connection
  }

  /// Makes the server cancel statements by itself that are overdue or whose poi has gone, and switches off JIT, which
  /// takes longer than it saves.
  private func prepare(_ session: Session) throws(PostgreSQLProblem) {
    var statement = SQLStatement()
    statement.text = """
      SELECT set_config('default_transaction_read_only', 'on', false), set_config('jit', 'off', false),
        CASE WHEN current_setting('statement_timeout') = '0'
          THEN set_config('statement_timeout', \(statement.parameter("\(Int(clamping: timeout * 1000 + 1000))")), false)
        END,
        CASE WHEN current_setting('server_version_num')::integer >= 140000
          THEN set_config('client_connection_check_interval', '1s', false)
        END
      """
    try session.ask(statement) { _ in }
  }
}

/// Whether somebody waits for an answer.
private final class Ticket: Sendable {
  private struct State {
    var isCancelled = false
    var onCancel: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  var isCancelled: Bool { state.withLock(\.isCancelled) }

  func onCancel(_ body: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      state.onCancel = body
      return state.isCancelled
    }
    if isCancelled { body() }
  }

  func cancel() {
    let body = state.withLock { state in
      state.isCancelled = true
      return state.onCancel
    }
    body?()
  }
}

/// Resumes the waiting caller, once.
private final class Waiter<Answer: Sendable>: Sendable {
  typealias Continuation = CheckedContinuation<Result<Answer, PostgreSQLProblem>, Never>

  private let continuation: Mutex<Continuation?>

  init(_ continuation: Continuation) {
    self.continuation = Mutex(continuation)
  }

  func resume(_ result: Result<Answer, PostgreSQLProblem>) {
    continuation.withLock { $0.take() }?.resume(returning: result)
  }
}
