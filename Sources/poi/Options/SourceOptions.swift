import ArgumentParser
import FoundationEssentials
import Input
import PlaceDatabase
import PlaceServers
import Places
import Positioning
import Presentation

/// Where the places come from.
struct SourceOptions: ParsableArguments {
  enum Choice: Equatable {
    /// The store if it has places for the area, else the cache, else Overpass.
    case automatic
    /// The store, whatever it has.
    case store
    case file(String)
    case server(URL)
    case database(PostgreSQLAddress)
    /// OpenStreetMap, by way of an Overpass server.
    case overpass
  }

  @Option(Setting.source, names: OptionNames.source) var source: Choice?
  // Not a group in this group: for each, ArgumentParser asks Swift four things that take a million instructions.
  @Option(Setting.store) var storePath: String?
  @Option(Setting.serverParameters) var serverParameters: ServerOptions.ParameterNames?
  @Option(Setting.headers) var headerFile: ServerOptions.Headers?
  @Flag(Setting.offline) var offline: Bool?
  @Option(Setting.maxAge) var maxAge: Double?

  var store: StoreOptions { StoreOptions(store: storePath) }

  var server: ServerOptions { ServerOptions(serverParameters: serverParameters, headerFile: headerFile) }

  /// The source that the options choose, or else the settings.
  ///
  /// - Throws: `CommandFailure` if the other options do not go with it.
  func choice(in settings: Settings) throws -> Choice {
    let choice = try settings.value(of: .source, given: source)
    switch choice {
    case .server, .database:
      if try settings.value(of: .offline, given: offline) {
        throw CommandFailure("--source names a server, but --offline forbids using one", .usage)
      }
    case .automatic, .store, .file, .overpass: break
    }
    if case .server = choice { return choice }
    if server.isGiven {
      throw CommandFailure("--server-parameters and --header-file work only with the URL of a server", .usage)
    }
    return choice
  }

  /// Whether a source that has answered can answer whole areas without asking a server.
  func isAtOnce(in settings: Settings) throws -> (PlaceSource) -> Bool {
    let isFile = if case .file = try choice(in: settings) { true } else { false }
    return { isFile || $0.isStore }
  }

  /// The command that updates the store; `nil` for a store that is somebody else's file.
  func updateCommand(in settings: Settings) throws -> String? {
    if case .file = try choice(in: settings) { return nil }
    return "poi update" + (try storeOption(in: settings))
  }

  /// The command that fetches what the store lacks; `nil` unless the store alone was to answer.
  func fetchCommand(around location: Location, in settings: Settings) throws -> String? {
    guard case .store = try choice(in: settings) else { return nil }
    return WhereaboutsReport.fetchCommand(around: location) + (try storeOption(in: settings))
  }

  /// What makes another command use the same store.
  func storeOption(in settings: Settings) throws -> String {
    store.store == nil ? "" : " --store \(Self.quoted(try store.path(in: settings)))"
  }

  /// A word as a shell reads it.
  static func quoted(_ word: String) -> String {
    let isPlain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+,:@%".contains($0)) }
    return isPlain ? word : "'" + word.replacing(each: "'", with: "'\\''") + "'"
  }

  /// When the cache may answer instead of a server.
  func cacheUse(in settings: Settings) throws -> CacheUse {
    CacheUse(
      maxAge: try settings.value(of: .maxAge, given: maxAge),
      isOffline: try settings.value(of: .offline, given: offline))
  }
}

extension SourceOptions.Choice: CustomStringConvertible {
  /// One of poi's own words, a path, or a URL without its secrets.
  var description: String {
    switch self {
    case .automatic: "auto"
    case .store: "store"
    case .overpass: "overpass"
    case .file(let path): path
    case .server(let url): url.withoutSecrets
    case .database(let address): address.description
    }
  }

  /// A word of poi's own, or a URL by its scheme; a path otherwise.
  init(argument: String) throws {
    if let choice = Self.words.first(where: { $0.word == argument })?.choice {
      self = choice
      return
    }
    if PostgreSQLAddress.isAddress(argument) {
      guard let address = PostgreSQLAddress(argument) else {
        // The message does not repeat it, as it may hold a password.
        throw ValidationError(
          "that is not a database URL: write postgresql://USER@HOST:PORT/DATABASE, and in names and passwords "
            + "%40 for @, %2F for / and %3F for ?")
      }
      self = .database(address)
      return
    }
    let lowercased = argument.lowercased()
    guard lowercased.hasPrefix("http://") || lowercased.hasPrefix("https://") else {
      self = .file(argument)
      return
    }
    guard let url = URL(string: argument), url.host?.isEmpty == false else {
      // The message does not repeat it, as it may hold a password.
      throw ValidationError("what follows \(argument.prefix { $0 != "/" })// is not an address")
    }
    if let port = Self.port(in: argument), !(1...65535).contains(Int(port) ?? 0) {
      throw ValidationError("'\(port)' is not a port; use a number from 1 to 65535")
    }
    self = .server(url)
  }

  /// What stands behind the colon of a URL's host.
  private static func port(in url: String) -> Substring? {
    let authority = url.drop { $0 != "/" }.drop { $0 == "/" }.prefix { !"/?#".contains($0) }
    let host = authority[(authority.lastIndex(of: "@") ?? authority.startIndex)...]
    let end = host[(host.lastIndex(of: "]") ?? host.startIndex)...]
    let port = end.lastIndex(of: ":").map { end[end.index(after: $0)...] }
    return port?.isEmpty == true ? nil : port
  }

  /// Says that a file is not there, and which of poi's own words it looks like.
  static func missing(_ path: String) -> CommandFailure? {
    guard !FileManager.default.fileExists(atPath: path) else { return nil }
    let word = SpellingCorrection.nearest(to: path, among: words.map(\.word), limit: 1).first
    let problem = word.map { "no such file; did you mean \($0)?" } ?? "No such file or directory"
    return CommandFailure("\(path): \(problem)", .noSuchInput)
  }

  /// The sources that have a word of their own.
  static let words: [(word: String, meaning: String, choice: Self)] = [
    ("auto", "your data; outside its area, also the cache or Overpass", .automatic),
    ("store", "only your data", .store),
    ("overpass", "OpenStreetMap, online", .overpass),
  ]
}

/// Which store of places is meant.
struct StoreOptions: ParsableArguments {
  @Option(Setting.store) var store: String?

  /// Where the store is, or will be.
  ///
  /// - Throws: `CommandFailure` if the user has no home and names no file.
  func path(in settings: Settings) throws -> String {
    try settings.value(of: .store, given: store)
  }
}

extension StoreOptions {
  init(store: String?) {
    self.init()
    self.store = store
  }
}
