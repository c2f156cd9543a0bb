import Foundation
import Places
import Subprocess

/// Runs gpsbabel(1), which converts other programs' formats to GPX.
enum Gpsbabel {
  /// The most bytes of its input and of its output.
  static let limit = 256 * 1024 * 1024

  /// Converts a file to GPX.
  ///
  /// - Parameters:
  ///   - type: gpsbabel's name for the format.
  ///   - name: the file's name in messages.
  /// - Throws: `PlacesError.conversion`.
  static func gpx(of path: String, type: String, named name: String) async throws(PlacesError) -> [UInt8] {
    try await output(
      of: "gpsbabel", ["-i", type, "-f", path, "-o", "gpx", "-F", "-"], for: name)
  }

  /// The KML in a KMZ file, which is a ZIP archive.
  ///
  /// - Throws: `PlacesError.conversion`.
  static func kml(inArchive path: String, named name: String) async throws(PlacesError) -> [UInt8] {
    try await output(of: "unzip", ["-p", URL(fileURLWithPath: path).path, "*.kml"], for: name)
  }

  private static func output(
    of program: String, _ arguments: [String], for name: String
  ) async throws(PlacesError) -> [UInt8] {
    do {
      let result = try await Subprocess.run(
        .name(program), arguments: Arguments(arguments), input: .none, output: .bytes(limit: limit),
        error: .string(limit: 64 * 1024))
      if result.terminationStatus.isSuccess { return result.standardOutput }
      let words = result.standardError.split(separator: "\n").first.map(String.init)
      throw PlacesError.conversion(
        path: name, program: program, reason: words ?? "\(result.terminationStatus)")
    } catch let error as PlacesError {
      throw error
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw .conversion(path: name, program: program, reason: nil)
    } catch {
      throw .conversion(path: name, program: program, reason: "\(error)")
    }
  }
}
