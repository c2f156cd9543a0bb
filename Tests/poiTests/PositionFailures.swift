import Positioning
import TestSupport
import Testing

@testable import poi

/// A reason for having no position, and what commands that need one then say.
enum PositionFailure: CaseIterable, CustomTestStringConvertible {
  case denied, restricted, noFix

  /// The exit status of the command.
  var status: poi.ExitStatus {
    switch self {
    case .denied: .unreachable
    case .restricted, .noFix: .tryLater
    }
  }

  /// What is wrong.
  var problem: String {
    switch self {
    case .denied: "gpsd at localhost:2947 cannot be reached"
    case .restricted:
      "no fix from gpsd at localhost:2947 within 30 s: connected, but gpsd has no device"
    case .noFix: "no fix from gpsd at localhost:2947 within 30 s"
    }
  }

  /// What the user can do about it.
  var advice: String {
    switch self {
    case .denied:
      "is it running? Try sudo systemctl start gpsd.socket, or name another with --gpsd HOST:PORT"
    case .restricted: "plug a receiver in, or add it to gpsd: sudo gpsdctl add /dev/ttyUSB0"
    case .noFix:
      "give it a view of the sky, or more time with --timeout SECONDS; see what it sees with: cgps"
    }
  }

  /// Its last message.
  var message: String { "\(problem); \(advice)" }

  /// All its messages.
  var messages: [String] {
    self == .restricted ? ["connected, but gpsd has no device; waiting", message] : [message]
  }

  /// A fetcher that gives no position in the 30 s that these timers let pass.
  @MainActor
  func fetcher(_ timers: MockTimerScheduler) -> MockLocationFetcher {
    MockLocationFetcher.answering { fetcher in
      switch self {
      case .denied: fetcher.finish(with: .failed(.gpsdUnreachable(GpsdAddress(), .refused)))
      case .restricted: fetcher.change(to: .noDevice)
      case .noFix: fetcher.change(to: .silent)
      }
      timers.fire(after: .seconds(30))
    }
  }

  /// Runs a command that needs a position, and expects it to fail without asking a source of places.
  @MainActor
  func expect(
    of arguments: [String], environment: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let timers = MockTimerScheduler()
    let fetcher = fetcher(timers)
    let context = CommandContext.mock(environment: environment, fetcher: fetcher, timers: timers)
    let run = await CommandRun(arguments, in: context)
    #expect(run.status == status, "\(run)", sourceLocation: sourceLocation)
    #expect(run.messages == messages, "\(run)", sourceLocation: sourceLocation)
    #expect(run.output == "", sourceLocation: sourceLocation)
    fetcher.verify()
  }

  var testDescription: String { "\(self)" }
}
