import FoundationEssentials
import HTTPTypes
import Input
import Places

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
    _ request: HTTPRequest, body: Data?, limits: AnswerLimits, completion: @escaping Completion
  ) -> any HTTPTask
}

public protocol HTTPTask: Sendable {
  func cancel()
}

/// What a server answered, as far as it is needed.
public struct HTTPAnswer: Equatable, Sendable {
  public var status: Int
  /// The media type without its parameters, in lower case.
  public var type: String?
  /// The field of that name, as it came.
  public var retryAfter: String?
  /// The target of a redirect, as received.
  public var location: String?
  /// The decompressed body; for an unusable answer, the beginning of a page that may say why, or nothing.
  public var body: Data

  public init(
    status: Int, type: String? = nil, retryAfter: String? = nil, location: String? = nil, body: Data = Data()
  ) {
    (self.status, self.type, self.retryAfter) = (status, type, retryAfter)
    (self.location, self.body) = (location, body)
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
  package static func type(in field: String) -> String? {
    let type = field.prefix { $0 != ";" }.trimmed().lowercased()
    return type.isEmpty ? nil : type
  }
}
