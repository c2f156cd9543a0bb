import Foundation
import Input

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The layer between a loader and the network: sends requests, and returns their answers.
public protocol HTTPSession: Sendable {
  /// Gets the answer or the error, once.
  typealias Completion = @Sendable (Result<HTTPAnswer, RequestError>) -> Void

  /// Sends a request.
  ///
  /// - Parameters:
  ///   - limits: of the answer; the caller watches the time.
  ///   - completion: called at most once from any thread; perhaps never, once the task is cancelled.
  func start(
    _ request: URLRequest, limits: AnswerLimits, completion: @escaping Completion
  ) -> any HTTPTask
}

/// A request under way.
public protocol HTTPTask: Sendable {
  /// Cancels it.
  func cancel()
}

/// What a server answered, as far as it is needed.
public struct HTTPAnswer: Equatable, Sendable {
  /// Like 200.
  public var status: Int
  /// The media type without its parameters, in lower case.
  public var type: String?
  /// The field of that name, as it came.
  public var retryAfter: String?
  /// The target of a redirect, as received.
  public var location: String?
  /// The decompressed body; for an unusable answer, the beginning of a page that may say why, or nothing.
  public var body: Data

  /// An answer.
  public init(
    status: Int, type: String? = nil, retryAfter: String? = nil, location: String? = nil, body: Data = Data()
  ) {
    self.status = status
    self.type = type
    self.retryAfter = retryAfter
    self.location = location
    self.body = body
  }

  /// Why the body is unusable, according to the head; `nil` if it may be read.
  func problem(now: Date) -> RequestError? {
    guard status == 200 else {
      return .status(status, retryAfter: retryAfter.flatMap { RetryAfter.seconds($0, now: now) })
    }
    let type = type ?? "no type"
    let isJSON = ["application/json", "text/json"].contains(type) || type.hasSuffix("+json")
    return isJSON ? nil : .unexpectedType(type)
  }

  /// The media type that a `Content-Type` names, in lower case.
  static func type(in field: String) -> String? {
    let type = field.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    return type.isEmpty ? nil : type
  }
}

/// The limits of an answer.
public struct AnswerLimits: Sendable {
  /// Bytes of the body.
  public var bytes: Int
  /// Seconds until the body is whole.
  public var seconds: Double

  /// 64 MiB and half a minute by default.
  public init(bytes: Int = InputLimits.answer, seconds: Double = InputLimits.answerSeconds) {
    self.bytes = bytes
    self.seconds = seconds
  }
}

// MARK: - URLSession

/// Foundation's own session. It ends the process at some answers that only a hostile server gives, so use it
/// only for known servers, such as a mock `URLProtocol`.
extension URLSession: HTTPSession {
  public func start(
    _ request: URLRequest, limits: AnswerLimits, completion: @escaping Completion
  ) -> any HTTPTask {
    let task = dataTask(with: request) { data, response, error in
      if let error {
        completion(.failure(.connection((error as? URLError)?.code ?? .unknown)))
      } else if let response = response as? HTTPURLResponse {
        let body = data ?? Data()
        guard body.count <= limits.bytes else { return completion(.failure(.tooLarge(limit: limits.bytes))) }
        completion(
          .success(
            HTTPAnswer(
              status: response.statusCode,
              type: response.value(forHTTPHeaderField: "Content-Type").flatMap(HTTPAnswer.type),
              retryAfter: response.value(forHTTPHeaderField: "Retry-After"),
              location: response.value(forHTTPHeaderField: "Location"), body: body)))
      } else {
        completion(.failure(.malformed("it is not HTTP")))
      }
    }
    task.resume()
    return task
  }
}

extension URLSessionTask: HTTPTask {}
