/// A server's limits, so that no client can starve the others.
public struct ServerLimits: Sendable {
  /// Bytes of a request's target, its path and query.
  public var target = 8 * 1024
  /// Bytes of a request up to its body.
  public var head = 16 * 1024
  /// Header fields of a request.
  public var fields = 64
  /// How long the head of a request may take, from the connection or its first byte on.
  public var headTime = Duration.seconds(10)
  /// How long a connection may wait for its next request.
  public var idleTime = Duration.seconds(60)
  /// How long a client may take to read an answer.
  public var answerTime = Duration.seconds(60)
  /// Bytes of answers that may wait for slow clients, in all.
  public var unsentBytes = 64 * 1024 * 1024
  /// How long a client may take to read a piece of a stream.
  public var streamTime = Duration.seconds(20)
  /// Connections at once; libgps cannot use a descriptor above 1023.
  public var connections = 768
  /// Connections at once from one remote machine; a local proxy forwards many people's.
  public var connectionsOfPeer = 64
  /// Event streams at once.
  public var streams = 256
  /// Event streams at once from one remote machine.
  public var streamsOfPeer = 16

  /// Limits that suit one phone or a hundred.
  public init() {}
}
