import Foundation
import Geography
import Nearby
import Places
import Positioning

/// The live parts that a command works with, all in one place; tests hand in others.
@MainActor
struct CommandContext {
  var environment: [String: String]
  var console: any Console
  var notificationCenter: NotificationCenter
  var timerScheduler: any TimerScheduler
  /// The number is how fast a log is replayed, if not as fast as it goes.
  var makeLocationFetcher: (PositionOptions.Choice, Double?) -> any LocationFetcher
  var makePlaceProvider: (SourceOptions.Choice, AnswerLimits) -> any PlaceProviding
  /// Reads a line of the standard input, without its ending.
  var readLine: () -> String?

  /// The process's own: gpsd, files, servers, clocks, stdout and stderr.
  static func live() -> CommandContext {
    let console = StandardConsole()
    return CommandContext(
      environment: ProcessInfo.processInfo.environment,
      console: console,
      notificationCenter: .default,
      timerScheduler: DispatchTimerScheduler(),
      makeLocationFetcher: liveLocationFetcher,
      makePlaceProvider: { livePlaceProvider($0, limits: $1, console: console) },
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
    _ choice: SourceOptions.Choice, limits: AnswerLimits, console: some Console
  ) -> any PlaceProviding {
    switch choice {
    case .store:
      LazyPlaceProvider { () throws(PlacesError) in
        try PlaceStore(path: ProcessInfo.processInfo.environment["POI_STORE"] ?? "places.sqlite")
      }
    case .file(let path):
      PlaceFileProvider(file: PlaceFile(path: path)) { console.tellProblems(of: $0, in: path) }
    case .server(let url):
      LocationsServer(url: url, limits: limits) { console.tellProblems(of: $0, in: url.absoluteString) }
    }
  }

  /// Whether escape sequences may go to stdout.
  func hasColor(unless isForbidden: Bool) -> Bool {
    let isUnwanted = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    return hasCapableTerminal && !isForbidden && !isUnwanted
  }

  /// Whether a line, or the whole screen, may be drawn anew again and again.
  var hasStatusLine: Bool { hasCapableTerminal && console.tellsTerminal }

  private var hasCapableTerminal: Bool {
    console.terminal != nil && environment["IS_UNIT_TESTING"] != "1" && environment["TERM"] != "dumb"
  }
}

extension Console {
  fileprivate func tellProblems(of records: PlaceRecords, in source: String) {
    guard records.problemCount > 0 else { return }
    let total = records.problemCount + records.places.count
    let further = records.problemCount - records.problems.count
    tell(
      "\(source): passed over \(records.problemCount) of \(total) records: "
        + records.problems.map(\.description).joined(separator: "; ")
        + (further > 0 ? "; and \(further) more" : ""))
  }
}
