import Foundation
import Geography
import Nearby
import Places
import Positioning
import Presentation

/// The live parts that a command works with, all in one place; tests hand in others.
@MainActor
struct CommandContext {
  var environment: [String: String]
  var console: any Console
  var notificationCenter: NotificationCenter
  var timerScheduler: any TimerScheduler
  /// The number is how fast a log is replayed, if not as fast as it goes.
  var makeLocationFetcher: (PositionOptions.Choice, Double?) -> any LocationFetcher
  /// - Throws: `CommandFailure` where the environment names a source that is none.
  var makePlaceProvider: (SourceOptions, AnswerLimits) throws -> any PlaceProviding
  /// The online source of whole areas.
  ///
  /// - Throws: `CommandFailure` where the environment names a server that is none.
  var makeAreaSource: (AnswerLimits) throws -> any AreaSource
  /// What opens URLs.
  var urlOpener: any URLOpening
  /// The terminal to choose places on, if there is one.
  var makePickingTerminal: () -> (any PickingTerminal)?
  /// Reads a line of the standard input, without its ending.
  var readLine: () -> String?

  /// The process's own: gpsd, files, servers, clocks, stdout and stderr.
  static func live() -> CommandContext {
    let console = StandardConsole()
    let environment = ProcessInfo.processInfo.environment
    return CommandContext(
      environment: environment,
      console: console,
      notificationCenter: .default,
      timerScheduler: DispatchTimerScheduler(),
      makeLocationFetcher: liveLocationFetcher,
      makePlaceProvider: {
        try livePlaceProvider($0, limits: $1, environment: environment, console: console)
      },
      makeAreaSource: { try overpass(limits: $0, environment: environment, console: console).source },
      urlOpener: DesktopURLOpener(environment: environment),
      makePickingTerminal: { environment["TERM"] == "dumb" ? nil : StandardPickingTerminal() },
      readLine: InputLines().next)
  }

  private static func liveLocationFetcher(
    _ choice: PositionOptions.Choice, replaySpeed: Double?
  ) -> any LocationFetcher {
    switch choice {
    case .fixed(let position):
      FixedLocationFetcher(location: Location(coordinate: position.coordinate, accuracy: position.accuracy))
    case .log(let input):
      BridgedLocationFetcher(
        source: replaySpeed.map { PacedSource(LogSource(input: input), speed: $0) } ?? LogSource(input: input)
      )
    case .gpsd(let address): BridgedLocationFetcher(source: GpsdSource(address: address))
    }
  }

  private static func livePlaceProvider(
    _ options: SourceOptions, limits: AnswerLimits, environment: [String: String], console: some Console
  ) throws -> any PlaceProviding {
    func tellProblems(in source: String) -> @Sendable (PlaceRecords) -> Void {
      { $0.problemSummary(of: source).map(console.tell) }
    }
    switch options.source {
    case .automatic:
      let path = try options.store.path(in: environment)
      let online = try onlinePlaceProvider(
        options, limits: limits, environment: environment, console: console)
      return AutomaticPlaceProvider(
        store: FileManager.default.fileExists(atPath: path) ? try openStore(path) : nil, online: online)
    case .store:
      let path = try options.store.path(in: environment)
      return try openStore(path)
    case .file(let path):
      if let problem = SourceOptions.Choice.mistypedWord(path) { throw problem }
      if PlaceStore.isDatabase(path) { return try openStore(path) }
      return PlaceFileProvider(file: PlaceFile(path: path), report: tellProblems(in: path))
    case .server(let url):
      return LocationsServer(
        url: url, dialect: try options.server.dialect(in: environment), limits: limits,
        report: tellProblems(in: url.withoutSecrets))
    case .overpass:
      return try onlinePlaceProvider(options, limits: limits, environment: environment, console: console)
    }
  }

  private static func openStore(_ path: String) throws -> PlaceStore {
    do {
      return try PlaceStore(path: path)
    } catch {
      throw CommandFailure(error)
    }
  }

  private static func onlinePlaceProvider(
    _ options: SourceOptions, limits: AnswerLimits, environment: [String: String], console: some Console
  ) throws -> any PlaceProviding {
    let (source, teller) = try overpass(limits: limits, environment: environment, console: console)
    let cache = try OnDiskCache.ofUser(in: environment)
    if let cache, environment["IS_UNIT_TESTING"] != "1" {
      Task {
        do throws(OnDiskCache.Problem) {
          try await cache.clean(cache.usualPolicy)
        } catch {
          teller.tell(.cacheFailed(error))
        }
      }
    }
    return CachedPlaceProvider(
      source: source, cache: cache.map(AreaCache.init), use: options.cacheUse, report: teller.tell)
  }

  private static func overpass(
    limits: AnswerLimits, environment: [String: String], console: some Console
  ) throws -> (source: OverpassProvider, teller: NoticeTeller) {
    let (server, mirrors) = try Online.overpassServers(in: environment)
    let teller = NoticeTeller(console: console, source: "overpass")
    let quietPeriods = OnDiskCache.userDirectory(in: environment).map {
      QuietPeriods(directory: "\($0)/quiet")
    }
    return (
      OverpassProvider(
        server: server, mirrors: mirrors, limits: limits, quietPeriods: quietPeriods, report: teller.tell),
      teller
    )
  }

  /// How the user reads, counts and names things.
  var locale: UserLocale { UserLocale(environment: environment) }

  /// A place source whose places go by their names in the user's language.
  func placeProvider(
    for source: SourceOptions, limits: AnswerLimits, naming language: NameLanguage?
  ) throws -> any PlaceProviding {
    NamingPlaceProvider(try makePlaceProvider(source, limits), in: language ?? locale.language)
  }

  /// Whether escape sequences may go to stdout.
  func hasColor(unless isForbidden: Bool) -> Bool {
    hasCapableTerminal && wantsColor(unless: isForbidden)
  }

  /// Whether there may be colours where there is a terminal.
  func wantsColor(unless isForbidden: Bool) -> Bool {
    !isForbidden && environment["NO_COLOR"]?.isEmpty ?? true
  }

  /// Whether a line, or the whole screen, may be drawn anew again and again.
  var hasStatusLine: Bool { hasCapableTerminal && console.tellsTerminal }

  private var hasCapableTerminal: Bool {
    console.terminal != nil && environment["IS_UNIT_TESTING"] != "1" && environment["TERM"] != "dumb"
  }
}
