import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// Listens for HTTP connections, and answers their requests within limits.
///
/// It uses FlyingFox's requests, answers and sockets; FlyingFox's own server limits neither head length, time
/// nor connections, and ends for good if it cannot accept one.
public final class HTTPListener: Sendable {
  /// The actual address; its port is never 0.
  public let address: ListenAddress
  /// Counts of its work so far.
  public let counts = ServerCounts()

  private let socket: Socket
  private let limits: ServerLimits
  private let table: ConnectionTable
  private let date = Mutex(HTTPDate())

  /// Binds the address; clients wait until `run`.
  ///
  /// - Throws: `SocketError` if the address is unavailable.
  public init(on address: ListenAddress, limits: ServerLimits = ServerLimits()) throws {
    self.limits = limits
    table = ConnectionTable(limits: limits)
    let wanted = try address.socketAddress()
    socket = try Socket(domain: Int32(type(of: wanted).family))
    do {
      _ = fcntl(socket.file.rawValue, F_SETFD, FD_CLOEXEC)
      try socket.setValue(true, for: .localAddressReuse)
      // Connections inherit it: each answer is sent as a whole, so delaying gains nothing.
      Self.set(1, level: Int32(IPPROTO_TCP), TCP_NODELAY, of: socket)
      Self.set(256 * 1024, level: SOL_SOCKET, SO_SNDBUF, of: socket)
      try socket.setFlags(.nonBlocking)
      try Self.bind(socket, to: wanted)
      try socket.listen()
      guard case .ip4(_, let port) = try socket.sockname() else {
        guard case .ip6(_, let port) = try socket.sockname() else { throw SocketError.unsupportedAddress }
        self.address = ListenAddress(host: address.host, port: port)
        return
      }
      self.address = ListenAddress(host: address.host, port: port)
    } catch {
      try? socket.close()
      throw error
    }
  }

  private static func bind(_ socket: Socket, to address: some SocketAddress) throws {
    try socket.bind(to: address)
  }

  private static func set(_ value: Int32, level: Int32, _ option: Int32, of socket: Socket) {
    var value = value
    setsockopt(socket.file.rawValue, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Answers until the task is cancelled.
  ///
  /// All connections share one thread: an answer is short work, except for what the handler does elsewhere.
  ///
  /// - Throws: `SocketError` if the system's queue of events fails.
  public func run(_ handler: any HTTPHandler) async throws {
    try await withTaskExecutorPreference(TaskThread(label: "connections")) {
      try await serveAll(handler)
    }
  }

  private func serveAll(_ handler: any HTTPHandler) async throws {
    defer { try? socket.close() }
    let pool: SocketPool<ePoll> = .ePoll(maxEvents: 128)
    try await pool.prepare()
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask { try await pool.run() }
      group.addTask { [table] in
        while !Task.isCancelled {
          try await Task.sleep(for: .seconds(1))
          table.endOverdue(at: .now)
        }
      }
      do {
        while true {
          try Task.checkCancellation()
          guard let connection = try await accepted(in: pool) else { continue }
          group.addTask { await self.serve(connection, handler, pool) }
        }
      } catch {
        table.endAll()
        group.cancelAll()
        throw error
      }
    }
  }

  /// The counts in the text format of Prometheus.
  public func metrics() -> String {
    let (connections, streams) = table.counts
    return counts.metrics(connections: connections, streams: streams)
  }

  // MARK: Connections

  private struct Connection {
    let socket: Socket
    let id: ConnectionTable.ID
    let peer: HTTPRequest.Address
  }

  /// The next connection; `nil` if accepting it failed.
  private func accepted(in pool: some AsyncSocketPool) async throws -> Connection? {
    let new: (file: Socket.FileDescriptor, addr: sockaddr_storage)
    do {
      new = try socket.accept()
    } catch SocketError.blocked {
      try await pool.suspendSocket(socket, untilReadyFor: .connection)
      return nil
    } catch SocketError.failed(_, let code, _) {
      counts.countRefusedConnection()
      if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) {
        table.dropLongestWaiting()
        try await Task.sleep(for: .milliseconds(20))
      }
      return nil
    }
    let socket = Socket(file: new.file)
    _ = fcntl(socket.file.rawValue, F_SETFD, FD_CLOEXEC)
    guard (try? socket.setFlags(.nonBlocking)) != nil, let peer = try? Socket.makeAddress(from: new.addr)
    else {
      try? socket.close()
      return nil
    }
    let address = HTTPRequest.Address.make(from: peer)
    guard let id = table.admit(socket.file.rawValue, peer: Self.host(of: address), at: .now) else {
      counts.countRefusedConnection()
      let answer = Self.answer(to: .tooManyConnections)
      // Do not wait if it does not fit into the socket's buffer at once.
      if let body = try? await answer.bodyData {
        _ = try? socket.write(head(of: answer, length: body.count, isLast: true) + body)
      }
      try? socket.close()
      return nil
    }
    return Connection(socket: socket, id: id, peer: address)
  }

  private static func host(of address: HTTPRequest.Address) -> String {
    switch address {
    case .ip4(let host, _), .ip6(let host, _): host
    case .unix(let path): path
    }
  }

  /// Answers one request after the other.
  private func serve(_ connection: Connection, _ handler: any HTTPHandler, _ pool: some AsyncSocketPool) async
  {
    let id = connection.id
    defer { table.close(connection.socket.file.rawValue, id) }
    var reader = RequestReader(limits: limits)
    do {
      while let request = try await next(of: &reader, on: connection, in: pool) {
        let start = ContinuousClock.now
        guard table.set(.answering, of: id, since: start, until: start + limits.answerTime) else { return }
        let answer = await answer(to: request, by: handler, on: id)
        let isLast = !request.keepsAlive
        let bytes = try await send(answer, to: request, isLast: isLast, on: connection, in: pool)
        counts.count(
          resource: Self.resource(request, answer), status: answer.statusCode.code,
          seconds: (start.duration(to: .now)) / .seconds(1), bytes: bytes)
        let now = ContinuousClock.now
        guard !isLast, !Task.isCancelled,
          table.set(.waiting, of: id, since: now, until: now + limits.idleTime)
        else { break }
      }
    } catch let problem as RequestProblem {
      counts.countBadRequest()
      await refuse(problem, on: connection, in: pool)
    } catch {
      // The client is gone, or was too slow.
      return
    }
    await part(from: connection, in: pool)
  }

  /// The next request; `nil` if the client is gone.
  private func next(
    of reader: inout RequestReader, on connection: Connection, in pool: some AsyncSocketPool
  ) async throws -> HTTPRequest? {
    var wasBegun = reader.hasBegun
    if wasBegun {
      table.set(.waiting, of: connection.id, since: .now, until: .now + limits.headTime)
    }
    while true {
      if var request = try reader.next() {
        request.remoteAddress = connection.peer
        return request
      }
      guard let bytes = try await read(from: connection.socket, in: pool) else {
        if reader.hasBegun, table.isOverdue(connection.id) { throw RequestProblem.timedOut }
        return nil
      }
      reader.append(bytes)
      if !wasBegun {
        wasBegun = true
        table.set(.waiting, of: connection.id, since: .now, until: .now + limits.headTime)
      }
    }
  }

  /// The next bytes; `nil` at the end.
  private func read(from socket: Socket, in pool: some AsyncSocketPool) async throws -> [UInt8]? {
    while true {
      do {
        return try socket.read(atMost: 4096)
      } catch SocketError.blocked {
        try await pool.suspendSocket(socket, untilReadyFor: .read)
      } catch SocketError.disconnected {
        return nil
      }
    }
  }

  private func answer(
    to request: HTTPRequest, by handler: any HTTPHandler, on id: ConnectionTable.ID
  ) async -> HTTPResponse {
    do {
      let answer = try await handler.handleRequest(request)
      guard answer.isStream else { return answer }
      guard request.version == .http11 else {
        return .problem("events need HTTP/1.1", status: .httpVersionNotSupported)
      }
      guard table.allowsStream(of: id) else {
        return .problem(
          "too many event streams; close some", status: .tooManyRequests,
          headers: [HTTPHeader("Retry-After"): "60"])
      }
      return answer
    } catch {
      return .problem("\(error)", status: .internalServerError)
    }
  }

  /// The label of an answer in the counts; all unknown paths share one.
  private static func resource(_ request: HTTPRequest, _ answer: HTTPResponse) -> String {
    let isMadeUp =
      request.method == .OPTIONS || [401, 404, 405, 421, 429].contains(answer.statusCode.code)
    let isPlain = request.path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
    return isMadeUp || !isPlain ? "other" : request.path
  }

  // MARK: Sending

  private func head(of answer: HTTPResponse, length: Int?, isLast: Bool) -> Data {
    ResponseHead(answer, length: length, isLast: isLast, date: date.withLock { $0.text(at: Date()) }).bytes
  }

  /// - Returns: the size of the answer in bytes.
  private func send(
    _ answer: HTTPResponse, to request: HTTPRequest, isLast: Bool, on connection: Connection,
    in pool: some AsyncSocketPool
  ) async throws -> Int {
    guard case .httpBody(let body) = answer.payload else { throw SocketError.disconnected }
    var bytes = head(of: answer, length: body.count, isLast: isLast)
    if request.method == .HEAD {
      try await write(bytes, to: connection, in: pool)
      return bytes.count
    }
    if body.count != nil {
      bytes.append(try await answer.bodyData)
      try await write(bytes, to: connection, in: pool)
      return bytes.count
    }
    var count = bytes.count
    try await stream(bytes, on: connection, in: pool)
    for try await piece in body {
      count += piece.count
      try await stream(piece, on: connection, in: pool)
    }
    return count
  }

  /// Sends a piece of a stream, which the client must read within a limited time.
  private func stream(_ piece: Data, on connection: Connection, in pool: some AsyncSocketPool) async throws {
    let now = ContinuousClock.now
    guard table.set(.streaming, of: connection.id, since: now, until: now + limits.streamTime) else {
      throw SocketError.disconnected
    }
    try await write(piece, to: connection, in: pool)
    table.set(.streaming, of: connection.id, since: now, until: nil)
  }

  private func write(_ data: Data, to connection: Connection, in pool: some AsyncSocketPool) async throws {
    let socket = connection.socket
    var index = data.startIndex
    while index < data.endIndex {
      do {
        index = try socket.write(data, from: index)
      } catch SocketError.blocked {
        guard table.setSending(data.endIndex - index, of: connection.id) else {
          throw SocketError.disconnected
        }
        try await pool.suspendSocket(socket, untilReadyFor: .write)
      }
    }
  }

  private static func answer(to problem: RequestProblem) -> HTTPResponse {
    .problem(problem.message, status: problem.status)
  }

  private func refuse(_ problem: RequestProblem, on connection: Connection, in pool: some AsyncSocketPool)
    async
  {
    let answer = Self.answer(to: problem)
    let now = ContinuousClock.now
    guard table.set(.answering, of: connection.id, since: now, until: now + limits.headTime),
      let body = try? await answer.bodyData
    else { return }
    let bytes = head(of: answer, length: body.count, isLast: true) + body
    try? await write(bytes, to: connection, in: pool)
  }

  /// Ends the output, and reads what the client still sends for a while: closing the connection at once would
  /// discard the answer.
  private func part(from connection: Connection, in pool: some AsyncSocketPool) async {
    shutdown(connection.socket.file.rawValue, Int32(SHUT_WR))
    let now = ContinuousClock.now
    guard table.set(.waiting, of: connection.id, since: now, until: now + .seconds(2)) else { return }
    var left = 1024 * 1024
    while left > 0, let bytes = try? await read(from: connection.socket, in: pool) { left -= bytes.count }
  }
}

extension HTTPRequest {
  /// Whether the client wants to reuse the connection.
  var keepsAlive: Bool {
    let words = (headers[.connection] ?? "").lowercased()
    return version == .http11 ? !words.contains("close") : words.contains("keep-alive")
  }
}

extension HTTPResponse {
  /// Whether its length is unknown beforehand.
  fileprivate var isStream: Bool {
    if case .httpBody(let body) = payload { body.count == nil } else { false }
  }
}
