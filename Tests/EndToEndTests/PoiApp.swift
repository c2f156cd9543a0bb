import Foundation
import TestSupport

/// The built binary, as a person uses it: each method is a command, and returns how it ended.
struct PoiApp {
  /// What the environment says besides the path.
  var environment = ["IS_UNIT_TESTING": "1"]
  /// The folder it is run in; the tests' own where it is `nil`.
  var workingDirectory: String?

  /// `poi nearby`.
  func nearby(_ arguments: String..., input: String = "") async throws -> CommandRunner.Outcome {
    try await run(["nearby"] + arguments, input: input)
  }

  /// `poi here`.
  func here(_ arguments: String..., input: String = "") async throws -> CommandRunner.Outcome {
    try await run(["here"] + arguments, input: input)
  }

  /// `poi` with any arguments.
  func run(_ arguments: [String], input: String = "") async throws -> CommandRunner.Outcome {
    try await CommandRunner.run(
      CommandRunner.buildDirectory.appendingPathComponent("poi").path, arguments, input: Array(input.utf8),
      environment: environment, workingDirectory: workingDirectory)
  }
}
