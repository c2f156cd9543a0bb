import Glibc
import Input
import NIOCore
import NIOHTTP1
import Synchronization

/// Sends the answers of all connections, and counts them; its methods run on the thread of the connections.
final class Answering: Sendable {
  let limits: ServerLimits
  let table: ConnectionTable
  let counts = ServerCounts()
  let executor: JobExecutor
  /// `nil` until the server accepts connections.
  let handler = Mutex<(any RequestHandler)?>(nil)

  private let date = Mutex(HTTPDate())
  private let parting = Atomic(0)
  private static let mostParting = 64

  init(limits: ServerLimits, executor: JobExecutor) {
    self.limits = limits
    self.executor = executor
    table = ConnectionTable(limits: limits)
  }

  /// Answers a request.
  ///
  /// - Returns: whether the connection continues.
  /// - Throws: `ChannelError` or `IOError` if the client is gone, or was too slow.
  func answer(
    _ request: Request, on channel: any Channel, _ id: ConnectionTable.ID
  ) async throws -> Bool {
    let start = ContinuousClock.now
    let client = limits.proxies.client(of: request)
    var response = await response(to: request, from: client, on: id)
    // Nobody gets what was given up, such as a 500 for reading that was cancelled.
    if Task.isCancelled { throw ChannelError.alreadyClosed }
    let sendingStart = ContinuousClock.now
    if case .bytes(let bytes) = response.body,
      !table.reserve(
        bytes.count, of: id, to: client, since: sendingStart, until: sendingStart + limits.answerTime)
    {
      response = .problem(
        "too many answers wait to be read; read them, or try again later", status: .serviceUnavailable,
        headers: ["Retry-After": "5"])
    }
    counts.count(
      resource: Self.resource(request, response), status: Int(response.status.code),
      seconds: start.duration(to: .now) / .seconds(1))
    try await send(
      dressed(response, for: request.headers), isLast: !request.keepsAlive,
      hasBody: request.method != .HEAD, on: channel, id)
    let now = ContinuousClock.now
    return request.keepsAlive && table.set(.waiting, of: id, since: now, until: now + limits.idleTime)
  }

  /// Says what is wrong with a request, or that there are too many connections.
  func refuse(
    _ problem: RequestProblem, _ head: HTTPRequestHead?, on channel: any Channel, _ id: ConnectionTable.ID?
  ) async throws {
    let isCrowded = [.tooManyConnections, .full].contains(problem)
    if isCrowded { counts.countRefusedConnection() } else { counts.countBadRequest() }
    let response = Response.problem(
      problem.message, status: problem.status, headers: isCrowded ? ["Retry-After": "5"] : [:])
    try await send(
      dressed(response, for: head?.headers ?? [:]), isLast: true, hasBody: head?.method != .HEAD, on: channel,
      id)
  }

  /// Whether a connection for which there was no room may stay for a second, so that the refusal arrives; only so many may at once.
  func mayPart(_ channel: any Channel) -> Bool {
    guard parting.load(ordering: .relaxed) < Self.mostParting else { return false }
    parting.add(1, ordering: .relaxed)
    let end = channel.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
    channel.closeFuture.whenComplete { _ in
      end.cancel()
      self.parting.subtract(1, ordering: .relaxed)
    }
    return true
  }

  private func dressed(_ response: Response, for headers: HTTPHeaders) -> Response {
    handler.withLock(\.self)?.dressed(response, for: headers) ?? response
  }

  private func response(
    to request: Request, from client: String, on id: ConnectionTable.ID
  ) async -> Response {
    do {
      guard let handler = handler.withLock(\.self) else { throw ChannelError.alreadyClosed }
      let response = try await handler.response(to: request)
      guard case .events = response.body else { return response }
      guard request.version == .http1_1 else {
        return .problem("events need HTTP/1.1", status: .httpVersionNotSupported)
      }
      guard table.allowsStream(of: id, to: client) else {
        return .problem(
          "too many event streams; close some", status: .tooManyRequests, headers: ["Retry-After": "60"])
      }
      return response
    } catch {
      return .problem("\(error)", status: .internalServerError)
    }
  }

  /// The label of an answer in the counts; paths that are unknown, or were not looked up, share one.
  private static func resource(_ request: Request, _ response: Response) -> String {
    let isMadeUp =
      request.method == .OPTIONS || [401, 404, 405, 421, 429, 503].contains(response.status.code)
    let isPlain = request.path.utf8.allSatisfy { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    return isMadeUp || !isPlain ? "other" : response.resource ?? request.path
  }

  // MARK: Sending

  private func send(
    _ response: Response, isLast: Bool, hasBody: Bool, on channel: any Channel, _ id: ConnectionTable.ID?
  ) async throws {
    let date = date.withLock { $0.text(at: time(nil)) }
    let head = HTTPServerResponsePart.head(response.head(isLast: isLast, date: date))
    guard hasBody else { return try await channel.writeAndFlush(head) }
    switch response.body {
    case .bytes(let bytes):
      channel.write(head, promise: nil)
      let end = ContinuousClock.now + limits.answerTime
      var rest = bytes[...]
      while rest.count > ConnectionTable.piece {
        try await channel.writeAndFlush(body(rest.prefix(ConnectionTable.piece)))
        rest = rest.dropFirst(ConnectionTable.piece)
        guard let id, table.set(.sending(rest.count), of: id, since: .now, until: end) else {
          throw ChannelError.alreadyClosed
        }
      }
      channel.write(body(rest), promise: nil)
      try await channel.writeAndFlush(HTTPServerResponsePart.end(nil))
    case .events(let events):
      guard let id else { return }
      try await stream(head, on: channel, id)
      for await event in events { try await stream(body(event[...]), on: channel, id) }
      try await stream(.end(nil), on: channel, id)
    }
  }

  /// Bytes to send at once, which count as sent.
  private func body(_ bytes: ArraySlice<UInt8>) -> HTTPServerResponsePart {
    counts.countSent(bytes.count)
    return .body(.byteBuffer(ByteBuffer(bytes: bytes)))
  }

  /// Sends a part of a stream, which the client must read within a limited time.
  private func stream(_ part: HTTPServerResponsePart, on channel: any Channel, _ id: ConnectionTable.ID)
    async throws
  {
    let now = ContinuousClock.now
    guard table.set(.streaming, of: id, since: now, until: now + limits.streamTime) else {
      throw ChannelError.alreadyClosed
    }
    try await channel.writeAndFlush(part)
    table.set(.streaming, of: id, since: now, until: nil)
  }
}

/// The date as HTTP writes it, made once a second.
struct HTTPDate {
  private var second: time_t?
  private var text = ""

  /// - Parameter now: seconds since 1970.
  mutating func text(at now: time_t) -> String {
    guard now != second else { return text }
    second = now
    var time = now
    var parts = tm()
    gmtime_r(&time, &parts)
    // poi sets no locale, so the names are in English.
    var date = [CChar](repeating: 0, count: 64)
    strftime(&date, date.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
    text = date.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    return text
  }
}
