import NIOHTTP1
import Places
import Presentation
import Serving

/// Why a request has no answer, as the client sees it.
struct ServedProblem {
  let status: HTTPResponseStatus
  let message: String
  let field: String?
  /// Seconds after which another try may succeed.
  let retryAfter: Int?
  /// Details only for those who run the server, such as a file's path.
  let logged: String?

  /// - Parameter error: anything that a handler throws.
  init(_ error: any Error) {
    switch error {
    case let problem as QueryParameters.Problem:
      self.init(.badRequest, problem.message, field: problem.field.isEmpty ? nil : problem.field)
    case let error as PlacesError: self.init(error)
    case let error as NoPosition:
      self.init(.serviceUnavailable, error.message, retryAfter: 5)
    default: self.init(.internalServerError, "the server failed", logged: "\(error)")
    }
  }

  private init(
    _ status: HTTPResponseStatus, _ message: String, field: String? = nil, retryAfter: Int? = nil,
    logged: String? = nil
  ) {
    (self.status, self.message, self.field) = (status, message, field)
    (self.retryAfter, self.logged) = (retryAfter, logged)
  }

  private init(_ error: PlacesError) {
    let failure = CommandFailure(error)
    switch failure.status {
    case .usage:
      let field =
        switch error {
        case .unknownCategory: "category"
        case .skippedTime: "open-at"
        case .onlyPlaces: "tag"
        default: "name"
        }
      // The client has a page, not a shell.
      let message = error.description.replacing(
        /;? poi categories lists them|; poi nearby street lists .*/, with: "")
      self.init(.badRequest, message, field: field)
    case .tryLater where error.isOfTooMuchWork:
      self.init(.serviceUnavailable, error.description)
    case .tryLater:
      self.init(
        .serviceUnavailable, "poi cannot look up places now; try again", retryAfter: 5,
        logged: failure.message)
    case .unreachable where error.isOfMissingLibrary:
      self.init(
        .serviceUnavailable, "the server lacks a library that it needs to look up places",
        logged: failure.message)
    case .unreachable:
      self.init(
        .badGateway, "the server that has the places cannot be reached", logged: failure.message)
    default: self.init(.internalServerError, "the places cannot be read", logged: failure.message)
    }
  }

  var response: Response {
    let headers: HTTPHeaders = retryAfter.map { ["Retry-After": "\($0)"] } ?? [:]
    return .problem(message, field: field, status: status, headers: headers)
  }

  var eventLine: String {
    JSONValue.known(["event": .string("problem"), "reason": .string(message)]).line
  }
}
