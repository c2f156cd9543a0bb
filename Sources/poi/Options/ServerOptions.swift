import ArgumentParser
import Places

/// How the server of `--source URL` wants to be asked.
struct ServerOptions: ParsableArguments {
  /// The names of two parameters.
  struct ParameterNames: Equatable {
    let latitude: String
    let longitude: String
  }

  /// Where it stands what else the server is to be told.
  enum Headers: Equatable {
    case file(String)
    case lines(String)
  }

  @Option(
    help: ArgumentHelp(
      "What the server of a URL calls latitude and longitude. (default: lat,long)", valueName: "names"),
    transform: Setting.serverParameters.type.parse)
  var serverParameters: ParameterNames?

  @Option(
    help: ArgumentHelp(
      "A file of what else that server is to be told, such as a token: 'Name: value' lines. (default: $POI_HEADERS has the lines)",
      valueName: "file"),
    completion: .file())
  var headerFile: String?

  /// Whether anything is asked for that goes with a server alone.
  var isGiven: Bool { serverParameters != nil || headerFile != nil }

  /// What the options say, and else the settings.
  ///
  /// A token stands in a file or a variable, and not on the command line, where everybody on the machine sees it.
  ///
  /// - Throws: `CommandFailure`.
  func dialect(in settings: Settings) throws -> LocationsDialect {
    var dialect = LocationsDialect()
    let names = try settings.value(of: .serverParameters, given: serverParameters)
    dialect.latitude = names.latitude
    dialect.longitude = names.longitude
    let (text, origin): (String, String)
    switch try settings.value(of: .headers, given: headerFile.map(Headers.file)) {
    case nil: return dialect
    case .file(let path): (text, origin) = (try SmallTextFile.text(of: path), path)
    case .lines(let lines): (text, origin) = (lines, "$POI_HEADERS")
    }
    do throws(RequestHeader.Problem) {
      dialect.headers = try RequestHeader.parse(text)
    } catch {
      throw CommandFailure("\(origin): \(error)", .malformedInput)
    }
    return dialect
  }
}

extension ServerOptions.ParameterNames {
  /// Two names with a comma between them.
  init(argument: String) throws {
    let names = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard names.count == 2, names.allSatisfy({ !$0.isEmpty }) else {
      throw ValidationError("write two names like lat,long")
    }
    (latitude, longitude) = (names[0], names[1])
  }
}
