import CCurl
import FoundationEssentials
import Glibc
import HTTPTypes
import Input
import Places
import Synchronization

/// Asks servers over libcurl, each request on a thread of its own.
public struct CurlSession: HTTPSession {
  private let userAgent: String

  /// - Parameter userAgent: tells servers who asks, unless a request does.
  public init(userAgent: String) {
    self.userAgent = userAgent
  }

  public func start(
    _ request: HTTPRequest, body: Data?, limits: AnswerLimits, completion: @escaping Completion
  ) -> any HTTPTask {
    let transfer = HTTPTransfer(request, body: body, limits: limits, userAgent: userAgent)
    do throws(NoThread) {
      try BackgroundThread.start {
        completion(Result { () throws(RequestError) in try transfer.run() })
      }
    } catch {
      completion(.failure(.noThread(error)))
    }
    return transfer
  }
}

/// One request and what becomes of it, redirects included.
private final class HTTPTransfer: HTTPTask {
  private let request: HTTPRequest
  private let body: Data?
  private let limits: AnswerLimits
  private let userAgent: String
  private let isCancelled = Atomic(false)

  init(_ request: HTTPRequest, body: Data?, limits: AnswerLimits, userAgent: String) {
    (self.request, self.body, self.limits, self.userAgent) = (request, body, limits, userAgent)
  }

  func cancel() {
    isCancelled.store(true, ordering: .relaxed)
  }

  func run() throws(RequestError) -> HTTPAnswer {
    var request = request
    var redirects = 0
    while true {
      let answer = try answer(to: request)
      guard [301, 302, 303, 307, 308].contains(answer.status), let location = answer.location else {
        return answer
      }
      redirects += 1
      do throws(Redirection) {
        request = try Redirection.request(
          after: request, to: location, isTemporary: [302, 303, 307].contains(answer.status), count: redirects
        )
      } catch {
        throw .redirected(error)
      }
    }
  }

  private func answer(to request: HTTPRequest) throws(RequestError) -> HTTPAnswer {
    guard let address = request.curlAddress else { throw .connection(.badAddress) }
    let receiver = AnswerReceiver(limit: limits.bytes) { !self.isCancelled.load(ordering: .relaxed) }
    var request = request
    // The user's own goes to no other server.
    request.headerFields[.userAgent] = request.headerFields[.userAgent] ?? userAgent
    let fields = request.headerFields.map { "\($0.name): \($0.value)" }
    let end = Self.perform(address, fields, posting: request.method == .post ? body : nil, receiver)
    if let problem = receiver.problem { throw problem }
    switch end {
    case CCURL_COMPLETE where receiver.head.isComplete: break
    // The head shows that the body is unusable.
    case CCURL_STOPPED where receiver.isSatisfied: break
    case CCURL_STOPPED where !receiver.isWanted(): throw .cancelled
    case CCURL_STOPPED, CCURL_UNREADABLE:
      throw .malformed("its compressed data is damaged, or in several parts")
    case CCURL_NO_LIBRARY: throw .noLibrary
    case CCURL_UNKNOWN_HOST: throw .connection(.unknownHost)
    case CCURL_NO_CONNECTION: throw .connection(.unreachable)
    case CCURL_COMPLETE, CCURL_NO_ANSWER: throw .connection(.closed)
    case CCURL_BROKEN_OFF: throw .connection(.brokenOff)
    case CCURL_TLS_FAILED, CCURL_UNTRUSTED: throw .connection(.untrusted)
    default: throw .connection(.failed)
    }
    var answer = receiver.head.answer
    answer.body = receiver.body
    return answer
  }

  private static func perform(
    _ address: String, _ fields: [String], posting body: Data?, _ receiver: AnswerReceiver
  ) -> ccurl_end {
    let lines = fields.map { strdup($0) }
    defer { lines.forEach { free($0) } }
    let pointers = lines.map { UnsafePointer($0) }
    var taker = ccurl_receiver()
    taker.context = Unmanaged.passUnretained(receiver).toOpaque()
    taker.take_line = { context, bytes, size in
      AnswerReceiver.at(context).takeLine(UnsafeRawBufferPointer(start: bytes, count: size))
    }
    taker.take_body = { context, bytes, size in
      AnswerReceiver.at(context).takeBody(UnsafeRawBufferPointer(start: bytes, count: size))
    }
    taker.go_on = { context in AnswerReceiver.at(context).isWanted() }
    return withExtendedLifetime(receiver) {
      address.withCString { address in
        pointers.withUnsafeBufferPointer { pointers in
          func send(_ body: UnsafeRawBufferPointer?) -> ccurl_end {
            var request = ccurl_request()
            request.address = address
            request.fields = pointers.baseAddress
            request.field_count = pointers.count
            request.body = body?.baseAddress?.assumingMemoryBound(to: CChar.self)
            request.body_size = body?.count ?? 0
            return ccurl_transfer(&request, &taker)
          }
          guard let body else { return send(nil) }
          return body.withUnsafeBytes { send($0) }
        }
      }
    }
  }
}

/// Collects an answer within its limit, on the thread of its transfer.
private final class AnswerReceiver {
  private(set) var head = AnswerHead()
  private(set) var body = Data()
  /// Why it takes no more.
  private(set) var problem: RequestError?
  /// Whether the head shows that the body is unusable.
  private(set) var isSatisfied = false
  let isWanted: () -> Bool

  private let limit: Int

  init(limit: Int, isWanted: @escaping () -> Bool) {
    self.limit = limit
    self.isWanted = isWanted
  }

  static func at(_ context: UnsafeMutableRawPointer?) -> AnswerReceiver {
    guard let context else { preconditionFailure("libcurl hands on what it was given") }
    return Unmanaged<AnswerReceiver>.fromOpaque(context).takeUnretainedValue()
  }

  func takeLine(_ line: UnsafeRawBufferPointer) -> Bool {
    do throws(RequestError) {
      try head.take(line)
    } catch {
      problem = error
    }
    return problem == nil && isWanted()
  }

  func takeBody(_ piece: UnsafeRawBufferPointer) -> Bool {
    if head.isComplete, head.answer.problem(now: Date()) != nil {
      // What people or programs can read may say why there is no answer.
      let type = head.answer.type ?? ""
      let isReadable = type.hasPrefix("text/") || type.hasSuffix("json")
      isSatisfied = !isReadable || body.count + piece.count > InputLimits.refusal
      if isSatisfied { return false }
    }
    if body.count + piece.count > limit {
      problem = .tooLarge(limit: limit)
      return false
    }
    body.append(contentsOf: piece)
    return isWanted()
  }
}

extension HTTPRequest {
  /// The address in a form that means the same host to libcurl as here; `nil` if it is not a web address.
  fileprivate var curlAddress: String? {
    guard let url, let components = URLComponents(url: url, resolvingAgainstBaseURL: true),
      ["http", "https"].contains(components.scheme?.lowercased()), components.user == nil,
      let host = components.encodedHost, !host.isEmpty, host.unicodeScalars.allSatisfy(Self.isOfHost),
      1...65535 ~= components.port ?? 80
    else { return nil }
    return components.string
  }

  private static func isOfHost(_ sign: Unicode.Scalar) -> Bool {
    "0"..."9" ~= sign || "A"..."Z" ~= sign || "a"..."z" ~= sign || "-._~%[]:".unicodeScalars.contains(sign)
  }
}
