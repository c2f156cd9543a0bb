import Dispatch
import Foundation
import Input
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Asks a server over HTTP: makes the request, watches over the answer's status, type, size and time, reads it.
public final class APIRequestLoader<Request: APIRequest>: Sendable {
  /// Hears the answer, or why there is none, once.
  public typealias Completion = @Sendable (Result<Request.Response, RequestError>) -> Void

  private let apiRequest: Request
  private let urlSession: URLSession
  private let limits: AnswerLimits
  private let report: @Sendable (RequestTrace) -> Void
  private let fetches = Mutex<[ObjectIdentifier: Fetch]>([:])

  /// - Parameters:
  ///   - urlSession: one of `URLSession.forPlaces(_:)` that lives as long as the process.
  ///   - report: hears what became of each request, from any thread.
  public init(
    apiRequest: Request, urlSession: URLSession = .places, limits: AnswerLimits = AnswerLimits(),
    report: @escaping @Sendable (RequestTrace) -> Void = { _ in }
  ) {
    self.apiRequest = apiRequest
    self.urlSession = urlSession
    self.limits = limits
    self.report = report
  }

  /// Asks, and calls `completion` from any thread.
  public func loadAPIRequest(requestData: Request.RequestData, completion: @escaping Completion) {
    do throws(RequestError) {
      start(try apiRequest.makeRequest(from: requestData), completion)
    } catch {
      completion(.failure(error))
    }
  }

  /// Asks, and waits for the answer; a cancelled task cancels the request.
  public func loadAPIRequest(requestData: Request.RequestData) async throws(RequestError) -> Request.Response
  {
    let request = try apiRequest.makeRequest(from: requestData)
    let fetch = Mutex<Fetch?>(nil)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let started = start(request) { continuation.resume(returning: $0) }
        fetch.withLock { $0 = started }
        if Task.isCancelled { started.end(.failure(.cancelled)) }
      }
    } onCancel: {
      fetch.withLock { $0 }?.end(.failure(.cancelled))
    }
    return try result.get()
  }

  /// Ends every request that is under way; each completes as `cancelled`.
  public func cancelFetchingAll() {
    for fetch in fetches.withLock({ Array($0.values) }) {
      fetch.end(.failure(.cancelled))
    }
  }

  @discardableResult
  private func start(_ request: URLRequest, _ completion: @escaping Completion) -> Fetch {
    let start = ContinuousClock.now
    let fetch = Fetch(task: urlSession.dataTask(with: request), limits: limits) {
      [weak self, apiRequest, report] fetch, body in
      let duration = start.duration(to: .now)
      self?.fetches.withLock { $0[ObjectIdentifier(fetch)] = nil }
      let response = body.flatMap { data in
        Result { () throws(RequestError) in try apiRequest.parseResponse(data: data) }
      }
      .mapError { error in apiRequest.refusal(after: error, body: fetch.refusal) ?? error }
      report(fetch.trace(of: request, lasting: duration, endedBy: response.failure))
      completion(response)
    }
    fetches.withLock { $0[ObjectIdentifier(fetch)] = fetch }
    fetch.start()
    return fetch
  }
}

/// What an answer may take.
public struct AnswerLimits: Sendable {
  /// Bytes of the body.
  public var bytes: Int
  /// Seconds until the body is whole.
  public var seconds: Double

  /// 64 MiB and half a minute, unless something else is said.
  public init(bytes: Int = InputLimits.answer, seconds: Double = InputLimits.answerSeconds) {
    self.bytes = bytes
    self.seconds = seconds
  }
}

extension URLSession {
  /// The session of all requests for places; short-lived sessions have crashed on Linux.
  public static let places: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    // There is a cache of poi's own.
    configuration.urlCache = nil
    return forPlaces(configuration)
  }()

  /// A session whose tasks have delegates of their own.
  public static func forPlaces(_ configuration: URLSessionConfiguration) -> URLSession {
    URLSession(configuration: configuration, delegate: TaskDelegates(), delegateQueue: CallerQueue())
  }
}

/// Calls the delegate on the thread that reads the answer, so that it is read no faster than it is taken.
///
/// An answer that came faster than a queue of its own was worked off has piled up by the gigabyte.
private final class CallerQueue: OperationQueue, @unchecked Sendable {  // It has no state of its own.
  override func addOperation(_ block: @escaping @Sendable () -> Void) {
    block()
  }
}

/// Hands a session's events on to its tasks' own delegates, whom Foundation does not call on Linux.
private final class TaskDelegates: NSObject, URLSessionDataDelegate {
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    guard let delegate = dataTask.delegate as? Fetch else { return completionHandler(.allow) }
    delegate.urlSession(
      session, dataTask: dataTask, didReceive: response, completionHandler: completionHandler)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    (dataTask.delegate as? Fetch)?.urlSession(session, dataTask: dataTask, didReceive: data)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    (task.delegate as? Fetch)?.urlSession(session, task: task, didCompleteWithError: error)
  }
}

/// One request under way: collects the body within the limits, and ends exactly once.
private final class Fetch: NSObject, URLSessionDataDelegate, Sendable {
  typealias Completion = @Sendable (Fetch, Result<Data, RequestError>) -> Void

  private struct State {
    var body = Data()
    var redirects = 0
    /// Why the answer is none, where what it says instead is still read.
    var problem: RequestError?
    /// Cleared when the request ends.
    var completion: Completion?
  }

  private let task: URLSessionDataTask
  private let limits: AnswerLimits
  private let state: Mutex<State>

  init(task: URLSessionDataTask, limits: AnswerLimits, completion: @escaping Completion) {
    self.task = task
    self.limits = limits
    state = Mutex(State(completion: completion))
  }

  /// What became of it, for those who look on.
  func trace(of request: URLRequest, lasting duration: Duration, endedBy error: RequestError?) -> RequestTrace
  {
    RequestTrace(
      method: request.httpMethod ?? "GET", address: request.url?.withoutSecrets ?? "nowhere",
      status: (task.response as? HTTPURLResponse)?.statusCode, bytes: state.withLock { $0.body.count },
      duration: duration, error: error)
  }

  func start() {
    task.delegate = self
    // URLSession's own limits start anew with every byte, and a mock has none.
    DispatchQueue.global().asyncAfter(deadline: .now() + limits.seconds) { [weak self, limits] in
      self?.end(.failure(.timedOut(seconds: limits.seconds)))
    }
    task.resume()
  }

  /// What an answer says that is none.
  var refusal: Data { state.withLock { $0.problem == nil ? Data() : $0.body } }

  func end(_ result: Result<Data, RequestError>) {
    let (completion, problem) = state.withLock { ($0.completion.take(), $0.problem) }
    guard let completion else { return }
    let result: Result<Data, RequestError> =
      if let problem, result != .failure(.cancelled) { .failure(problem) } else { result }
    // The thread that reads the answer calls this, and cancelling waits for that thread.
    DispatchQueue.global().async { [task] in task.cancel() }
    completion(self, result)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    if let error = Self.problem(with: response) {
      if response.mimeType == "text/html" {
        state.withLock { $0.problem = error }
        return completionHandler(.allow)
      }
      completionHandler(.cancel)
      end(.failure(error))
    } else {
      completionHandler(.allow)
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    let count = state.withLock { state in
      state.redirects += 1
      return state.redirects
    }
    do throws(Redirection) {
      guard let previous = task.currentRequest else { return completionHandler(nil) }
      completionHandler(try Redirection.request(after: previous, proposed: request, count: count))
    } catch {
      end(.failure(.redirected(error)))
      completionHandler(nil)
    }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = state.withLock { state in
      // What still comes after the end is not kept.
      guard state.completion != nil else { return false }
      state.body.append(data)
      return state.body.count > (state.problem == nil ? limits.bytes : InputLimits.refusal)
    }
    if isTooLarge { end(.failure(.tooLarge(limit: limits.bytes))) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    if let error {
      end(.failure(.connection((error as? URLError)?.code ?? .unknown)))
    } else if let error = task.response.flatMap(Self.problem) {
      // A redirect to nowhere is not told of before.
      end(.failure(error))
    } else {
      end(.success(state.withLock { $0.body }))
    }
  }

  private static func problem(with response: URLResponse) -> RequestError? {
    guard let response = response as? HTTPURLResponse else { return .malformed("it is not HTTP") }
    guard response.statusCode == 200 else {
      let retryAfter = response.value(forHTTPHeaderField: "Retry-After")
      return .status(
        response.statusCode, retryAfter: retryAfter.flatMap { RetryAfter.seconds($0, now: Date()) })
    }
    let type = response.mimeType?.lowercased() ?? "no type"
    let isJSON = ["application/json", "text/json"].contains(type) || type.hasSuffix("+json")
    return isJSON ? nil : .unexpectedType(type)
  }
}

extension Result {
  /// Why it is none.
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
