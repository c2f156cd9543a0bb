import Foundation
import Nearby
import Positioning
import Presentation
import TestSupport
import Testing

@testable import poi

@MainActor
@Suite(.timeLimit(.minutes(5))) struct PositionStatusTrackerTests {
  private let timers = MockTimerScheduler()
  private let told = Recorder<PositionStatus>()
  private let ticks = Recorder<Void>()
  private let clock = SteppedClock()
  private let fix = Terrain().fix(east: 0, at: 0)

  private func teller(pace: Double = 1) -> PositionStatusTracker {
    let teller = PositionStatusTracker(pace: pace, timerScheduler: timers) { [clock] in clock.now }
    teller.onChange = { [told] in told.record($0) }
    teller.onTick = { [ticks] in ticks.record(()) }
    return teller
  }

  private var outages: [PositionStatus.Outage?] { told.elements.map(\.outage) }

  private func wait(seconds: Int) {
    for _ in 0..<seconds {
      clock.advance(by: .seconds(1))
      timers.fire(after: PositionStatusTracker.interval)
    }
  }

  @Test("from the loss to the next fix, counts the seconds since the last fix")
  func counts() {
    let teller = teller()
    teller.take(fix)
    clock.advance(by: .seconds(5))
    teller.loseSignal()
    wait(seconds: 2)
    teller.take(fix)
    #expect(outages == [nil, .init(seconds: 5), .init(seconds: 6), .init(seconds: 7), nil])
    #expect(ticks.elements.count == 2)
    #expect(timers.timers.allSatisfy { !$0.isPending })
  }

  @Test("counts from when a fix was made that had waited when it came")
  func waited() {
    let teller = teller()
    teller.take(fix, age: .seconds(18))
    teller.loseSignal()
    #expect(outages == [nil, .init(seconds: 18)])
  }

  @Test("a lost receiver makes the last fix old at once, and only the next fix ends that")
  func reason() {
    let teller = teller()
    teller.take(fix)
    clock.advance(by: .seconds(1))
    teller.take(.deviceLost("/dev/a"))
    let reason = "the device /dev/a is gone"
    #expect(outages.last == .init(seconds: 1, reason: reason))
    teller.take(fix)
    #expect(outages.last == .init(seconds: 0, reason: reason), "it was on its way")
    wait(seconds: 2)
    teller.loseSignal()
    #expect(outages.last == .init(seconds: 2, reason: reason))
    teller.take(.reporting)
    #expect(outages.last == .init(seconds: 2))
    teller.take(fix)
    #expect(outages.last == .some(nil))
  }

  @Test("before the first fix, gives the reason without seconds")
  func beforeTheFirstFix() {
    let teller = teller()
    teller.take(.reporting)
    #expect(told.elements == [])
    teller.take(.noDevice)
    #expect(told.elements.map(\.outage?.reason) == ["connected, but gpsd has no device"])
    #expect(timers.timers.count == 0)
  }

  @Test("in a paced replay, counts the fixes' own seconds")
  func paced() {
    let teller = teller(pace: 10)
    teller.take(fix)
    clock.advance(by: .seconds(1))
    teller.loseSignal()
    #expect(outages.last == .init(seconds: 10))
  }

  @Test("counts nothing after it stops")
  func stop() {
    let teller = teller()
    teller.take(fix)
    teller.loseSignal()
    teller.stop()
    #expect(timers.timers.allSatisfy { !$0.isPending })
  }
}

/// A clock that advances when a test says so.
@MainActor
private final class SteppedClock {
  private(set) var now = ContinuousClock.now

  func advance(by duration: Duration) {
    now += duration
  }
}
