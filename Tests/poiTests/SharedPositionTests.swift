import Foundation
import Geography
import Nearby
import Positioning
import Synchronization
import TestSupport
import Testing

@testable import poi

/// The one receiver of a server, as its clients see it.
@MainActor @Suite struct SharedPositionTests {
  /// A watch that follows the position, and what it tells.
  @MainActor
  private final class Listener {
    private let driver: WatchDriver
    private(set) var heard: [String] = []

    init(to position: SharedPosition, _ timers: MockTimerScheduler) {
      let engine = WatchEngine(monitor: ProximityMonitor(rules: ProximityRules()), signal: position.signal)
      driver = WatchDriver(engine, areas: nil, timerScheduler: timers)
      driver.onOutcome = { [weak self] outcome in
        switch outcome {
        case .event(.location(let location)): self?.heard.append("at \(location.coordinate.latitude)")
        case .event(.authorization(let state)): self?.heard.append(state.authorizationStatus.rawValue)
        case .event(.signal(let signal)): self?.heard.append(signal.status.rawValue)
        default: break
        }
      }
      position.add(driver)
    }
  }

  @Test("names the receiver of the fix, and tells a late listener first that the signal is lost")
  func lateListener() async {
    let (gpsd, geoclue) = (MockLocationFetcher(), MockLocationFetcher())
    gpsd.expect(.stopUpdatingLocation, .startUpdatingLocation, .stopUpdatingLocation, .stopUpdatingLocation)
    geoclue.expect(.stopUpdatingLocation, .startUpdatingLocation, .stopUpdatingLocation)
    let first = Location(coordinate: Coordinate(latitude: 60, longitude: 25), time: Terrain.start)
    let second = Location(coordinate: Coordinate(latitude: 61, longitude: 25), time: Terrain.start + 60)
    // Fetchers answer later, when the caller has set itself up.
    gpsd.handleStartUpdatingLocation = { gpsd in
      Task { gpsd.finish(with: .failed(.gpsdUnreachable(GpsdAddress(), .refused))) }
    }
    geoclue.handleStartUpdatingLocation = { geoclue in
      Task {
        geoclue.change(to: .reporting)
        geoclue.deliver(first)
      }
    }
    let fetcher = FallbackLocationFetcher(gpsd: gpsd, geoclue: geoclue)
    let choice = PositionOptions.Choice.automatic(GpsdAddress())
    let timers = MockTimerScheduler()
    let position = SharedPosition(
      fetcher, provider: { choice.asked(by: fetcher).provider }, pace: 1,
      notificationCenter: NotificationCenter(), timerScheduler: timers, tell: { _ in })
    let early = Listener(to: position, timers)
    #expect(early.heard == [])
    let following = Task { await position.run() }
    while early.heard.count < 2 { await Task.yield() }
    #expect(early.heard == ["authorized", "at 60.0"])
    var known: SharedPosition.Known { position.known.withLock { $0 } }
    #expect(known.provider == "geoclue")

    timers.timers.last?.fire()
    #expect(known.isLost)
    #expect(position.signal.loss?.location == first)
    let late = Listener(to: position, timers)
    #expect(late.heard == ["authorized"])
    geoclue.deliver(second)
    #expect(late.heard == ["authorized", "regained", "at 61.0"])
    #expect(early.heard == ["authorized", "at 60.0", "lost", "regained", "at 61.0"])
    #expect(!known.isLost)

    position.stop()
    #expect(await following.value == .stopped)
    gpsd.verify()
    geoclue.verify()
  }
}
