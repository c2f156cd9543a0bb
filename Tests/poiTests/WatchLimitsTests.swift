import Foundation
import Testing

@testable import poi

@Suite(.timeLimit(.minutes(5))) struct WatchLimitsTests {
  private func time(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

  @Test("the last report allowed is known as such, and there is none after it")
  func reports() {
    var limits = WatchLimits(reports: 2, duration: nil)
    var counts: [Bool] = []
    while limits.allowsReport { counts.append(limits.countReport()) }
    #expect(counts == [false, true])
  }

  @Test("the first time begins the duration, and a fix without a time is within it")
  func duration() {
    var limits = WatchLimits(reports: nil, duration: 60)
    var included: [Bool] = []
    for second in [nil, 1000, 1060, nil, 1061] as [Double?] {
      included.append(limits.includes(second.map(time)))
    }
    #expect(included == [true, true, true, true, false])
  }

  @Test("no time passes when the clock is set, or is wrong for a fix")
  func wrongClock() {
    var limits = WatchLimits(reports: nil, duration: 60)
    let included = [0, 6e8, 10, 9e8, 9e8 + 60, 9e8 + 61].map { limits.includes(time($0)) }
    #expect(included == [true, true, true, true, true, false])
  }

  @Test(
    "a clock that goes back by an hour takes none of the duration, and adds nothing when it is right again",
    arguments: [
      ([5000, 5010, 1410, 1460, 1461], [true, true, true, true, false]),
      ([5000, 5010, 1410, 1411, 5060, 5061], [true, true, true, true, true, false]),
    ])
  func setBack(seconds: [Double], expected: [Bool]) {
    var limits = WatchLimits(reports: nil, duration: 60)
    #expect(seconds.map { limits.includes(time($0)) } == expected)
  }

  @Test("without limits, a watch goes on")
  func unlimited() {
    var limits = WatchLimits(reports: nil, duration: nil)
    let isLast = limits.countReport()
    #expect(!isLast && limits.allowsReport)
    let isIncluded = [0, 1e9].map { limits.includes(time($0)) }
    #expect(isIncluded == [true, true])
  }
}
