import FoundationEssentials
import Geography
import Glibc
import Input
import Logging
import Nearby
import Places
import Positioning
import Presentation
import Synchronization

/// The live parts that a command works with, all in one place; tests hand in others.
@MainActor
struct CommandContext {
  /// What people have set for all commands, and the environment.
  var settings: Settings
  var console: any Console
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
  var urlOpener: any URLOpening
  var makePickingTerminal: () -> (any PickingTerminal)?
  var makeTerminalKeys: () -> TerminalKeys? = { nil }
  var isInputTerminal: () -> Bool = { false }
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
  /// For the ids of places that the user adds.
  var randomNumbers: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  /// How long to wait for a fix while no receiver has reported; `nil` for as long as if one had.
  var patienceWithoutReceiver: Duration?
  /// Whether the position could not be found, so that words rather say where to look: `library Helsinki`.
  var lacksPosition = false
  var canAsk = false
  /// Asks the terminal for the colour behind the text.
  var askPaper: () -> RGB? = { nil }
  let colours = TerminalColours()
  let corrections = CorrectionLog()
  var now: @Sendable () -> Date = { Date() }

  /// The process's own: gpsd, files, servers, clocks, stdout and stderr.
  static func live(_ settings: Settings, console: some Console, logger: Logger) -> CommandContext {
    let environment = settings.environment
    let lines = InputLines()
    let providers = LivePlaceProviders(settings, console: console, logger: logger)
    var context = CommandContext(
      settings: settings,
      console: console,
      logger: logger,
      notificationCenter: .default,
      timerScheduler: DispatchTimerScheduler(),
      makeLocationFetcher: { choice, replaySpeed in
        logger.debug("position: from \(choice.origin)")
        return liveLocationFetcher(choice, replaySpeed: replaySpeed, console, logger)
      },
      makePlaceProvider: { try providers.provider(for: $0, within: $1) },
      makeAreaSource: { try providers.overpass(within: $0).source },
      urlOpener: DesktopURLOpener(environment: environment),
      makePickingTerminal: { environment["TERM"] == "dumb" ? nil : StandardPickingTerminal() },
      makeTerminalKeys: { isatty(STDIN_FILENO) == 1 ? TerminalKeys() : nil },
      isInputTerminal: { isatty(STDIN_FILENO) == 1 },
      readLine: lines.next,
      hasLine: { lines.hasNext },
      makeSpeaker: { speech, dropsStale in
        let search = SpeakerSearch(environment: environment, tell: console.tell)
        return try await search.speaker(speech, dropsStale: dropsStale)
      })
    context.askPaper = { TerminalPaper.ask(environment) }
    context.canAsk = isatty(STDIN_FILENO) == 1 && console.tellsTerminal
    return context
  }

  private static func liveLocationFetcher(
    _ choice: PositionOptions.Choice, replaySpeed: Double?, _ console: any Console, _ logger: Logger
  ) -> any LocationFetcher {
    let tell = OnceTelling { console.tell("\(choice.origin): \($0)") }
    func source(_ input: LogInput) -> LogSource { LogSource(input: input) { tell($0) } }
    return switch choice {
    case .fixed(let position):
      FixedLocationFetcher(location: Location(coordinate: position.coordinate, accuracy: position.accuracy))
    case .log(let input):
      SourceLocationFetcher(
        source: replaySpeed.map { PacedSource(source(input), speed: $0) } ?? source(input))
    case .gpsd(let address): SourceLocationFetcher(source: GpsdSource(address: address))
    case .geoclue: SourceLocationFetcher(source: GeoClueSource())
    case .automatic(let address):
      FallbackLocationFetcher(
        gpsd: SourceLocationFetcher(source: GpsdSource(address: address)),
        geoclue: SourceLocationFetcher(source: GeoClueSource()),
        onFallback: { logger.debug("position: \($0); asking GeoClue") })
    }
  }

  var environment: [String: String] { settings.environment }

  /// A place source whose places have names in the user's language, and the requested category.
  func placeProvider(
    for source: SourceOptions, limits: AnswerLimits, naming wording: WordingOptions
  ) throws -> any PlaceProviding {
    let words = try wording.wording(in: settings)
    return AskedCategoryProvider(
      try makePlaceProvider(source, limits), in: try wording.language(in: settings)
    ) { [console, corrections] typo in
      if corrections.add(typo), typo.correction != nil { console.tell(typo.text(words)) }
    }
  }

  /// The colours of what goes to stdout; `nil` if no escape sequences may go there.
  func palette(_ wording: WordingOptions) throws -> TerminalPalette? {
    try wantsColor(wording) && hasCapableTerminal ? terminalPalette : nil
  }

  var terminalPalette: TerminalPalette { colours.palette(environment, paper: askPaper) }

  /// Whether there may be colours if there is a terminal.
  func wantsColor(_ wording: WordingOptions) throws -> Bool {
    try settings.value(of: .color, given: wording.color)
  }

  /// Whether a line, or the whole screen, may be redrawn repeatedly.
  ///
  /// Log messages would appear in the middle of it.
  var hasStatusLine: Bool { hasCapableTerminal && console.tellsTerminal && !logger.isHeard }

  private var hasCapableTerminal: Bool {
    console.terminal != nil && environment["TERM"] != "dumb"
  }
}

/// Which words of one run were searched in another spelling.
final class CorrectionLog: Sendable {
  private let typos = Mutex<Set<SearchTypo>>([])
  private let names = Mutex<Set<String>>([])

  /// - Returns: whether it is new.
  func add(_ typo: SearchTypo) -> Bool { typos.withLock { $0.insert(typo).inserted } }

  /// - Returns: whether it is new that a word is only searched as a name.
  func add(name word: String) -> Bool { names.withLock { $0.insert(word).inserted } }

  /// In the order of what was typed.
  var all: [SearchTypo] { typos.withLock { $0.sorted { $0.typed < $1.typed } } }

  var isEmpty: Bool { typos.withLock(\.isEmpty) }

  func hasCorrected(_ text: String) -> Bool {
    typos.withLock { $0.contains { text.contains($0.typed) } }
  }

  /// A filter with the words that were searched: not `watr` but `water`.
  func corrected(_ filter: PlaceFilter) -> PlaceFilter {
    var filter = filter
    for typo in typos.withLock({ $0 }) { filter.correct(typo) }
    return filter
  }
}
