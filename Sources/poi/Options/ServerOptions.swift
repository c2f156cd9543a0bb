import ArgumentParser
import Glibc
import PlaceServers

/// How to ask the server of `--source URL`.
struct ServerOptions {
  struct ParameterNames: Equatable {
    let latitude: String
    let longitude: String
  }

  enum Headers: Equatable {
    case file(String)
    case lines(String)
  }

  let serverParameters: ParameterNames?
  let headerFile: Headers?

  /// Whether any option is set that only works with a server.
  var isGiven: Bool { serverParameters != nil || headerFile != nil }

  /// A warning about a file of headers that others on the machine may read.
  func warning(in settings: Settings) throws -> String? {
    guard case .file(let path) = try settings.value(of: .headers, given: headerFile) else { return nil }
    return Self.warning(ofSecret: path)
  }

  /// A warning if others on the machine may read a file; `nil` if not.
  static func warning(ofSecret path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & (S_IRGRP | S_IROTH) != 0 else { return nil }
    return "\(path): others on this machine can read it; run chmod 600 \(path)"
  }

  /// What the options say, or else the settings.
  ///
  /// A token belongs in a file or a variable: everybody on the machine sees the command line.
  func dialect(in settings: Settings) throws -> LocationsDialect {
    var dialect = LocationsDialect()
    let names = try settings.value(of: .serverParameters, given: serverParameters)
    dialect.latitude = names.latitude
    dialect.longitude = names.longitude
    let (text, origin): (String, String)
    switch try settings.value(of: .headers, given: headerFile) {
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
  init(words: [String]) throws {
    guard words.count == 2, words.allSatisfy({ !$0.isEmpty }) else {
      throw ValidationError("use two names like lat,long")
    }
    (latitude, longitude) = (words[0], words[1])
  }
}
