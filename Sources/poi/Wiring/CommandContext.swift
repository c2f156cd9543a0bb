import Foundation
import Geography
import Logging
import Nearby
import Places
import Positioning
import Presentation

/// The live parts that a command works with, all in one place; tests hand in others.
@MainActor
struct CommandContext {
  /// What people have set for all commands, and the environment.
  var settings: Settings
  var console: any Console
  /// Logs what is done.
  var logger: Logger
  var notificationCenter: NotificationCenter
  var timerScheduler: any TimerScheduler
  /// The number is the speed of a replay, if not full speed.
  var makeLocationFetcher: (PositionOptions.Choice, Double?) -> any LocationFetcher
  /// - Throws: `CommandFailure` if the settings name an invalid source.
  var makePlaceProvider: (SourceOptions, AnswerLimits) throws -> any PlaceProviding
  /// The online source of whole areas.
  ///
  /// - Throws: `CommandFailure` if the settings name an invalid server.
  var makeAreaSource: (AnswerLimits) throws -> any AreaSource
  /// What opens URLs.
  var urlOpener: any URLOpening
  /// The terminal to choose places on, if there is one.
  var makePickingTerminal: () -> (any PickingTerminal)?
  /// The terminal's keys for a live screen, if any.
  var makeTerminalKeys: () -> TerminalKeys? = { nil }
  /// Reads a line of the standard input, without its ending.
  ///
  /// - Throws: `CommandFailure` if it cannot be read.
  var readLine: () throws -> String?
  /// Whether another line can be read without waiting.
  var hasLine: () -> Bool = { false }
  /// Makes a speaker; the flag says whether to drop messages that have waited too long.
  ///
  /// - Throws: `CommandFailure` if there is none.
  var makeSpeaker: (SpeechSettings, Bool) async throws -> any Speaker
  /// The time of day.
  var now: @Sendable () -> Date = { Date() }

  /// The process's own: gpsd, files, servers, clocks, stdout and stderr.
  static func live(_ settings: Settings, console: some Console, logger: Logger) -> CommandContext {
    let environment = settings.environment
    let lines = InputLines()
    return CommandContext(
      settings: settings,
      console: console,
      logger: logger,
      notificationCenter: .default,
      timerScheduler: DispatchTimerScheduler(),
      makeLocationFetcher: { choice, replaySpeed in
        logger.debug("position: from \(choice.origin)")
        return liveLocationFetcher(choice, replaySpeed: replaySpeed) {
          logger.debug("position: \($0); asking GeoClue")
        }
      },
      makePlaceProvider: {
        try livePlaceProvider($0, limits: $1, settings: settings, console: console, logger: logger)
      },
      makeAreaSource: {
        try overpass(limits: $0, settings: settings, console: console, logger: logger).source
      },
      urlOpener: DesktopURLOpener(environment: environment),
      makePickingTerminal: { environment["TERM"] == "dumb" ? nil : StandardPickingTerminal() },
      makeTerminalKeys: { isatty(STDIN_FILENO) == 1 ? TerminalKeys() : nil },
      readLine: lines.next,
      hasLine: { lines.hasNext },
      makeSpeaker: { speech, dropsStale in
        let search = SpeakerSearch(
          environment: environment, timerScheduler: DispatchTimerScheduler(), tell: console.tell)
        return try await search.speaker(speech, dropsStale: dropsStale)
      })
  }

  private static func liveLocationFetcher(
    _ choice: PositionOptions.Choice, replaySpeed: Double?, onFallback: @escaping (String) -> Void
  ) -> any LocationFetcher {
    switch choice {
    case .fixed(let position):
      FixedLocationFetcher(location: Location(coordinate: position.coordinate, accuracy: position.accuracy))
    case .log(let input):
      BridgedLocationFetcher(
        source: replaySpeed.map { PacedSource(LogSource(input: input), speed: $0) } ?? LogSource(input: input)
      )
    case .gpsd(let address): BridgedLocationFetcher(source: GpsdSource(address: address))
    case .geoclue: BridgedLocationFetcher(source: GeoClueSource())
    case .automatic(let address):
      FallbackLocationFetcher(
        gpsd: BridgedLocationFetcher(source: GpsdSource(address: address)),
        geoclue: BridgedLocationFetcher(source: GeoClueSource()), onFallback: onFallback)
    }
  }

  private static func livePlaceProvider(
    _ options: SourceOptions, limits: AnswerLimits, settings: Settings, console: some Console, logger: Logger
  ) throws -> any PlaceProviding {
    let choice = try options.choice(in: settings)
    logger.debug("places: from \(choice)")
    switch choice {
    case .automatic:
      let path = try options.store.path(in: settings)
      let online = try onlinePlaceProvider(
        options, limits: limits, settings: settings, console: console, logger: logger)
      return AutomaticPlaceProvider(store: try openStoreIfThere(path, logger: logger), online: online) {
        logger.debug("places: \($0.reason(path))")
        if case .storeWithoutMore(let error) = $0 {
          console.tell(
            "\(error); the store answers, and may lack some of these: poi prefetch fetches them all")
        }
      }
    case .store:
      return try openStore(try options.store.path(in: settings), logger: logger)
    case .file(let path):
      if let problem = SourceOptions.Choice.mistypedWord(path) { throw problem }
      if PlaceStore.isDatabase(path) { return try openForeignStore(path, console: console, logger: logger) }
      return PlaceFileProvider(file: PlaceFile(path: path)) {
        $0.problemSummary(of: path).map(console.tell)
      } read: { file throws(PlacesError) in
        let input = try await PlaceInput(file)
        // Its temporary copy, if any, goes with it.
        defer { withExtendedLifetime(input) {} }
        return try input.file.read()
      }
    case .server(let url):
      let teller = NoticeTeller(console: console, logger: logger, source: url.withoutSecrets)
      let dialect = try options.server.dialect(in: settings)
      try options.server.warning(in: settings).map(console.tell)
      if dialect.isOverheard(at: url) {
        console.tell(
          "\(url.withoutSecrets): headers would go there unencrypted; use https")
      }
      return LocationsServer(url: url, dialect: dialect, limits: limits, report: teller.tell)
    case .database(let address):
      return PostgreSQLProvider(address: address, limits: limits) { notice in
        switch notice {
        case .answered(let count, let seconds):
          logger.debug("database: \(count) places in \(Int(seconds * 1000)) ms")
        case .withoutTags:
          console.tell(
            "\(address): the tables hold only tags that have their own column; import with osm2pgsql --hstore-all"
          )
        }
      }
    case .overpass:
      return try onlinePlaceProvider(
        options, limits: limits, settings: settings, console: console, logger: logger)
    }
  }

  private static func onlinePlaceProvider(
    _ options: SourceOptions, limits: AnswerLimits, settings: Settings, console: some Console, logger: Logger
  ) throws -> any PlaceProviding {
    let (source, teller) = try overpass(limits: limits, settings: settings, console: console, logger: logger)
    let cache = try OnDiskCache.ofUser(in: settings)
    if let cache, settings.environment["IS_UNIT_TESTING"] != "1" {
      Task {
        do throws(OnDiskCache.Problem) {
          try await cache.clean(cache.usualPolicy)
        } catch {
          teller.tell(.cacheFailed(error))
        }
      }
    }
    return CachedPlaceProvider(
      source: source, cache: cache.map(AreaCache.init), use: try options.cacheUse(in: settings),
      report: teller.tell)
  }

  private static func overpass(
    limits: AnswerLimits, settings: Settings, console: some Console, logger: Logger
  ) throws -> (source: OverpassProvider, teller: NoticeTeller) {
    let servers = try settings.value(of: .overpassServers)
    let teller = NoticeTeller(console: console, logger: logger, source: "overpass")
    let directory = OnDiskCache.userDirectory(in: settings.environment)
    return (
      OverpassProvider(
        server: servers.server, mirrors: servers.mirrors, limits: limits,
        backoff: directory.map { ServerBackoff(directory: "\($0)/quiet") },
        lock: directory.map { ServerLock(directory: "\($0)/turns") }, report: teller.tell), teller
    )
  }

  var environment: [String: String] { settings.environment }

  /// A place source whose places have names in the user's language, and the requested category.
  func placeProvider(
    for source: SourceOptions, limits: AnswerLimits, naming wording: WordingOptions
  ) throws -> any PlaceProviding {
    NamingPlaceProvider(
      AskedCategoryProvider(try makePlaceProvider(source, limits)), in: try wording.language(in: settings))
  }

  /// Whether escape sequences may go to stdout.
  ///
  /// - Throws: `CommandFailure`.
  func hasColor(_ wording: WordingOptions) throws -> Bool {
    try wantsColor(wording) && hasCapableTerminal
  }

  /// Whether there may be colours if there is a terminal.
  ///
  /// - Throws: `CommandFailure`.
  func wantsColor(_ wording: WordingOptions) throws -> Bool {
    try settings.value(of: .color, given: wording.color)
  }

  /// Whether a line, or the whole screen, may be redrawn repeatedly.
  ///
  /// Log messages would appear in the middle of it.
  var hasStatusLine: Bool { hasCapableTerminal && console.tellsTerminal && !logger.isHeard }

  private var hasCapableTerminal: Bool {
    console.terminal != nil && environment["IS_UNIT_TESTING"] != "1" && environment["TERM"] != "dumb"
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
