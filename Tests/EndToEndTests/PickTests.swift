import Foundation
import Glibc
import TestSupport
import Testing

/// `poi pick`, on a pseudo-terminal and without one.
@Suite(.timeLimit(.minutes(5))) struct PickTests {
  private let command = [
    "pick", "--source", Fixtures.path("places/helsinki.geojson"), "--at", "60.1699,24.9384",
  ]

  @Test("refuses to choose without a terminal")
  func noTerminal() async throws {
    let outcome = try await PoiApp().run(command)
    #expect(outcome.status == 64, "\(outcome)")
    #expect(outcome.output == "")
    #expect(outcome.messages.contains("poi pick needs a terminal"))
  }

  @Test("prints the chosen place to stdout, and restores the terminal")
  func chooses() async throws {
    let output = try await inTerminal("3p").output
    #expect(output.contains("\u{1B}[?1049h"), "\(output.debugDescription)")
    let rest = output.components(separatedBy: "\u{1B}[?1049l").last ?? ""
    #expect(
      rest.hasPrefix("39 m  ← WSW  Metro Rautatientori D  subway entrance"), "\(output.debugDescription)")
    #expect(rest.hasSuffix("\r\n0\r\nicanon\r\necho\r\n"), "\(output.debugDescription)")
  }

  @Test("quitting prints nothing, and restores the terminal")
  func quits() async throws {
    let output = try await inTerminal("q").output
    #expect(output.hasSuffix("\u{1B}[?1049l1\r\nicanon\r\necho\r\n"), "\(output.debugDescription)")
  }

  @Test(
    "dies of the signal that it gets, and restores the terminal", arguments: [SIGINT, SIGTERM, SIGQUIT])
  func signals(number: Int32) async throws {
    let folder = try TemporaryDirectory()
    let processID = folder.url.appendingPathComponent("pid")
    let command = ([PoiApp.path] + command).map { "'\($0)'" }.joined(separator: " ")
    // The shell outlives the command, and reports the terminal's settings.
    let script = """
      stty cols 80 rows 24; ulimit -c 0; \
      sh -c 'echo $$ > "\(processID.path)"; exec "$0" "$@"' \(command); echo $?; \
      stty -a | grep -ow -e '-*icanon' -e '-*echo'
      """
    let outcome = try await CommandRunner.run(
      "/usr/bin/script", ["--quiet", "--flush", "--command", script, "/dev/null"], environment: environment,
      afterLines: 5
    ) { _ in
      let text = try String(contentsOf: processID, encoding: .utf8)
      kill(try #require(Int32(text.dropLast())), number)
    }
    let rest = outcome.output.components(separatedBy: "\u{1B}[?25h\u{1B}[?1049l").last ?? ""
    #expect(rest.contains("\(128 + number)\r\nicanon\r\necho\r\n"), "\(outcome.output.debugDescription)")
  }

  private let environment = [
    "TERM": "xterm", "SHELL": "/bin/sh", "LC_ALL": "C.UTF-8", "NO_COLOR": "1",
  ]

  /// Runs the command in a pseudo-terminal where these keys are pressed; then its exit status and the terminal's
  /// settings follow.
  private func inTerminal(_ keys: String) async throws -> CommandRunner.Outcome {
    let command = ([PoiApp.path] + command).map { "'\($0)'" }.joined(separator: " ")
    return try await CommandRunner.run(
      "/usr/bin/script",
      [
        "--quiet", "--return", "--command",
        "stty cols 80 rows 24; \(command); echo $?; stty -a | grep -ow -e '-*icanon' -e '-*echo'",
        "/dev/null",
      ], input: Array(keys.utf8),
      environment: environment)
  }
}
