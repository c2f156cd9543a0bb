import ArgumentParser
import Glibc
import Places

/// How the server of `--source URL` wants to be asked.
struct ServerOptions: ParsableArguments {
  /// The names of two parameters.
  struct ParameterNames: Equatable {
    let latitude: String
    let longitude: String

    init(argument: String) throws {
      let names = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard names.count == 2, names.allSatisfy({ !$0.isEmpty }) else {
        throw ValidationError("write two names like lat,long")
      }
      (latitude, longitude) = (names[0], names[1])
    }
  }

  @Option(
    help: ArgumentHelp(
      "What the server of a URL calls latitude and longitude. (default: lat,long)", valueName: "names"),
    transform: ParameterNames.init(argument:))
  var serverParameters: ParameterNames?

  @Option(
    help: ArgumentHelp(
      "A file of what else that server is to be told, such as a token: 'Name: value' lines. (default: $POI_HEADERS has the lines)",
      valueName: "file"),
    completion: .file())
  var headerFile: String?

  /// Whether anything is asked for that goes with a server alone.
  var isGiven: Bool { serverParameters != nil || headerFile != nil }

  /// What the options say, and else the environment.
  ///
  /// A token stands in a file or a variable, and not on the command line, where everybody on the machine sees it.
  ///
  /// - Throws: `CommandFailure`.
  func dialect(in environment: [String: String]) throws -> LocationsDialect {
    var dialect = LocationsDialect()
    if let serverParameters {
      dialect.latitude = serverParameters.latitude
      dialect.longitude = serverParameters.longitude
    }
    let text = try headerFile.map(Self.text) ?? environment["POI_HEADERS"] ?? ""
    do throws(RequestHeader.Problem) {
      dialect.headers = try RequestHeader.parse(text)
    } catch {
      throw CommandFailure("\(headerFile ?? "$POI_HEADERS"): \(error)", .malformedInput)
    }
    return dialect
  }

  private static let sizeLimit = 64 * 1024

  private static func text(of path: String) throws -> String {
    guard let file = fopen(path, "re") else {
      throw CommandFailure("\(path): \(String(cString: strerror(errno)))", ExitStatus(errno: errno))
    }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: sizeLimit + 1)
    let count = fread(&bytes, 1, bytes.count, file)
    guard ferror(file) == 0 else {
      throw CommandFailure("\(path): \(String(cString: strerror(errno)))", ExitStatus(errno: errno))
    }
    guard count <= sizeLimit, let text = String(validating: bytes[..<count], as: UTF8.self) else {
      throw CommandFailure("\(path) is no text of up to \(sizeLimit / 1024) KiB", .malformedInput)
    }
    return text
  }
}
