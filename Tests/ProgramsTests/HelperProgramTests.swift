import Foundation
import Glibc
import TestSupport
import Testing

@testable import Programs

/// Programs that do their work, fail, hang, talk too much and leave others behind.
@Suite(.timeLimit(.minutes(5))) struct HelperProgramTests {
  private let folder: TemporaryDirectory
  private let shell = HelperProgram("sh", at: "/bin/sh")
  private let patience = Duration.seconds(120)

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func witness() throws -> ProcessWitness {
    try ProcessWitness(at: folder.path(of: "witness"))
  }

  private func problem(_ body: () async throws(HelperProblem) -> Void) async -> HelperProblem? {
    do throws(HelperProblem) {
      try await body()
      return nil
    } catch {
      return error
    }
  }

  private func problem(
    of script: String, atMost most: Int = 1000, within limit: Duration? = nil
  ) async -> HelperProblem? {
    await problem { () throws(HelperProblem) in
      _ = try await shell.output(of: ["-c", script], atMost: most, within: limit ?? patience)
    }
  }

  @Test("gives arguments, input and variables, and keeps what the program prints")
  func output() async throws {
    let outcome = try await shell.run(
      ["-c", #"printf '%s|%s|' "$1" "$WORDS"; cat; echo said >&2; exit 3"#, "sh", "a b"],
      input: Array("read".utf8),
      variables: ["WORDS": "un\0set"], output: .kept(most: 100), within: patience)
    #expect(String(decoding: outcome.output, as: UTF8.self) == "a b|unset|read")
    #expect(outcome.messages == "said\n")
    #expect(outcome.end == .exited(3))
  }

  @Test("finds a program in the first folder of PATH where one can be run")
  func search() async throws {
    for name in ["a", "b", "c", "d"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(of: name), withIntermediateDirectories: false)
    }
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "a/tool"), withIntermediateDirectories: false)
    for (name, mode) in [("b", 0o644), ("c", 0o755), ("d", 0o755)] {
      let path = try folder.write("#!/bin/sh\necho \(name)\n", as: "\(name)/tool")
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    let folders = ["a", "b", "c", "d"].map { folder.path(of: $0) }.joined(separator: ":")
    let found = try HelperProgram("tool", in: ["PATH": folders])
    #expect(try await found.output(of: [], atMost: 100, within: patience) == Array("c\n".utf8))
  }

  @Test("names a program that is missing, and what to install")
  func missing() async throws {
    let problem = await problem { () throws(HelperProblem) in
      _ = try HelperProgram("routino-router", from: "routino", in: ["PATH": folder.url.path])
    }
    #expect(problem?.description == "routino-router is not installed: sudo apt-get install routino")
  }

  @Test(
    "says how a program failed, and in which words",
    arguments: [
      ("exit 3", "sh exited with status 3"),
      (#"printf '\n\033[2Jno room\nmore\n' >&2; exit 1"#, "sh exited with status 1: [2Jno room"),
      ("kill -SEGV $$", "sh was ended by signal 11"), ("kill -KILL $$", "sh was ended by signal 9"),
    ])
  func failures(script: String, words: String) async {
    #expect(await problem(of: script)?.description == words)
  }

  @Test("a file that is no program fails by name")
  func noProgram() async throws {
    let path = try folder.write("\u{0}\u{1}\u{2}", as: "tool")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    let problem = await problem { () throws(HelperProblem) in
      _ = try await HelperProgram("tool", at: path).output(of: [], atMost: 1, within: patience)
    }
    #expect(problem?.description.hasPrefix("tool ") == true)
  }

  @Test("ends a program that hangs, with those that it started", arguments: ["", "trap '' TERM; "])
  func hanging(before: String) async throws {
    let witness = try witness()
    let problem = await problem(
      of: "\(before)exec 9> \(witness.path); sleep 600 & while :; do sleep 1; done", within: .seconds(1))
    #expect(problem == .tooSlow(program: "sh", limit: .seconds(1)))
    #expect(problem?.description == "sh did not end within 1 s")
    #expect(try await witness.allGo())
  }

  @Test("ends a program that does nothing, and none that works")
  func idle() async {
    func problem(of script: String) async -> HelperProblem? {
      await self.problem { () throws(HelperProblem) in
        _ = try await HelperProgram("sh", at: "/bin/sh").run(
          ["-c", script], within: .seconds(300), idleLimit: .seconds(1))
      }
    }
    #expect(await problem(of: "sleep 600") == .idle(program: "sh", limit: .seconds(1)))
    let busy = "n=0; while [ $n -lt 1000000 ]; do n=$((n + 1)); done"
    #expect(await problem(of: busy) == nil)
  }

  @Test("ends a program that prints without end")
  func endless() async throws {
    let witness = try witness()
    let problem = await problem(of: "exec 9> \(witness.path); trap '' PIPE; while :; do echo yes; done")
    #expect(problem == .tooMuch(program: "sh", limit: 1000))
    #expect(try await witness.allGo())
  }

  @Test("of many messages, keeps the beginning and the end")
  func manyMessages() async throws {
    let outcome = try await shell.run(
      ["-c", "echo first >&2; head -c 5000000 /dev/zero | tr '\\0' x >&2; echo last >&2"],
      output: .kept(most: 0), within: patience)
    #expect(outcome.messages.hasPrefix("first\nxxx"))
    #expect(outcome.messages.hasSuffix("xxxlast\n"))
    #expect(outcome.messages.utf8.count < 1_200_000)
  }

  @Test("a program that closes its output early is still waited for")
  func closing() async {
    #expect(
      await problem(of: "echo early; exec >&- 2>&-; sleep 0.1; exit 4")
        == .failed(program: "sh", .exited(4), words: nil))
  }

  @Test("waits for nobody who is left behind with the output, and ends them")
  func leftBehind() async throws {
    let witness = try witness()
    let output = try await shell.output(
      of: ["-c", "exec 9> \(witness.path); sleep 600 & echo done"], atMost: 100, within: patience)
    #expect(output == Array("done\n".utf8))
    #expect(try await witness.allGo())
  }

  @Test("spares those left behind if they may go on")
  func spared() async throws {
    let witness = try witness()
    let outcome = try await shell.run(
      ["-c", "exec 9> \(witness.path); { echo here >&9; sleep 600; } & exit 0"], within: patience,
      lifetime: .runWithoutChildren)
    #expect(outcome.end == .exited(0))
    #expect(try await witness.firstWords() == "here\n")
    #expect(kill(-outcome.group, SIGKILL) == 0)
    #expect(try await witness.allGo())
  }

  @Test("a program that does not read a long input is not a failure")
  func unread() async throws {
    let outcome = try await shell.run(
      ["-c", "exit 0"], input: Array(repeating: 0x6C, count: 4_000_000), within: patience)
    #expect(outcome.end == .exited(0))
  }

  @Test("ends with the task that waits for it")
  func cancelled() async throws {
    let witness = try witness()
    let task = Task { [shell, patience] in
      await problem { () throws(HelperProblem) in
        _ = try await shell.run(
          ["-c", "exec 9> \(witness.path); echo here >&9; sleep 600 & sleep 600"], within: patience)
      }
    }
    #expect(try await witness.firstWords() == "here\n")
    task.cancel()
    #expect(await task.value == .cancelled(program: "sh"))
    #expect(try await witness.allGo())
  }

  @Test("ends at once if the task was cancelled before")
  func cancelledBefore() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await problem(of: "sleep 600")
    }
    #expect(await task.value == .cancelled(program: "sh"))
  }

  @Test("runs in a process group of its own, and with the usual signals")
  func group() async throws {
    let outcome = try await shell.run(
      ["-c", "cut -d' ' -f5 /proc/$$/stat; echo $$; sed -n 's/^SigIgn:.//p' /proc/self/status"],
      output: .kept(most: 100), within: patience)
    let words = String(decoding: outcome.output, as: UTF8.self).split { $0.isWhitespace }
    try #require(words.count == 3)
    #expect(words[0] == words[1])
    #expect((UInt64(words[2], radix: 16) ?? .max) & 0x5003 == 0)
  }
}
