import Glibc
import Input

/// Positions from GeoClue on laptops and Linux phones: from Wi-Fi, a modem or a receiver.
///
/// ```swift
/// let fetcher = SourceLocationFetcher(source: GeoClueSource())
/// ```
public struct GeoClueSource: LivePositionSource {
  /// How long GeoClue may take.
  package struct Limits: Sendable {
    /// To start and to answer the first call.
    package var answer = Duration.seconds(15)
    /// To decide whether poi may have the position. Without an agent on the desktop it never does; with one,
    /// it may have to ask the user.
    package var leave = Duration.seconds(5)
  }

  private let connector: any BusConnecting
  private let limits: Limits

  /// The GeoClue of the system bus.
  public init() {
    self.init(connector: SDBusConnector())
  }

  init(connector: any BusConnecting, limits: Limits = Limits()) {
    self.connector = connector
    self.limits = limits
  }

  func listen(until stop: Waker, report: (PositionEvent) -> Void) throws(PositioningError) {
    let connection = try connect()
    var conversation = GeoClueConversation()
    try send(conversation.opening, over: connection, in: &conversation)
    let answerDeadline = ContinuousClock.now + limits.answer
    let leaveDeadline = ContinuousClock.now + limits.leave
    var hasAskedAgain = false
    while true {
      let stateBefore = conversation.state
      var locations: [Location] = []
      while let message = try talk({ () throws(BusFailure) in try connection.next() }) {
        try send(conversation.receive(message, into: &locations), over: connection, in: &conversation)
      }
      if !hasAskedAgain, leaveDeadline <= .now {
        hasAskedAgain = true
        try send(conversation.stepsAfterSilence(), over: connection, in: &conversation)
      }
      if !conversation.isThere, answerDeadline <= .now { throw .geoclue(.silent) }
      if conversation.state != stateBefore { report(.state(conversation.state)) }
      if !locations.isEmpty { report(.locations(locations)) }

      let deadline = !hasAskedAgain ? leaveDeadline : conversation.isThere ? nil : answerDeadline
      let wakeup = stop.wait(
        forInputFrom: connection.descriptor, events: connection.events,
        atMost: deadline.map { max(.zero, $0 - .now) })
      if wakeup == .called { return }
    }
  }

  private func connect() throws(PositioningError) -> any BusConnection {
    do throws(BusFailure) {
      return try connector.connect()
    } catch {
      throw switch error {
      case .noLibrary: .geoclue(.noLibrary)
      case .failed(let code): .geoclue(.noBus(code: code))
      }
    }
  }

  /// What a connection tells, unless it is lost.
  private func talk<Answer>(
    _ body: () throws(BusFailure) -> Answer
  ) throws(PositioningError) -> Answer {
    do throws(BusFailure) {
      return try body()
    } catch {
      throw switch error {
      case .failed(let code) where ![ECONNRESET, ENOTCONN, EPIPE, ESHUTDOWN].contains(code):
        .geoclue(.noBus(code: code))
      case .failed, .noLibrary: .geoclue(.closed)
      }
    }
  }

  private func send(
    _ steps: [GeoClueConversation.Step], over connection: any BusConnection,
    in conversation: inout GeoClueConversation
  ) throws(PositioningError) {
    for step in steps {
      let serial = try talk { () throws(BusFailure) in try connection.send(step.call) }
      conversation.note(step, sentAs: serial)
    }
  }
}
