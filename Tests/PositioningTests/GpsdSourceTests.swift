import Geography
import Glibc
import Input
import Synchronization
import Testing

@testable import Positioning

/// Over a pair of sockets instead of a connection to gpsd.
@Suite(.timeLimit(.minutes(5))) struct GpsdSourceTests {
  /// Hands out one end of a pair.
  private struct FakeConnector: GpsdConnecting {
    let pair: SocketPair
    var isWatchable = true

    func connect(to address: GpsdAddress) throws(GpsdAddress.Failure) -> any GpsdConnection {
      FakeConnection(pair: pair, isWatchable: isWatchable)
    }
  }

  private struct FakeConnection: GpsdConnection {
    let pair: SocketPair
    let isWatchable: Bool

    var descriptor: Int32 { pair.near }

    func watch(device: String?) -> Bool { isWatchable }
  }

  private struct RefusingConnector: GpsdConnecting {
    let failure: GpsdAddress.Failure

    func connect(to address: GpsdAddress) throws(GpsdAddress.Failure) -> any GpsdConnection {
      throw failure
    }
  }

  /// Blocks until told to continue, as libgps does if nobody answers.
  private struct BlockingConnector: GpsdConnecting {
    let release: Waker

    func connect(to address: GpsdAddress) throws(GpsdAddress.Failure) -> any GpsdConnection {
      _ = release.wait(forInputFrom: -1, atMost: .seconds(30))
      throw .refused
    }
  }

  private struct Run: Sendable {
    let events: [PositionEvent]
    let end: PositionSourceEnd
  }

  private let address = GpsdAddress()
  private let introduction = #"{"class":"VERSION"}"# + "\n"
  private let device = #"{"class":"DEVICES","devices":[{"path":"/dev/a","activated":1}]}"# + "\n"

  /// Limits that no busy machine reaches, except those that a test sets.
  private func limits(connect: Duration = .seconds(30), introduction: Duration = .seconds(30))
    -> GpsdSource.Limits
  {
    var limits = GpsdSource.Limits()
    limits.connect = connect
    limits.introduction = introduction
    limits.epoch = .milliseconds(5)
    return limits
  }

  private func report(second: Int, latitude: Double) -> String {
    #"{"class":"TPV","device":"/dev/a","mode":2,"time":"2026-06-01T10:00:0\#(second)Z","lat":\#(latitude),"lon":25}"#
      + "\n"
  }

  private func run(
    _ connector: some GpsdConnecting, until stop: Waker = Waker(),
    limits: GpsdSource.Limits? = nil, onEvent: @escaping @Sendable (PositionEvent) -> Void = { _ in },
    meanwhile: () -> Void = {}
  ) async -> Run {
    let source = GpsdSource(address: address, connector: connector, limits: limits ?? self.limits())
    return await onThread(
      {
        var events: [PositionEvent] = []
        let end = source.run(until: stop) { event in
          events.append(event)
          onEvent(event)
        }
        return Run(events: events, end: end)
      }, meanwhile: meanwhile)
  }

  private func latitudes(of run: Run) -> [Double] {
    run.events.flatMap { event -> [Double] in
      guard case .locations(let locations) = event else { return [] }
      return locations.map(\.coordinate.latitude)
    }
  }

  @Test("reports states and fixes until the connection ends, which is a failure")
  func conversation() async throws {
    let pair = try SocketPair()
    pair.send(introduction + device + report(second: 1, latitude: 60) + report(second: 2, latitude: 61))
    pair.hangUp()
    let run = await run(FakeConnector(pair: pair))
    #expect(run.events.first == .state(.reporting))
    #expect(latitudes(of: run) == [60, 61])
    #expect(run.events.last == .state(.unreachable(.gpsdClosed(address))))
    #expect(run.end == .failed(.gpsdClosed(address)))
  }

  @Test("does not hold back an epoch's last fix until the next one")
  func epochLimit() async throws {
    let pair = try SocketPair()
    let stop = Waker()
    pair.send(introduction + report(second: 1, latitude: 60))
    let run = await run(FakeConnector(pair: pair), until: stop) { event in
      if case .locations = event { stop.wake() }
    }
    #expect(latitudes(of: run) == [60])
    #expect(run.end == .complete(badLines: 0))
  }

  @Test("nor for as long as gpsd has something else to say")
  func epochLimitAmongOthers() async throws {
    let pair = try SocketPair()
    let stop = Waker()
    pair.send(introduction + report(second: 1, latitude: 60))
    let chatting = Task {
      await onThread {
        for _ in 0..<200 where !stop.isCalled {
          pair.send(#"{"class":"AIS","device":"/dev/b"}"# + "\n")
          usleep(20_000)
        }
        pair.hangUp()
      }
    }
    var limits = limits()
    limits.epoch = .milliseconds(100)
    let run = await run(FakeConnector(pair: pair), until: stop, limits: limits) { event in
      if case .locations = event { stop.wake() }
    }
    await chatting.value
    #expect(latitudes(of: run) == [60])
    #expect(run.end == .complete(badLines: 0))
  }

  @Test("reports the last fix before the loss of its device")
  func lossOfDevice() async throws {
    let pair = try SocketPair()
    let loss = #"{"class":"DEVICE","path":"/dev/a","activated":0}"# + "\n"
    pair.send(introduction + device + report(second: 1, latitude: 60))
    var limits = limits()
    limits.epoch = .seconds(30)
    let run = await run(FakeConnector(pair: pair), limits: limits) { event in
      guard case .state(let state) = event else { return }
      if state == .reporting { pair.send(loss) } else { pair.hangUp() }
    }
    #expect(latitudes(of: run) == [60])
    #expect(run.events.dropFirst(2).first == .state(.deviceLost("/dev/a")))
  }

  @Test("fixes that waited together are one report, however many they are")
  func waitingFixes() async throws {
    let pair = try SocketPair()
    let stop = Waker()
    let latitudes = (0..<300).map { Double($0) / 10 }
    pair.send(introduction + latitudes.map { report(second: Int($0) % 10, latitude: $0) }.joined())
    let run = await run(FakeConnector(pair: pair), until: stop) { event in
      if case .locations = event { stop.wake() }
    }
    #expect(self.latitudes(of: run) == latitudes.dropLast())
  }

  @Test("after the introduction, gpsd may be silent for longer than the introduction may take")
  func silence() async throws {
    let pair = try SocketPair()
    let stop = Waker()
    pair.send(introduction + report(second: 1, latitude: 60))
    let run = await run(FakeConnector(pair: pair), until: stop, limits: limits(introduction: .seconds(1))) {
      event in
      guard case .locations(let locations) = event else { return }
      // The first one came by the limit of its epoch; the wait after it has none.
      if locations.first?.coordinate.latitude == 60 {
        _ = stop.wait(forInputFrom: -1, atMost: .milliseconds(1100))
        pair.send(report(second: 2, latitude: 61))
      } else {
        stop.wake()
      }
    }
    #expect(latitudes(of: run) == [60, 61])
  }

  @Test(
    "a server that does not introduce itself in time is not gpsd",
    arguments: [
      ("nothing", []), ("half a line", Array(#"{"class":"VERS"#.utf8)),
      ("another protocol", Array("SSH-2.0-OpenSSH\r\n".utf8)),
      ("a megabyte without a line ending", [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)),
      ("noise", (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 2_654_435_761 >> 7) }),
    ] as [(String, [UInt8])])
  func stranger(name: String, bytes: [UInt8]) async throws {
    let pair = try SocketPair()
    let sending = Task { await onThread { pair.send(bytes) } }
    let run = await run(FakeConnector(pair: pair), limits: limits(introduction: .milliseconds(20)))
    pair.stopReading()
    await sending.value
    #expect(run.events == [.state(.unreachable(.notGpsd(address)))])
    #expect(run.end == .failed(.notGpsd(address)))
  }

  @Test("also recognises a server that never stops talking")
  func chatter() async throws {
    let pair = try SocketPair()
    let isOver = Waker()
    let chatting = Task { await onThread { while !isOver.isCalled { pair.send("still here\n") } } }
    let run = await run(FakeConnector(pair: pair), limits: limits(introduction: .milliseconds(20)))
    isOver.wake()
    pair.stopReading()
    await chatting.value
    #expect(run.end == .failed(.notGpsd(address)))
  }

  @Test("understands a line that arrives byte by byte")
  func torn() async throws {
    let pair = try SocketPair()
    for byte in (introduction + device).utf8 { pair.send([byte]) }
    pair.hangUp()
    let run = await run(FakeConnector(pair: pair))
    #expect(run.events.first == .state(.reporting))
  }

  @Test("noise between lines costs only itself")
  func noiseBetween() async throws {
    let pair = try SocketPair()
    pair.send(introduction)
    pair.send([0, 0xFF, 0x0A, 0x7B, 0x0A])
    pair.send(device)
    pair.hangUp()
    let run = await run(FakeConnector(pair: pair))
    #expect(run.events.first == .state(.reporting))
  }

  @Test("a connection that is gone before the request is closed")
  func unwatchable() async throws {
    let run = await run(FakeConnector(pair: try SocketPair(), isWatchable: false))
    #expect(run.end == .failed(.gpsdClosed(address)))
  }

  @Test("an immediate end is a closed connection")
  func endAtOnce() async throws {
    let pair = try SocketPair()
    pair.hangUp()
    let run = await run(FakeConnector(pair: pair))
    #expect(run.end == .failed(.gpsdClosed(address)))
  }

  @Test("stopping ends the wait for a report")
  func stopWhileWaiting() async throws {
    let pair = try SocketPair()
    let stop = Waker()
    pair.send(introduction + device)
    let run = await run(FakeConnector(pair: pair), until: stop, onEvent: { _ in stop.wake() })
    #expect(run.events == [.state(.reporting)])
    #expect(run.end == .complete(badLines: 0))
  }

  @Test(
    "reports why there is no connection",
    arguments: [GpsdAddress.Failure.refused, .unknownHost, .unknownPort])
  func refusal(failure: GpsdAddress.Failure) async {
    let run = await run(RefusingConnector(failure: failure))
    #expect(run.events == [.state(.unreachable(.gpsdUnreachable(address, failure)))])
    #expect(run.end == .failed(.gpsdUnreachable(address, failure)))
  }

  @Test("gives up on a connection that takes too long")
  func connectLimit() async {
    let release = Waker()
    let run = await run(BlockingConnector(release: release), limits: limits(connect: .milliseconds(20)))
    release.wake()
    #expect(run.end == .failed(.gpsdUnreachable(address, .timedOut)))
  }

  @Test("stopping ends the wait for a connection")
  func stopWhileConnecting() async {
    let release = Waker()
    let stop = Waker()
    let run = await run(BlockingConnector(release: release), until: stop, meanwhile: stop.wake)
    release.wake()
    #expect(run.events == [])
    #expect(run.end == .complete(badLines: 0))
  }
}
