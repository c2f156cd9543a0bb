import Glibc
import Input
import Nearby

/// A conversation with speech-dispatcher: a command, its answer, and events in between; used by one thread.
final class SSIPConnection {
  /// Why a conversation ended, or a command failed.
  enum Problem: Error, Hashable, CustomStringConvertible {
    case unreachable(code: Int32)
    case gone
    case slow
    case malformed
    case refused(String)

    var description: String {
      switch self {
      case .unreachable(let code): String(cString: strerror(code))
      case .gone: "it closed the connection"
      case .slow: "it does not answer"
      case .malformed: "its answer is not SSIP"
      case .refused(let text): "it refuses: \(text)"
      }
    }
  }

  /// How long it may take to answer.
  static let usualLimit = Duration.seconds(10)

  let descriptor: Int32
  private let limit: Duration
  private var reader = SSIPReader()
  private var replies: [SSIPReply] = []
  /// Events that came while waiting for an answer.
  private var events: [SSIPReply] = []

  /// - Throws: `Problem.unreachable`.
  init(to address: SpeechDispatcherAddress, limit: Duration = usualLimit) throws(Problem) {
    descriptor = try address.connect(within: limit)
    self.limit = limit
  }

  deinit {
    close(descriptor)
  }

  /// Introduces poi, and sets the voice.
  ///
  /// An unknown language or rate is no reason to be silent.
  func start(_ settings: SpeechSettings) throws(Problem) {
    let deadline = ContinuousClock.now + limit
    try carryOut("SET self CLIENT_NAME \(Self.user):poi:main", until: deadline)
    for wish in [
      "SET self SSML_MODE off", "SET self LANGUAGE \(settings.language)",
      settings.rate.map { "SET self RATE \($0)" }, "SET self NOTIFICATION END on",
      "SET self NOTIFICATION CANCEL on",
    ].compactMap(\.self) {
      _ = try request(SSIPCommand.line(wish), until: deadline)
    }
  }

  private static var user: String {
    let name = getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } ?? "user"
    return String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// Sends a message, and returns its number in events.
  func speak(_ utterance: Utterance) throws(Problem) -> Int? {
    try carryOut("SET self PRIORITY \(utterance.urgency.priority)")
    try carryOut("SPEAK")
    let reply = try request(SSIPCommand.message(utterance.text))
    guard reply.isSuccess else { throw .refused(reply.text) }
    return reply.message
  }

  func cancel() throws(Problem) {
    try carryOut("CANCEL self")
  }

  /// Says goodbye; a failure does not matter.
  func quit() {
    _ = try? request(SSIPCommand.line("QUIT"))
  }

  /// Receives what has arrived; called when the descriptor is readable.
  func receiveEvents() throws(Problem) {
    try receive()
    // An answer that no command asked for.
    if let stray = replies.first { throw stray.isSuccess ? .malformed : .refused(stray.text) }
  }

  func takeEvents() -> [SSIPReply] {
    defer { events = [] }
    return events
  }

  private func carryOut(
    _ command: String, until deadline: ContinuousClock.Instant? = nil
  ) throws(Problem) {
    let reply = try request(SSIPCommand.line(command), until: deadline)
    guard reply.isSuccess else { throw .refused("\(reply.code) \(reply.text)") }
  }

  private func request(
    _ bytes: [UInt8], until deadline: ContinuousClock.Instant? = nil
  ) throws(Problem) -> SSIPReply {
    let deadline = deadline ?? .now + limit
    try send(bytes, until: deadline)
    while replies.isEmpty {
      try wait(for: POLLIN, until: deadline)
      try receive()
    }
    return replies.removeFirst()
  }

  private func send(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) throws(Problem) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        try wait(for: POLLOUT, until: deadline)
      } else if errno != EINTR {
        throw .gone
      }
    }
  }

  private func receive() throws(Problem) {
    var piece = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &piece, piece.count)
    guard count > 0 else {
      if count < 0, [EAGAIN, EINTR].contains(errno) { return }
      throw .gone
    }
    let new: [SSIPReply]
    do throws(SSIPReader.Problem) {
      new = try reader.read(piece.span.extracting(first: count))
    } catch {
      throw .malformed
    }
    for reply in new {
      if reply.isEvent { events.append(reply) } else { replies.append(reply) }
    }
    // Do not keep unclaimed events for ever.
    if events.count + replies.count > Self.mostReplies { throw .malformed }
  }

  private static let mostReplies = 1000

  private func wait(for event: Int32, until deadline: ContinuousClock.Instant) throws(Problem) {
    guard deadline > .now else { throw .slow }
    awaitEvents(event, on: descriptor, atMost: deadline - .now)
  }
}

extension Callout.Urgency {
  /// The priority in the protocol's words.
  fileprivate var priority: String {
    switch self {
    case .whenQuiet: "notification"
    case .inTurn: "text"
    case .soon: "message"
    case .atOnce: "important"
    }
  }
}
