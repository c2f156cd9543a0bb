import ArgumentParser
import FoundationEssentials

/// The Overpass servers that may be asked.
struct OverpassServers: Equatable {
  let server: URL
  /// Used if the server is unreachable or overloaded.
  let mirrors: [URL]

  var all: [URL] { [server] + mirrors }

  /// URLs.
  init(words: [String]) throws {
    let servers = try words.filter { !$0.isEmpty }.map { text in
      guard case .server(let url) = try SourceOptions.Choice(argument: text) else {
        throw ValidationError("a server's URL begins with https:// or http://")
      }
      return url
    }
    guard let server = servers.first else { throw ValidationError("no server given") }
    self.server = server
    mirrors = Array(servers.dropFirst())
  }
}
