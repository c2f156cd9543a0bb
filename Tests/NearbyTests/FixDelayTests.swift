import Foundation
import TestSupport
import Testing

@testable import Nearby

@Suite struct FixDelayTests {
  /// The delays of fixes, each given by its own time and by when it came, in seconds.
  private func delays(_ fixes: (time: Double?, arrival: Double)...) -> [Double] {
    var delay = FixDelay()
    let start = ContinuousClock.now
    return fixes.map { fix in
      delay.update(with: fix.time.map { Terrain.start + $0 }, at: start + .seconds(fix.arrival)) / .seconds(1)
    }
  }

  @Test("fixes that waited while poi was stopped are as old as they are, up to the first that did not")
  func stopped() {
    #expect(
      delays((0, 0), (1, 1), (2, 24), (3, 24), (4, 24.25), (24, 24.5), (25, 25.5))
        == [0, 0, 22, 21, 20.25, 0.5, 0])
  }

  @Test("a receiver may be slow, silent, without a time, or set its clock")
  func live() {
    #expect(delays((0, 0), (60, 60.5), (120, 120), (121, 121.9)) == [0, 0, 0, 0])
    #expect(delays((0, 0), (1, 6), (2, 12), (3, 18)) == [0, 0, 0, 0], "a slow recording")
    #expect(delays((0, 0), (nil, 9), (nil, 10), (10, 10)) == [0, 0, 0, 0])
    #expect(delays((0, 0), (0, 10), (0, 20)) == [0, 0, 0], "a clock that stands still")
    #expect(delays((50, 0), (33, 1), (34, 2)) == [0, 0, 0], "a clock that was set back")
    #expect(delays((0, 0), (42, 60), (43, 61.5), (44, 62.5)) == [0, 18, 0, 0], "set back in a silence")
  }
}
