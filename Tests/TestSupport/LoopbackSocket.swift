import Foundation
import Glibc

/// The few calls of the socket interface that the servers here need.
public enum LoopbackSocket {
  /// Listens on 127.0.0.1.
  ///
  /// - Parameter port: 0 for any that is free.
  public static func listening(on port: UInt16 = 0, backlog: Int32) throws -> Int32 {
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

  /// A socket that connects, or fails to, while nobody waits for it; sending on it waits for nobody, either.
  public static func connecting(to port: UInt16) throws -> Int32 {
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let descriptor = try checked(socket(AF_INET, Int32(kind), 0))
    _ = withAddress(port) { connect(descriptor, $0, $1) }
    return descriptor
  }

  /// A connection to a listener there.
  ///
  /// - Parameter host: another address of this machine.
  public static func connected(to port: UInt16, at host: String = "127.0.0.1") throws -> Int32 {
    let descriptor = try checked(socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
    do {
      try checked(withAddress(port, inet_addr(host)) { connect(descriptor, $0, $1) })
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Whether somebody listens there.
  static func isListening(on port: UInt16) throws -> Bool {
    let descriptor = try checked(socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
    defer { close(descriptor) }
    return withAddress(port) { connect(descriptor, $0, $1) } == 0
  }

  /// The port that a socket listens on.
  public static func port(of descriptor: Int32) throws -> UInt16 {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    try withUnsafeMutablePointer(to: &address) { address in
      _ = try address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        try checked(getsockname(descriptor, $0, &length))
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Sends all of the bytes; `false` if the other side is gone.
  public static func send(_ bytes: ArraySlice<UInt8>, on connection: Int32) -> Bool {
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

  /// Waits until the other side closes the connection.
  ///
  /// - Returns: `false` if the time ends first.
  @discardableResult
  public static func waitUntilClosed(_ connection: Int32, atMost limit: Duration? = nil) -> Bool {
    // POLLRDHUP, which the Glibc module leaves out.
    var end = pollfd(fd: connection, events: 0x2000, revents: 0)
    let milliseconds = limit.map { Int32($0 / .milliseconds(1)) } ?? -1
    return poll(&end, 1, milliseconds) > 0
  }

  private static func withAddress(
    _ port: UInt16, _ host: in_addr_t = UInt32(INADDR_LOOPBACK).bigEndian,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = host
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
