import Foundation
import Glibc
import Input
import Positioning

/// A TCP server on loopback that does the same to everybody who connects: a receiver for a real gpsd to read,
/// or something that is not gpsd at all.
public final class FakeReceiver: Sendable {
  /// What it does on a connection, one step after the other; the connection is closed after the last.
  public enum Step: Sendable {
    /// Sends at once.
    case send([UInt8])
    /// Sends one byte per packet.
    case sendByteByByte([UInt8])
    /// Sends nothing for this long.
    case silence(Duration)
    /// Keeps the connection, and reads what comes, until the other side closes it or the server is released.
    case stay
    /// Resets the connection, as an unplugged device does; gpsd does not notice a polite end.
    case reset
  }

  /// Where it listens, on 127.0.0.1.
  public let port: UInt16

  private let stop: Waker

  /// Listens, and serves until it is released.
  ///
  /// - Throws: `POSIXError`.
  public convenience init(_ steps: Step...) throws {
    try self.init(steps)
  }

  /// Listens, and serves until it is released.
  ///
  /// - Throws: `POSIXError`.
  public init(_ steps: [Step]) throws {
    let listener = try LoopbackSocket.listening(backlog: 8)
    port = try LoopbackSocket.port(of: listener)
    stop = Waker()
    Thread.detachNewThread { [stop] in
      Self.serve(listener, steps, until: stop)
    }
  }

  deinit {
    stop.wake()
  }

  /// The lines of a recorded log without its comments, which are not from a receiver.
  public static func sentences(of fixture: String) throws -> [UInt8] {
    let lines = try Fixtures.data(fixture).split(separator: UInt8(ascii: "\n"))
    return lines.filter { $0.first != UInt8(ascii: "#") }.flatMap { $0 + [UInt8(ascii: "\n")] }
  }

  private static func serve(_ listener: Int32, _ steps: [Step], until stop: Waker) {
    defer { close(listener) }
    while stop.wait(forInputFrom: listener) == .readable {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { continue }
      Thread.detachNewThread {
        defer { close(connection) }
        var isThere = true
        for step in steps where isThere {
          isThere = perform(step, on: connection, until: stop)
        }
      }
    }
  }

  /// `false` if the other side is gone.
  private static func perform(_ step: Step, on connection: Int32, until stop: Waker) -> Bool {
    switch step {
    case .send(let bytes):
      return LoopbackSocket.send(bytes[...], on: connection)
    case .sendByteByByte(let bytes):
      var now: Int32 = 1
      setsockopt(
        connection, Int32(IPPROTO_TCP), TCP_NODELAY, &now, socklen_t(MemoryLayout.size(ofValue: now)))
      return bytes.indices.allSatisfy { LoopbackSocket.send(bytes[$0...$0], on: connection) }
    case .silence(let duration):
      _ = stop.wait(forInputFrom: -1, atMost: duration)
      return !stop.isCalled
    case .stay:
      var piece = [UInt8](repeating: 0, count: 4096)
      while stop.wait(forInputFrom: connection) == .readable {
        guard recv(connection, &piece, piece.count, 0) > 0 else { return false }
      }
      return false
    case .reset:
      var abruptly = linger(l_onoff: 1, l_linger: 0)
      setsockopt(
        connection, SOL_SOCKET, SO_LINGER, &abruptly, socklen_t(MemoryLayout.size(ofValue: abruptly)))
      return false
    }
  }
}

/// A port on 127.0.0.1 that takes no connection: its queue is full, so whoever connects waits.
public final class FullBacklog: Sendable {
  /// The port that accepts nobody, on 127.0.0.1.
  public let port: UInt16

  private let sockets: [Int32]

  /// Listens, and fills the queue.
  ///
  /// - Throws: `POSIXError`.
  public init() throws {
    let listener = try LoopbackSocket.listening(backlog: 0)
    let port = try LoopbackSocket.port(of: listener)
    self.port = port
    sockets = try [listener] + (0..<4).map { _ in try LoopbackSocket.connecting(to: port) }
  }

  deinit {
    for socket in sockets { close(socket) }
  }
}
