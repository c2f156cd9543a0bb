import ArgumentParser
import FoundationEssentials
import Geography
import Input
import Logging
import Nearby
import PlaceDatabase
import PlaceFiles
import PlaceServers
import PlaceStore
import Places

/// Makes the real sources of places: the store, files, servers, databases.
@MainActor
final class LivePlaceProviders {
  private let settings: Settings
  private let console: any Console
  private let logger: Logger
  /// By path: some files can be read only once.
  private var files: [String: PlaceFileProvider] = [:]

  private static let session = CurlSession(userAgent: userAgent)

  init(_ settings: Settings, console: any Console, logger: Logger) {
    (self.settings, self.console, self.logger) = (settings, console, logger)
  }

  /// The source that the options choose.
  ///
  /// - Throws: `CommandFailure`, and `PlacesError` if a store cannot be opened.
  func provider(for options: SourceOptions, within limits: AnswerLimits) throws -> any PlaceProviding {
    let choice = try options.choice(in: settings)
    logger.debug("places: from \(choice)")
    switch choice {
    case .automatic: return try automatic(options, limits)
    case .store: return try CommandContext.openStore(try options.store.path(in: settings), logger: logger)
    case .file(let path): return try file(path, limits)
    case .server(let url): return try server(url, options, limits)
    case .database(let address): return database(address, limits)
    case .overpass: return try cachedOverpass(options, limits)
    }
  }

  private func automatic(_ options: SourceOptions, _ limits: AnswerLimits) throws -> any PlaceProviding {
    let path = try options.store.path(in: settings)
    if options.store.store != nil, !FileManager.default.fileExists(atPath: path) {
      console.tell("\(path): no such file")
    }
    return AutomaticPlaceProvider(
      store: try CommandContext.awaitStore(path, logger: logger), online: try cachedOverpass(options, limits)
    ) { [logger] in logger.debug("places: \($0.reason(path))") }
  }

  private func file(_ path: String, _ limits: AnswerLimits) throws -> any PlaceProviding {
    if let problem = SourceOptions.Choice.missing(path) { throw problem }
    if PlaceStore.isDatabase(path) {
      return try CommandContext.openForeignStore(path, console: console, logger: logger)
    }
    if let known = files[path] { return known }
    let provider = PlaceFileProvider(file: PlaceFile(path: path)) { [console] in
      $0.problemSummary(of: path).map(console.tell)
    } read: { file throws(PlacesError) in
      let input = try await PlaceInput(file, within: .seconds(limits.seconds))
      // Keeps its temporary copy, if there is one, until the file is read.
      defer { withExtendedLifetime(input) {} }
      return try input.file.read()
    }
    files[path] = provider
    return provider
  }

  private func server(_ url: URL, _ given: SourceOptions, _ limits: AnswerLimits) throws -> LocationsServer {
    let reporter = NoticeReporter(console: console, logger: logger, source: url.withoutSecrets)
    let dialect = try given.server.dialect(in: settings)
    try given.server.warning(in: settings).map(console.tell)
    if dialect.isOverheard(at: url) {
      console.tell("\(url.withoutSecrets): headers would go there unencrypted; use https")
    }
    return LocationsServer(
      url: url, dialect: dialect, session: Self.session, limits: limits, report: reporter.tell)
  }

  private func database(_ address: PostgreSQLAddress, _ limits: AnswerLimits) -> any PlaceProviding {
    let tellOnce = OnceTelling { [console] in console.tell($0) }
    return PostgreSQLProvider(address: address, limits: limits) { [logger] notice in
      switch notice {
      case .answered(let count, let seconds):
        logger.debug("database: \(count) places in \(Int(clamping: seconds * 1000)) ms")
      case .withoutTags:
        tellOnce(
          "\(address): the tables hold only tags that have their own column; import with osm2pgsql --hstore-all"
        )
      case .withoutPosition(let rows):
        tellOnce("\(address): left out \(rows) \(rows == 1 ? "row" : "rows") without a position")
      case .unusable(let rows):
        tellOnce(
          "\(address): left out \(rows) \(rows == 1 ? "row" : "rows") (no id, the id of another row, or an empty shape)"
        )
      }
    }
  }

  private func cachedOverpass(_ options: SourceOptions, _ limits: AnswerLimits) throws -> any PlaceProviding {
    let (source, reporter) = try overpass(within: limits)
    let cache = try OnDiskCache.ofUser(in: settings)
    if let cache, settings.environment["IS_UNIT_TESTING"] != "1" {
      Task {
        do throws(OnDiskCache.Problem) {
          try await cache.clean(cache.usualPolicy)
        } catch {
          reporter.tell(.cacheFailed(error))
        }
      }
    }
    return CachedPlaceProvider(
      source: source, cache: cache.map(AreasOnDisk.init), use: try options.cacheUse(in: settings),
      report: reporter.tell)
  }

  /// The online source without a cache, and what reports its notices.
  ///
  /// - Throws: `CommandFailure` if the settings name an invalid server.
  func overpass(within limits: AnswerLimits) throws -> (source: OverpassProvider, reporter: NoticeReporter) {
    let servers = try settings.value(of: .overpassServers)
    let reporter = NoticeReporter(console: console, logger: logger, source: "overpass")
    let directory = OnDiskCache.userDirectory(in: settings.environment)
    return (
      OverpassProvider(
        server: servers.server, mirrors: servers.mirrors, session: Self.session, limits: limits,
        pauses: directory.map { RememberedPauses(directory: "\($0)/quiet") },
        lock: directory.map { ServerLock(directory: "\($0)/turns") }, report: reporter.tell), reporter
    )
  }
}

extension AutomaticPlaceProvider.Choice {
  /// - Parameter store: the store's path.
  fileprivate func reason(_ store: String) -> String {
    switch self {
    case .store: "the store has some for this area"
    case .onlineWithoutStore: "from the cache or online, as there is no store at \(store)"
    case .onlineBeyondStore: "from the cache or online, as the store does not cover this area"
    case .onlineForMore: "from the cache or online, as the store's squares were fetched without all of these"
    case .storeWithoutMore: "the store has some for this area, though perhaps not all"
    }
  }
}

/// Finds only places that a command has already; none for one that only needs the position.
struct GivenPlaces: PlaceProviding {
  var places: [PointOfInterest] = []

  nonisolated(nonsending) func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    let nearest = PlaceIndex(places).nearest(to: position, for: query)
    return PlaceAnswer(
      places: nearest.places, source: PlaceSource(name: "the places found"), closed: nearest.closed)
  }
}

extension OnDiskCache {
  /// The user's, as large as the settings allow; `nil` if the user has no home.
  static func ofUser(in settings: Settings) throws -> OnDiskCache? {
    let limit = try settings.value(of: .cacheSize)
    return userDirectory(in: settings.environment).map { OnDiskCache(directory: $0, sizeLimit: limit) }
  }
}

/// The Overpass servers that may be asked.
struct OverpassServers: Equatable {
  let server: URL
  /// Used if the server is unreachable or overloaded.
  let mirrors: [URL]

  var all: [URL] { [server] + mirrors }

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
