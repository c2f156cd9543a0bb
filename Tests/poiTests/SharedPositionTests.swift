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
  /// What one client hears.
  private enum Heard: Equatable {
    case state(ReceiverState)
    /// It has begun; the signal was lost after the fix there.
    case start(lostAt: Location?)
    case location(Location)
  }

  private final class Listener: LocationFetcherDelegate {
    private let fetcher: SharedLocationFetcher
    private let continuation: AsyncStream<Heard>.Continuation
    private let heard: AsyncStream<Heard>

    init(_ fetcher: SharedLocationFetcher) {
      let (heard, continuation) = AsyncStream<Heard>.makeStream()
      self.fetcher = fetcher
      self.continuation = continuation
      self.heard = heard
      fetcher.locationFetcherDelegate = self
      fetcher.onStart = { continuation.yield(.start(lostAt: $0.loss?.location)) }
      fetcher.startUpdatingLocation()
    }

    func next() async -> Heard? {
      for await heard in heard { return heard }
      return nil
    }

    func locationFetcher(_ fetcher: any LocationFetcher, didUpdateLocations locations: [Location]) {
      for location in locations { continuation.yield(.location(location)) }
    }

    func locationFetcher(_ fetcher: any LocationFetcher, didChangeState state: ReceiverState) {
      continuation.yield(.state(state))
    }

    func locationFetcher(_ fetcher: any LocationFetcher, didFinishWith end: PositionSourceEnd) {}
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
    let early = Listener(position.makeFetcher())
    #expect(await early.next() == .start(lostAt: nil))
    let following = Task { await position.run() }
    #expect(await early.next() == .state(.reporting))
    #expect(await early.next() == .location(first))
    var known: SharedPosition.Known { position.known.withLock { $0 } }
    #expect(known.provider == "geoclue")

    timers.timers.last?.fire()
    #expect(known.isLost)
    let late = Listener(position.makeFetcher())
    #expect(await late.next() == .state(.reporting))
    #expect(await late.next() == .start(lostAt: first))
    geoclue.deliver(second)
    #expect(await late.next() == .location(second))
    #expect(await early.next() == .location(second))
    #expect(!known.isLost)

    position.stop()
    #expect(await following.value == .stopped)
    gpsd.verify()
    geoclue.verify()
  }
}
