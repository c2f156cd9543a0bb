import ArgumentParser
import Foundation

/// Where the places come from.
struct SourceOptions: ParsableArguments {
  /// One source of places.
  enum Choice: Equatable {
    case store
    case file(String)
    case server(URL)
  }

  @Option(
    help: ArgumentHelp(
      "The places: a file (GeoJSON, GeoJSON text sequence, JSON Lines, CSV, GPX), or the URL of a server that answers ?lat=&long=.",
      valueName: "file|url"),
    transform: Choice.init(argument:))
  var source: Choice
}

extension SourceOptions.Choice {
  /// A URL by its scheme; a path otherwise.
  init(argument: String) throws {
    if argument == "store" {
      self = .store
      return
    }
    let lowercased = argument.lowercased()
    guard lowercased.hasPrefix("http://") || lowercased.hasPrefix("https://") else {
      self = .file(argument)
      return
    }
    guard let url = URL(string: argument), url.host?.isEmpty == false else {
      throw ValidationError("'\(argument)' is not a URL")
    }
    self = .server(url)
  }
}
