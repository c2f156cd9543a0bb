import Dispatch
import FoundationEssentials
import HTTPTypes
import Input
import Places
import Synchronization

/// A request to a server, and how to read the answer. A pure value without any networking.
public protocol APIRequest: Sendable {
  associatedtype RequestData: Sendable
  associatedtype Response: Sendable

  /// The request that asks about `data`, and what it carries.
  func makeRequest(from data: RequestData) throws(RequestError) -> (head: HTTPRequest, body: Data?)

  /// Reads the body of a successful answer.
  ///
  /// - Throws: `RequestError.malformed`.
  func parseResponse(data: Data) throws(RequestError) -> Response

  /// What an HTML page says that came with, or instead of, an answer; `nil` if it says no more than `error`.
  func refusal(after error: RequestError, body: Data) -> RequestError?
}

extension APIRequest {
  public func refusal(after error: RequestError, body: Data) -> RequestError? { nil }
}

/// Asks a server over HTTP: makes the request, checks the answer's status, type, size and time, and reads it.
///
/// ```swift
/// let session = CurlSession(userAgent: "example/1.0")
/// let loader = APIRequestLoader(apiRequest: PointsOfInterestRequest(server: server), session: session)
/// let places = try await loader.loadAPIRequest(requestData: position)
/// ```
public final class APIRequestLoader<Request: APIRequest>: Sendable {
  /// Gets the answer or the error, once.
  public typealias Completion = @Sendable (Result<Request.Response, RequestError>) -> Void

  private let apiRequest: Request
  private let session: any HTTPSession
  private let limits: AnswerLimits
  private let report: @Sendable (RequestTrace) -> Void
  private let fetches = Mutex<[ObjectIdentifier: Fetch]>([:])

  /// - Parameters:
  ///   - session: sends the requests.
  ///   - report: called with the result of each request, on any thread.
  public init(
    apiRequest: Request, session: any HTTPSession, limits: AnswerLimits = AnswerLimits(),
    report: @escaping @Sendable (RequestTrace) -> Void = { _ in }
  ) {
    (self.apiRequest, self.session, self.limits, self.report) = (apiRequest, session, limits, report)
  }

  /// Asks, and calls `completion` from any thread.
  public func loadAPIRequest(requestData: Request.RequestData, completion: @escaping Completion) {
    do throws(RequestError) {
      start(try apiRequest.makeRequest(from: requestData), limits, completion)
    } catch {
      completion(.failure(error))
    }
  }

  /// Asks, and waits for the answer; a cancelled task cancels the request.
  ///
  /// - Parameter seconds: the limit for this answer, if it differs from the usual one.
  public func loadAPIRequest(
    requestData: Request.RequestData, within seconds: Double? = nil
  ) async throws(RequestError) -> Request.Response {
    let request = try apiRequest.makeRequest(from: requestData)
    var limits = limits
    if let seconds { limits.seconds = seconds }
    let fetch = Mutex<Fetch?>(nil)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { [limits] continuation in
        let started = start(request, limits) { continuation.resume(returning: $0) }
        fetch.withLock { $0 = started }
        if Task.isCancelled { started.end(.failure(.cancelled)) }
      }
    } onCancel: {
      fetch.withLock { $0 }?.end(.failure(.cancelled))
    }
    return try result.get()
  }

  /// Cancels every request; each completes as `cancelled`.
  public func cancelFetchingAll() {
    for fetch in fetches.withLock({ Array($0.values) }) {
      fetch.end(.failure(.cancelled))
    }
  }

  @discardableResult
  private func start(
    _ request: (head: HTTPRequest, body: Data?), _ limits: AnswerLimits, _ completion: @escaping Completion
  ) -> Fetch {
    let start = ContinuousClock.now
    let fetch = Fetch(limits: limits) {
      [weak self, apiRequest, report] fetch, body in
      let duration = start.duration(to: .now)
      self?.fetches.withLock { $0[ObjectIdentifier(fetch)] = nil }
      let response = body.flatMap { data in
        Result { () throws(RequestError) in try apiRequest.parseResponse(data: data) }
      }
      .mapError { error in apiRequest.refusal(after: error, body: fetch.refusal) ?? error }
      report(fetch.trace(of: request.head, lasting: duration, endedBy: response.failure))
      completion(response)
    }
    fetches.withLock { $0[ObjectIdentifier(fetch)] = fetch }
    fetch.start(request, in: session)
    return fetch
  }
}

/// One request under way: ends exactly once, in time.
private final class Fetch: Sendable {
  typealias Completion = @Sendable (Fetch, Result<Data, RequestError>) -> Void

  private struct State {
    var task: (any HTTPTask)?
    var status: Int?
    var byteCount = 0
    /// The text of an unusable answer.
    var refusal = Data()
    /// Cleared when the request ends.
    var completion: Completion?
  }

  private let limits: AnswerLimits
  private let state: Mutex<State>

  init(limits: AnswerLimits, completion: @escaping Completion) {
    self.limits = limits
    state = Mutex(State(completion: completion))
  }

  /// Its result, for observers.
  func trace(of request: HTTPRequest, lasting duration: Duration, endedBy error: RequestError?)
    -> RequestTrace
  {
    let (status, byteCount) = state.withLock { ($0.status, $0.byteCount) }
    return RequestTrace(
      method: request.method.rawValue, address: request.url?.withoutSecrets ?? "nowhere",
      status: status, bytes: byteCount, duration: duration, error: error)
  }

  func start(_ request: (head: HTTPRequest, body: Data?), in session: any HTTPSession) {
    DispatchQueue.global().asyncAfter(deadline: .now() + limits.seconds) { [weak self, limits] in
      self?.end(.failure(.timedOut(seconds: limits.seconds)))
    }
    let task = session.start(request.head, body: request.body, limits: limits) { [self] answer in
      end(read(answer))
    }
    let isWanted = state.withLock { state in
      state.task = task
      return state.completion != nil
    }
    if !isWanted { task.cancel() }
  }

  /// The text of an unusable answer; at most `InputLimits.refusal` bytes.
  var refusal: Data { state.withLock { $0.refusal.prefix(InputLimits.refusal) } }

  func end(_ result: Result<Data, RequestError>) {
    let (completion, task) = state.withLock { ($0.completion.take(), $0.task.take()) }
    guard let completion else { return }
    if case .failure = result { task?.cancel() }
    completion(self, result)
  }

  private func read(_ answer: Result<HTTPAnswer, RequestError>) -> Result<Data, RequestError> {
    answer.flatMap { answer in
      let problem = answer.problem(now: Date())
      state.withLock { state in
        state.status = answer.status
        state.byteCount = problem == nil ? answer.body.count : 0
        state.refusal = problem == nil ? Data() : answer.body
      }
      return problem.map { .failure($0) } ?? .success(answer.body)
    }
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
