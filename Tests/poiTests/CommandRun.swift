import ArgumentParser
import Glibc
import Logging
import Presentation
import TestSupport
import Testing

@testable import poi

/// A command line, run in this process to its end.
@MainActor
struct CommandRun: CustomStringConvertible {
  /// The exit status; `nil` if it ended as its reader had gone.
  let status: poi.ExitStatus?
  /// What it wrote to stdout.
  let output: String
  /// What it told on stderr, in order.
  let messages: [String]

  /// Parses the arguments, the first of which names the command, as the program does, and runs the command.
  ///
  /// - Parameter console: where its words go.
  init(_ arguments: [String], in context: CommandContext, on console: MockConsole = MockConsole()) async {
    // Commands take signals over for good, and these tests are to end by them.
    defer { for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { signal(number, SIG_DFL) } }
    do {
      let command = try Poi.command(in: arguments)
      guard let command = command as? any PoiCommand else {
        Issue.record("\(arguments) is no command of poi's own")
        throw CleanExit.message("")
      }
      var context = context
      context.console = console
      context.logger = Logger(console: console, isVerbose: command.isVerbose)
      let end = await CommandEnd(on: console) { try await command.run(in: context) }
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

  /// All of it, for a failing test.
  nonisolated var description: String {
    "status \(status.map { "\($0.rawValue)" } ?? "none")\n--- stdout\n\(output)--- stderr\n\(messages.joined(separator: "\n"))"
  }
}

/// What is wrong with arguments that the parser does not take; `nil` if it takes them.
func usageProblem<Value>(_ parse: () throws -> Value) -> String? {
  do {
    _ = try parse()
    return nil
  } catch {
    return Poi.message(for: error)
  }
}
