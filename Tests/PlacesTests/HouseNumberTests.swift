import Testing

@testable import Places

@Suite struct HouseNumberTests {
  @Test(
    "matches a number as people write it",
    arguments: [
      ("12", "12", HouseNumber.Match.same), ("12 A", "12a", .alike), ("1/A", "1a", .alike),
      ("1-a", "1 A", .alike),
      ("10–12", "10-12", .alike), ("10", "10-12", .among), ("11", "10-13", .among), ("12", "12a–12c", .among),
      ("12b", "12a-c", .among), ("209", "207;209", .among), ("4", "123/4", .among), ("10-12", "10", .inPart),
      ("12b", "12", .inPart), ("12", "12a", .inPart), ("5,2", "5", .inPart),
      ("20/5", "20", .inPart), ("7/2/15", "7", .inPart), ("7 1/2", "7", .inPart), ("20bis", "20", .inPart),
      ("12 bis", "12bis", .alike), ("10 12", "10 12", .same), ("12", "10 12", .among),
    ])
  func matches(typed: String, house: String, match: HouseNumber.Match) {
    #expect(HouseNumber(typed).match(house) == match)
  }

  @Test(
    "is none of another house",
    arguments: [
      ("12", "112"), ("11", "10-12"), ("1", "10-12"), ("12d", "12a-c"), ("", "1"), ("s/n", "12"),
      ("12", "s/n"), ("20/5", "5"), ("7 1/2", "2"), ("7 1/2", "71"),
    ])
  func others(typed: String, house: String) {
    #expect(HouseNumber(typed).match(house) == nil)
  }
}
