import ArgumentParser
import Foundation
import Logging

/// A subcommand: `run()` builds the live context, and `run(in:)` is the command itself.
protocol PoiCommand: AsyncParsableCommand {
  /// Whether it reads the configuration file.
  var readsConfigFile: Bool { get }

  /// Whether it reports what it does.
  var isVerbose: Bool { get }

  /// Does the work, and says how it ended.
  ///
  /// - Throws: whatever ends it: `CommandFailure`, `ConsoleError`, and the errors of the modules that it uses.
  @MainActor
  func run(in context: CommandContext) async throws -> ExitStatus
}

extension PoiCommand {
  var readsConfigFile: Bool { true }
  var isVerbose: Bool { false }

  @MainActor
  func run() async throws {
    // libgps writes to its socket with write(2); a lost daemon must not take the process with it.
    signal(SIGPIPE, SIG_IGN)
    let console = StandardConsole()
    var settings = Settings(environment: ProcessInfo.processInfo.environment)
    let end = await CommandEnd(on: console) {
      try ProcessDescriptors.raiseLimit()
      if readsConfigFile { settings.file = try ConfigFile.ofUser(in: settings.environment) }
      let logger = Logger(console: console, isVerbose: isVerbose)
      if readsConfigFile {
        logger.debug("configuration: \(settings.file.map { $0.path } ?? "there is no file")")
      }
      return try await run(in: .live(settings, console: console, logger: logger))
    }
    guard case .exited(let status) = end else {
      // Like any filter whose reader is gone.
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
      return
    }
    // Thrown, it would print the usage for an empty message.
    Foundation.exit(status.rawValue)
  }
}
