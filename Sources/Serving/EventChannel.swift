import NIOCore
import NIOHTTP1

/// A stream of server-sent events to one client; a client that does not keep up is cut off.
public struct EventChannel: Sendable {
  private let continuation: AsyncStream<[UInt8]>.Continuation

  /// The most events that may wait for a client.
  static let capacity = 512

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
    channel.send(text: "retry: 2000\n\n")
    let headers: HTTPHeaders = [
      "Content-Type": "text/event-stream", "Cache-Control": "no-store",
      // nginx would hold events back until its buffer is full.
      "X-Accel-Buffering": "no",
    ]
    return (channel, Response(status: .ok, headers: headers, body: .events(stream)))
  }

  /// Sends a line of text as an event's data.
  public func send(_ line: String) {
    send(text: "data: \(line)\(line.hasSuffix("\n") ? "" : "\n")\n")
  }

  /// Sends a comment, so that proxies do not take silence for the end.
  public func sendSignOfLife() { send(text: Self.stillHere) }

  private static let stillHere = ": still here\n\n"
  static var signOfLife: HTTPServerResponsePart { .body(.byteBuffer(ByteBuffer(string: stillHere))) }

  /// Ends the stream after the events sent so far.
  public func finish() { continuation.finish() }

  private func send(text: String) {
    if case .dropped = continuation.yield(Array(text.utf8)) { continuation.finish() }
  }
}
