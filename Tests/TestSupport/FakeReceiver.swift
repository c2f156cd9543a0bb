import Foundation
import Glibc
import Positioning

/// A TCP server on loopback that does the same to everybody who connects: a receiver for a real gpsd to
/// read, or something that is no gpsd at all.
public final class FakeReceiver: Sendable {
  /// What it does on a connection, one step after the other; the connection is closed after the last.
  public enum Step: Sendable {
    /// Sends at once.
    case send([UInt8])
    /// Sends a byte a packet.
    case sendByteByByte([UInt8])
    /// Keeps the connection, and reads what comes, until the other side closes it or the server is let go.
    case stay
    /// Breaks the connection off, as an unplugged device does; gpsd does not notice a polite end.
    case reset
  }

  /// Where it listens, on 127.0.0.1.
  public let port: UInt16

  private let stop: ThreadSignal

  /// Listens, and serves until it is let go.
  ///
  /// - Throws: `POSIXError`.
  public convenience init(_ steps: Step...) throws {
    try self.init(steps)
  }

  /// Listens, and serves until it is let go.
  ///
  /// - Throws: `POSIXError`.
  public init(_ steps: [Step]) throws {
    let listener = try LoopbackSocket.listening(backlog: 8)
    port = try LoopbackSocket.port(of: listener)
    stop = ThreadSignal()
    Thread.detachNewThread { [stop] in
      Self.serve(listener, steps, until: stop)
    }
  }

  deinit {
    stop.give()
  }

  /// The lines of a recorded log without its comments, which are not from a receiver.
  public static func sentences(of fixture: String) throws -> [UInt8] {
    let lines = try Fixtures.data(fixture).split(separator: UInt8(ascii: "\n"))
    return lines.filter { $0.first != UInt8(ascii: "#") }.flatMap { $0 + [UInt8(ascii: "\n")] }
  }

  private static func serve(_ listener: Int32, _ steps: [Step], until stop: ThreadSignal) {
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

  /// `false` where the other side has gone.
  private static func perform(_ step: Step, on connection: Int32, until stop: ThreadSignal) -> Bool {
    switch step {
    case .send(let bytes):
      return send(bytes[...], on: connection)
    case .sendByteByByte(let bytes):
      var now: Int32 = 1
      setsockopt(
        connection, Int32(IPPROTO_TCP), TCP_NODELAY, &now, socklen_t(MemoryLayout.size(ofValue: now)))
      return bytes.indices.allSatisfy { send(bytes[$0...$0], on: connection) }
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

  private static func send(_ bytes: ArraySlice<UInt8>, on connection: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

/// A port on 127.0.0.1 that takes no connection: its queue is full, so whoever connects waits.
public final class FullBacklog: Sendable {
  /// Where nobody is let in, on 127.0.0.1.
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

/// The few calls of the socket interface that the servers here need.
enum LoopbackSocket {
  /// - Parameter port: 0 for any that is free.
  static func listening(on port: UInt16 = 0, backlog: Int32) throws -> Int32 {
    let descriptor = try checked(socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
    do {
      try checked(withAddress(port) { bind(descriptor, $0, $1) })
      try checked(listen(descriptor, backlog))
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// A socket whose connection comes about, or not, while nobody waits for it.
  static func connecting(to port: UInt16) throws -> Int32 {
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let descriptor = try checked(socket(AF_INET, Int32(kind), 0))
    _ = withAddress(port) { connect(descriptor, $0, $1) }
    return descriptor
  }

  /// Whether somebody listens there.
  static func isListening(on port: UInt16) throws -> Bool {
    let descriptor = try checked(socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
    defer { close(descriptor) }
    return withAddress(port) { connect(descriptor, $0, $1) } == 0
  }

  static func port(of descriptor: Int32) throws -> UInt16 {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    try withUnsafeMutablePointer(to: &address) { address in
      _ = try address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        try checked(getsockname(descriptor, $0, &length))
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  private static func withAddress(
    _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    return withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  @discardableResult
  private static func checked(_ result: Int32) throws -> Int32 {
    guard result >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    return result
  }
}
