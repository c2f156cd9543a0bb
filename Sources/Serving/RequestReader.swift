import FlyingFox

/// Turns the bytes of a connection into requests, and keeps no more of them than the limits allow.
struct RequestReader {
  private let limits: ServerLimits
  private var buffer: [UInt8] = []
  /// How much of the buffer is known to contain no end of a head.
  private var searched = 0

  init(limits: ServerLimits) {
    self.limits = limits
  }

  /// Whether a request has begun but is incomplete.
  var hasBegun: Bool { !buffer.isEmpty }

  mutating func append(_ bytes: some Sequence<UInt8>) {
    buffer.append(contentsOf: bytes)
  }

  /// The next request, if its head is complete.
  ///
  /// - Throws: `RequestProblem`; nothing after it is readable.
  mutating func next() throws(RequestProblem) -> HTTPRequest? {
    skipEmptyLines()
    guard let end = endOfHead() else {
      if let line = buffer.firstIndex(of: UInt8(ascii: "\n")) ?? (buffer.isEmpty ? nil : buffer.endIndex),
        line > limits.target + Self.rest
      {
        throw .targetTooLong(limit: limits.target)
      }
      guard buffer.count <= limits.head else { throw .headTooLarge(limit: limits.head) }
      return nil
    }
    guard end <= limits.head else { throw .headTooLarge(limit: limits.head) }
    let request = try RequestHead(buffer[..<end], limits: limits).request
    buffer.removeFirst(end)
    searched = 0
    return request
  }

  /// Bytes of a request line besides its target.
  private static let rest = 64

  /// Skips blank lines before a request; some clients send one after a body.
  private mutating func skipEmptyLines() {
    let count = buffer.prefix { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }.count
    guard count > 0 else { return }
    buffer.removeFirst(count)
    searched = 0
  }

  private mutating func endOfHead() -> Int? {
    var index = max(3, searched)
    while index < buffer.count {
      if buffer[index] == UInt8(ascii: "\n"), buffer[index - 1] == UInt8(ascii: "\r"),
        buffer[index - 2] == UInt8(ascii: "\n"), buffer[index - 3] == UInt8(ascii: "\r")
      {
        return index + 1
      }
      index += 1
    }
    searched = index
    return nil
  }
}
