import Foundation
import Glibc
import Synchronization
import XCTest

/// Listens on a UNIX socket like speech-dispatcher, and keeps what it receives; the test chooses its
/// behaviour.
public final class FakeSpeechDispatcher: Sendable {
  /// How it behaves.
  public enum Manner: Sendable {
    /// It answers each command, and reports at once that a message was spoken.
    case polite
    /// The same, without ever reporting that a message was spoken.
    case unfinished
    /// It closes each connection at once.
    case dead
    /// It reads, and says nothing.
    case silent
    /// It accepts everything except messages.
    case refusing
    /// It refuses every command.
    case grumpy
    /// It answers in another protocol.
    case lying
    /// Its answers have no end.
    case endless
    /// It closes the connection at the first message, and is polite from then on.
    case dying
    /// It closes the connection at every message.
    case fragile
  }

  /// What it received.
  public struct Heard: Sendable {
    /// All commands, in order.
    public var commands: [String] = []
    /// The messages, without end markers.
    public var messages: [String] = []
    /// The number of connections.
    public var connections = 0
  }

  /// Its address.
  public let path: String

  private let listener: Int32
  private let heard = Mutex(Heard())
  private let waiting = Mutex<[(count: Int, reached: XCTestExpectation)]>([])
  private let manner: Mutex<Manner>

  /// Listens at a path short enough for a socket, as `TemporaryDirectory.forSocket()` has.
  ///
  /// - Throws: `POSIXError`.
  public init(_ manner: Manner, at path: String) throws {
    self.path = path
    self.manner = Mutex(manner)
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      close(descriptor)
      throw POSIXError(.ENAMETOOLONG)
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard status == 0, listen(descriptor, 8) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    listener = descriptor
    Thread.detachNewThread { [weak self] in
      // Nobody but this thread uses the number, which may then be another file's.
      defer { close(descriptor) }
      while true {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else {
          // Only its end makes the socket invalid; anything else passes.
          if errno == EINVAL { return }
          continue
        }
        guard let self else {
          close(connection)
          return
        }
        Thread.detachNewThread { self.serve(connection) }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
  }

  /// What it has received so far.
  public var said: Heard { heard.withLock { $0 } }

  /// Waits for this many messages, four minutes at most, and returns those that came.
  public func messages(_ count: Int) async -> [String] {
    let reached = XCTestExpectation(description: "\(count) messages")
    waiting.withLock { $0.append((count, reached)) }
    tellWaiting()
    _ = await XCTWaiter.fulfillment(of: [reached], timeout: 240)
    return said.messages
  }

  private func tellWaiting() {
    let count = said.messages.count
    let due = waiting.withLock { waiting in
      defer { waiting.removeAll { $0.count <= count } }
      return waiting.filter { $0.count <= count }
    }
    for (_, reached) in due { reached.fulfill() }
  }

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    let manner = manner.withLock { $0 }
    heard.withLock { $0.connections += 1 }
    var message: [String]?
    var count = 0
    switch manner {
    case .dead: return
    case .lying:
      _ = LoopbackSocket.send(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)[...], on: connection)
    case .endless:
      let piece = Array(repeating: UInt8(ascii: "2"), count: 8192)[...]
      while LoopbackSocket.send(piece, on: connection) {}
      return
    default: break
    }
    while let line = Self.line(from: connection) {
      if manner == .silent || manner == .lying { continue }
      var answer = "208 OK\r\n"
      if let lines = message {
        if line == "." {
          if manner == .dying { self.manner.withLock { $0 = .polite } }
          heard.withLock { $0.messages.append(lines.joined(separator: "\n")) }
          tellWaiting()
          message = nil
          count += 1
          if manner == .dying || manner == .fragile { return }
          answer = "225-\(count)\r\n225 OK MESSAGE QUEUED\r\n"
          if manner == .polite { answer += "702-\(count)\r\n702-1\r\n702 END\r\n" }
        } else {
          message = lines + [line.hasPrefix(".") ? String(line.dropFirst()) : line]
          continue
        }
      } else {
        heard.withLock { $0.commands.append(line) }
        if manner == .grumpy { answer = "500 ERR INVALID COMMAND\r\n" }
        if line == "SPEAK" {
          answer = manner == .refusing ? "300 ERR INTERNAL\r\n" : "230 OK RECEIVING DATA\r\n"
          if manner != .refusing { message = [] }
        }
        if line == "QUIT" { answer = "231 BYE\r\n" }
      }
      guard LoopbackSocket.send(Array(answer.utf8)[...], on: connection) else { return }
    }
  }

  private static func line(from connection: Int32) -> String? {
    var bytes: [UInt8] = []
    while true {
      var byte: UInt8 = 0
      guard read(connection, &byte, 1) == 1 else { return nil }
      if byte == UInt8(ascii: "\n") {
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
      }
      bytes.append(byte)
    }
  }
}
