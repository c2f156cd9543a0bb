import Foundation
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// Runs programs, and keeps what they write.
public enum CommandRunner {
  /// How a program ended.
  public struct Outcome: Sendable, CustomStringConvertible {
    /// The exit status; nothing where a signal ended it.
    public let status: Int32?
    /// The signal that ended it.
    public let signal: Int32?
    /// What it wrote to stdout.
    public let output: String
    /// What it wrote to stderr.
    public let messages: String

    /// All of it, for a failing test.
    public var description: String {
      "status \(status.map(String.init) ?? "signal \(signal ?? 0)")\n--- stdout\n\(output)--- stderr\n\(messages)"
    }
  }

  /// Runs a program to its end, in an environment of its own.
  ///
  /// - Parameter workingDirectory: the folder it runs in; the tests' own where it is `nil`.
  public static func run(
    _ executable: String, _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:],
    workingDirectory: String? = nil
  ) async throws -> Outcome {
    var variables: [Environment.Key: String] = ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"]
    for (name, value) in environment {
      variables[Environment.Key(stringLiteral: name)] = value
    }
    let result = try await Subprocess.run(
      .path(FilePath(executable)), arguments: Arguments(arguments), environment: .custom(variables),
      workingDirectory: workingDirectory.map { FilePath($0) },
      input: .array(input), output: .bytes(limit: outputLimit), error: .bytes(limit: outputLimit))
    let (status, signal): (Int32?, Int32?) =
      switch result.terminationStatus {
      case .exited(let code): (code, nil)
      case .signaled(let signal): (nil, signal)
      }
    return Outcome(
      status: status, signal: signal,
      output: String(decoding: result.standardOutput, as: UTF8.self),
      messages: String(decoding: result.standardError, as: UTF8.self))
  }

  /// The folder that the tests were built into, and with them the programs.
  public static let buildDirectory = Bundle(for: BundleMarker.self).bundleURL

  private static let outputLimit = 64 * 1024 * 1024
}

private final class BundleMarker {}
