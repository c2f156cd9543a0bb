import Foundation
import Glibc
import Synchronization
import TestSupport

/// A real HTTP server on a free port of the loopback interface.
///
/// Each connection has a thread of its own, which no test can keep busy.
struct RunningServer {
  /// What the server answers.
  struct Answer: Sendable {
    var status = 200
    var headers: [String: String] = [:]
    var type = "application/json"
    var body = Data("[]".utf8)
    /// How many bytes of the body are sent before the server falls silent; `nil` for all.
    var sent: Int?

    static func json(_ body: Data) -> Answer { Answer(body: body) }

    fileprivate var bytes: [UInt8] {
      let fields = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
      let head = """
        HTTP/1.1 \(status) Any\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n\
        Connection: close\r\n\(fields)\r\n
        """
      return Array(head.utf8) + body.prefix(sent ?? body.count)
    }
  }

  /// Where it answers.
  var address: String { listener.address }

  private let listener: ConnectionListener

  /// Listens, and answers until it is stopped.
  ///
  /// - Parameter answer: what it answers to a request; `nil` keeps the client waiting until it gives up.
  init(_ answer: @escaping @Sendable (HTTPRequest) throws -> Answer?) throws {
    listener = try ConnectionListener { connection in
      guard let request = HTTPRequest(receivedFrom: connection) else { return }
      do {
        if let answer = try answer(request) {
          _ = LoopbackSocket.send(answer.bytes[...], on: connection)
          if answer.sent != nil { LoopbackSocket.waitUntilClosed(connection) }
        } else {
          LoopbackSocket.waitUntilClosed(connection)
        }
      } catch {
        let failure = Answer(status: 500, type: "text/plain", body: Data("\(error)".utf8))
        _ = LoopbackSocket.send(failure.bytes[...], on: connection)
      }
    }
  }

  /// Stops accepting connections.
  func stop() {
    listener.stop()
  }
}

/// A server that sends bytes of any kind to whoever connects, and closes the connection.
struct RawServer {
  /// Where it answers.
  var address: String { listener.address }

  private let listener: ConnectionListener

  /// - Parameters:
  ///   - pieces: what is sent, after the request has come.
  ///   - isEndless: whether to repeat the last piece until the other side is gone.
  ///   - pause: how long to wait before each repetition.
  init(pieces: [Data], isEndless: Bool, pause: Duration = .zero) throws {
    listener = try ConnectionListener { connection in
      guard HTTPRequest(receivedFrom: connection) != nil else { return }
      for piece in pieces where !LoopbackSocket.send(Array(piece)[...], on: connection) { return }
      guard isEndless, let last = pieces.last.map({ Array($0) }) else { return }
      while !LoopbackSocket.waitUntilClosed(connection, atMost: pause),
        LoopbackSocket.send(last[...], on: connection)
      {}
    }
  }

  /// Stops accepting connections.
  func stop() {
    listener.stop()
  }
}

/// Listens on a free port of the loopback interface, and serves each connection on a thread of its own.
private final class ConnectionListener: Sendable {
  let address: String

  /// `nil` once it has stopped.
  private let descriptor: Mutex<Int32?>

  init(_ serve: @escaping @Sendable (Int32) -> Void) throws {
    let descriptor = try LoopbackSocket.listening(backlog: 16)
    self.descriptor = Mutex(descriptor)
    address = "http://127.0.0.1:\(try LoopbackSocket.port(of: descriptor))/locations"
    Thread.detachNewThread {
      while true {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else {
          // Nobody but this thread uses the number, which may then be another file's.
          close(descriptor)
          return
        }
        Thread.detachNewThread {
          serve(connection)
          close(connection)
        }
      }
    }
  }

  /// Stops accepting connections; a second call does nothing.
  func stop() {
    guard let descriptor = descriptor.withLock({ $0.take() }) else { return }
    shutdown(descriptor, Int32(SHUT_RDWR))
  }
}
