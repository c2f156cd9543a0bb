import Foundation
import Positioning
import TestSupport
import Testing

@testable import Nearby

@Suite struct SignalMonitorTests {
  /// What a monitor makes of fixes at these seconds: `lost 5 since 0`.
  private func events(at seconds: [Double?]) -> [String] {
    var monitor = SignalMonitor()
    return seconds.flatMap { monitor.update(with: Terrain().fix(east: 0, at: $0)) }.map(Self.wording)
  }

  private static func wording(_ event: SignalEvent) -> String {
    func seconds(_ date: Date?) -> String {
      date.map { String(Int($0.timeIntervalSince(Terrain.start))) } ?? "?"
    }
    return "\(event.status) \(seconds(event.time)) since \(seconds(event.since))"
  }

  @Test(
    "a silence of more than five seconds is a loss, and its end regains the signal",
    arguments: [
      ([0, 1, 2, 3], []), ([0, 1, 6], []), ([0, 1, 6.5], ["lost 6 since 1", "regained 6 since 1"]),
      ([0, 1, 71, 72], ["lost 6 since 1", "regained 71 since 1"]),
      (
        [0, 1, 11, 12, 30],
        ["lost 6 since 1", "regained 11 since 1", "lost 17 since 12", "regained 30 since 12"]
      ),
      ([0], []), ([], []),
    ] as [([Double], [String])])
  func silence(seconds: [Double], told: [String]) {
    #expect(events(at: seconds) == told)
  }

  @Test("a receiver with longer intervals is lost after three of them")
  func slowReceiver() {
    #expect(events(at: [0, 4, 8, 12, 24]) == [])
    #expect(events(at: [0, 4, 8, 12, 25]) == ["lost 24 since 12", "regained 25 since 12"])
    #expect(events(at: [0, 10, 20, 30, 60, 70]) == ["lost 5 since 0", "regained 10 since 0"])
  }

  @Test("soon learns the interval of a receiver that becomes slower")
  func slower() {
    let fast = (0...20).map(Double.init)
    let slow = (1...20).map { 20 + Double($0) * 20 }
    let losses = events(at: fast + slow).filter { $0.hasPrefix("lost") }
    #expect(losses.count == 5, "\(losses)")
  }

  @Test("without times, or when the clock goes back, there is no silence")
  func unknownTimes() {
    #expect(events(at: [nil, nil, 100, nil, 1000, 1001, 3, 4]) == [])
  }

  @Test("a loss reported before the next fix is reported once, and is the same as later")
  func liveLoss() {
    let fixes = [0, 1, 2, 60].map { Terrain().fix(east: 0, at: $0) }
    var replayed = SignalMonitor()
    let expected = fixes.flatMap { replayed.update(with: $0) }

    var live = SignalMonitor()
    #expect(live.lose() == nil, "there was no fix yet")
    for fix in fixes.dropLast() { #expect(live.update(with: fix) == []) }
    #expect(live.patience == 5)
    let loss = live.lose()
    #expect(live.lose() == nil)
    #expect([loss].compactMap(\.self) + live.update(with: fixes[3]) == expected)
  }

  @Test("a late fix ends the reported loss")
  func lateFix() {
    var monitor = SignalMonitor()
    _ = monitor.update(with: Terrain().fix(east: 0, at: 0))
    #expect(monitor.lose().map(Self.wording) == "lost 5 since 0")
    #expect(monitor.update(with: Terrain().fix(east: 0, at: 1)).map(Self.wording) == ["regained 1 since 0"])
    #expect(monitor.update(with: Terrain().fix(east: 0, at: 2)) == [])
  }

  @Test("the end of a silence has its duration")
  func duration() throws {
    var monitor = SignalMonitor()
    let events = [0, 30].flatMap { monitor.update(with: Terrain().fix(east: 0, at: $0)) }
    #expect(events.map(\.silence) == [nil, 30])
  }
}
