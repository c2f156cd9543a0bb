import CivilTime
import FoundationEssentials
import Geography
import Input

/// Why a server gave no usable answer.
public enum RequestError: Error, Hashable, Sendable, CustomStringConvertible {
  case invalidCoordinate
  case connection(ConnectionProblem)
  case noLibrary
  /// No complete answer within this many seconds.
  case timedOut(seconds: Double)
  case cancelled
  /// The server answered with this HTTP status, and perhaps said after how many seconds to ask again.
  case status(Int, retryAfter: Int?)
  /// The same with what the server says of the question.
  case refused(Int, String)
  case redirected(Redirection)
  case unexpectedType(String)
  /// The answer is larger than this many bytes.
  case tooLarge(limit: Int)
  /// The answer has more places than this.
  case tooManyPlaces(limit: Int)
  case gaveUp(String)
  case malformed(String)
  /// The server was still answering another question of this user after this many seconds.
  case inUse(seconds: Double)
  /// The server's data is of the first time, older than what is known.
  case outdated(Date, known: Date)
  case noThread(NoThread)

  public var description: String {
    switch self {
    case .invalidCoordinate: "the position is out of range"
    case .connection(let problem): "no connection: \(problem)"
    case .noLibrary: "this needs libcurl, which is not installed\(PackageManager.advice(on: "libcurl4"))"
    case .timedOut(let seconds): "no answer within \(seconds.shortText) s"
    case .cancelled: "cancelled"
    case .status(429, let retryAfter):
      "the server asks to try later" + (retryAfter.flatMap { $0 > 0 ? " (in \($0) s)" : nil } ?? "")
    case .status(let status, _):
      "the server answered \(status) \(ReasonPhrase.text(of: status))"
        + (Self.advice(on: status).map { ": \($0)" } ?? "")
    case .refused(let status, let words):
      "the server answered \(status) \(ReasonPhrase.text(of: status)): \(words)"
    case .redirected(let redirection): redirection.description
    case .unexpectedType(let type): "the server answered with \(type), not with JSON"
    case .tooLarge(let limit): "the answer is larger than \(limit / 1_048_576) MiB"
    case .tooManyPlaces(let limit): "the answer has more than \(limit) places; ask for less"
    case .gaveUp(let words): "the server gave up (\(words)); ask for less, or try again in a few minutes"
    case .malformed(let how): "the answer cannot be read: \(how)"
    case .inUse(let seconds):
      "the server was still busy with another question after \(seconds.rounded().shortText) s; try again later"
    case .outdated(let time, let known):
      "its data (of \(Timestamp.text(of: time))) is older than yours (of \(Timestamp.text(of: known))); try again later"
    case .noThread(let problem): problem.description
    }
  }

  /// Whether no answer came at all, so that another question now would have none either.
  public var isOutage: Bool {
    switch self {
    case .connection, .timedOut, .noLibrary: true
    case .invalidCoordinate, .cancelled, .status, .refused, .redirected, .unexpectedType, .tooLarge,
      .tooManyPlaces, .gaveUp, .malformed, .inUse, .outdated, .noThread:
      false
    }
  }

  /// What is wrong, in a few words.
  public var brief: String {
    switch self {
    case .connection(.unknownHost): "no network"
    case .connection(.unreachable): "the server cannot be reached"
    case .noLibrary: "libcurl is not installed"
    default: description
    }
  }

  private static func advice(on status: Int) -> String? {
    switch status {
    case 400: "it does not understand the question"
    case 401: "it needs a valid token; see --header-file"
    case 403: "it refuses you access"
    case 406: "it does not serve poi; ask another server"
    case 503, 504: "it is overloaded; try again in a few minutes"
    default: nil
    }
  }
}

/// Why a server could not be asked, or did not answer to the end.
public enum ConnectionProblem: String, Hashable, Sendable, CustomStringConvertible {
  case badAddress = "the address is not that of a web server"
  case unknownHost = "unknown host"
  case unreachable = "the host refuses it or is unreachable"
  case closed = "it was closed before there was an answer"
  case brokenOff = "it broke off"
  case untrusted = "the certificate is not trusted"
  case failed = "it broke off, or what came is not HTTP"

  public var description: String { rawValue }
}

/// Why a redirect is not followed.
public enum Redirection: Error, Hashable, Sendable, CustomStringConvertible {
  case tooMany(limit: Int)
  case insecure(to: String)
  /// A redirect that would need the body to be sent again.
  case moved(to: String)
  /// The same for now only, and to another server: a network that wants people to log in does so.
  case portal(to: String)

  /// What the server does, without a full stop.
  public var description: String {
    switch self {
    case .tooMany(let limit): "the server redirects more than \(limit) times"
    case .insecure(let address): "the server redirects to \(address), which is not secure"
    case .moved(let address): "the server has moved to \(address); use that address"
    case .portal(let address):
      "the answer redirects to \(address) for now; if this network wants you to log in first, open that in a browser"
    }
  }
}

/// The words for HTTP's statuses.
enum ReasonPhrase {
  /// The words for a status from 200 to 599; for one that has none, those for its class.
  static func text(of status: Int) -> String {
    if let text = texts[status] { return text }
    return switch status {
    case ..<300: "Success"
    case ..<400: "Redirection"
    case ..<500: "Client Error"
    default: "Server Error"
    }
  }

  private static let texts = [
    201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
    205: "Reset Content", 206: "Partial Content", 207: "Multi-Status", 208: "Already Reported",
    226: "IM Used", 300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other",
    304: "Not Modified", 305: "Use Proxy", 307: "Temporary Redirect", 308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 406: "Not Acceptable", 407: "Proxy Authentication Required",
    408: "Request Timeout", 409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed",
    413: "Payload Too Large", 414: "URI Too Long", 415: "Unsupported Media Type",
    416: "Range Not Satisfiable", 417: "Expectation Failed", 421: "Misdirected Request",
    422: "Unprocessable Entity", 423: "Locked", 424: "Failed Dependency", 426: "Upgrade Required",
    428: "Precondition Required", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
    451: "Unavailable For Legal Reasons", 500: "Internal Server Error", 501: "Not Implemented",
    502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
    506: "Variant Also Negotiates", 507: "Insufficient Storage", 508: "Loop Detected", 510: "Not Extended",
    511: "Network Authentication Required",
  ]
}
