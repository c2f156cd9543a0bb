import Foundation
import Places
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// Runs osmium(1), which knows the formats of OpenStreetMap.
enum Osmium {
  /// Calls `body` with the places of an extract, as osmium writes them.
  ///
  /// - Parameter folder: where there is room for the extract's places.
  /// - Throws: `CommandFailure`, and what `body` throws.
  static func read<Result: Sendable>(
    _ extract: OSMExtract, roomIn folder: String,
    _ body: @escaping @Sendable (OSMFeatures) async throws -> Result
  ) async throws -> Result {
    guard access(extract.path, R_OK) == 0 else {
      throw CommandFailure(.unreadable(path: extract.path, code: errno))
    }
    let filtered = "\(folder)/.osmium-\(getpid()).pbf"
    let configuration = "\(folder)/.osmium-\(getpid()).json"
    defer { for file in [filtered, configuration] { unlink(file) } }
    do {
      try OSMExtract.exportConfiguration.write(toFile: configuration, atomically: false, encoding: .utf8)
    } catch {
      throw CommandFailure(
        "\(configuration) cannot be written: \(error.localizedDescription)", .readOrWriteFailed)
    }
    try await run(extract.filtering(into: filtered), output: .discarded)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw CommandFailure("no pipe to osmium: \(String(cString: strerror(errno)))", .readOrWriteFailed)
    }
    let (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(reading) }
    async let exporting: Void = run(
      OSMExtract.exporting(filtered, configuration: configuration),
      output: .fileDescriptor(FileDescriptor(rawValue: writing), closeAfterSpawningProcess: true))
    let result = try await body(OSMFeatures(PlaceFile(path: "/dev/fd/\(reading)"), name: extract.path))
    try await exporting
    return result
  }

  private static func run(
    _ arguments: [String], output: some OutputProtocol & ErrorOutputProtocol
  ) async throws {
    do {
      let result = try await Subprocess.run(
        .name("osmium"), arguments: Arguments(arguments), input: .none, output: output,
        error: .string(limit: 4096))
      guard result.terminationStatus.isSuccess else {
        let words = result.standardError.split(separator: "\n").last.map(String.init)
        throw CommandFailure("osmium: \(words ?? "\(result.terminationStatus)")", .malformedInput)
      }
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw CommandFailure(
        "this needs osmium, which is not installed: sudo apt-get install osmium-tool", .noSuchInput)
    }
  }
}
