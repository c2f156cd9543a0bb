import Foundation
import TestSupport

/// The built binary, as a person uses it: each method is a command, and returns how it ended.
struct PoiApp {
  /// The environment besides the path.
  var environment = ["IS_UNIT_TESTING": "1", "LC_ALL": "C.UTF-8"]
  /// The folder to run in; the tests' own if it is `nil`.
  var workingDirectory: String?

  /// `poi nearby`.
  func nearby(_ arguments: String..., input: String = "") async throws -> CommandRunner.Outcome {
    try await run(["nearby"] + arguments, input: input)
  }

  /// `poi here`.
  func here(_ arguments: String..., input: String = "") async throws -> CommandRunner.Outcome {
    try await run(["here"] + arguments, input: input)
  }

  /// `poi watch`.
  func watch(_ arguments: String..., input: String = "") async throws -> CommandRunner.Outcome {
    try await run(["watch"] + arguments, input: input)
  }

  /// `poi watch`, with an action on its process id after this many lines.
  func watch(
    _ arguments: [String], afterLines count: Int, _ act: @escaping @Sendable (Int32) throws -> Void
  ) async throws -> CommandRunner.Outcome {
    try await CommandRunner.run(
      Self.path, ["watch"] + arguments, environment: environment, afterLines: count, act)
  }

  /// Runs a command with longer and longer timeouts until one of its messages says that it got this far: a busy machine
  /// may take longer than the first timeout for that.
  ///
  /// - Parameter run: takes a timeout in seconds.
  /// - Returns: how the last run ended, and its timeout.
  static func patiently(
    reaching words: String, _ run: (String) async throws -> CommandRunner.Outcome
  ) async rethrows -> (outcome: CommandRunner.Outcome, timeout: String) {
    for timeout in ["1.5", "6", "24"] {
      let outcome = try await run(timeout)
      if outcome.messages.contains(words) { return (outcome, timeout) }
    }
    return (try await run("96"), "96")
  }

  /// `poi` with just enough address space to run, but not to keep a large input in memory.
  func runInLittleMemory(_ arguments: [String]) async throws -> CommandRunner.Outcome {
    try await CommandRunner.run(
      "/bin/sh", ["-c", "ulimit -v 1500000; exec \"$@\"", "sh", Self.path] + arguments,
      environment: environment)
  }

  /// Where the binary is: as built for the tests, unless `POI_BINARY` names another, such as the one that is installed.
  static let path =
    ProcessInfo.processInfo.environment["POI_BINARY"]
    ?? CommandRunner.buildDirectory.appendingPathComponent("poi").path

  /// `poi` with any arguments.
  func run(_ arguments: [String], input: String = "") async throws -> CommandRunner.Outcome {
    try await CommandRunner.run(
      Self.path, arguments, input: Array(input.utf8),
      environment: environment, workingDirectory: workingDirectory)
  }
  /// A command line that begins with `poi`, as a shell reads it.
  func runLine(_ line: String) async throws -> CommandRunner.Outcome {
    let folder = URL(fileURLWithPath: Self.path).deletingLastPathComponent().path
    return try await CommandRunner.run(
      "/bin/sh", ["-c", line], environment: environment.merging(["PATH": "\(folder):/usr/bin:/bin"]) { $1 },
      workingDirectory: workingDirectory)
  }
}
