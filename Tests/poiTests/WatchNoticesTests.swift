import Testing

@testable import poi

@Suite(.timeLimit(.minutes(5))) struct WatchNoticesTests {
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
