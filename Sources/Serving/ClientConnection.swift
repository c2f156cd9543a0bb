import NIOCore
import NIOHTTP1

/// A client's connection: answers one request after the other.
///
/// It reads nothing while it answers, so that requests that wait take no memory.
final class ClientConnection: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private enum State {
    /// For a request, or for the rest of one.
    case waiting
    case answering(Task<Void, Never>)
    /// It ignores what still comes.
    case ending
  }

  private let answering: Answering
  private var state = State.waiting
  private var id: ConnectionTable.ID?
  private var peer = ""
  /// Complete requests that wait for their turn.
  private var requests = CircularBuffer<HTTPRequestHead>()
  /// What follows them; nothing after it is readable.
  private var problem: RequestProblem?
  /// Whether a request has begun but is incomplete.
  private var hasBegun = false
  /// Whether a request was answered, after which clients expect that an idle connection may end.
  private var hasAnswered = false
  /// Whether the client sends nothing more, or is gone.
  private var hasEnded = false
  /// Whether it must refuse what is asked.
  private var isCrowded = false
  /// Whether to read once the answer is sent.
  private var wantsToRead = false

  private init(_ answering: Answering) {
    self.answering = answering
  }

  /// Makes a new channel a connection of the server.
  static func configure(_ channel: any Channel, _ answering: Answering) throws {
    let limits = answering.limits
    var ofHead = NIOHTTPDecoderLimitConfiguration()
    ofHead.maxHeaderFieldSize = limits.head
    ofHead.maxHeaderListSize = limits.head
    ofHead.maxHeaderFieldCount = limits.fields
    var framing = HTTPResponseEncoder.Configuration()
    framing.automaticallySetFramingHeaders = false
    try channel.pipeline.syncOperations.addHandlers([
      HTTPResponseEncoder(configuration: framing),
      ByteToMessageHandler(HTTPRequestDecoder(limitConfiguration: ofHead)),
      // Text that handlers quote from a request must not add header lines.
      NIOHTTPResponseHeadersValidator(),
      ClientConnection(answering),
    ])
  }

  // MARK: Coming and going

  func channelActive(context: ChannelHandlerContext) {
    peer = context.remoteAddress?.ipAddress ?? ""
    let connection = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    id = answering.table.admit(peer: peer, at: .now) { [loop = context.eventLoop] reason in
      // Later: the table is locked.
      loop.execute { connection.value.0.end(reason, context: connection.value.1) }
    }
    if id == nil { refuse(.full, context: context) }
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    if case .answering(let task) = state { task.cancel() }
    state = .ending
    if let id { answering.table.remove(id) }
    context.fireChannelInactive()
  }

  private func end(_ reason: ConnectionTable.EndReason, context: ChannelHandlerContext) {
    // It is being refused already.
    guard id != nil else { return }
    if reason == .crowded {
      isCrowded = true
    } else if case .waiting = state, reason == .overdue ? hasBegun : !hasAnswered {
      refuse(reason == .overdue ? .timedOut : .full, context: context)
    } else {
      context.close(promise: nil)
    }
  }

  // MARK: Reading

  func read(context: ChannelHandlerContext) {
    if case .answering = state { wantsToRead = true } else { context.read() }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // The head of a request with a body is refused, so its body needs no attention.
    guard case .head(let head) = unwrapInboundIn(data) else { return }
    if case .ending = state { return }
    requests.append(head)
    hasBegun = false
    answerNext(context: context)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if case .waiting = state, !hasBegun, let id {
      hasBegun = true
      let now = ContinuousClock.now
      answering.table.set(.waiting, of: id, since: now, until: now + answering.limits.headTime)
    }
    context.fireChannelReadComplete()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event as? ChannelEvent == .inputClosed else { return }
    hasEnded = true
    guard case .answering = state, let id else { return context.close(promise: nil) }
    // Only what is sent shows whether it still reads.
    if !answering.table.hurry(id, until: .now + Self.parting) {
      context.writeAndFlush(wrapOutboundOut(EventChannel.signOfLife), promise: nil)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case HTTPParserError.invalidEOFState, is ByteToMessageDecoderError: return
    case let error as HTTPParserError:
      if problem == nil { problem = RequestProblem(error, limits: answering.limits) }
      answerNext(context: context)
    default: context.close(promise: nil)
    }
  }

  // MARK: Answering

  private func answerNext(context: ChannelHandlerContext) {
    guard case .waiting = state else { return }
    guard let head = requests.popFirst() else {
      if let problem { refuse(problem, context: context) } else if hasEnded { context.close(promise: nil) }
      return
    }
    do throws(RequestProblem) {
      let request = try Request(head, from: peer, limits: answering.limits)
      guard let id, !isCrowded else { throw .tooManyConnections }
      // At once: until then, it may have to make room for another.
      guard occupy(for: answering.limits.answerTime) else { throw .full }
      begin(context: context) { [answering] in try await answering.answer(request, on: $0, id) }
    } catch {
      refuse(error, head, context: context)
    }
  }

  private func refuse(
    _ problem: RequestProblem, _ head: HTTPRequestHead? = nil, context: ChannelHandlerContext
  ) {
    _ = occupy(for: answering.limits.headTime)
    begin(context: context) { [answering, id] in
      try await answering.refuse(problem, head, on: $0, id)
      return false
    }
  }

  /// - Returns: `false` if the connection was dropped in the meantime.
  private func occupy(for time: Duration) -> Bool {
    let now = ContinuousClock.now
    if let id, !answering.table.set(.answering, of: id, since: now, until: now + time) { self.id = nil }
    return id != nil
  }

  /// - Parameter answer: returns whether the connection continues.
  private func begin(
    context: ChannelHandlerContext, _ answer: @escaping @Sendable (any Channel) async throws -> Bool
  ) {
    let connection = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    let channel = context.channel
    state = .answering(
      Task(executorPreference: answering.executor) { [answering] in
        let continues = try? await answer(channel)
        // Of requests that came together, all connections have a thousand answers a second: as long as it has some to make,
        // the loop reads from nobody.
        if !connection.value.0.requests.isEmpty {
          try? await Task.sleep(for: .milliseconds(answering.table.counts.connections))
        }
        connection.value.0.finish(continues, context: connection.value.1)
      })
  }

  /// - Parameter continues: whether another request may follow; `nil` if the client is gone or was too slow.
  private func finish(_ continues: Bool?, context: ChannelHandlerContext) {
    guard case .answering = state else { return }
    state = .waiting
    hasBegun = false
    hasAnswered = true
    switch continues {
    case nil: context.close(promise: nil)
    case false?: part(context: context)
    case true?: answerNext(context: context)
    }
    if case .answering = state { return }
    if wantsToRead {
      wantsToRead = false
      context.read()
    }
  }

  /// How long a client may go on after the end of its output, or of ours.
  private static let parting = Duration.seconds(2)

  /// Ends the output, and ignores what the client still sends for a while: closing the connection at once would
  /// discard the answer.
  private func part(context: ChannelHandlerContext) {
    state = .ending
    let now = ContinuousClock.now
    let isKnown = id.map { answering.table.set(.waiting, of: $0, since: now, until: now + Self.parting) }
    guard isKnown ?? answering.mayPart(context.channel) else { return context.close(promise: nil) }
    context.close(mode: .output, promise: nil)
  }
}
