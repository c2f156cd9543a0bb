import Foundation
import Positioning
import TestSupport
import Testing

@testable import Nearby

private let year = 31_536_000.0

@Suite struct FixLossMonitorTests {
  /// What a monitor makes of fixes at these seconds: `lost 5 since 0`.
  ///
  /// - Parameter isRecorded: whether each fix is known with the one after it.
  private func events(at seconds: [Double?], isRecorded: Bool = true) -> [String] {
    var monitor = FixLossMonitor()
    let fixes = seconds.map { Terrain().fix(east: 0, at: $0) }
    return fixes.indices.flatMap { index in
      let next = isRecorded && index + 1 < fixes.count ? fixes[index + 1] : nil
      return monitor.update(with: fixes[index], before: next)
    }.map(Self.wording)
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

  @Test(
    "a fix with a wrong time is no sign of a silence",
    arguments: [
      // One far ahead, two swapped, one from long ago.
      [0, 1, 14 * year, 3, 4, 5], [0, 1, 9, 3, 4, 5, 6, 7, 8, 2, 10, 11], [0, 1, -14 * year, 3, 4],
      // The clock is set, back or ahead.
      [0, 1, -20 * year, -20 * year + 1, -20 * year + 2],
    ] as [[Double]])
  func wrongTimes(seconds: [Double]) {
    #expect(events(at: seconds) == [])
  }

  @Test("nor is one that is far ahead, if the next one is not known yet")
  func wrongTimesLive() {
    #expect(events(at: [0, 1, 14 * year, 3, 4, 5], isRecorded: false) == [])
    let set = 14 * year
    #expect(
      events(at: [0, 1, set, set + 1, set + 30, set + 31], isRecorded: false).map { $0.prefix(4) }
        == ["lost", "rega"])
  }

  @Test("a silence is one though a fix with a wrong time comes after it, or the clock was set before")
  func silenceBesideWrongTimes() {
    #expect(
      events(at: [0, 1, 50, -1000, 51, 52]) == ["lost 6 since 1", "regained 50 since 1"])
    #expect(
      events(at: [1000, 1001, 2, 3, 4, 50, 51]) == ["lost 9 since 4", "regained 50 since 4"])
    // Two days between the rides of one log.
    #expect(
      events(at: [0, 1, 172_800, 172_801]) == ["lost 6 since 1", "regained 172800 since 1"])
  }

  @Test("a recording that goes on without a fix loses the signal as a receiver does")
  func recordedLoss() {
    var monitor = FixLossMonitor()
    #expect(monitor.lose(at: Terrain.start) == nil, "there was no fix yet")
    _ = monitor.update(with: Terrain().fix(east: 0, at: 0))
    #expect(monitor.lose(at: Terrain.start.addingTimeInterval(5)) == nil)
    #expect(monitor.lose(at: Terrain.start.addingTimeInterval(6)).map(Self.wording) == "lost 5 since 0")
    #expect(monitor.lose(at: Terrain.start.addingTimeInterval(7)) == nil, "once is enough")
  }

  @Test("a loss reported before the next fix is reported once, and is the same as later")
  func liveLoss() {
    let fixes = [0, 1, 2, 60].map { Terrain().fix(east: 0, at: $0) }
    var replayed = FixLossMonitor()
    let expected = fixes.flatMap { replayed.update(with: $0) }

    var live = FixLossMonitor()
    #expect(live.lose() == nil, "there was no fix yet")
    for fix in fixes.dropLast() { #expect(live.update(with: fix) == []) }
    #expect(live.patience == 5)
    let loss = live.lose()
    #expect(live.lose() == nil)
    #expect([loss].compactMap(\.self) + live.update(with: fixes[3]) == expected)
  }

  @Test("a late fix ends the reported loss")
  func lateFix() {
    var monitor = FixLossMonitor()
    _ = monitor.update(with: Terrain().fix(east: 0, at: 0))
    #expect(monitor.lose().map(Self.wording) == "lost 5 since 0")
    #expect(
      monitor.update(with: Terrain().fix(east: 0, at: 1), at: Terrain.start + 12).map(Self.wording)
        == ["regained 12 since 0"])
    #expect(monitor.update(with: Terrain().fix(east: 0, at: 2)) == [])
    #expect(monitor.lose().map(Self.wording) == "lost 7 since 2")
    #expect(
      monitor.update(with: Terrain().fix(east: 0, at: 3)).map(Self.wording) == ["regained 7 since 2"],
      "no time goes backwards")
  }

  @Test("the end of a silence has its duration")
  func duration() throws {
    var monitor = FixLossMonitor()
    let events = [0, 30].flatMap { monitor.update(with: Terrain().fix(east: 0, at: $0)) }
    #expect(events.map(\.silence) == [nil, 30])
  }

  @Test("a clock that went back says nothing of how long the silence was")
  func unknownDuration() {
    var monitor = FixLossMonitor()
    _ = monitor.update(with: Terrain().fix(east: 0, at: 100))
    _ = monitor.lose()
    #expect(monitor.update(with: Terrain().fix(east: 0, at: 0)).map(\.silence) == [nil])
  }
}
