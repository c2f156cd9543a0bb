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

  @Test("without limits, a watch goes on")
  func unlimited() {
    var limits = WatchLimits(reports: nil, duration: nil)
    let isLast = limits.countReport()
    #expect(!isLast && limits.allowsReport)
    let isIncluded = [0, 1e9].map { limits.includes(time($0)) }
    #expect(isIncluded == [true, true])
  }
}
