import FlyingFox
import FlyingSocks
import Foundation
import Glibc
import TestSupport

/// A real HTTP server on a free port of the loopback interface.
struct RunningServer {
  /// Where it answers.
  let address: String

  private let server: HTTPServer
  private let task: Task<Void, any Error>

  /// Starts it, and waits until it listens.
  init(_ answer: @escaping @Sendable (HTTPRequest) async throws -> ServerTests.Answer) async throws {
    let loopback = try sockaddr_in.inet(ip4: "127.0.0.1", port: 0)
    let handler = ClosureHTTPHandler { request in
      let answer = try await answer(request)
      var headers = HTTPHeaders([.contentType: answer.type])
      for (name, value) in answer.headers { headers[HTTPHeader(name)] = value }
      return HTTPResponse(
        statusCode: HTTPStatusCode(answer.status, phrase: "Any"), headers: headers, body: answer.body)
    }
    let server = HTTPServer(address: loopback, logger: .disabled, handler: handler)
    self.server = server
    task = Task { try await server.run() }
    try await server.waitUntilListening(timeout: 120)
    guard case .ip4(_, let port) = await server.listeningAddress else { throw SocketError.disconnected }
    address = "http://127.0.0.1:\(port)/locations"
  }

  /// Ends it, and every connection.
  func stop() async {
    await server.stop()
    task.cancel()
  }
}

/// A server that sends bytes of any kind to whoever connects, and closes the connection.
final class RawServer: Sendable {
  /// Where it answers.
  let address: String

  private let listener: Int32

  /// - Parameters:
  ///   - pieces: what is sent, after the request has come.
  ///   - isEndless: whether the last piece is sent again and again, until the other side has gone.
  ///   - pause: milliseconds before each further piece.
  init(pieces: [Data], isEndless: Bool, pause: UInt32 = 0) throws {
    let listener = try LoopbackSocket.listening(backlog: 4)
    let port = try LoopbackSocket.port(of: listener)
    self.listener = listener
    address = "http://127.0.0.1:\(port)/locations"
    Thread.detachNewThread {
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        Self.serve(connection, pieces, isEndless, pause)
        close(connection)
      }
    }
  }

  /// Lets nobody in any more.
  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private static func serve(_ connection: Int32, _ pieces: [Data], _ isEndless: Bool, _ pause: UInt32) {
    guard receiveRequest(from: connection) else { return }
    for piece in pieces where !LoopbackSocket.send(Array(piece)[...], on: connection) { return }
    guard isEndless, let last = pieces.last.map({ Array($0) }) else { return }
    while LoopbackSocket.send(last[...], on: connection) { usleep(pause * 1000) }
  }

  /// Reads all of the request: what is left unread when the connection is closed takes the answer with it.
  private static func receiveRequest(from connection: Int32) -> Bool {
    var request = Data()
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(connection, &piece, piece.count, 0)
      guard count > 0 else { return false }
      request.append(contentsOf: piece[..<count])
      guard let head = request.range(of: Data("\r\n\r\n".utf8)) else { continue }
      let lines = String(decoding: request[..<head.lowerBound], as: UTF8.self).lowercased()
        .split(separator: "\r\n")
      let length = lines.first { $0.hasPrefix("content-length:") }?.split(separator: " ").last
      if request.count - head.upperBound >= length.flatMap({ Int($0) }) ?? 0 { return true }
    }
  }
}
