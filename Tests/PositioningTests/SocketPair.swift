import Foundation
import Glibc
import Synchronization

/// Two connected sockets: the near one for the code under test, the far one for the test.
final class SocketPair: Sendable {
  let near: Int32
  private let far: Mutex<Int32?>

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    near = ends[0]
    far = Mutex(ends[1])
  }

  deinit {
    hangUp()
    close(near)
  }

  func send(_ text: String) {
    send(Array(text.utf8))
  }

  /// Sends all of it, or as much as is taken before the near side is closed.
  func send(_ bytes: [UInt8]) {
    guard let descriptor = far.withLock({ $0 }) else { return }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Lets a sender notice that nobody reads.
  func stopReading() {
    shutdown(near, Int32(SHUT_RDWR))
  }

  /// Closes the far side.
  func hangUp() {
    far.withLock { end in
      end.take().map { _ = close($0) }
    }
  }
}

/// What `body` returns, which may block and so runs on a thread of its own.
func onThread<Value: Sendable>(
  _ body: @escaping @Sendable () -> Value, meanwhile: () -> Void = {}
) async -> Value {
  let (values, continuation) = AsyncStream<Value>.makeStream()
  Thread.detachNewThread {
    continuation.yield(body())
    continuation.finish()
  }
  meanwhile()
  var iterator = values.makeAsyncIterator()
  while true {
    if let value = await iterator.next() { return value }
  }
}
