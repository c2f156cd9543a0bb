import Foundation
import Glibc
import TestSupport
import Testing

/// Failures around the program: gpsd, the disk, the terminal, the descriptors it was given.
@Suite(.timeLimit(.minutes(5))) struct FaultTests {
  private let app = PoiApp()
  private let places = Fixtures.path("places/helsinki.geojson")
  private let walk = Fixtures.path("gps/walk.nmea")
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  /// Runs `poi` as a shell does after some commands of its own, like `exec >&-`.
  private func run(after preparation: String, _ arguments: String...) async throws -> CommandRunner.Outcome {
    try await CommandRunner.run(
      "/bin/sh", ["-c", "\(preparation); exec \"$0\" \"$@\"", PoiApp.path] + arguments,
      environment: app.environment)
  }

  // MARK: Memory

  @Test("says that it may not have the memory it needs", arguments: ["nearby", "where", "import", "serve"])
  func memory(command: String) async throws {
    let places = places
    let arguments =
      ["nearby", "where"].contains(command) ? ["--at", "60.17,24.94"] : command == "import" ? [places] : []
    let outcome = try await CommandRunner.run(
      "/bin/sh", ["-c", "exec prlimit --as=200000000 -- \"$0\" \"$@\"", PoiApp.path, command] + arguments,
      environment: app.environment)
    #expect(outcome.status == 75, "\(outcome)")
    #expect(
      outcome.messages.wholeMatch(of: /poi: poi needs [0-9]+ MiB of address space, .*\n/) != nil,
      "\(outcome)")
  }

  @Test("says at once that there is no thread to run a command", .enabled(if: geteuid() == 0))
  func threads() async throws {
    // The limit is not for root, and counts the threads of all of a user's processes.
    let outcome = try await run(
      after: "exec setpriv --reuid 61234 --clear-groups prlimit --nproc=8 -- \"$0\" \"$@\"",
      "watch", "--source", places, "--gps-log", walk, "--on", "any=true")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      outcome.messages.contains("the command 'true' could not be run: poi cannot start another thread"),
      "\(outcome)")
  }

  // MARK: gpsd

  @Test("a watch survives a gpsd that stops and comes back, and says so")
  func restartedGpsd() async throws {
    let sentences = try FakeReceiver.sentences(of: "gps/walk.nmea")
    // Four sentences a second.
    let firstSeconds = sentences.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .prefix(80).joined(separator: [UInt8(ascii: "\n")])
    let port = try GpsdProcess.freePort()
    let (heard, hearing) = AsyncStream.makeStream(of: Void.self)
    let watch = Task {
      try await app.watch(
        [
          "--source", places, "--gpsd", "127.0.0.1:\(port)", "--events", "location", "--count", "60",
        ], afterLines: 10
      ) { _ in hearing.finish() }
    }
    try await GpsdProcess.run(reading: try FakeReceiver(.send(Array(firstSeconds)), .stay), on: port) { _ in
      for await _ in heard {}
    }
    let end = try await GpsdProcess.run(reading: try FakeReceiver(.send(sentences), .stay), on: port) { _ in
      try await watch.value
    }
    #expect(end.status == 0, "\(end)")
    #expect(end.output.split(separator: "\n").count == 60)
    #expect(
      end.messages.contains(
        "poi: gpsd at 127.0.0.1:\(port) closed the connection; is it running? Try "
          + "sudo systemctl start gpsd.socket, or name another with --gpsd HOST:PORT; trying again in 1 s\n"
      ),
      "\(end)")
  }

  @Test("does not wait for a stopped gpsd longer than the timeout")
  func stoppedGpsd() async throws {
    let outcome = try await GpsdProcess.run { gpsd in
      gpsd.signal(SIGSTOP)
      return try await app.nearby("--source", places, "--gpsd", gpsd.address, "--timeout", "1")
    }
    #expect(outcome.status == 69, "\(outcome)")
    #expect(outcome.messages.contains(" does not answer; "), "\(outcome)")
  }

  @Test("understands a gpsd that sends garbage between its reports")
  func rubbish() async throws {
    let report = #"{"class":"TPV","mode":2,"lat":60.17,"lon":24.94}"# + "\n"
    let noise = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 2_654_435_761 >> 7) }
    let gpsd = try FakeReceiver(
      .send(Array((#"{"class":"VERSION"}"# + "\n").utf8)), .send(noise),
      .send(Array("\n{\"class\":\"TPV\",\n{}\n\0\0\n\(report)".utf8)), .stay)
    let outcome = try await app.nearby("--source", places, "--gpsd", "127.0.0.1:\(gpsd.port)", "--limit", "1")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output.contains("Hotelli Seurahuone"))
  }

  // MARK: ProcessDescriptors

  @Test("raises a low limit of open files if allowed, and otherwise reports it")
  func openFiles() async throws {
    let whole = try await app.watch("--source", places, "--gps-log", walk)
    let raised = try await run(
      after: "ulimit -S -n 8", "watch", "--source", places, "--gps-log", walk, "--on", "enter=true",
      "--state",
      folder.path(of: "state"))
    #expect(raised.status == 0, "\(raised)")
    #expect(raised.output == whole.output)
    let refused = try await run(
      after: "ulimit -n 12", "nearby", "--source", places, "--gps-log", walk)
    #expect(refused.status == 74, "\(refused)")
    #expect(refused.messages == "poi: only 12 open files are allowed; raise the limit to 32: ulimit -n 32\n")
    let inherited = try await run(
      after: "exec 3<&0 4<&0 5<&0 6<&0; ulimit -n 32", "nearby", "--source", places, "--gps-log", walk)
    #expect(inherited.status == 74, "\(inherited)")
    #expect(
      inherited.messages == "poi: only 32 open files are allowed; raise the limit to 36: ulimit -n 36\n")
  }

  @Test("does not count on files that the parent left open")
  func filesLeftOpen() async throws {
    let script = """
      import os, sys
      for _ in range(100): os.set_inheritable(os.dup(0), True)
      os.execv(sys.argv[1], sys.argv[1:])
      """
    let refused = try await run(
      after: "ulimit -n 250; exec python3 -c '\(script)' \"$0\" \"$@\"", "serve", "--source", places)
    #expect(refused.status == 74, "\(refused)")
    #expect(refused.messages.hasPrefix("poi: only 250 open files are allowed; raise the limit to 2"))
  }

  @Test("names the limit on the size of files, and leaves no store behind", arguments: [4, 100, 1000])
  func fileSize(blocks: Int) async throws {
    let lines = (0..<10_000).map { "\($0),1.\($0),1.\($0),name \($0)" }
    let file = try folder.write((["id,lat,lon,name"] + lines).joined(separator: "\n"), as: "many.csv")
    let store = folder.path(of: "data/places.sqlite")
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "data"), withIntermediateDirectories: false)
    let outcome = try await run(after: "ulimit -f \(blocks)", "import", file, "--store", store)
    #expect(outcome.status == 74, "\(outcome)")
    #expect(
      outcome.messages.contains("the limit on the size of a file (ulimit -f) was reached"), "\(outcome)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "data")) == [])
  }

  @Test("names it also where a store has no room for the files beside it")
  func fileSizeBesideStore() async throws {
    let store = folder.path(of: "places.sqlite")
    let made = try await run(after: "true", "import", places, "--store", store)
    #expect(made.status == 0, "\(made)")
    let outcome = try await run(
      after: "ulimit -f 32", "places", "add", "Here", "--at", "60,25", "--store", store)
    #expect(outcome.status == 74, "\(outcome)")
    #expect(
      outcome.messages.contains("the limit on the size of a file (ulimit -f) was reached"), "\(outcome)")
  }

  // MARK: Times

  @Test("keeps following a receiver whose clock jumps back by years and forward again")
  func clock() async throws {
    func log(_ minutes: ClosedRange<Int>, _ date: String) -> String {
      minutes.map { minute in
        let east = minute % 2 == 0 ? "" : "5"
        return
          #"{"class":"TPV","mode":2,"lat":60.17,"lon":24.94\#(east),"time":"\#(date)T10:0\#(minute):00Z"}"#
          + "\n"
      }.joined()
    }
    let outcome = try await app.watch(
      "--source", places, "--gps-log", "-", "--events", "initial,enter,leave", "--name", "Seurahuone",
      "--confirm",
      "1", "--cooldown", "0", "--format", "jsonl",
      input: log(0...1, "2026-01-01") + log(2...3, "1999-01-01") + log(4...5, "2026-01-01"))
    let kinds = outcome.output.split(separator: "\n").map {
      $0.dropFirst(#"{"event":""#.count).prefix { $0 != "\"" }
    }
    #expect(kinds == ["initial", "leave", "enter", "leave", "enter", "leave"], "\(outcome)")
  }

  // MARK: Files

  @Test(
    "exits with an error if it cannot write its output",
    arguments: [
      "nearby --at 60.17,24.94", "here --at 60.17,24.94", "watch --gps-log LOG", "categories", "--help",
      "help", "-h", "help places list", "--version", "places", "--generate-completion-script bash",
    ])
  func fullDisk(command: String) async throws {
    let words = command.split(separator: " ").map { $0 == "LOG" ? walk : String($0) }
    let source = ["nearby", "here", "watch"].contains(words[0]) ? ["--source", places] : []
    let outcome = try await CommandRunner.run(
      "/bin/sh", ["-c", "exec \"$0\" \"$@\" > /dev/full", PoiApp.path] + words + source,
      environment: app.environment)
    #expect(outcome.status == 74, "\(outcome)")
    #expect(outcome.messages.contains("poi: standard output: No space left on device\n"), "\(outcome)")
  }

  @Test("does not fail if it cannot write its messages")
  func fullDiskForMessages() async throws {
    let outcome = try await run(
      after: "exec 2>/dev/full", "watch", "--source", places, "--gps-log", walk, "--explain")
    let whole = try await app.watch("--source", places, "--gps-log", walk)
    #expect(outcome.status == 0)
    #expect(outcome.output == whole.output)
  }

  @Test("a closed stdout never becomes a file that is opened later")
  func closedOutput() async throws {
    let state = folder.path(of: "state")
    let outcome = try await run(
      after: "exec >&-", "watch", "--source", places, "--gps-log", walk, "--state", state)
    #expect(outcome.status == 74, "\(outcome)")
    #expect(outcome.messages == "poi: standard output: Bad file descriptor\n")
    #expect(try String(contentsOfFile: state, encoding: .utf8).hasPrefix(#"{"memory":"#))
  }

  @Test("works with closed descriptors that it does not need", arguments: ["<&-", "2>&-", "<&- 2>&-"])
  func closedDescriptors(redirections: String) async throws {
    let outcome = try await run(
      after: "exec \(redirections)", "nearby", "--source", places, "--at", "60.17,24.94", "--limit", "1")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("Hotelli Seurahuone"))
  }

  @Test("two watches cannot share a state")
  func sharedState() async throws {
    let log = folder.path(of: "log")
    try #require(mkfifo(log, 0o600) == 0)
    let state = folder.path(of: "state")
    let outcome = try await CommandRunner.run(
      "/bin/sh",
      [
        "-c",
        // The first one has its state once it opens the log.
        "\"$0\" watch --source \"$1\" --gps-log \"$2\" --state \"$3\" & exec 3> \"$2\"; "
          + "\"$0\" watch --source \"$1\" --gps-log \"$4\" --state \"$3\"; echo $?; kill $!",
        PoiApp.path, places, log, state, walk,
      ], environment: app.environment)
    #expect(outcome.output == "75\n", "\(outcome)")
    // On a busy machine the first one says, before or after it, that it waits.
    #expect(
      outcome.messages.contains("poi: \(state) is in use by another watch; give each a file of its own\n"))
  }

  @Test("refuses a device as the state, and does not replace it")
  func stateDevice() async throws {
    let outcome = try await app.watch("--source", places, "--gps-log", walk, "--state", "/dev/null")
    #expect(outcome.status == 74, "\(outcome)")
    #expect(outcome.messages == "poi: /dev/null is not a regular file\n")
  }

  @Test("reports the system's reason if it cannot save the state")
  func stateNowhere() async throws {
    let state = folder.path(of: "none/state")
    let outcome = try await app.watch("--source", places, "--gps-log", walk, "--state", state)
    #expect(outcome.status == 74, "\(outcome)")
    #expect(outcome.messages == "poi: \(state): No such file or directory\n")
  }

  // MARK: The terminal

  @Test(
    "Ctrl-Z gives the shell its screen back, and after that or a stop that nothing can catch, fg draws anew in the new size",
    arguments: [SIGTSTP, SIGSTOP])
  func suspended(stop: Int32) async throws {
    let log = folder.path(of: "log")
    try #require(mkfifo(log, 0o600) == 0)
    let program =
      "'\(PoiApp.path)' watch --live --no-color --source '\(places)' --gps-log '\(log)'"
    let script = folder.path(of: "script")
    let processID = folder.path(of: "pid")
    let seen = folder.path(of: "seen")
    // With job control, since only a process with a parent in its session can be stopped. It ends once it has drawn again.
    try """
    exec 3<> '\(log)'
    head -c 4000 '\(walk)' >&3
    set -m
    sh -c "echo \\$\\$ > '\(processID)'; exec \(program)"
    echo STOPPED
    stty cols 40 rows 12
    before=$(wc -c <'\(seen)')
    { tail -c +$((before + 1)) -f '\(seen)' | grep -qm 1 1049h; kill $(cat '\(processID)'); } &
    fg %1
    """.write(toFile: script, atomically: true, encoding: .utf8)
    let outcome = try await CommandRunner.run(
      "/usr/bin/script",
      ["--quiet", "--return", "--flush", "--command", "stty cols 80 rows 24; exec bash '\(script)'", seen],
      environment: ["LC_ALL": "C.UTF-8", "TERM": "xterm", "SHELL": "/bin/sh"], afterLines: 30
    ) { _ in
      let number = try String(contentsOfFile: processID, encoding: .utf8).dropLast()
      kill(try #require(Int32(number)), stop)
    }
    let own = "\u{1B}[?25h\u{1B}[?1049l"
    let parts = outcome.output.components(separatedBy: "STOPPED")
    try #require(parts.count == 2, "\(outcome.output.debugDescription)")
    #expect(parts[0].contains(own) == (stop == SIGTSTP), "\(parts[0].debugDescription)")
    let drawn = parts[1].components(separatedBy: "\u{1B}[?1049h\u{1B}[?25l").dropFirst()
    #expect(drawn.last?.contains(own) == true, "\(parts[1].debugDescription)")
    for frame in drawn.flatMap({ $0.components(separatedBy: "\u{1B}[H").dropFirst() }) {
      let text = frame.components(separatedBy: "\u{1B}[J")[0].replacing("\u{1B}[K", with: "")
      let lines = text.unicodeScalars.filter { $0 != "\r" }.split(separator: "\n")
      #expect(lines.count <= 12 && lines.allSatisfy { $0.count <= 40 }, "\(text.debugDescription)")
    }
  }

  @Test("a signal ends a live watch whose terminal nobody reads, and the terminal has its echo back")
  func unreadTerminal() async throws {
    var (reader, terminal): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    try #require(openpty(&reader, &terminal, nil, nil, &size) == 0)
    defer { for descriptor in [reader, terminal] { close(descriptor) } }
    let path = String(cString: try #require(ttyname(terminal)))
    for descriptor in [reader, terminal] {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_RDWR | O_NONBLOCK)
    }
    let hasEcho = { @Sendable [terminal] in
      var settings = termios()
      return tcgetattr(terminal, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }
    try #require(hasEcho())
    let outcome = try await CommandRunner.run(
      "/bin/sh",
      [
        "-c", "echo; exec \"$@\" <>\"$0\" >&0 2>&0", path, PoiApp.path, "watch", "--live", "--no-color",
        "--source", places, "--gps-log", walk, "--replay-speed", "1",
      ], environment: ["LC_ALL": "C.UTF-8", "TERM": "xterm"], afterLines: 1
    ) { [terminal] process in
      let deadline = ContinuousClock.now + .seconds(240)
      while hasEcho(), .now < deadline { usleep(5000) }
      // What poi writes after this waits for a reader.
      while "x".withCString({ write(terminal, $0, 1) }) == 1 {}
      kill(process, SIGTERM)
    }
    #expect(outcome.signal == SIGTERM, "\(outcome)")
    #expect(hasEcho())
    var shown: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while case let count = read(reader, &piece, piece.count), count > 0 { shown += piece.prefix(count) }
    let text = String(decoding: shown, as: UTF8.self)
    #expect(text.contains("\u{1B}[?1049h") && !text.contains("\u{1B}[?1049l"), "\(text.debugDescription)")
  }

  @Test("a watch ends and saves its state when its terminal closes")
  func closedTerminal() async throws {
    let log = folder.path(of: "log")
    try #require(mkfifo(log, 0o600) == 0)
    let script = folder.path(of: "script")
    // It leads its session, as under ssh or in a terminal's window of its own.
    try """
    exec 3<> '\(log)'
    head -c 4000 '\(walk)' >&3
    exec '\(PoiApp.path)' watch --source '\(places)' --gps-log '\(log)' --state '\(folder.path(of: "state"))'
    """.write(toFile: script, atomically: true, encoding: .utf8)
    let terminal = try await CommandRunner.run(
      "/usr/bin/script",
      ["--quiet", "--flush", "--command", "echo $$; exec bash '\(script)'", "/dev/null"],
      environment: ["LC_ALL": "C.UTF-8", "TERM": "xterm", "SHELL": "/bin/sh"], afterLines: 6
    ) { kill($0, SIGKILL) }
    let processID = terminal.output.prefix { $0.isNumber }
    let end = try await CommandRunner.run(
      "/usr/bin/timeout", ["60", "tail", "--pid=\(processID)", "--sleep-interval=0.1", "-f", "/dev/null"])
    try #require(end.status == 0, "it goes on")
    #expect(
      try String(contentsOfFile: folder.path(of: "state"), encoding: .utf8).contains(#""isInside":true"#))
  }
}
