import Places
import Testing

@testable import poi

@Suite(.timeLimit(.minutes(5))) struct WatchNoticesTests {
  @Test("says that the data ends, and that one is back")
  func coverage() {
    let notices = WatchNotices()
    #expect(
      notices.coverage(isKnown: false, without: nil)
        == "the data ends here, and from now on places may be missing")
    #expect(
      notices.coverage(
        isKnown: false, without: .failed(.server(address: "a", .connection(.unknownHost))))
        == "the data ends here, and from now on places may be missing: no network")
    #expect(notices.coverage(isKnown: true, without: nil) == "back where the data has every place")
  }

  @Test("says that the direction of travel is unknown only when it was known before, and once")
  func course() {
    var notices = WatchNotices()
    var told: [Bool] = []
    for isKnown in [false, true, true, false, false, true, false] {
      told.append(notices.course(isKnown: isKnown) != nil)
    }
    #expect(told == [false, false, false, true, false, false, true])
  }
}
