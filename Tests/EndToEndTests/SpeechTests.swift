import Foundation
import Glibc
import TestSupport
import Testing

/// Speech: from espeak-ng and speech-dispatcher, recorded to files, and to a stand-in for the latter.
@Suite(.timeLimit(.minutes(5))) struct SpeechTests {
  private let walk = ["--source", "places/helsinki.geojson", "--gps-log", "gps/walk.nmea"]

  private func app(_ environment: [String: String]) -> PoiApp {
    var app = PoiApp(workingDirectory: Fixtures.path(""))
    app.environment.merge(environment) { $1 }
    return app
  }

  /// The seconds of 16-bit mono sound in the files of a folder, in order of name.
  private static func seconds(of folder: TemporaryDirectory) throws -> [Double] {
    try folder.fileNames.filter { $0.hasSuffix(".wav") }.map { name in
      let bytes = try Data(contentsOf: folder.url.appendingPathComponent(name))
      // The rate is at byte 24 of the 44-byte RIFF header.
      let rate = bytes.dropFirst(24).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      return Double(bytes.count - 44) / 2 / Double(rate)
    }
  }

  @Test("a walk gives the same script at any replay speed")
  func script() async throws {
    let app = app([:])
    let first = try await app.run(["watch"] + walk + ["--speak-script"])
    #expect(first.status == 0)
    #expect(first.output.split(separator: "\n").count > 20)
    let paced = try await app.run(["watch"] + walk + ["--speak-script", "--replay-speed", "5000"])
    #expect(first.output == paced.output)
  }

  @Test(
    "espeak-ng speaks: longer for longer sentences, and in the user's language",
    .enabled(if: InstalledProgram.areThere("espeak-ng"), "needs espeak-ng"))
  func espeak() async throws {
    let (programs, sounds) = (try TemporaryDirectory(), try TemporaryDirectory())
    let program = try programs.write(
      """
      #!/bin/sh
      echo "$*" >>"$SOUNDS/arguments"
      exec /usr/bin/espeak-ng -w "$SOUNDS/$(date +%s%N).wav" "$@"
      """, as: "espeak-ng")
    chmod(program, 0o755)
    // No other folder: the system's also has speech-dispatcher.
    let environment = [
      "PATH": programs.url.path, "SOUNDS": sounds.url.path, "HOME": programs.url.path,
    ]
    try FileManager.default.createSymbolicLink(
      atPath: programs.path(of: "date"), withDestinationPath: "/usr/bin/date")
    let places = """
      name,category,lat,lon
      A,cafe,60.17,24.9401
      The long and winding name of a place that takes quite a while to say,cafe,60.17,24.941
      """
    let file = try programs.write(places, as: "places.csv")
    let outcome = try await app(environment).run(
      ["nearby", "--source", file, "--at", "60.17,24.94", "--speak", "--language", "de", "--speech-rate=40"])
    #expect(outcome.status == 0, "\(outcome)")
    let seconds = try Self.seconds(of: sounds)
    try #require(seconds.count == 2, "\(outcome)")
    #expect((0.5..<4).contains(seconds[0]))
    #expect(seconds[1] > 2 * seconds[0])
    let arguments = try String(contentsOfFile: sounds.path(of: "arguments"), encoding: .utf8)
    #expect(arguments == String(repeating: "--stdin -b 1 -v de -s 285\n", count: 2))
  }

  @Test(
    "speech-dispatcher speaks exactly the script",
    .enabled(
      if: InstalledProgram.areThere("speech-dispatcher", "espeak-ng"), "needs speech-dispatcher and espeak-ng"
    ))
  func dispatcher() async throws {
    let (folder, sounds) = (try TemporaryDirectory.forSocket(), try TemporaryDirectory())
    for name in ["run/speech-dispatcher", "conf/modules", "log"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(of: name), withIntermediateDirectories: true)
    }
    _ = try folder.write("default_driver=null\n", as: ".libao")
    _ = try folder.write(
      """
      LogLevel 3
      DisableAutoSpawn
      AudioOutputMethod "libao"
      AddModule "files" "sd_generic" "files.conf"
      DefaultModule files
      """, as: "conf/speechd.conf")
    let say = #"printf %s \'$DATA\' | tee "$SOUNDS/$(date +%s%N).txt" | espeak-ng --stdin -b 1 -v $LANGUAGE"#
    _ = try folder.write(
      """
      GenericExecuteSynth "\(say.replacing("\"", with: "")) -w $SOUNDS/$(date +%s%N).wav"
      GenericLanguage "fi" "fi" "utf-8"
      GenericLanguage "en" "en" "utf-8"
      AddVoice "en" "MALE1" "en"
      AddVoice "fi" "MALE1" "fi"
      """, as: "conf/modules/files.conf")
    let script = """
      set -e
      socket=$XDG_RUNTIME_DIR/speech-dispatcher/speechd.sock
      speech-dispatcher -s -c unix_socket -S "$socket" -C "$HOME/conf" -L "$HOME/log" -P "$HOME/pid" -t 0 \
        >"$HOME/log/out" 2>&1 &
      server=$!
      trap 'kill $server' EXIT
      until grep -qs 'waiting for clients' "$HOME/log/speech-dispatcher.log"; do
        kill -0 $server
        sleep 0.02
      done
      "$POI" nearby --source places/helsinki.geojson --at 60.17,24.94 --language fi --speak >/dev/null
      """
    let outcome = try await CommandRunner.run(
      "/usr/bin/timeout", ["240", "/bin/sh", "-c", script],
      environment: [
        "HOME": folder.url.path, "XDG_RUNTIME_DIR": folder.path(of: "run"), "SOUNDS": sounds.url.path,
        "POI": PoiApp.path, "IS_UNIT_TESTING": "1", "LC_ALL": "C.UTF-8",
      ], workingDirectory: Fixtures.path(""))
    try #require(outcome.status == 0, "\(outcome)")
    #expect(!outcome.messages.contains("speech"), "\(outcome)")
    let said = try sounds.fileNames.filter { $0.hasSuffix(".txt") }.map {
      try String(contentsOfFile: sounds.path(of: $0), encoding: .utf8)
    }
    let nearby = try await app([:]).run(
      [
        "nearby", "--source", "places/helsinki.geojson", "--at", "60.17,24.94", "--language", "fi",
        "--speak-script",
      ])
    #expect(said == nearby.output.split(separator: "\n").map(String.init))
    let seconds = try Self.seconds(of: sounds)
    #expect(seconds.count == said.count)
    #expect(seconds.allSatisfy { (0.5..<15).contains($0) }, "\(seconds)")
  }

  @Test("SIGUSR1 repeats the last message, and ending poi cuts the current one")
  func repetition() async throws {
    let folder = try TemporaryDirectory.forSocket()
    let server = try FakeSpeechDispatcher(.polite, at: folder.path(of: "s"))
    let app = app(["SPEECHD_ADDRESS": "unix_socket:\(server.path)"])
    let outcome = try await app.watch(
      [
        "--source", Fixtures.path("places/helsinki.geojson"), "--gps-log", Fixtures.path("gps/walk.nmea"),
        "--speak",
      ], afterLines: 1
    ) { process in
      Task {
        _ = await server.messages(1)
        kill(process, SIGUSR1)
        // On a busy machine the walk goes on before the signal comes; only a repetition says the same twice in a row.
        var messages = await server.messages(2)
        while !Self.hasRepetition(messages), !Task.isCancelled {
          messages = await server.messages(messages.count + 1)
        }
        kill(process, SIGTERM)
      }
    }
    #expect(outcome.signal == SIGTERM, "\(outcome)")
    let said = server.said
    #expect(said.messages.first == "VR:n 100-vuotismuistolaatta, 25 metres.")
    #expect(Self.hasRepetition(said.messages), "\(said.messages)")
    #expect(said.commands.suffix(2) == ["CANCEL self", "QUIT"])
  }

  private static func hasRepetition(_ messages: [String]) -> Bool {
    zip(messages, messages.dropFirst()).contains(where: ==)
  }

  @Test("on the live screen, r repeats the last message, and q quits")
  func keys() async throws {
    let folder = try TemporaryDirectory.forSocket()
    let server = try FakeSpeechDispatcher(.polite, at: folder.path(of: "s"))
    let keys = folder.path(of: "keys")
    try #require(mkfifo(keys, 0o600) == 0)
    // For reading as well, or opening would wait for a reader.
    let keyboard = open(keys, O_RDWR | O_CLOEXEC)
    defer { close(keyboard) }
    let command =
      "stty cols 80 rows 24; exec '\(PoiApp.path)' watch \(walk.joined(separator: " ")) --live --speak"
    let typing = Task {
      _ = await server.messages(1)
      _ = "r".withCString { write(keyboard, $0, 1) }
      var messages = await server.messages(2)
      while !Self.hasRepetition(messages), !Task.isCancelled {
        messages = await server.messages(messages.count + 1)
      }
      _ = "q".withCString { write(keyboard, $0, 1) }
    }
    let outcome = try await CommandRunner.run(
      "/bin/sh",
      ["-c", "exec script --quiet --return --command \"$1\" /dev/null <\"$0\"", keys, command],
      environment: [
        "LC_ALL": "C.UTF-8", "TERM": "xterm", "SHELL": "/bin/sh",
        "SPEECHD_ADDRESS": "unix_socket:\(server.path)",
      ], workingDirectory: Fixtures.path(""))
    await typing.value
    #expect(outcome.status == 0 || outcome.status == 1, "\(outcome)")
    #expect(
      outcome.output.hasSuffix("\u{1B}[?25h\u{1B}[?1049l"), "\(outcome.output.debugDescription.suffix(200))")
    #expect(Self.hasRepetition(server.said.messages), "\(server.said.messages)")
  }

  @Test(
    "a watch continues whatever happens to the speaker",
    arguments: [.dying, .refusing, .unfinished] as [FakeSpeechDispatcher.Manner])
  func goesOn(manner: FakeSpeechDispatcher.Manner) async throws {
    let folder = try TemporaryDirectory.forSocket()
    let server = try FakeSpeechDispatcher(manner, at: folder.path(of: "s"))
    let app = app(["SPEECHD_ADDRESS": "unix_socket:\(server.path)"])
    let silent = try await app.run(["watch"] + walk)
    let spoken = try await app.run(
      ["watch"] + walk + ["--speak", "--replay-speed", "20000", "--count", "100"])
    #expect(spoken.output == silent.output.split(separator: "\n").prefix(100).map { "\($0)\n" }.joined())
    #expect(spoken.status == 0)
    #expect(!server.said.commands.isEmpty)
  }

  @Test("without a speaker, exits with 69 before it begins")
  func nothing() async throws {
    let folder = try TemporaryDirectory()
    let app = app(["PATH": folder.url.path, "HOME": folder.url.path])
    for arguments in [
      ["watch"] + walk, ["nearby", "--source", "places/helsinki.geojson", "--at", "60.17,24.94"],
    ] {
      let outcome = try await app.run(arguments + ["--speak"])
      #expect(outcome.status == 69)
      #expect(outcome.output.isEmpty)
      #expect(outcome.messages.contains("install speech-dispatcher or espeak-ng"))
    }
  }
}
