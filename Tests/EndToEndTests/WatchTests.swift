import Foundation
import Glibc
import TestSupport
import Testing

/// `poi watch` on recorded logs.
@Suite(.timeLimit(.minutes(5))) struct WatchTests {
  private let app = PoiApp()
  private let places = Fixtures.path("places/helsinki.geojson")
  private let walk = Fixtures.path("gps/walk.nmea")
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n")
  }

  // MARK: Reports

  @Test("every format of the same walk gives the same events", arguments: ["walk.json", "walk.gpx"])
  func formats(log: String) async throws {
    let other = try await app.watch("--source", places, "--gps-log", Fixtures.path("gps/\(log)"))
    let nmea = try await app.watch("--source", places, "--gps-log", walk)
    #expect(!nmea.output.isEmpty)
    #expect(other.output == nmea.output)
  }

  @Test("reads a log from standard input like any other")
  func standardInput() async throws {
    let piped = try await app.watch(
      "--source", places, "--gps-log", "-",
      input: String(decoding: try Fixtures.data("gps/walk.nmea"), as: UTF8.self))
    let file = try await app.watch("--source", places, "--gps-log", walk)
    #expect(piped.output == file.output)
  }

  @Test("a paced replay gives the same events")
  func paced() async throws {
    let paced = try await app.watch("--source", places, "--gps-log", walk, "--replay-speed", "1e5")
    let unpaced = try await app.watch("--source", places, "--gps-log", walk)
    #expect(paced.output == unpaced.output)
  }

  @Test("reports every fix if asked to")
  func locations() async throws {
    let outcome = try await app.watch("--source", places, "--gps-log", walk, "--events", "location")
    #expect(lines(outcome.output).count == 849)
  }

  @Test("two runs over the halves of a walk, with a saved state, give the events of one run")
  func state() async throws {
    let log = lines(
      String(decoding: try Fixtures.data("gps/walk.nmea"), as: UTF8.self).replacing("\r\n", with: "\n"))
    // Three lines of comments, four sentences a second.
    let cut = 3 + 4 * 400
    let halves = try [
      folder.write(log[..<cut].joined(separator: "\r\n") + "\r\n", as: "first.nmea"),
      folder.write(log[cut...].joined(separator: "\r\n") + "\r\n", as: "second.nmea"),
    ]
    var output = ""
    for half in halves {
      output += try await app.watch(
        "--source", places, "--gps-log", half, "--state", folder.path(of: "state")
      ).output
    }
    let whole = try await app.watch("--source", places, "--gps-log", walk)
    #expect(output == whole.output)
  }

  @Test("runs commands on events, and keeps their output off stdout")
  func commands() async throws {
    let outcome = try await app.watch(
      "--source", places, "--gps-log", walk, "--count", "7", "--on",
      "enter=printf '%s %s' \"$POI_EVENT\" \"$POI_PLACE_NAME\" > '\(folder.path(of: "entered"))'; echo said")
    #expect(
      try String(contentsOfFile: folder.path(of: "entered"), encoding: .utf8) == "enter social burger joint")
    #expect(lines(outcome.output).count == 7)
    #expect(outcome.messages == "said\n")
  }

  @Test("writes no escape sequences into a pipe")
  func noEscapes() async throws {
    let app = PoiApp(environment: ["TERM": "xterm-256color"])
    for flag in ["--explain", "--live"] {
      let outcome = try await app.watch("--source", places, "--gps-log", walk, flag)
      #expect(!outcome.output.contains("\u{1B}"))
      #expect(!outcome.messages.contains("\u{1B}"))
    }
  }

  // MARK: How it ends

  @Test("a state that it cannot write ends the watch, and the old state stays intact")
  func unwritableState() async throws {
    let state = folder.path(of: "state")
    let arguments = ["watch", "--source", places, "--gps-log", walk, "--state", state]
    _ = try await app.run(arguments + ["--count", "1"])
    let old = try String(contentsOfFile: state, encoding: .utf8)
    // A limit of no bytes at all for the files it writes, as on a full disk; without dying of the signal.
    let outcome = try await CommandRunner.run(
      "/bin/sh", ["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"", PoiApp.path] + arguments,
      environment: app.environment)
    #expect(outcome.status == 74, "\(outcome)")
    #expect(try String(contentsOfFile: state, encoding: .utf8) == old)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["state"])
  }

  @Test("a missing source or log ends it")
  func missing() async throws {
    let source = try await app.watch("--source", folder.path(of: "none.geojson"), "--gps-log", walk)
    #expect(source.status == 66, "\(source)")
    let log = try await app.watch("--source", places, "--gps-log", folder.path(of: "none.nmea"))
    #expect(log.status == 66, "\(log)")
  }

  @Test("ends quietly when the reader of its output is gone")
  func closedPipe() async throws {
    let outcome = try await CommandRunner.run(
      "/bin/sh",
      [
        "-c",
        "{ \"$0\" watch --source \"$1\" --gps-log \"$2\" --events location --format jsonl; echo $? >&2; } | head -1",
        PoiApp.path, places, walk,
      ])
    #expect(lines(outcome.output).count == 1)
    #expect(outcome.messages == "141\n")
  }

  @Test("a signal ends it where nobody reads its output")
  func unreadOutput() async throws {
    let output = Pipe()
    let descriptor = output.fileHandleForWriting.fileDescriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    let byte: [UInt8] = [0]
    while write(descriptor, byte, 1) == 1 {}
    _ = fcntl(descriptor, F_SETFL, 0)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: PoiApp.path)
    process.arguments = [
      "watch", "--source", places, "--gps-log", walk, "--events", "location", "--format", "jsonl",
    ]
    process.environment = app.environment
    process.standardOutput = output
    let ends = AsyncStream<Void>.makeStream()
    process.terminationHandler = { _ in ends.continuation.finish() }
    try process.run()
    // A thread writes to 1, stdout, and waits.
    let threads = URL(fileURLWithPath: "/proc/\(process.processIdentifier)/task")
    func isHeldUp() throws -> Bool {
      try FileManager.default.contentsOfDirectory(atPath: threads.path).contains { thread in
        let call = try? String(contentsOfFile: "\(threads.path)/\(thread)/syscall", encoding: .utf8)
        return call?.split(separator: " ").dropFirst().first == "0x1"
      }
    }
    while try !isHeldUp() { try #require(process.isRunning) }
    kill(process.processIdentifier, SIGTERM)
    for await _ in ends.stream {}
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGTERM)
    withExtendedLifetime(output) {}
  }

  @Test("saves its state, and dies of the signal that it gets", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(number: Int32) async throws {
    let fifo = try OpenLog(at: folder.path(of: "log"))
    try fifo.write(Fixtures.data("gps/walk.nmea").prefix(4000))
    let state = folder.path(of: "state")
    let outcome = try await app.watch(
      ["--source", places, "--gps-log", fifo.path, "--state", state], afterLines: 5
    ) { kill($0, number) }
    #expect(outcome.signal == number, "\(outcome)")
    // On a busy machine the signal comes after the fixes have been missed.
    #expect(
      lines(outcome.messages).allSatisfy { $0.hasPrefix("poi: position lost: no position since ") },
      "\(outcome)")
    let next = try await app.watch("--source", places, "--gps-log", walk, "--state", state, "--count", "1")
    #expect(next.output.contains("  reached "), "\(next)")
  }

  // MARK: In a terminal

  @Test("shows a status line below the events in a terminal, and erases it at the end")
  func statusLine() async throws {
    let output = try await inTerminal(["--gps-log", walk, "--count", "3"]).output
    #expect(
      output.contains("\r\u{1B}[J±21 m, 4.9 km/h, 2026-06-01 13:00:"), "\(output.debugDescription)")
    #expect(output.hasSuffix("\r\u{1B}[J"), "\(output.debugDescription)")
    #expect(!output.contains("\u{1B}[?1049h"))
  }

  @Test("--live uses the terminal's alternate screen, and leaves it")
  func live() async throws {
    let output = try await inTerminal(["--gps-log", walk, "--live", "--no-color"]).output
    #expect(output.hasPrefix("\u{1B}[?1049h\u{1B}[?25l"), "\(output.debugDescription.prefix(200))")
    // Its last screen stays.
    let end = try #require(output.split(separator: "\u{1B}[?25h\u{1B}[?1049l").last)
    #expect(
      end.contains("Nearby ──") && end.contains("the recording has ended"), "\(output.debugDescription)"
    )
  }

  @Test("--live at a given position is no recording that ends")
  func liveFixed() async throws {
    let output = try await inTerminal(["--at", "60.1706,24.9414", "--live"]).output
    #expect(output.contains("\u{1B}[?1049l"))
    #expect(!output.contains("the recording has ended"), "\(output.debugDescription.suffix(200))")
  }

  @Test("a signal also leaves the alternate screen, and shows the cursor")
  func liveSignalled() async throws {
    let fifo = try OpenLog(at: folder.path(of: "log"))
    try fifo.write(Fixtures.data("gps/walk.nmea").prefix(4000))
    let processID = folder.path(of: "pid")
    let outcome = try await inTerminal(["--gps-log", fifo.path, "--live"], afterLines: 5) { _ in
      let number = try String(contentsOfFile: processID, encoding: .utf8).dropLast()
      kill(try #require(Int32(number)), SIGTERM)
    }
    #expect(
      outcome.output.hasSuffix("\u{1B}[?25h\u{1B}[?1049l"), "\(outcome.output.debugDescription.suffix(200))")
    #expect(outcome.status == 128 + SIGTERM)
  }

  /// Runs `poi watch` in a pseudo-terminal of 80 columns; its process id is in the file `pid`.
  private func inTerminal(
    _ arguments: [String], afterLines count: Int = .max,
    _ act: @escaping @Sendable (Int32) throws -> Void = { _ in }
  ) async throws -> CommandRunner.Outcome {
    let command = ([PoiApp.path, "watch", "--source", places] + arguments).map { "'\($0)'" }.joined(
      separator: " ")
    return try await CommandRunner.run(
      "/usr/bin/script",
      [
        "--quiet", "--return", "--flush", "--command",
        "stty cols 80 rows 24; echo $$ > '\(folder.path(of: "pid"))'; exec \(command)", "/dev/null",
      ], environment: ["LC_ALL": "C.UTF-8", "TERM": "xterm", "SHELL": "/bin/sh"], afterLines: count, act)
  }
}

/// A log that is being written: a FIFO that stays open.
private final class OpenLog: Sendable {
  let path: String
  private let descriptor: Int32

  init(at path: String) throws {
    self.path = path
    try #require(mkfifo(path, 0o600) == 0)
    // For reading as well, or opening would wait for a reader.
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    try #require(descriptor >= 0)
  }

  deinit {
    close(descriptor)
  }

  /// Less than a pipe holds, so that this does not wait.
  func write(_ data: Data) throws {
    let count = data.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    try #require(count == data.count)
  }
}
