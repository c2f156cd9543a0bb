import Foundation
import Glibc
import NIOCore
import NIOHTTP1
import Synchronization
import TestSupport
import Testing

@testable import Serving

/// Bytes in, answers out, over real connections.
@Suite(.timeLimit(.minutes(5))) struct ClientConnectionTests {
  /// Answers with what it understood.
  private struct Telling: RequestHandler {
    func response(to request: Request) async throws -> Response {
      let fields = request.headers["X-Two"].joined(separator: ",")
      let host = request.headers.first(name: "Host") ?? "-"
      return .json("\(request.method) \(request.path) \(request.query) \(host) \(fields)\n")
    }
  }

  /// Runs `body` with a server on a free port.
  private func serving(
    _ handler: any RequestHandler = Telling(), _ limits: ServerLimits = ServerLimits(),
    _ body: (UInt16, HTTPListener) async throws -> Void
  ) async throws {
    let listener = try HTTPListener(on: ListenAddress(port: 0), limits: limits)
    let serving = Task { try await listener.run(handler) }
    defer { serving.cancel() }
    try await body(listener.address.port, listener)
  }

  /// All that the server sends until it closes the connection.
  private func exchange(_ text: String, with port: UInt16) async throws -> String {
    let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    return String(
      decoding: try await LoopbackSocket.exchange(bytes, with: port) { _ in false }, as: UTF8.self)
  }

  private func status(of answer: String) -> Int? {
    answer.split(separator: " ").dropFirst().first.flatMap { Int($0) }
  }

  private func statuses(ofAnswersAtOnce count: Int, _ port: UInt16) async throws -> [Int?] {
    try await withThrowingTaskGroup(of: Int?.self) { group in
      for _ in 0..<count {
        group.addTask { status(of: try await exchange(Self.last.replacing("/last", with: "/1"), with: port)) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  private static let last = "GET /last HTTP/1.1\r\nHost: van.local\r\nConnection: close\r\n\r\n"

  /// An address of this machine that others could have.
  private static let ownAddress = (try? System.enumerateDevices())?.compactMap(\.address?.ipAddress)
    .first { $0.contains(".") && !IPAddress.isLoopback($0) }

  @Test(
    "each of more connections than a machine may have gets an answer",
    .enabled(if: ownAddress != nil, "needs a network"))
  func crowded() async throws {
    let host = try #require(Self.ownAddress)
    var limits = ServerLimits()
    limits.connectionsOfPeer = 4
    // None may be too slow before the last has come, however busy the machine is.
    limits.headTime = .seconds(300)
    let listener = try HTTPListener(on: ListenAddress(host: host, port: 0), limits: limits)
    let serving = Task { try await listener.run(Telling()) }
    defer { serving.cancel() }
    let connections = try (0..<20).map { _ in
      try LoopbackSocket.connected(to: listener.address.port, at: host)
    }
    defer { connections.forEach { close($0) } }
    while !listener.metrics().contains("poi_http_connections 20") {
      try await Task.sleep(for: .milliseconds(10))
    }
    var answers: [String] = []
    for connection in connections {
      #expect(LoopbackSocket.send(Array(Self.last.utf8)[...], on: connection))
      var piece = [UInt8](repeating: 0, count: 4096)
      let count = recv(connection, &piece, piece.count, 0)
      answers.append(String(decoding: piece.prefix(max(0, count)), as: UTF8.self))
    }
    #expect(
      answers.compactMap(status).sorted() == Array(repeating: 200, count: 4)
        + Array(repeating: 429, count: 16))
    #expect(answers.filter { $0.contains("Retry-After: 5\r\n") }.count == 16)
    #expect(listener.metrics().contains("poi_http_refused_connections_total 16"))
  }

  // MARK: Requests

  @Test("answers requests that come together one after the other, and closes when asked to")
  func pipelining() async throws {
    let first = "GET /nearby?a=b HTTP/1.1\r\nHost: van.local\r\nX-Two: 1\r\nX-Two: 2\r\n\r\n"
    try await serving { port, _ in
      let answers = try await exchange(first + "\r\n" + first + Self.last, with: port)
      let told = answers.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("GET") }
      #expect(
        told == ["GET /nearby a=b van.local 1,2", "GET /nearby a=b van.local 1,2", "GET /last  van.local "])
      #expect(answers.matches(of: /Connection: keep-alive/).count == 2)
      #expect(answers.matches(of: /Connection: close/).count == 1)
    }
  }

  @Test("a client that ends its side after its requests gets all answers", arguments: [1, 3])
  func halfClosed(count: Int) async throws {
    try await serving { port, _ in
      let request = "GET /a HTTP/1.1\r\nHost: van.local\r\n\r\n"
      let answers = try await LoopbackSocket.exchange(
        Array(String(repeating: request, count: count).utf8), with: port, endingInput: true
      ) { _ in false }
      #expect(String(decoding: answers, as: UTF8.self).matches(of: /200 OK/).count == count)
    }
  }

  @Test("reads a request from any number of pieces", arguments: [1, 2, 3, 7])
  func pieces(size: Int) async throws {
    try await serving { port, _ in
      let answer = try await LoopbackSocket.exchange(
        Array(Self.last.utf8), with: port, inPiecesOf: size
      ) { _ in false }
      #expect(String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 200 OK\r\n"))
    }
  }

  @Test(
    "refuses what is ambiguous or not HTTP",
    arguments: [
      "\u{16}\u{3}\u{1}\r\n\r\n", "GET\r\n\r\n", "GET / \r\n\r\n", "GET /\u{e9} HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET nearby HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n X: folded\r\n\r\n",
      "GET / HTTP/1.1\r\nHost : a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\u{0}\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", "GET / XTTP/1.1\r\n\r\n",
      "GET / HTTP/2.0\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\nHost: a\n\r\n\r\n", "GET /health\r\n\r\n",
      "GET / HTTP/1.1 \r\nHost: a\r\n\r\n",
    ])
  func malformed(text: String) async throws {
    try await serving { port, listener in
      let answer = try await exchange(text, with: port)
      #expect(status(of: answer) == 400, "\(answer)")
      #expect(answer.contains(#"{"error":"this is not an HTTP request: "#))
      #expect(listener.metrics().contains("poi_http_bad_requests_total 1\n"))
    }
  }

  @Test(
    "each limit has its own status",
    arguments: [
      ("GET /\(String(repeating: "a", count: 9000)) HTTP/1.1\r\nHost: a\r\n\r\n", 414),
      ("GET / HTTP/1.1\r\nX: \(String(repeating: "a", count: 20_000))", 431),
      ("GET / HTTP/1.1\r\nHost: a\r\n\(String(repeating: "X: y\r\n", count: 65))\r\n", 431),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1073741824\r\n\r\n", 413),
      ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", 413),
    ])
  func limits(text: String, expected: Int) async throws {
    try await serving { port, _ in
      let answer = try await exchange(text, with: port)
      #expect(status(of: answer) == expected)
    }
  }

  @Test(
    "a page of another site that may ask can read any refusal",
    arguments: [
      ("GET /\(String(repeating: "a", count: 9000)) HTTP/1.1", 414),
      ("GET / HTTP/1.1\r\nContent-Length: 1", 413), ("GET /100001 HTTP/1.1", 503),
    ])
  func crossOrigin(beginning: String, expected: Int) async throws {
    var limits = ServerLimits()
    limits.unsentBytesOfClient = 100_000
    let handler = AccessGuard(Sizing(), rules: AccessRules(origins: ["https://b.example"]))
    try await serving(handler, limits) { port, _ in
      let answer = try await exchange(
        "\(beginning)\r\nHost: 127.0.0.1\r\nOrigin: https://b.example\r\nConnection: close\r\n\r\n",
        with: port)
      #expect(status(of: answer) == expected)
      #expect(answer.contains("Access-Control-Allow-Origin: https://b.example\r\n"), "\(answer.prefix(600))")
    }
  }

  @Test("a refusal of HEAD has no body either")
  func refusedHead() async throws {
    try await serving { port, _ in
      let long = String(repeating: "a", count: 9000)
      let answer = try await exchange("HEAD /\(long) HTTP/1.1\r\nHost: a\r\n\r\n", with: port)
      #expect(status(of: answer) == 414)
      #expect(answer.hasSuffix("\r\n\r\n"), "\(answer)")
    }
  }

  @Test(
    "reads what is unusual but allowed",
    arguments: [
      ("GET /a HTTP/1.0\r\n\r\n", "GET /a  - "), ("GET http://b/a HTTP/1.1\r\nHost: c\r\n", "GET /a  b "),
      ("GET HTTPS://b?q HTTP/1.1\r\nHost: c\r\n", "GET / q b "),
      ("GET /a HTTP/1.1\r\nhOST:\t b \r\nContent-Length: 0\r\n", "GET /a  b "),
      ("BREW /a HTTP/1.0\r\n\r\n", "400"), ("OPTIONS * HTTP/1.1\r\nHost: b\r\n", "OPTIONS *  b "),
      ("GET /a HTTP/1.1\r\nHost: b\r\nUpgrade: h2c\r\n", "GET /a  b "),
    ])
  func unusual(text: String, expected: String) async throws {
    try await serving { port, _ in
      let end = text.hasSuffix("\r\n\r\n") ? "" : "Connection: close\r\n\r\n"
      let answer = try await exchange(text + end, with: port)
      #expect(answer.contains(expected), "\(answer)")
    }
  }

  @Test("a request for another protocol is the last of its connection")
  func upgrade() async throws {
    let text = "GET /a HTTP/1.1\r\nHost: b\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"
    try await serving { port, _ in
      let answer = try await exchange(text, with: port)
      #expect(answer.contains("Connection: close"))
    }
  }

  @Test("an answer to HEAD has no body")
  func head() async throws {
    try await serving { port, _ in
      let answer = try await exchange(Self.last.replacing("GET", with: "HEAD"), with: port)
      #expect(answer.contains("Content-Length: 23\r\n"))
      #expect(answer.hasSuffix("\r\n\r\n"))
    }
  }

  @Test("survives any bytes") func anyBytes() async throws {
    try await serving { port, _ in
      for _ in 0..<300 {
        var bytes = Array(Self.last.utf8)
        for _ in 0..<Int.random(in: 1...6) {
          bytes[Int.random(in: bytes.indices)] = UInt8.random(in: 0...255)
        }
        let connection = try LoopbackSocket.connected(to: port)
        _ = LoopbackSocket.send(bytes[...], on: connection)
        close(connection)
      }
      let answer = try await exchange(Self.last, with: port)
      #expect(status(of: answer) == 200)
    }
  }

  // MARK: Slow clients, and clients that leave

  @Test("says that a request did not arrive in time, and closes a silent connection without words")
  func slow() async throws {
    var limits = ServerLimits()
    limits.headTime = .milliseconds(50)
    try await serving(Telling(), limits) { port, _ in
      let half = try await exchange("GET / HTTP/1.1\r\nHost: ", with: port)
      #expect(status(of: half) == 408)
      let none = try await exchange("", with: port)
      #expect(none == "")
    }
  }

  @Test("closes a connection that waits too long for its next request")
  func idle() async throws {
    var limits = ServerLimits()
    limits.idleTime = .milliseconds(50)
    try await serving(Telling(), limits) { port, _ in
      let answer = try await exchange("GET / HTTP/1.1\r\nHost: a\r\n\r\n", with: port)
      #expect(answer.contains("Connection: keep-alive"))
    }
  }

  /// Answers only when its task is cancelled.
  private struct Waiting: RequestHandler {
    let begun: AsyncStream<Void>.Continuation
    let ended: AsyncStream<Void>.Continuation

    func response(to request: Request) async throws -> Response {
      begun.yield()
      try? await Task.sleep(for: .seconds(3600))
      ended.yield()
      throw CancellationError()
    }
  }

  @Test("a client that hangs up ends its question", arguments: ["hangs up", "server stops"])
  func gone(how: String) async throws {
    let (begun, ofBegun) = AsyncStream<Void>.makeStream()
    let (ended, ofEnded) = AsyncStream<Void>.makeStream()
    let connection = Mutex<Int32>(-1)
    try await serving(Waiting(begun: ofBegun, ended: ofEnded)) { port, _ in
      connection.withLock { $0 = (try? LoopbackSocket.connected(to: port)) ?? -1 }
      _ = LoopbackSocket.send(Array(Self.last.utf8)[...], on: connection.withLock(\.self))
      for await _ in begun { break }
      if how == "hangs up" { close(connection.withLock(\.self)) }
    }
    for await _ in ended { break }
    if how != "hangs up" { close(connection.withLock(\.self)) }
  }

  @Test("a connection beyond the limit learns why")
  func tooMany() async throws {
    let (begun, ofBegun) = AsyncStream<Void>.makeStream()
    let (_, ofEnded) = AsyncStream<Void>.makeStream()
    var limits = ServerLimits()
    limits.connections = 1
    try await serving(Waiting(begun: ofBegun, ended: ofEnded), limits) { port, listener in
      let connection = try LoopbackSocket.connected(to: port)
      defer { close(connection) }
      _ = LoopbackSocket.send(Array(Self.last.utf8)[...], on: connection)
      for await _ in begun { break }
      // What one has asked already must not cost it the answer.
      for request in ["", Self.last, Self.last, Self.last, Self.last] {
        let answer = try await exchange(request, with: port)
        #expect(status(of: answer) == 503)
      }
      #expect(listener.metrics().contains("poi_http_refused_connections_total 5\n"))
    }
  }

  @Test("a connection that makes room for another before it asked learns why")
  func replaced() async throws {
    var limits = ServerLimits()
    limits.connections = 1
    try await serving(Telling(), limits) { port, _ in
      let first = try LoopbackSocket.connected(to: port)
      defer { close(first) }
      #expect(status(of: try await exchange(Self.last, with: port)) == 200)
      var piece = [UInt8](repeating: 0, count: 4096)
      let count = recv(first, &piece, piece.count, 0)
      #expect(status(of: String(decoding: piece.prefix(max(0, count)), as: UTF8.self)) == 503)
    }
  }

  @Test("of more connections than there may be, each that asks gets an answer, and those refused are counted")
  func burst() async throws {
    var limits = ServerLimits()
    limits.connections = 8
    try await serving(Sizing(), limits) { port, listener in
      let statuses = try await statuses(ofAnswersAtOnce: 60, port)
      #expect(statuses.allSatisfy { $0 == 200 || $0 == 503 }, "\(statuses)")
      let refused = statuses.count { $0 == 503 }
      #expect(listener.metrics().contains("poi_http_refused_connections_total \(refused)\n"))
    }
  }

  // MARK: Large answers

  /// Answers with as many bytes as the path says.
  private struct Sizing: RequestHandler {
    func response(to request: Request) async throws -> Response {
      .json([UInt8](repeating: 0x20, count: Int(request.path.dropFirst()) ?? 0))
    }
  }

  @Test("sends all of a large answer", arguments: [0, 1, 65536, 65537, 10_000_000])
  func large(size: Int) async throws {
    try await serving(Sizing()) { port, _ in
      let answer = try await exchange(
        "GET /\(size) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", with: port)
      #expect(answer.utf8.count { $0 == 0x20 } >= size)
      #expect(status(of: answer) == 200)
    }
  }

  @Test("refuses an answer for which there is no room, rather than cut it off")
  func noRoom() async throws {
    var limits = ServerLimits()
    limits.unsentBytesOfClient = 100_000
    try await serving(Sizing(), limits) { port, _ in
      let answer = try await exchange(
        "GET /100001 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", with: port)
      #expect(status(of: answer) == 503)
      #expect(answer.contains("Retry-After: 5\r\n"))
    }
  }

  // MARK: Streams

  /// Sends events, as many and as large as the test wants.
  private struct Streaming: RequestHandler {
    let events: [String]
    let onEnd: @Sendable () -> Void

    func response(to request: Request) async throws -> Response {
      let (channel, response) = EventChannel.make(onEnd: onEnd)
      for event in events { channel.send(EventChannel.event(event)) }
      if request.path == "/last" { channel.finish() }
      return response
    }
  }

  @Test("counts paths that nobody has looked up as one")
  func refusedPaths() async throws {
    struct Busy: RequestHandler {
      func response(to request: Request) async throws -> Response {
        .problem("busy", status: .serviceUnavailable)
      }
    }
    try await serving(Busy()) { port, listener in
      _ = try await exchange(Self.last, with: port)
      #expect(listener.metrics().contains("{path=\"other\",status=\"503\"} 1\n"))
    }
  }

  @Test("counts no answer to a client that is gone")
  func clientGone() async throws {
    struct Slow: RequestHandler {
      let onStart: @Sendable () -> Void

      func response(to request: Request) async throws -> Response {
        onStart()
        try await Task.sleep(for: .seconds(300))
        return .json("")
      }
    }
    let (started, ofStarted) = AsyncStream<Void>.makeStream()
    try await serving(Slow { ofStarted.yield() }) { port, listener in
      let connection = try LoopbackSocket.connected(to: port)
      _ = LoopbackSocket.send(Array(Self.last.utf8)[...], on: connection)
      for await _ in started { break }
      close(connection)
      while !listener.metrics().contains("poi_http_connections 0\n") { await Task.yield() }
      #expect(!listener.metrics().contains("poi_http_requests_total{"), "\(listener.metrics())")
    }
  }

  @Test("sends events in chunks, to clients that can read them")
  func events() async throws {
    try await serving(Streaming(events: ["1", "2"], onEnd: {})) { port, listener in
      let answer = try await exchange(Self.last, with: port)
      #expect(answer.contains("Transfer-Encoding: chunked\r\n"))
      #expect(answer.hasSuffix("9\r\ndata: 1\n\n\r\n9\r\ndata: 2\n\n\r\n0\r\n\r\n"))
      #expect(listener.metrics().contains("poi_http_sent_bytes_total \("retry: 2000\n\n".utf8.count + 18)\n"))
      let old = try await exchange("GET /last HTTP/1.0\r\n\r\n", with: port)
      #expect(status(of: old) == 505)
    }
  }

  @Test(
    "lets a client go that leaves its stream, or does not read it", arguments: ["leaves", "does not read"])
  func streamEnds(how: String) async throws {
    let (ended, ofEnded) = AsyncStream<Void>.makeStream()
    var limits = ServerLimits()
    limits.streamTime = .milliseconds(100)
    let large = String(repeating: "x", count: 16 * 1024 * 1024)
    let handler = Streaming(events: how == "leaves" ? ["1"] : [large], onEnd: { ofEnded.yield() })
    try await serving(handler, limits) { port, listener in
      let request = Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
      if how == "leaves" {
        let received = try await LoopbackSocket.exchange(request, with: port) { !$0.isEmpty }
        #expect(!received.isEmpty)
        #expect(listener.metrics().contains("poi_http_requests_total{path=\"/\",status=\"200\"} 1\n"))
        for await _ in ended { break }
      } else {
        let connection = try LoopbackSocket.connected(to: port)
        defer { close(connection) }
        _ = LoopbackSocket.send(request[...], on: connection)
        for await _ in ended { break }
      }
    }
  }
}
