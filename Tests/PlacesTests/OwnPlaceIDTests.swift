import TestSupport
import Testing

@testable import Places

@Suite struct OwnPlaceIDTests {
  @Test("ids are random, and made of signs that are hard to confuse")
  func random() {
    var numbers = SeededGenerator(seed: 7)
    let ids = (0..<10_000).map { _ in OwnPlaceID.random(using: &numbers) }
    #expect(Set(ids).count == ids.count)
    #expect(ids.allSatisfy { $0.wholeMatch(of: /favourite\/[2-9b-dfghjkmnp-tv-xz]{12}/) != nil })
    #expect(ids.allSatisfy { OwnPlaceID.isOwn($0) && !OwnPlaceID.isCounted($0) })
  }

  @Test(
    "an id is shortened to what distinguishes it from its neighbours",
    arguments: [
      (nil, nil, "favourite/5555"), ("favourite/5552", "favourite/x", "favourite/5555"),
      ("favourite/555555552222", nil, "favourite/555555555"),
      ("favourite/4", "favourite/55555555555x", "favourite/555555555555"),
    ] as [(String?, String?, String)])
  func shortened(previous: String?, next: String?, short: String) {
    #expect(OwnPlaceID.shortened("favourite/555555555555", between: previous, and: next) == short)
  }

  @Test("ids of earlier versions and of others stay as they are", arguments: ["favourite/1", "node/1", "1"])
  func others(id: String) {
    #expect(OwnPlaceID.shortened(id, between: nil, and: nil) == id)
    #expect(OwnPlaceID.isCounted(id) == (id == "favourite/1"))
  }

  @Test("an id can follow from what a place is")
  func hashed() {
    let id = OwnPlaceID.hashed(["favourite/1", "Home"])
    #expect(id == OwnPlaceID.hashed(["favourite/1", "Home"]))
    #expect(id != OwnPlaceID.hashed(["favourite/1H", "ome"]))
    #expect(id.wholeMatch(of: /favourite\/[2-9b-dfghjkmnp-tv-xz]{12}/) != nil)
  }
}
