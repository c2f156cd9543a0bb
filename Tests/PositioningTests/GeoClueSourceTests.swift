import Geography
import Glibc
import Input
import Synchronization
import Testing

@testable import Positioning

/// The source over a fake bus with prepared answers.
@Suite(.timeLimit(.minutes(5))) struct GeoClueSourceTests {
  /// Answers calls by member, and wakes the source.
  private final class FakeBus: BusConnecting, BusConnection {
    private struct State {
      var serial: UInt64 = 0
      var arrived: [BusMessage] = []
      var calls: [String] = []
      var failure: BusFailure?
    }

    private let pair: SocketPair
    private let state = Mutex(State())
    private let answers: @Sendable (BusCall) -> [BusMessage.Kind: [BusValue]]?

    /// - Parameter answers: the answer to a call; `nil` for none.
    init(_ answers: @escaping @Sendable (BusCall) -> [BusMessage.Kind: [BusValue]]?) throws {
      pair = try SocketPair()
      self.answers = answers
    }

    var descriptor: Int32 { pair.near }
    var events: Int16 { Int16(POLLIN) }
    var calls: [String] { state.withLock { $0.calls } }

    func connect() throws(BusFailure) -> any BusConnection { self }

    func send(_ call: BusCall) throws(BusFailure) -> UInt64 {
      let answer = answers(call)
      let serial = state.withLock { state in
        state.serial += 1
        state.calls.append(call.member)
        for (kind, body) in answer ?? [:] {
          let kind: BusMessage.Kind =
            switch kind {
            case .reply: .reply(to: state.serial)
            case .error(_, let name, let text): .error(to: state.serial, name: name, text: text)
            default: kind
            }
          state.arrived.append(BusMessage(kind, from: ":1.7", body))
        }
        return state.serial
      }
      pair.send("x")
      return serial
    }

    func next() throws(BusFailure) -> BusMessage? {
      let (message, failure) = state.withLock { state in
        (state.arrived.isEmpty ? nil : state.arrived.removeFirst(), state.failure)
      }
      if let failure { throw failure }
      if message == nil {
        var bytes = [UInt8](repeating: 0, count: 64)
        _ = recv(pair.near, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      }
      return message
    }

    /// The connection is gone from now on.
    func breakOff(_ failure: BusFailure) {
      state.withLock { $0.failure = failure }
      pair.send("x")
    }
  }

  private static let client = "/client"

  /// Answers like a GeoClue that knows one position.
  private static func answer(_ call: BusCall) -> [BusMessage.Kind: [BusValue]] {
    switch call.member {
    case "GetClient": [.reply(to: 0): [.text(client)]]
    case "Start":
      [
        .reply(to: 0): [],
        .signal(path: client, interface: "org.freedesktop.GeoClue2.Client", member: "LocationUpdated"): [
          .text("/"), .text("/p/1"),
        ],
      ]
    case "GetAll":
      [
        .reply(to: 0): [
          .list([.list([.text("Latitude"), .real(60)]), .list([.text("Longitude"), .real(25)])])
        ]
      ]
    default: [.reply(to: 0): []]
    }
  }

  private func run(
    _ bus: some BusConnecting, until stop: Waker = Waker(),
    limits: GeoClueSource.Limits = GeoClueSource.Limits(),
    onEvent: @escaping @Sendable (PositionEvent) -> Void = { _ in }
  ) async -> (events: [PositionEvent], end: PositionSourceEnd) {
    let source = GeoClueSource(connector: bus, limits: limits)
    return await onThread {
      var events: [PositionEvent] = []
      let end = source.run(until: stop) { event in
        events.append(event)
        onEvent(event)
      }
      return (events, end)
    }
  }

  @Test("gives positions until stopped")
  func positions() async throws {
    let stop = Waker()
    let (events, end) = await run(try FakeBus(Self.answer), until: stop) { event in
      if case .locations = event { stop.wake() }
    }
    let location = Location(coordinate: Coordinate(latitude: 60, longitude: 25))
    #expect(events == [.state(.reporting), .locations([location])])
    #expect(end == .complete(badLines: 0))
  }

  @Test("a refusal is a failure that says so")
  func refusal() async throws {
    let bus = try FakeBus { call in
      call.member == "Start"
        ? [.error(to: 0, name: "org.freedesktop.DBus.Error.AccessDenied", text: ""): []] : Self.answer(call)
    }
    let (events, end) = await run(bus)
    #expect(end == .failed(.geoclue(.refused)))
    #expect(events == [.state(.unreachable(.geoclue(.refused)))])
  }

  @Test("reports and waits out the silence without an agent")
  func noAgent() async throws {
    let stop = Waker()
    var limits = GeoClueSource.Limits()
    limits.leave = .milliseconds(20)
    let bus = try FakeBus { call in
      switch call.member {
      case "GetClient": nil
      case "GetNameOwner": [.reply(to: 0): [.text(":1.7")]]
      default: Self.answer(call)
      }
    }
    let (events, end) = await run(bus, until: stop, limits: limits) { _ in stop.wake() }
    #expect(events == [.state(.noAgent)])
    #expect(end == .complete(badLines: 0))
  }

  @Test("does not wait for ever for a service that does not start")
  func silent() async throws {
    var limits = GeoClueSource.Limits()
    limits.leave = .milliseconds(5)
    limits.answer = .milliseconds(20)
    let bus = try FakeBus { call in
      switch call.member {
      case "GetClient": nil
      case "GetNameOwner": [.error(to: 0, name: "org.freedesktop.DBus.Error.NameHasNoOwner", text: ""): []]
      default: Self.answer(call)
      }
    }
    #expect(await run(bus, limits: limits).end == .failed(.geoclue(.silent)))
  }

  @Test("a broken bus ends GeoClue")
  func brokenOff() async throws {
    let bus = try FakeBus(Self.answer)
    let (events, end) = await run(bus) { event in
      if case .locations = event { bus.breakOff(.failed(code: ECONNRESET)) }
    }
    #expect(end == .failed(.geoclue(.closed)))
    #expect(events.last == .state(.unreachable(.geoclue(.closed))))
  }

  private struct NoBus: BusConnecting {
    let failure: BusFailure

    func connect() throws(BusFailure) -> any BusConnection { throw failure }
  }

  @Test(
    "distinguishes a missing bus from a missing library",
    arguments: [
      (.noLibrary, .noLibrary), (.failed(code: ENOENT), .noBus(code: ENOENT)),
    ] as [(BusFailure, GeoClueFailure)])
  func noBus(failure: BusFailure, told: GeoClueFailure) async {
    #expect(await run(NoBus(failure: failure)).end == .failed(.geoclue(told)))
  }
}
