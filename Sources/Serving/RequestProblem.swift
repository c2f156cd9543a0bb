import NIOHTTP1

/// Why the server cannot answer these bytes as a request.
enum RequestProblem: Error, Equatable {
  /// They are not HTTP, or violate RFC 9112.
  case malformed(String)
  case targetTooLong(limit: Int)
  case headTooLarge(limit: Int)
  case hasBody
  /// Its head did not arrive in time.
  case timedOut
  case unsupportedVersion
  case tooManyConnections

  /// What the decoder reports.
  init(_ error: HTTPParserError, limits: ServerLimits) {
    self =
      switch error {
      case .headerOverflow: .headTooLarge(limit: limits.head)
      case .invalidVersion: .unsupportedVersion
      case .invalidMethod, .invalidURL, .invalidConstant:
        .malformed("it does not begin with METHOD PATH HTTP/1.1")
      case .invalidHeaderToken: .malformed("a field is not NAME: VALUE")
      case .invalidContentLength: .malformed("Content-Length is not a number")
      case .unexpectedContentLength: .malformed("it says more than once how long its body is")
      default: .malformed("its lines do not end with CR LF, or a field is not NAME: VALUE")
      }
  }

  var status: HTTPResponseStatus {
    switch self {
    case .malformed: .badRequest
    case .targetTooLong: .uriTooLong
    case .headTooLarge: .requestHeaderFieldsTooLarge
    case .hasBody: .payloadTooLarge
    case .timedOut: .requestTimeout
    case .unsupportedVersion: .httpVersionNotSupported
    case .tooManyConnections: .tooManyRequests
    }
  }

  var message: String {
    switch self {
    case .malformed(let how): "this is not an HTTP request: \(how)"
    case .targetTooLong(let limit): "the path and the query are longer than \(limit) bytes"
    case .headTooLarge(let limit):
      "the head of the request is longer than \(limit) bytes or has too many fields"
    case .hasBody: "send no body; use GET and a query"
    case .timedOut: "the request did not arrive in time"
    case .unsupportedVersion: "this server speaks HTTP/1.1"
    case .tooManyConnections: "too many connections from your address; close some"
    }
  }
}
