import Foundation
import Input
import Positioning
import TestSupport
import Testing

@Suite struct PacedSourceTests {
  private let terrain = Terrain()

  @Test("delivers every fix one by one, in order, and the original end")
  func order() {
    let fixes = terrain.track([0, 1, 2], every: 1)
    let source = ScriptedSource(events: [.state(.reporting), .locations(fixes)], end: .complete(badLines: 2))
    var events: [PositionEvent] = []
    let end = PacedSource(source, speed: 1e6).run(until: Waker()) { events.append($0) }
    #expect(events == [.state(.reporting)] + fixes.map { .locations([$0]) })
    #expect(end == .complete(badLines: 2))
  }

  @Test("does not wait for a fix without a time, or when the clock goes back")
  func noWait() {
    let fixes = [terrain.fix(east: 0, at: 1e6), terrain.fix(east: 0, at: nil), terrain.fix(east: 0, at: 0)]
    var count = 0
    _ = PacedSource(ScriptedSource(events: [.locations(fixes)]), speed: 1).run(until: Waker()) { _ in
      count += 1
    }
    #expect(count == 3)
  }

  @Test("does not wait for years if a clock is wrong, or was set", .timeLimit(.minutes(1)))
  func wrongClock() {
    let fixes = [0, 1, 6e8, 2, 3, 9e8, 9e8 + 1].map { terrain.fix(east: 0, at: $0) }
    var count = 0
    _ = PacedSource(ScriptedSource(events: [.locations(fixes)]), speed: 1000).run(until: Waker()) { _ in
      count += 1
    }
    #expect(count == 7)
  }

  @Test("keeps the intervals between fixes")
  func pace() {
    let fixes = terrain.track([0, 1], every: 20)
    let began = ContinuousClock.now
    _ = PacedSource(ScriptedSource(events: [.locations(fixes)]), speed: 1000).run(until: Waker()) {
      _ in
    }
    #expect(ContinuousClock.now - began >= .milliseconds(20))
  }

  @Test("stopping ends the wait, however long", arguments: [1, 1e-300])
  func stop(speed: Double) {
    let signal = Waker()
    var count = 0
    _ = PacedSource(ScriptedSource(events: [.locations(terrain.track([0, 1], every: 8e4))]), speed: speed)
      .run(until: signal) { _ in
        count += 1
        signal.wake()
      }
    #expect(count == 1)
  }
}

/// A source that reports what it was given.
struct ScriptedSource: PositionSource {
  var events: [PositionEvent]
  var end = PositionSourceEnd.complete(badLines: 0)
  var canPause = true

  func run(until stop: Waker, report: (PositionEvent) -> Void) -> PositionSourceEnd {
    for event in events where !stop.isCalled {
      report(event)
    }
    return end
  }
}
