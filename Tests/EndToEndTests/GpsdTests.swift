import Foundation
import TestSupport
import Testing

/// The position from a real gpsd, from something that only listens like one, and from recorded logs.
@Suite(.timeLimit(.minutes(5))) struct GpsdTests {
  private let app = PoiApp()
  private let places = Fixtures.path("places/helsinki.geojson")

  /// What every receiver here is told of, as its times are those of a recording.
  static let oldFix = "poi: the position's time and this computer's clock differ by "

  // MARK: A real gpsd

  @Test("finds places around a receiver's fix from gpsd, and says in a pipe only that it may be old")
  func fix() async throws {
    // Its first fixes, as the last of those that come together counts.
    let sentences = try FakeReceiver.sentences(of: "gps/walk.nmea").prefix(1000)
    let receiver = try FakeReceiver(.send(Array(sentences)), .stay)
    let outcome = try await GpsdProcess.run(reading: receiver) { gpsd in
      let outcome = try await nearby("--gpsd", gpsd.address, "--format", "plain", "--limit", "1")
      let lines = outcome.messages.split(separator: "\n")
      #expect(lines.map { $0.hasPrefix(Self.oldFix) } == [true], "\(outcome)")
      return outcome
    }
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output.hasSuffix("\tNE\tVR:n 100-vuotismuistolaatta\tmemorial plaque\tnode/5371115666\n"))
  }

  @Test("understands a receiver that sends byte by byte")
  func trickle() async throws {
    let sentences = try FakeReceiver.sentences(of: "gps/walk.nmea").prefix(2000)
    let receiver = try FakeReceiver(.sendByteByByte(Array(sentences)), .stay)
    let outcome = try await GpsdProcess.run(reading: receiver) { gpsd in
      try await nearby("--gpsd", gpsd.address, "--timeout", "60")
    }
    #expect(outcome.status == 0, "\(outcome)")
  }

  @Test("POI_GPSD names the gpsd to use")
  func environment() async throws {
    let receiver = try FakeReceiver(.send(FakeReceiver.sentences(of: "gps/walk.nmea")), .stay)
    let outcome = try await GpsdProcess.run(reading: receiver) { gpsd in
      var app = PoiApp()
      app.environment["POI_GPSD"] = gpsd.address
      return try await app.nearby("--source", places)
    }
    #expect(outcome.status == 0, "\(outcome)")
  }

  @Test("listens to the named device")
  func device() async throws {
    let receiver = try FakeReceiver(.send(FakeReceiver.sentences(of: "gps/walk.nmea")), .stay)
    let outcome = try await GpsdProcess.run(reading: receiver) { gpsd in
      try await nearby("--gpsd", "\(gpsd.address):tcp://127.0.0.1:\(receiver.port)")
    }
    #expect(outcome.status == 0, "\(outcome)")
  }

  /// The ports differ each time.
  private static func withoutPorts(_ messages: String) -> String {
    messages.replacing(/(gpsd at [^: ]+):[0-9]+/) { $0.output.1 }
  }

  @Test("reports a gpsd without a device at once, and waits no longer than the timeout")
  func noDevice() async throws {
    let (outcome, timeout) = try await GpsdProcess.run { gpsd in
      try await PoiApp.patiently(reaching: "gpsd has no device") { timeout in
        try await nearby("--gpsd", gpsd.address, "--timeout", timeout)
      }
    }
    #expect(outcome.status == 75, "\(outcome)")
    #expect(
      Self.withoutPorts(outcome.messages).hasSuffix(
        """
        poi: connected, but gpsd has no device; waiting
        poi: no fix from gpsd at 127.0.0.1 within \(timeout) s: connected, but gpsd has no device; plug a receiver in, or add it to gpsd: \
        sudo gpsdctl add /dev/ttyUSB0

        """), "\(outcome)")
  }

  @Test("names a device that gpsd does not know")
  func missingDevice() async throws {
    let receiver = try FakeReceiver(.send(FakeReceiver.sentences(of: "gps/walk.nmea")), .stay)
    let (outcome, timeout) = try await GpsdProcess.run(reading: receiver) { gpsd in
      try await PoiApp.patiently(reaching: "gpsd has no device") { timeout in
        try await nearby("--gpsd", "\(gpsd.address):/dev/ttyNone", "--timeout", timeout)
      }
    }
    #expect(outcome.status == 75, "\(outcome)")
    #expect(
      Self.withoutPorts(outcome.messages).hasSuffix(
        """
        poi: connected, but gpsd has no device /dev/ttyNone; waiting
        poi: no fix from gpsd at 127.0.0.1 within \(timeout) s: connected, but gpsd has no device /dev/ttyNone; check the device in --gpsd \
        HOST:PORT:DEVICE, or leave it out

        """), "\(outcome)")
  }

  @Test("names a device that disappears before the first fix")
  func lostDevice() async throws {
    let receiver = try FakeReceiver(.send(FakeReceiver.sentences(of: "gps/no-fix.nmea")), .reset)
    let (outcome, timeout) = try await GpsdProcess.run(reading: receiver) { gpsd in
      try await PoiApp.patiently(reaching: "is gone; waiting") { timeout in
        try await nearby("--gpsd", gpsd.address, "--timeout", timeout)
      }
    }
    let reason = "the device tcp://127.0.0.1:\(receiver.port) is gone"
    #expect(outcome.status == 75, "\(outcome)")
    #expect(outcome.messages.contains("poi: \(reason); waiting\n"), "\(outcome)")
    #expect(
      Self.withoutPorts(outcome.messages).contains(
        "poi: no fix from gpsd at 127.0.0.1 within \(timeout) s: \(reason); plug a receiver in"), "\(outcome)"
    )
  }

  @Test("keeps waiting for a receiver that sees no satellites, and says so after a while")
  func noFix() async throws {
    let receiver = try FakeReceiver(.send(FakeReceiver.sentences(of: "gps/no-fix.nmea")), .stay)
    let (outcome, timeout) = try await GpsdProcess.run(reading: receiver) { gpsd in
      // The message comes after three seconds.
      try await PoiApp.patiently(reaching: "yet; waiting") { timeout in
        try await nearby("--gpsd", gpsd.address, "--timeout", timeout)
      }
    }
    #expect(outcome.status == 75, "\(outcome)")
    let messages = Self.withoutPorts(outcome.messages)
    // On a busy machine, gpsd's report may come only after that while.
    #expect(
      messages.hasPrefix("poi: no position yet; waiting\n")
        || messages.hasPrefix("poi: no answer yet; waiting\n"),
      "\(outcome)")
    #expect(
      messages.hasSuffix(
        """
        poi: no fix from gpsd at 127.0.0.1 within \(timeout) s; give it a view of the sky, or more time with \
        --timeout SECONDS; see what it sees with: cgps

        """), "\(outcome)")
  }

  // MARK: No gpsd

  @Test("says at once that nothing listens on a port")
  func refused() async throws {
    let port = try GpsdProcess.freePort()
    let outcome = try await nearby("--gpsd", "127.0.0.1:\(port)")
    #expect(outcome.status == 69, "\(outcome)")
    #expect(
      outcome.messages == """
        poi: gpsd at 127.0.0.1:\(port) cannot be reached; is it running? Try sudo systemctl start gpsd.socket, \
        or name another with --gpsd HOST:PORT

        """)
  }

  /// Something that listens, but is not gpsd.
  struct Stranger: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let steps: [FakeReceiver.Step]
    let problem: String
    let advice: String
  }

  static let strangers: [Stranger] = {
    let noise = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 2_654_435_761 >> 7) }
    let wrong = "check --gpsd HOST:PORT, or the variable POI_GPSD"
    let closed =
      "is it running? Try sudo systemctl start gpsd.socket, or name another with --gpsd HOST:PORT"
    return [
      Stranger(
        testDescription: "half a line, then silence", steps: [.send(Array(#"{"class":"VERS"#.utf8)), .stay],
        problem: "what answers at ADDRESS is not gpsd", advice: wrong),
      Stranger(
        testDescription: "silence from the beginning", steps: [.stay],
        problem: "what answers at ADDRESS is not gpsd", advice: wrong),
      Stranger(
        testDescription: "a megabyte without a line ending",
        steps: [.send([UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)), .stay],
        problem: "what answers at ADDRESS is not gpsd", advice: wrong),
      Stranger(
        testDescription: "noise", steps: [.send(noise), .stay],
        problem: "what answers at ADDRESS is not gpsd", advice: wrong),
      Stranger(
        testDescription: "a web server",
        steps: [.send(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)), .stay],
        problem: "what answers at ADDRESS is not gpsd", advice: wrong),
      Stranger(
        testDescription: "an end at once", steps: [],
        problem: "gpsd at ADDRESS closed the connection", advice: closed),
      Stranger(
        testDescription: "a reset at once", steps: [.reset],
        problem: "gpsd at ADDRESS closed the connection", advice: closed),
    ]
  }()

  @Test("recognises within its limit that a server is not gpsd", arguments: strangers)
  func stranger(_ stranger: Stranger) async throws {
    let server = try FakeReceiver(stranger.steps)
    let outcome = try await nearby("--gpsd", "127.0.0.1:\(server.port)", "--timeout", "60")
    let problem = stranger.problem.replacing("ADDRESS", with: "127.0.0.1:\(server.port)")
    #expect(outcome.status == 69, "\(outcome)")
    #expect(outcome.messages.hasSuffix("poi: \(problem); \(stranger.advice)\n"), "\(outcome)")
  }

  @Test("gives up on a port that accepts nobody within its limit, or the user's", arguments: ["1", "20"])
  func fullBacklog(timeout: String) async throws {
    let server = try FullBacklog()
    let outcome = try await nearby("--gpsd", "127.0.0.1:\(server.port)", "--timeout", timeout)
    #expect(outcome.status == 69, "\(outcome)")
    #expect(
      outcome.messages.hasSuffix(
        "poi: gpsd at 127.0.0.1:\(server.port) does not answer; check --gpsd HOST:PORT, or the variable POI_GPSD\n"
      ), "\(outcome)")
  }

  @Test("names a host that does not exist")
  func unknownHost() async throws {
    let outcome = try await nearby("--gpsd", "no-such-host.invalid", "--timeout", "60")
    #expect(outcome.status == 69, "\(outcome)")
    #expect(
      outcome.messages
        == "poi: unknown host no-such-host.invalid; check --gpsd HOST:PORT, or the variable POI_GPSD\n"
    )
  }

  // MARK: Logs

  @Test("reads a log from a pipe")
  func standardInput() async throws {
    let log = try String(decoding: Fixtures.data("gps/walk.json"), as: UTF8.self)
    let outcome = try await app.nearby("--source", places, "--gps-log", "-", input: log)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.messages.isEmpty, "\(outcome)")
  }

  @Test(
    "a log that it cannot read is named, and has its own status",
    arguments: [
      ("missing.nmea", 66, "No such file or directory"), ("folder", 66, "Is a directory"),
      ("empty.nmea", 65, "is empty"), ("binary.ubx", 65, "is neither NMEA 0183 nor gpsd JSON nor GPX"),
    ] as [(String, Int32, String)])
  func unreadableLog(name: String, status: Int32, problem: String) async throws {
    let directory = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      at: directory.url.appendingPathComponent("folder"), withIntermediateDirectories: false)
    _ = try directory.write("", as: "empty.nmea")
    _ = try directory.write(Data([0xB5, 0x62, 0x01, 0x07, 0x5C, 0x00, 0xFF, 0x80]), as: "binary.ubx")
    let path = directory.url.appendingPathComponent(name).path
    let outcome = try await nearby("--gps-log", path)
    #expect(outcome.status == status, "\(outcome)")
    #expect(outcome.messages.hasPrefix("poi: \(path)"), "\(outcome)")
    #expect(outcome.messages.contains(problem), "\(outcome)")
  }

  @Test("ends quietly when the reader of its output is gone")
  func closedPipe() async throws {
    // The log is held back until nobody reads stdout any more.
    let directory = try TemporaryDirectory()
    let script = """
      mkfifo gone
      { read -r _ < gone; cat "$2"; } | "$1" nearby --source "$3" --gps-log - | { exec <&-; echo > gone; }
      echo "${PIPESTATUS[1]}"
      """
    let outcome = try await CommandRunner.run(
      "/bin/bash",
      [
        "-c", "cd \"$0\" && \(script)", directory.url.path,
        PoiApp.path,
        Fixtures.path("gps/walk.json"), places,
      ])
    let sigpipe: Int32 = 13
    #expect(outcome.output == "\(128 + sigpipe)\n", "\(outcome)")
    #expect(!outcome.messages.lowercased().contains("pipe"), "\(outcome)")
  }

  private func nearby(_ arguments: String...) async throws -> CommandRunner.Outcome {
    try await app.run(["nearby", "--source", places] + arguments)
  }
}
