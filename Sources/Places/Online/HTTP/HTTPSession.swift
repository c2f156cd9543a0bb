import Foundation
import Input

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What stands between a loader and the network: sends requests, and hands their answers over.
public protocol HTTPSession: Sendable {
  /// Gets the answer or the error, once.
  typealias Completion = @Sendable (Result<HTTPAnswer, RequestError>) -> Void

  /// Sends a request.
  ///
  /// - Parameters:
  ///   - limits: what the answer may take; the time is the caller's to watch over.
  ///   - completion: called at most once from any thread; perhaps never, once the task is cancelled.
  func start(
    _ request: URLRequest, limits: AnswerLimits, completion: @escaping Completion
  ) -> any HTTPTask
}

/// A request under way.
public protocol HTTPTask: Sendable {
  /// Gives it up.
  func cancel()
}

/// What a server answered, as far as it is used.
public struct HTTPAnswer: Equatable, Sendable {
  /// Like 200.
  public var status: Int
  /// The media type without its parameters, in lower case.
  public var type: String?
  /// The field of that name, as it came.
  public var retryAfter: String?
  /// Where the server redirects to, as it came.
  public var location: String?
  /// The body, decompressed; of an answer of no use, the beginning of a page that may say why, or nothing.
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

  /// Why the body is of no use, by the head; `nil` if it may be read.
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

/// What an answer may take.
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

/// Foundation's own session. It ends the process at some answers that only a hostile server gives, so it asks servers
/// that are known, such as those that a `URLProtocol` plays.
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
