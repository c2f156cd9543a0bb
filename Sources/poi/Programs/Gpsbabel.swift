import FoundationEssentials
import Geography
import Input
import Places
import Programs

/// Runs gpsbabel(1), which converts other programs' formats to GPX; throws `PlacesError.conversion` and `slowConversion`.
enum Gpsbabel {

  /// How long a conversion may take if nobody waits for a position: the largest file takes some minutes.
  private static let patience = Duration.seconds(1800)

  /// Converts a file to GPX.
  ///
  /// - Parameters:
  ///   - type: gpsbabel's name for the format.
  ///   - name: the file's name in messages.
  ///   - timeout: how long it may take, if the user set a limit; `nil` for a large file's conversion.
  static func gpx(
    of path: String, type: String, named name: String, within timeout: Duration? = nil
  ) async throws(PlacesError) -> [UInt8] {
    try await output(
      of: "gpsbabel", ["-i", type, "-f", path, "-o", "gpx", "-F", "-"], for: name, within: timeout)
  }

  /// The KML in a KMZ file, which is a ZIP archive: `doc.kml`, else the first that it has.
  static func kml(
    inArchive path: String, named name: String, within timeout: Duration? = nil
  ) async throws(PlacesError) -> [UInt8] {
    let archive = URL(fileURLWithPath: path).path
    let list = try await output(of: "unzip", ["-Z1", archive, "*.kml"], for: name, within: timeout)
    let entries = list.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    let entry = entries.first { $0 == "doc.kml" } ?? entries.first ?? ""
    // To unzip it is a pattern.
    let literal = entry.map { "*?[\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    return try await output(of: "unzip", ["-p", archive, literal], for: name, within: timeout)
  }

  /// How many placemarks KML has, pictures at a place and links to those of other files among them.
  ///
  /// - Throws: `PlacesError.conversion` for a position that is not on the globe, as gpsbabel would move it there.
  static func placemarks(ofKML kml: [UInt8], named name: String) throws(PlacesError) -> Int {
    let features = ["Placemark", "PhotoOverlay", "GroundOverlay", "NetworkLink>", "NetworkLink "]
    var (placemarks, line) = (0, 1)
    // What ends a comment or text as it is, in which nothing else counts.
    var end: String?
    for element in kml.split(separator: UInt8(ascii: "<")) {
      end = end ?? [("!--", "-->"), ("![CDATA[", "]]>")].first { element.starts(with: $0.0.utf8) }?.1
      if let text = end {
        if element.contains(text.utf8) { end = nil }
      } else if features.contains(where: { element.starts(with: $0.utf8) }) {
        placemarks += 1
      } else if element.starts(with: "coordinates>".utf8) {
        let numbers = String(decoding: element.dropFirst(12).prefix(100), as: UTF8.self)
          .split { $0 == "," || $0.isWhitespace }.prefix(2).compactMap { Double.decimal($0) }
        let position = Coordinate(latitude: numbers.last ?? 0, longitude: numbers.first ?? 0)
        if numbers.count == 2, !position.isValid {
          let problem = PlaceRecord.Problem.outOfRange(position)
          throw .conversion(path: name, program: "gpsbabel", reason: "line \(line): \(problem)")
        }
      }
      line += element.count { $0 == UInt8(ascii: "\n") }
    }
    return placemarks
  }

  private static func output(
    of program: String, _ arguments: [String], for name: String, within timeout: Duration?
  ) async throws(PlacesError) -> [UInt8] {
    do throws(HelperProblem) {
      return try await HelperProgram(program).output(
        of: arguments, atMost: InputLimits.converted, within: timeout ?? patience)
    } catch {
      switch error {
      case .missing: throw .conversion(path: name, program: program, reason: nil)
      case .failed(_, let end, let words):
        throw .conversion(path: name, program: program, reason: words ?? end.problem ?? "failed")
      case .tooSlow(_, let limit):
        throw .slowConversion(
          path: name, program: program, seconds: limit / .seconds(1), canWaitLonger: timeout != nil)
      case .notStarted, .idle, .tooMuch, .cancelled:
        throw .conversion(path: name, program: program, reason: "\(error)")
      }
    }
  }
}
