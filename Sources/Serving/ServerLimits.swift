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
  /// How long the server may take to find an answer, and then the client to read it.
  public var answerTime = Duration.seconds(60)
  /// Bytes of an answer.
  public static let answer = 16 * 1024 * 1024
  /// Bytes of answers that may wait for slow clients, in all.
  public var unsentBytes = 64 * 1024 * 1024
  /// Bytes of answers that may wait for one client.
  public var unsentBytesOfClient = 16 * 1024 * 1024
  /// How long a client may read nothing of an answer if others have no room for theirs.
  public var stalledTime = Duration.seconds(5)
  /// How long a client may take to read a piece of a stream.
  public var streamTime = Duration.seconds(20)
  /// Connections at once; libgps cannot use a descriptor above 1023.
  public var connections = 768
  /// Connections at once from one remote machine; a local proxy forwards many people's.
  public var connectionsOfPeer = 64
  /// Event streams at once.
  public var streams = 256
  /// Event streams at once to one remote client.
  public var streamsOfClient = 16

  /// Whom to believe for whom they ask.
  public var proxies = TrustedProxies()
  /// Questions that are being answered at once; most of them wait for other servers.
  public var questions = 32
  /// Questions of one client that are being answered at once.
  public var questionsOfClient = 1
  /// Questions that wait for their turn, in all.
  public var waitingQuestions = 512
  /// Questions of one client that wait for their turn.
  public var waitingQuestionsOfClient = 64
  /// How long a question may wait for its turn.
  public var waitingTime = Duration.seconds(30)
  /// In what time a client may cause the work and get the bytes that follow.
  public var window = Duration.seconds(60)
  /// Seconds of processor time for one client's questions.
  public var secondsOfClient = 30.0
  /// Bytes of answers for one client.
  public var bytesOfClient = 256 * 1024 * 1024
  /// Clients whose use is remembered.
  public var clients = 1000

  /// Limits that suit one phone or a hundred.
  public init() {}

  /// Whether a machine may ask for many people.
  func isShared(_ peer: String) -> Bool { IPAddress.isLoopback(peer) || proxies.contains(peer) }
}
