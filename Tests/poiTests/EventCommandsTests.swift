import Foundation
import Geography
import Nearby
import Places
import Positioning
import TestSupport
import XCTest

@testable import poi

/// The turns that commands take, with a starter that ends them when the test says so.
@MainActor
final class EventCommandsTests: XCTestCase {
  private let started = Recorder<EventCommands.Call>()
  private let told = Recorder<String>()
  private let timers = MockTimerScheduler()
  private var running: [CheckedContinuation<String?, Never>] = []

  private func eventCommands(_ commands: [String: String]) -> EventCommands {
    EventCommands(
      commands: commands.mapValues { [$0] },
      start: { [unowned self] call in
        await withCheckedContinuation { continuation in
          running.append(continuation)
          started.record(call)
        }
      },
      timerScheduler: timers, tell: told.record)
  }

  private func endFirst(_ problem: String? = nil) {
    guard !running.isEmpty else {
      XCTFail("nothing runs")
      return
    }
    running.removeFirst().resume(returning: problem)
  }

  private func endAll() async {
    while !running.isEmpty { endFirst() }
  }

  /// An event at a place of this name.
  private func event(_ name: String?, id: String = "node/1") throws -> WatchEvent {
    let terrain = Terrain(around: Coordinate(latitude: 0, longitude: 10))
    var monitor = ProximityMonitor(rules: ProximityRules())
    let fences = FenceIndex([terrain.place(id, name: name)], rules: monitor.rules)
    let fixes = [terrain.fix(east: 100, at: 0), terrain.fix(east: 10, at: 10), terrain.fix(east: 10, at: 20)]
    return .proximity(try XCTUnwrap(fixes.flatMap { monitor.update(with: $0, among: fences).events }.first))
  }

  func testTheEventReachesTheCommandInItsEnvironmentAndOnItsInput() async throws {
    let commands = eventCommands(["enter": "greet"])
    commands.run(on: try event("Kiosk"), json: "{}\n")
    let call = await started.first(1)[0]
    XCTAssertEqual(call.command, "greet")
    XCTAssertEqual(call.input, "{}\n")
    XCTAssertEqual(
      call.environment,
      [
        "POI_EVENT": "enter", "POI_PLACE_ID": "node/1", "POI_PLACE_NAME": "Kiosk", "POI_PLACE_CATEGORY": "",
        "POI_PLACE_TITLE": "Kiosk", "POI_DISTANCE": "10.0",
        "POI_LATITUDE": "0.0", "POI_LONGITUDE": "10.000089831528411", "POI_DIRECTION": "",
      ])
    await endAll()
  }

  func testTheCommandOfTheEventGoesBeforeThatOfAnyEvent() async throws {
    let commands = eventCommands(["enter": "one", "any": "any", "leave": "other"])
    commands.run(on: try event(nil), json: "")
    _ = await started.first(1)
    endFirst()
    let calls = await started.first(2)
    XCTAssertEqual(calls.map(\.command), ["one", "any"])
    XCTAssertEqual(calls.map { $0.environment["POI_PLACE_NAME"] }, ["", ""])
    XCTAssertEqual(calls.map { $0.environment["POI_PLACE_TITLE"] }, ["node/1", "node/1"])
    await endAll()
  }

  func testFourRunAtOnceForDifferentPlacesAndTheOthersInTurnAndNoneIsLost() async throws {
    let commands = eventCommands(["enter": "x"])
    for number in 0..<10 {
      commands.run(on: try event(nil, id: "\(number)"), json: "")
    }
    _ = await started.first(4)
    for ended in 1...6 {
      XCTAssertEqual(running.count, 4)
      endFirst()
      _ = await started.first(4 + ended)
    }
    XCTAssertEqual(started.elements.map { $0.environment["POI_PLACE_ID"] }, (0..<10).map { "\($0)" })
    await endAll()
    await commands.finish(droppingQueue: false)
  }

  func testALossOfTheSignalReachesItsCommandInItsTurn() async throws {
    let commands = eventCommands(["signal": "s", "any": "any", "enter": "e"])
    var monitor = FixLossMonitor()
    commands.run(on: try event("Kiosk"), json: "")
    for signal in [0, 70].flatMap({ monitor.update(with: Terrain().fix(east: 0, at: $0)) }) {
      XCTAssertTrue(commands.run(on: .signal(signal), json: "{}\n"))
    }
    for count in 1...4 {
      let calls = await started.first(count)
      XCTAssertEqual(calls.count, count, "one after the other")
      endFirst()
    }
    XCTAssertEqual(started.elements.map(\.command), ["e", "any", "s", "s"])
    XCTAssertEqual(
      started.elements[2].environment,
      [
        "POI_EVENT": "signal", "POI_STATUS": "lost", "POI_SINCE": "2026-05-28T20:26:40Z",
        "POI_LATITUDE": "60.17", "POI_LONGITUDE": "24.94",
      ])
    XCTAssertEqual(started.elements[3].environment["POI_STATUS"], "regained")
    XCTAssertEqual(started.elements[3].input, "{}\n")
    await commands.finish(droppingQueue: false)
    let without = eventCommands(["enter": "e", "any": "any"])
    XCTAssertFalse(without.run(on: .signal(try XCTUnwrap(signalLoss())), json: ""), "it is about no place")
  }

  private func signalLoss() -> SignalEvent? {
    var monitor = FixLossMonitor()
    _ = monitor.update(with: Terrain().fix(east: 0, at: 0))
    return monitor.lose()
  }

  func testACommandWhoseEndIsNeverReportedDelaysNeitherOthersNorTheEnd() async throws {
    let commands = eventCommands(["enter": "x"])
    for number in 0..<5 {
      commands.run(on: try event(nil, id: "\(number)"), json: "")
    }
    _ = await started.first(4)
    timers.fire(after: EventCommands.patience)
    _ = await started.first(5)
    timers.fire(after: EventCommands.patience)
    await commands.finish(droppingQueue: false)
    XCTAssertEqual(told.elements, ["the command 'x' did not end; poi reports this once"])
    // A late report no longer counts.
    await endAll()
  }

  func testReportsAFailureOncePerCommand() async throws {
    let commands = eventCommands(["enter": "a", "any": "b"])
    for _ in 0..<2 { commands.run(on: try event(nil), json: "") }
    for count in 1...4 {
      _ = await started.first(count)
      endFirst("exited with status 3")
    }
    await commands.finish(droppingQueue: false)
    XCTAssertEqual(
      told.elements.sorted(),
      ["a", "b"].map { "the command '\($0)' exited with status 3; poi reports this once" })
  }

  func testFinishingWaitsForTheQueue() async throws {
    let commands = eventCommands(["enter": "x"])
    for number in 0..<6 { commands.run(on: try event(nil, id: "\(number)"), json: "") }
    _ = await started.first(4)
    let finished = Recorder<Void>()
    let finish = Task {
      await commands.finish(droppingQueue: false)
      finished.record(())
    }
    for count in 5...6 {
      endFirst()
      _ = await started.first(count)
    }
    XCTAssertTrue(finished.elements.isEmpty)
    await endAll()
    await finish.value
    XCTAssertEqual(started.elements.count, 6)
    XCTAssertEqual(told.elements, [])
  }

  func testFinishingInAHurryDropsTheQueueAndSaysSo() async throws {
    let commands = eventCommands(["enter": "x"])
    for number in 0..<6 { commands.run(on: try event(nil, id: "\(number)"), json: "") }
    _ = await started.first(4)
    let finish = Task { await commands.finish(droppingQueue: true) }
    _ = await told.first(1)
    await endAll()
    await finish.value
    XCTAssertEqual(started.elements.count, 4)
    XCTAssertEqual(told.elements, ["2 waiting commands were not run"])
  }

  func testWhoeverWaitsForTheQueueCanStillDropIt() async throws {
    let commands = eventCommands(["enter": "x"])
    for number in 0..<6 { commands.run(on: try event(nil, id: "\(number)"), json: "") }
    _ = await started.first(4)
    let finish = Task { await commands.finish(droppingQueue: false) }
    commands.dropWaiting()
    await endAll()
    await finish.value
    XCTAssertEqual(started.elements.count, 4)
    XCTAssertEqual(told.elements, ["2 waiting commands were not run"])
  }

  func testFinishingWithNothingToDoIsImmediate() async {
    await eventCommands([:]).finish(droppingQueue: true)
    XCTAssertEqual(told.elements, [])
  }

  // MARK: With a real shell

  private let hostileName = "$(touch pwned) `touch pwned` '; touch pwned; \" \\ \n -n ünï $POI_EVENT"

  private func runLive(_ command: String, name: String? = nil, limit: Duration = .seconds(10)) async throws {
    let commands = EventCommands(
      commands: ["enter": [command]], start: { await EventCommands.runInShell($0, limit: limit) },
      tell: told.record)
    let event = try event(name)
    for _ in 0..<2 {
      commands.run(on: event, json: "{\"name\":\"\(name ?? "")\"}\n")
    }
    await commands.finish(droppingQueue: false)
  }

  func testANameIsNeverCode() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.url.path
    try await runLive(
      "cd \(path) && printf %s \"$POI_PLACE_NAME\" > name.$$ && cat > input.$$", name: hostileName)
    XCTAssertEqual(told.elements, [])
    let files = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    XCTAssertEqual(files.map { $0.prefix(4) }, ["inpu", "inpu", "name", "name"])
    for file in files {
      let text = try String(contentsOfFile: "\(path)/\(file)", encoding: .utf8)
      // A line break would not pass a terminal unnoticed.
      let shown = hostileName.replacing(" \n ", with: " ")
      XCTAssertEqual(text, file.hasPrefix("name") ? shown : "{\"name\":\"\(hostileName)\"}\n")
    }
  }

  func testANameWithANullCharacterIsNotCutOff() async throws {
    try await runLive("test \"$POI_PLACE_NAME\" = a\u{FFFD}b", name: "a\0b")
    XCTAssertEqual(told.elements, [])
  }

  func testANameThatACommandPrintsCannotDisturbATerminal() async throws {
    try await runLive("test \"$POI_PLACE_NAME\" = '\u{FFFD}[2Jclear'", name: "\u{1B}[2J\u{202E}clear")
    XCTAssertEqual(told.elements, [])
  }

  func testANameIsNeverAnOptionOfACommand() async throws {
    try await runLive("test \"$POI_PLACE_NAME\" = ' -wclobber.txt'", name: "-wclobber.txt")
    // What is taken out of a name must not leave an option behind.
    try await runLive("test \"$POI_PLACE_NAME\" = ' -h'", name: "\u{202E}-h")
    XCTAssertEqual(told.elements, [])
  }

  func testANameOfAMegabyteDoesNotStopACommand() async throws {
    let letter = "e" + String(repeating: "\u{0301}", count: 30)
    for name in [String(repeating: "x", count: 1_000_000), String(repeating: letter, count: 30_000)] {
      try await runLive("test -n \"$POI_PLACE_NAME\"", name: name)
    }
    XCTAssertEqual(told.elements, [])
  }

  func testACommandThatDoesNotReadItsInputIsNotAFailure() async throws {
    try await runLive("true", name: String(repeating: "long", count: 10_000))
    XCTAssertEqual(told.elements, [])
  }

  func testReportsTheExitStatusOnce() async throws {
    try await runLive("exit 3")
    XCTAssertEqual(told.elements, ["the command 'exit 3' exited with status 3; poi reports this once"])
  }

  func testReportsASignal() async throws {
    try await runLive("kill -TERM $$")
    XCTAssertEqual(
      told.elements, ["the command 'kill -TERM $$' was ended by signal 15; poi reports this once"])
  }

  func testACommandThatHangsIsKilledWithItsChildren() async throws {
    let folder = try TemporaryDirectory()
    // The child would keep the lock of the FIFO's writing end: whoever reads sees the end once all are gone.
    let fifo = folder.url.appendingPathComponent("fifo").path
    XCTAssertEqual(mkfifo(fifo, 0o600), 0)
    let reader = open(fifo, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try await runLive("exec 9> \(fifo); sleep 600 & sleep 600", limit: .milliseconds(300))
    var descriptor = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    XCTAssertEqual(poll(&descriptor, 1, 10_000), 1)
    XCTAssertEqual(Int32(descriptor.revents) & POLLHUP, POLLHUP)
    XCTAssertEqual(told.elements.count, 1)
    XCTAssertTrue(told.elements.first?.contains("was killed after 0.3 s") == true, "\(told.elements)")
  }

  func testACommandGetsSignalsAsAnyProcessDoes() async throws {
    signal(SIGPIPE, SIG_IGN)
    try await runLive("test $((0x$(sed -n 's/^SigIgn:.//p' /proc/self/status) & 0x5003)) -eq 0")
    XCTAssertEqual(told.elements, [])
  }
}
