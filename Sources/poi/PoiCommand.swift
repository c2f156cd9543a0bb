import ArgumentParser
import Glibc

/// A subcommand: `run()` builds the live context, and `run(in:)` is the command itself.
protocol PoiCommand: AsyncParsableCommand {
  /// Does the work, and says how it ended.
  ///
  /// - Throws: `CommandFailure` and `ConsoleError`.
  @MainActor
  func run(in context: CommandContext) async throws -> ExitStatus
}

extension PoiCommand {
  @MainActor
  func run() async throws {
    // libgps writes to its socket with write(2); a lost daemon must not take the process with it.
    signal(SIGPIPE, SIG_IGN)
    let context = CommandContext.live()
    let status: ExitStatus
    do {
      status = try await run(in: context)
    } catch let failure as CommandFailure {
      context.console.tell(failure.message)
      status = failure.status
    } catch ConsoleError.closedPipe {
      // As any filter ends whose reader has gone.
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
      return
    } catch ConsoleError.failed(let code) {
      context.console.tell("standard output: \(String(cString: strerror(code)))")
      status = .readOrWriteFailed
    }
    // Thrown, it would have the usage made for a message that is not there.
    Glibc.exit(status.rawValue)
  }
}
