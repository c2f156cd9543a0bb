import Foundation
import Positioning
import TestSupport
import Testing

/// What `poi watch` reports while a receiver has no fix, behind a real gpsd and in replays.
@Suite(.timeLimit(.minutes(5))) struct SignalTests {
  private let app = PoiApp()
  private let places = Fixtures.path("places/helsinki.geojson")
  private let events = "location,signal"

  /// The first seconds of the walk, and those from a minute later on.
  private func walkWithGap() throws -> (before: [UInt8], after: [UInt8]) {
    let lines = try FakeReceiver.sentences(of: "gps/walk.nmea").split(separator: UInt8(ascii: "\n"))
    func text(_ range: Range<Int>) -> [UInt8] {
      // Four sentences a second.
      lines[4 * range.lowerBound..<4 * range.upperBound].flatMap { $0 + [UInt8(ascii: "\n")] }
    }
    return (text(0..<10), text(70..<80))
  }

  private func watch(_ arguments: String...) async throws -> CommandRunner.Outcome {
    try await app.run(["watch", "--source", places] + arguments)
  }

  private func signals(_ output: String) -> [Substring] {
    output.split(separator: "\n").filter { $0.contains(#""event":"signal""#) }
  }

  @Test("reports a receiver's silence while it lasts, and a replay of the same data reports the same")
  func silence() async throws {
    let (before, after) = try walkWithGap()
    let receiver = try FakeReceiver(.send(before), .silence(.seconds(8)), .send(after), .stay)
    let live = try await GpsdProcess.run(reading: receiver) { gpsd in
      try await watch(
        "--gpsd", gpsd.address, "--events", "signal", "--format", "jsonl", "--count", "2", "--on",
        "signal=echo $POI_EVENT $POI_STATUS $POI_SINCE")
    }
    #expect(live.status == 0, "\(live)")
    #expect(
      live.messages.split(separator: "\n").filter { $0.hasPrefix("poi: position ") } == [
        "poi: position lost: no position since 2026-06-01T13:00:09+03:00; waiting",
        "poi: position found again after 61 s",
      ], "\(live)")
    #expect(live.messages.contains("signal lost 2026-06-01T10:00:09Z\n"), "\(live)")
    #expect(live.messages.contains("signal regained 2026-06-01T10:00:09Z\n"), "\(live)")

    let folder = try TemporaryDirectory()
    let log = try folder.write(Data(before + after), as: "log.nmea")
    let replay = try await watch("--gps-log", log, "--events", events, "--format", "jsonl")
    #expect(signals(live.output) == signals(replay.output), "\(live)\n\(replay)")
    #expect(signals(replay.output).count == 2)
    #expect(replay.messages == "")
    let paced = try await watch(
      "--gps-log", log, "--events", events, "--format", "jsonl", "--replay-speed", "1e4")
    #expect(paced.output == replay.output)
  }

  @Test("the end of a log is not a loss, and without silence there is no report")
  func endOfLog() async throws {
    let outcome = try await watch(
      "--gps-log", Fixtures.path("gps/walk.nmea"), "--events", "signal", "--format", "jsonl")
    #expect(outcome.output == "")
    #expect(outcome.status == 1, "\(outcome)")
  }

  @Test("distinguishes a lost device from one without a fix")
  func lostDevice() async throws {
    // gpsd has to read a fix before it sees the reset, which must come before the signal is lost, however busy the tests.
    let receiver = try FakeReceiver(.send(walkWithGap().before), .silence(.seconds(2)), .reset)
    let outcome = try await GpsdProcess.run(reading: receiver) { gpsd in
      try await CommandRunner.run(
        PoiApp.path,
        [
          "watch", "--source", places, "--gpsd", gpsd.address, "--events", "authorization,location,signal",
          "--format", "jsonl",
        ], environment: app.environment
      ) { process, line in
        if line.contains(#""status":"lost""#) { kill(process, SIGINT) }
      }
    }
    #expect(outcome.signal == SIGINT, "\(outcome)")
    let statuses = outcome.output.split(separator: "\n").compactMap {
      $0.firstMatch(of: /"status":"([a-z]+)"/)?.output.1
    }
    #expect(statuses == ["authorized", "restricted", "lost"], "\(outcome)")
    let told = outcome.messages.split(separator: "\n").filter { !$0.hasPrefix(GpsdTests.oldFix) }
    #expect(told == ["poi: the device tcp://127.0.0.1:\(receiver.port) is gone; waiting"], "\(outcome)")
  }

  // MARK: Before the first fix

  @Test("--timeout ends the wait for the first fix, with the reason and the remedy")
  func timeout() async throws {
    let (noDevice, wait) = try await GpsdProcess.run { gpsd in
      try await PoiApp.patiently(reaching: "gpsd has no device") { timeout in
        try await watch("--gpsd", gpsd.address, "--events", "location", "--timeout", timeout)
      }
    }
    #expect(noDevice.status == 75, "\(noDevice)")
    #expect(
      noDevice.messages.contains(
        " within \(wait) s: connected, but gpsd has no device; plug a receiver in"), "\(noDevice)")

    let receiver = try FakeReceiver(.send(FakeReceiver.sentences(of: "gps/no-fix.nmea")), .stay)
    let (noFix, longWait) = try await GpsdProcess.run(reading: receiver) { gpsd in
      try await PoiApp.patiently(reaching: "give it a view of the sky") { timeout in
        try await watch("--gpsd", gpsd.address, "--events", "location", "--timeout", timeout)
      }
    }
    #expect(noFix.status == 75, "\(noFix)")
    #expect(noFix.messages.contains(" within \(longWait) s; give it a view of the sky"), "\(noFix)")

    let port = try GpsdProcess.freePort()
    let (refused, _) = try await PoiApp.patiently(reaching: "trying again") { timeout in
      try await watch("--gpsd", "127.0.0.1:\(port)", "--events", "location", "--timeout", timeout)
    }
    let advice =
      "is it running? Try sudo systemctl start gpsd.socket, or name another with --gpsd HOST:PORT"
    let problem = "poi: gpsd at 127.0.0.1:\(port) cannot be reached"
    #expect(refused.status == 69, "\(refused)")
    #expect(refused.messages.hasPrefix("\(problem); \(advice); trying again in 1 s\n"), "\(refused)")
    #expect(refused.messages.hasSuffix("\(problem); \(advice)\n"), "\(refused)")
  }

  // MARK: Commands

  @Test("a replay also passes events to commands in order")
  func commandOrder() async throws {
    let folder = try TemporaryDirectory()
    let written = folder.url.appendingPathComponent("written").path
    let outcome = try await watch(
      "--gps-log", Fixtures.path("gps/walk.nmea"), "--format", "jsonl", "--count", "24",
      "--on", "any=sed 's/.*\"time\":\"\\([^\"]*\\)\",\"position.*/\\1/' >> '\(written)'")
    #expect(outcome.status == 0, "\(outcome)")
    let times = try String(contentsOfFile: written, encoding: .utf8).split(separator: "\n")
    let told = outcome.output.split(separator: "\n").compactMap {
      $0.firstMatch(of: /"time":"([^"]*)","position"/)?.output.1
    }
    #expect(times.count == 24)
    #expect(times == told)
  }

  // MARK: Files that are not logs

  @Test("names a route that was only planned, and the remedy")
  func plannedRoute() async throws {
    let folder = try TemporaryDirectory()
    let route = try folder.write(
      #"<gpx><rte><rtept lat="60" lon="25"/><rtept lat="61" lon="25"/></rte></gpx>"#, as: "plan.gpx")
    for command in ["watch", "nearby"] {
      let outcome = try await app.run([command, "--source", places, "--gps-log", route])
      #expect(outcome.status == 65, "\(outcome)")
      #expect(
        outcome.messages.hasPrefix(
          "poi: \(route) holds a planned route (2 points without times), and no recorded track; --gps-log takes "
        ), "\(outcome)")
    }
  }
}
