import Foundation
import Geography
import Logging
import Places
import Positioning
import Presentation
import TestSupport
import Testing

@testable import poi

extension CommandContext {
  /// A context in which a part that the test did not provide records an issue and fails when used.
  ///
  /// A position on the command line needs no part, the test fires timers, and the clock stands still.
  ///
  /// - Parameters:
  ///   - environment: the environment, besides the marker of tests.
  ///   - places: answers for every `--source`.
  ///   - areas: answers for the online source of areas.
  ///   - fetcher: gives positions that are not on the command line.
  ///   - input: the lines of the standard input.
  ///   - speaker: the speaker.
  static func mock(
    environment: [String: String] = [:], places: (any PlaceProviding)? = nil,
    areas: (any AreaSource)? = nil, fetcher: (any LocationFetcher)? = nil,
    timers: MockTimerScheduler = MockTimerScheduler(), urlOpener: (any URLOpening)? = nil,
    pickingTerminal: (any PickingTerminal)? = nil, input: [String]? = nil, speaker: (any Speaker)? = nil
  ) -> CommandContext {
    let usual = ["IS_UNIT_TESTING": "1", "LC_ALL": "C.UTF-8"]
    let console = MockConsole()
    var lines = input?[...]
    return CommandContext(
      settings: Settings(environment: usual.merging(environment) { $1 }),
      console: console,
      logger: Logger(console: console, isVerbose: false),
      notificationCenter: NotificationCenter(),
      timerScheduler: timers,
      makeLocationFetcher: { choice, _ in
        if case .fixed(let position) = choice {
          return FixedLocationFetcher(
            location: Location(coordinate: position.coordinate, accuracy: position.accuracy))
        }
        return fetcher ?? UnexpectedFetcher()
      },
      makePlaceProvider: { _, _ in places ?? UnexpectedSource() },
      makeAreaSource: { _ in areas ?? UnexpectedSource() },
      urlOpener: urlOpener ?? UnexpectedURLOpener(),
      makePickingTerminal: {
        if pickingTerminal == nil { Issue.record("a terminal to choose places on was not expected") }
        return pickingTerminal
      },
      readLine: {
        if lines == nil { Issue.record("reading the standard input was not expected") }
        return lines?.popFirst()
      },
      makeSpeaker: { _, _ in
        guard let speaker else {
          Issue.record("something that speaks was not expected")
          throw CommandFailure("nobody speaks", .unreachable)
        }
        return speaker
      },
      randomNumbers: SeededGenerator(seed: 1), now: { Terrain.start })
  }
}

/// A source of places that must not be asked.
private struct UnexpectedSource: AreaSource, PlaceFinding {
  let name = "nobody"

  private func refuse(_ question: String) -> PlacesError {
    Issue.record("places were asked for unexpectedly: \(question)")
    return .notCached(source: name)
  }

  func question(for filter: PlaceFilter) throws(PlacesError) -> String {
    throw refuse("\(filter)")
  }

  func area(
    around position: Coordinate, for query: PlaceQuery, beyond known: Distance, unless area: () -> PlaceArea?
  ) async throws(PlacesError) -> PlaceArea {
    throw refuse("\(query) around \(position)")
  }

  func places(near position: Coordinate, matching query: PlaceQuery) async throws(PlacesError) -> PlaceAnswer
  {
    throw refuse("\(query) near \(position)")
  }

  func places(called text: String) throws(PlacesError) -> [PointOfInterest] {
    throw refuse("called \(text)")
  }
}

/// A receiver that must not be asked.
private final class UnexpectedFetcher: LocationFetcher {
  weak var locationFetcherDelegate: (any LocationFetcherDelegate)?
  var desiredAccuracy = defaultDesiredAccuracy
  var isPaused = false
  let canPause = false

  func startUpdatingLocation() {
    Issue.record("a position was asked for unexpectedly")
    locationFetcherDelegate?.locationFetcher(self, didFinishWith: .complete(badLines: 0))
  }

  func stopUpdatingLocation() {}
}

/// A desktop that must not be asked.
private struct UnexpectedURLOpener: URLOpening {
  func canOpenURL(_ url: URL) -> Bool {
    Issue.record("opening \(url) was not expected")
    return false
  }

  func open(_ url: URL) async throws(DocumentProblem) {
    throw .noDesktop
  }
}

extension MockLocationFetcher {
  /// A fetcher that gives one position at once.
  static func answering(_ answer: @escaping @MainActor (MockLocationFetcher) -> Void) -> MockLocationFetcher {
    let fetcher = MockLocationFetcher()
    fetcher.expect(.requestLocation, .stopUpdatingLocation)
    fetcher.handleRequestLocation = answer
    return fetcher
  }

  /// A fetcher to follow to its end, which delivers as soon as somebody waits.
  static func delivering(_ deliver: @escaping @MainActor (MockLocationFetcher) -> Void) -> MockLocationFetcher
  {
    let fetcher = MockLocationFetcher()
    fetcher.expect(.startUpdatingLocation, .stopUpdatingLocation)
    fetcher.handleStartUpdatingLocation = { fetcher in Task { deliver(fetcher) } }
    return fetcher
  }
}
