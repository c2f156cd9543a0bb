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
  var makeLocationFetcher: (PositionOptions.Choice) -> any LocationFetcher
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
      readLine: { Swift.readLine() })
  }

  private static func liveLocationFetcher(_ choice: PositionOptions.Choice) -> any LocationFetcher {
    switch choice {
    case .fixed(let position):
      FixedLocationFetcher(location: Location(coordinate: position.coordinate, accuracy: position.accuracy))
    case .log(let input): BridgedLocationFetcher(source: LogSource(input: input))
    case .gpsd(let address): BridgedLocationFetcher(source: GpsdSource(address: address))
    }
  }

  private static func livePlaceProvider(
    _ choice: SourceOptions.Choice, limits: AnswerLimits, console: some Console
  ) -> any PlaceProviding {
    switch choice {
    case .file(let path):
      PlaceFileProvider(file: PlaceFile(path: path)) { console.tellProblems(of: $0, in: path) }
    case .server(let url):
      LocationsServer(url: url, limits: limits) { console.tellProblems(of: $0, in: url.absoluteString) }
    }
  }

  /// Whether escape sequences may go to stdout.
  func hasColor(unless isForbidden: Bool) -> Bool {
    let isUnitTesting = environment["IS_UNIT_TESTING"] == "1"
    let isUnwanted = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    return console.width != nil && !isForbidden && !isUnwanted && !isUnitTesting
      && environment["TERM"] != "dumb"
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
