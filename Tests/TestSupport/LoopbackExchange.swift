import Foundation
import Glibc

extension LoopbackSocket {
  /// Seconds; longer than any answer takes, on whatever machine: what would wait for ever ends with an error.
  private static let patience = 300

  /// Sends bytes, and takes what comes until it is all, or the server closes the connection.
  ///
  /// On a thread of its own, as threads that run tests are few.
  ///
  /// - Parameters:
  ///   - size: how many bytes go out at a time; all at once if it is `nil`.
  ///   - endingInput: whether to end our side of the connection after the bytes.
  ///   - isEnd: is given all bytes so far.
  /// - Throws: `POSIXError` if nothing comes for long. That nobody listens, or that the connection is reset, is an answer
  ///   that is empty or ends there.
  public static func exchange(
    _ bytes: [UInt8], with port: UInt16, inPiecesOf size: Int? = nil, endingInput: Bool = false,
    closingAfter isEnd: @escaping @Sendable ([UInt8]) -> Bool
  ) async throws -> [UInt8] {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try exchange(bytes, with: port, size, endingInput, isEnd) })
      }
    }
  }

  private static func exchange(
    _ bytes: [UInt8], with port: UInt16, _ size: Int?, _ endsInput: Bool, _ isEnd: ([UInt8]) -> Bool
  ) throws -> [UInt8] {
    guard let connection = try? connected(to: port) else { return [] }
    defer { close(connection) }
    var limit = timeval(tv_sec: patience, tv_usec: 0)
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    if let size {
      var on: Int32 = 1
      setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
      for start in stride(from: 0, to: bytes.count, by: size) {
        _ = send(bytes[start..<min(start + size, bytes.count)], on: connection)
      }
    } else {
      _ = send(bytes[...], on: connection)
    }
    if endsInput { shutdown(connection, Int32(SHUT_WR)) }
    var received: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(connection, &piece, piece.count, 0)
      if count < 0, errno == EAGAIN { throw POSIXError(.ETIMEDOUT) }
      guard count > 0 else { return received }
      received += piece[..<count]
      if isEnd(received) { return received }
    }
  }
}
