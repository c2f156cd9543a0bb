import Foundation
import Places
import Presentation
import TestSupport
import Testing

@testable import Nearby
@testable import poi

@Suite(.timeLimit(.minutes(5))) struct WatchNoticesTests {
  @Test("says that the data ends, and that one is back")
  func coverage() {
    let notices = WatchNotices()
    #expect(
      notices.coverage(isKnown: false, without: nil, Wording())
        == "the data ends here: places may be missing from now on")
    #expect(
      notices.coverage(
        isKnown: false, without: .failed(.server(address: "a", .connection(.unknownHost))), Wording())
        == "the data ends here: places may be missing from now on; no server could be asked (no network)")
    #expect(notices.coverage(isKnown: true, without: nil, Wording()) == "the data is complete again")
  }

  @Test("says once that a receiver's time is not this machine's", arguments: [-7200.0, 7200])
  func clock(lag: Double) {
    var notices = WatchNotices()
    let told = [0, 1, lag, lag + 1].map { seconds in
      notices.clock(of: Terrain().fix(east: 0, at: 0), at: Terrain.start + seconds, Wording())
    }
    let notice =
      "the position's time and this computer's clock differ by 2 h: one of the two is wrong, or the position is old"
    #expect(told == [nil, nil, notice, nil])
  }

  @Test("says that the direction of travel is unknown only when it was known before, and once")
  func course() {
    var notices = WatchNotices()
    var told: [Bool] = []
    for isKnown in [false, true, true, false, false, true, false] {
      told.append(notices.course(isKnown: isKnown, Wording()) != nil)
    }
    #expect(told == [false, false, false, true, false, false, true])
  }

  @Test("keeps of the places passed only those that may still be told of again")
  func passes() {
    var notices = WatchNotices()
    let terrain = Terrain()
    for hour in 0..<100 {
      let fix = terrain.fix(east: 0, at: Double(hour) * 3600)
      let isRepeated = notices.repeatsPass(
        .travel(TravelEvent(.passed, terrain.place("\(hour)"), at: fix, course: nil)))
      #expect(!isRepeated)
      #expect(notices.passes.keys.sorted() == ["\(hour)"])
    }
  }
}
