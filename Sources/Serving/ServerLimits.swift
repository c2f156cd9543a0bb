/// What a server grants its clients, so that none of them can take it away from the others.
public struct ServerLimits: Sendable {
  /// Bytes of a request's target, its path and query.
  public var target = 8 * 1024
  /// Bytes of a request up to its body.
  public var head = 16 * 1024
  /// Header fields of a request.
  public var fields = 64
  /// How long the head of a request may take, from the first connection or byte on.
  public var headTime = Duration.seconds(10)
  /// How long a connection may wait for its next request.
  public var idleTime = Duration.seconds(60)
  /// How long an answer may take until the client has all of it.
  public var answerTime = Duration.seconds(60)
  /// Bytes of answers that may wait at once for clients that do not take them.
  public var unsentBytes = 64 * 1024 * 1024
  /// How long a client may leave a piece of a stream untouched.
  public var streamTime = Duration.seconds(20)
  /// Connections at once; libgps cannot use a descriptor above 1023.
  public var connections = 768
  /// Connections of one other machine at once; a proxy on this one brings many people's.
  public var connectionsOfPeer = 64
  /// Streams of events at once.
  public var streams = 256
  /// Streams of one other machine at once.
  public var streamsOfPeer = 16

  /// What suits a phone or a hundred.
  public init() {}
}
