import ArgumentParser
import Glibc
import Logging
import Presentation
import TestSupport
import Testing

@testable import poi

/// Runs a command line in this process.
@MainActor
struct CommandRun: CustomStringConvertible {
  /// The exit status; `nil` if it ended because its reader was gone.
  let status: poi.ExitStatus?
  /// What it wrote to stdout.
  let output: String
  /// Its messages on stderr, in order.
  let messages: [String]

  /// Parses the arguments like the program, and runs the command that the first one names.
  ///
  /// - Parameter console: receives its output.
  init(_ arguments: [String], in context: CommandContext, on console: MockConsole = MockConsole()) async {
    // Commands take over signals for good, but a signal must still end the tests.
    defer { for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { signal(number, SIG_DFL) } }
    do {
      let command = try Poi.command(in: arguments)
      var context = context
      context.console = console
      context.logger = Logger(console: console, isVerbose: command.isVerbose)
      let end = await CommandEnd(on: console) { try await command.outcome(in: context) }
      status = if case .exited(let status) = end { status } else { nil }
      messages = console.messages.map(TerminalText.harmless)
    } catch {
      status = poi.ExitStatus(rawValue: Poi.exitCode(for: error).rawValue)
      let unknown = UnknownCommand(in: arguments).map { ValidationError("\($0)") }
      messages = [Poi.message(of: unknown ?? error, in: arguments)]
    }
    output = console.output
  }

  /// The lines of the output.
  var lines: [Substring] { output.split(whereSeparator: \.isNewline) }

  /// Everything, for the message of a failing test.
  nonisolated var description: String {
    "status \(status.map { "\($0.rawValue)" } ?? "none")\n--- stdout\n\(output)--- stderr\n\(messages.joined(separator: "\n"))"
  }
}

/// The parser's error for arguments; `nil` if it accepts them.
func usageProblem<Value>(_ parse: () throws -> Value) -> String? {
  do {
    _ = try parse()
    return nil
  } catch {
    return UsageProblem(error, in: []).description
  }
}
