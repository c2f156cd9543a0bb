import Foundation
import Geography
import Nearby
import Places
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
    let driver: WatchDriver
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

  @Test("knows the street that the last fixes show, not the one nearest to the last of them")
  func street() async {
    func street(_ id: Int64, _ name: String, north: Double) -> Street {
      let ends = [-200.0, 200].map { Terrain().coordinate(east: $0, north: north) }
      return Street(id: id, kind: .residential, name: name, ref: nil, line: ends)
    }
    let fetcher = MockLocationFetcher()
    fetcher.expect(.startUpdatingLocation, .stopUpdatingLocation)
    let fixes = (0..<12).map {
      Terrain().fix(east: 1.4 * Double($0), north: $0 == 11 ? 14 : 0, at: Double($0), accuracy: 5)
    }
    fetcher.handleStartUpdatingLocation = { fetcher in Task { for fix in fixes { fetcher.deliver(fix) } } }
    let streets = [street(1, "Main Street", north: 0), street(2, "Back Lane", north: 20)]
    let position = SharedPosition(
      fetcher, provider: { "gpsd" }, pace: 1,
      streets: { here in
        let plane = LocalPlane(about: here)
        var found = Surroundings()
        found.streets = streets.compactMap { street in
          plane.foot(on: street.line).map {
            Surroundings.Near(street, distance: Distance(metres: ($0 * $0).sum().squareRoot()))
          }
        }.sorted { $0.distance < $1.distance }
        return found
      }, notificationCenter: NotificationCenter(), timerScheduler: MockTimerScheduler(), tell: { _ in })
    let following = Task { await position.run() }
    while position.known.withLock({ $0.location != fixes.last }) { await Task.yield() }
    #expect(position.known.withLock { $0.street?.thing.name } == "Main Street")
    position.stop()
    #expect(await following.value == .stopped)
    fetcher.verify()
  }

  @Test("a watch whose work has to wait tells of the fixes later, and of each")
  func held() {
    let fetcher = FixedLocationFetcher(location: Terrain().fix(east: 0, at: 0))
    let position = SharedPosition(
      fetcher, provider: { "fixed" }, pace: nil, notificationCenter: NotificationCenter(),
      timerScheduler: MockTimerScheduler(), tell: { _ in })
    let listener = Listener(to: position, MockTimerScheduler())
    var pieces = 0
    listener.driver.onWork = { seconds in pieces += seconds >= 0 ? 1 : 0 }
    listener.driver.isHeld = true
    for second in 1...3 { listener.driver.take([Terrain().fix(east: 0, at: Double(second))]) }
    #expect(listener.heard.isEmpty && pieces == 0)
    listener.driver.isHeld = false
    #expect(listener.heard.count == 3 && pieces == 1)
  }

  @Test("says once why the streets around a position are unknown")
  func failingStreets() async {
    let fetcher = MockLocationFetcher()
    fetcher.expect(.startUpdatingLocation, .stopUpdatingLocation)
    let fixes = (0..<3).map { Terrain().fix(east: 1.4 * Double($0), at: Double($0), accuracy: 5) }
    fetcher.handleStartUpdatingLocation = { fetcher in Task { for fix in fixes { fetcher.deliver(fix) } } }
    let failure = PlacesError.unreadable(path: "poi.sqlite", code: 5)
    var told: [String] = []
    let position = SharedPosition(
      fetcher, provider: { "gpsd" }, pace: 1, streets: { _ in throw failure },
      notificationCenter: NotificationCenter(), timerScheduler: MockTimerScheduler(),
      tell: { told.append($0) }
    )
    let following = Task { await position.run() }
    while position.known.withLock({ $0.location != fixes.last }) { await Task.yield() }
    #expect(told == [CommandFailure(failure).message])
    #expect(position.known.withLock { $0.street == nil })
    position.stop()
    #expect(await following.value == .stopped)
    fetcher.verify()
  }

  @Test("a fix that had waited when it came is no position")
  func waited() async {
    let fetcher = MockLocationFetcher()
    fetcher.expect(.startUpdatingLocation, .stopUpdatingLocation)
    fetcher.canPause = false
    var ago = Duration.seconds(30)
    let position = SharedPosition(
      fetcher, provider: { "gpsd" }, pace: 1, notificationCenter: NotificationCenter(),
      timerScheduler: MockTimerScheduler(), now: { .now - ago }, tell: { _ in })
    let following = Task { await position.run() }
    await Task.yield()
    var isLost: Bool { position.known.withLock { $0.isLost } }
    fetcher.deliver(Terrain().fix(east: 0, at: 0))
    #expect(isLost, "it came long ago")
    ago = .zero
    fetcher.deliver(Terrain().fix(east: 0, at: 6))
    #expect(isLost, "it is 24 s old")
    fetcher.deliver(Terrain().fix(east: 0, at: 30))
    #expect(!isLost)
    position.stop()
    #expect(await following.value == .stopped)
    fetcher.verify()
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

    for _ in 1...2 { timers.timers.last?.fire() }
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
