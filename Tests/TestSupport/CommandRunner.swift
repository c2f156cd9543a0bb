import Foundation
import Glibc
import Input
import Subprocess
import Synchronization

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// Runs programs, and keeps what they write.
public enum CommandRunner {
  /// How a program ended.
  public struct Outcome: Sendable, CustomStringConvertible {
    /// The exit status; `nil` if a signal ended it.
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
  /// - Parameter workingDirectory: the folder to run in; the tests' own if it is `nil`.
  public static func run(
    _ executable: String, _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:],
    workingDirectory: String? = nil
  ) async throws -> Outcome {
    let result = try await Subprocess.run(
      .path(FilePath(executable)), arguments: Arguments(arguments), environment: custom(environment),
      workingDirectory: workingDirectory.map { FilePath($0) },
      input: .fileDescriptor(try file(holding: input), closeAfterSpawningProcess: true),
      output: .bytes(limit: outputLimit), error: .bytes(limit: outputLimit))
    return Outcome(
      result.terminationStatus, output: String(decoding: result.standardOutput, as: UTF8.self),
      messages: String(decoding: result.standardError, as: UTF8.self))
  }

  /// Runs a program to its end, and acts on it once it has written this many lines.
  ///
  /// - Parameter act: called with the program's process id.
  public static func run(
    _ executable: String, _ arguments: [String], environment: [String: String] = [:], afterLines count: Int,
    _ act: @escaping @Sendable (Int32) throws -> Void
  ) async throws -> Outcome {
    let lines = Mutex(0)
    return try await run(executable, arguments, environment: environment) { process, _ in
      let number = lines.withLock { lines in
        lines += 1
        return lines
      }
      if number == count { try act(process) }
    }
  }

  /// Runs a program to its end, and acts on its lines as they come.
  ///
  /// - Parameter act: called with the program's process id and each line without its ending.
  public static func run(
    _ executable: String, _ arguments: [String], environment: [String: String] = [:],
    onLine act: @escaping @Sendable (Int32, String) throws -> Void
  ) async throws -> Outcome {
    let result = try await Subprocess.run(
      .path(FilePath(executable)), arguments: Arguments(arguments), environment: custom(environment),
      input: .none, output: .sequence, error: .bytes(limit: outputLimit)
    ) { execution in
      var output: [UInt8] = []
      var start = 0
      for try await piece in execution.standardOutput {
        piece.withUnsafeBytes { output.append(contentsOf: $0) }
        while let end = output[start...].firstIndex(of: UInt8(ascii: "\n")) {
          try act(execution.processIdentifier.value, String(decoding: output[start..<end], as: UTF8.self))
          start = end + 1
        }
      }
      return output
    }
    return Outcome(
      result.terminationStatus, output: String(decoding: result.closureResult, as: UTF8.self),
      messages: String(decoding: result.standardError, as: UTF8.self))
  }

  private static func custom(_ environment: [String: String]) -> Environment {
    // A shell that runs the tests in the background ignores it, and programs would inherit that.
    signal(SIGINT, SIG_DFL)
    var variables: [Environment.Key: String] = ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"]
    variables.merge(coverage) { $1 }
    for (name, value) in environment {
      variables[Environment.Key(stringLiteral: name)] = value
    }
    return .custom(variables)
  }

  /// Where a program that a test starts writes which lines it ran, as `LLVM_PROFILE_FILE`.
  ///
  /// `swift test` fails over a profile that was not written to its end, and some programs are killed while they
  /// write theirs. So they have a folder of their own, which `.ci/coverage` reads.
  public static var coverage: [Environment.Key: String] {
    guard let own = ProcessInfo.processInfo.environment["LLVM_PROFILE_FILE"] else { return [:] }
    let folder = URL(filePath: own).deletingLastPathComponent().appending(path: "programs")
    return ["LLVM_PROFILE_FILE": folder.appending(path: "%m_%p.profraw").path(percentEncoded: false)]
  }

  /// A nameless file, at its beginning.
  ///
  /// A pipe would have to be fed while the program reads, and swift-subprocess takes the tests down if a
  /// program ends before it has read all of its input.
  private static func file(holding bytes: [UInt8]) throws -> FileDescriptor {
    guard let stream = tmpfile() else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    defer { fclose(stream) }
    let descriptor = FileDescriptor(rawValue: fcntl(fileno(stream), F_DUPFD_CLOEXEC, 0))
    do {
      try descriptor.writeAll(bytes)
      try descriptor.seek(offset: 0, from: .start)
      return descriptor
    } catch {
      try? descriptor.close()
      throw error
    }
  }

  /// The folder that the tests were built into, and with them the programs.
  public static let buildDirectory = Bundle(for: BundleMarker.self).bundleURL

  private static let outputLimit = 64 * 1024 * 1024
}

extension CommandRunner.Outcome {
  fileprivate init(_ end: TerminationStatus, output: String, messages: String) {
    switch end {
    case .exited(let code): self.init(status: code, signal: nil, output: output, messages: messages)
    case .signaled(let signal): self.init(status: nil, signal: signal, output: output, messages: messages)
    }
  }
}

private final class BundleMarker {}
