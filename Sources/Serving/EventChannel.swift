import NIOCore
import NIOHTTP1

/// A stream of server-sent events to one client; a client that does not keep up is cut off.
public struct EventChannel: Sendable {
  private let continuation: AsyncStream<[UInt8]>.Continuation

  /// The most events that may wait for a client: more than a watch can have at once.
  public static let capacity = 5000

  /// A channel, and the answer that carries its events.
  ///
  /// The channel does not keep the answer: the stream ends when whoever sends the answer lets go of it.
  ///
  /// - Parameter onEnd: called when the client is gone or was cut off.
  public static func make(
    onEnd: @escaping @Sendable () -> Void
  ) -> (channel: EventChannel, response: Response) {
    let (stream, continuation) = AsyncStream<[UInt8]>.makeStream(
      bufferingPolicy: .bufferingOldest(capacity))
    continuation.onTermination = { _ in onEnd() }
    let channel = EventChannel(continuation: continuation)
    // A browser reconnects after this many milliseconds.
    channel.send(Array("retry: 2000\n\n".utf8))
    let headers: HTTPHeaders = [
      "Content-Type": "text/event-stream", "Cache-Control": "no-store",
      // nginx would hold events back until its buffer is full.
      "X-Accel-Buffering": "no",
    ]
    return (channel, Response(status: .ok, headers: headers, body: .events(stream)))
  }

  /// An event whose data is a line of text, made once for however many clients.
  public static func event(_ line: String) -> [UInt8] {
    Array("data: \(line)\(line.hasSuffix("\n") ? "" : "\n")\n".utf8)
  }

  public func send(_ event: [UInt8]) {
    if case .dropped = continuation.yield(event) { continuation.finish() }
  }

  /// Sends a comment, so that proxies do not take silence for the end.
  public func sendSignOfLife() { send(Array(Self.stillHere.utf8)) }

  private static let stillHere = ": still here\n\n"
  static var signOfLife: HTTPServerResponsePart { .body(.byteBuffer(ByteBuffer(string: stillHere))) }

  /// Ends the stream after the events sent so far.
  public func finish() { continuation.finish() }
}
