import Testing

@testable import PlaceStore
@testable import Places

@Suite struct StoredPlaceTests {
  @Test(
    "the hash of an id is FNV-1a, which is part of the format",
    arguments: [
      // Of source 0 it is that of http://www.isthe.com/chongo/tech/comp/fnv.
      ("", 0, 0xCBF2_9CE4_8422_2325), ("a", 0, 0xAF63_DC4C_8601_EC8C), ("foobar", 0, 0x8594_4171_F739_67E8),
      ("node/1", 1, 0x145C_47AA_7F02_2B44), ("node/1", 2, 0x3261_18A9_7269_B96B),
    ] as [(String, Int64, UInt64)])
  func hash(id: String, source: Int64, hash: UInt64) {
    #expect(UInt64(bitPattern: StoredPlace.hash(ofID: id.utf8, of: source, in: source)) == hash)
  }

  @Test("the hash of an id depends on its source")
  func distinct() {
    let hashes = (1...3).flatMap { source in
      (0..<10_000).map { StoredPlace.hash(ofID: "node/\($0)".utf8, of: Int64(source), in: Int64(source)) }
    }
    #expect(Set(hashes).count == hashes.count)
  }
}
