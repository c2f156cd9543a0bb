import Testing

@testable import Places

@Suite struct HouseNumberTests {
  @Test(
    "matches a number as people write it",
    arguments: [
      ("12", "12", HouseNumber.Match.same), ("12 A", "12a", .alike), ("1/A", "1a", .alike),
      ("1-a", "1 A", .alike),
      ("10–12", "10-12", .alike), ("10", "10-12", .among), ("11", "10-13", .among), ("12", "12a–12c", .among),
      ("12b", "12a-c", .among), ("209", "207;209", .among), ("4", "123/4", .among), ("10-12", "10", .nearly),
      ("12b", "12", .inPart), ("12", "12a", .nearly), ("5,2", "5", .inPart),
      ("20/5", "20", .inPart), ("7/2/15", "7", .inPart), ("7 1/2", "7", .inPart), ("20bis", "20", .inPart),
      ("12 bis", "12bis", .alike), ("10 12", "10 12", .same), ("12", "10 12", .among),
      ("3b A 12", "3b", .beforeStaircase), ("12ab/3", "12ab", .among), ("20 A 12", "20 A", .among),
      ("20 A 12", "20", .inPart),
      ("20 A 12", "20 B", .nearly),
      ("20 A 12", "20a;20b", .among), ("4-6 A 12", "4-6", .inPart), ("4 A 12", "4-6", .nearly),
      ("31-33 A 12", "31", .nearly), ("7 B 3", "7/12", .inPart), ("4-6/12", "4-6", .inPart),
      ("10", "10-12a", .among), ("10a", "10-12a", .among), ("12a", "10-12a", .among),
      ("10a", "10a-12c", .among),
      ("12c", "10a-12c", .among), ("12", "10a-12c", .among), ("12d", "12c-12f", .among),
      ("5½", "5 1/2", .alike), ("5 1/2", "5½", .alike), ("۱۲", "12", .alike), ("12", "१२", .alike),
      ("١١", "١٠-١٣", .among), ("12号", "12", .alike), ("12", "１２號", .alike), ("5", "5番地", .alike),
      ("20/5", "14-20", .nearly), ("27", "29-27", .among), ("29 A 12", "29-27", .nearly),
    ])
  func matches(typed: String, house: String, match: HouseNumber.Match) {
    #expect(HouseNumber(typed).match(house) == match)
  }

  @Test(
    "is none of another house",
    arguments: [
      ("12", "112"), ("11", "10-12"), ("1", "10-12"), ("12d", "12a-c"), ("", "1"), ("s/n", "12"),
      ("12", "s/n"), ("20/5", "5"), ("7 1/2", "2"), ("7 1/2", "71"), ("20 A 12", "12"), ("12a-c", "1"),
      ("12", "20-5"), ("12a", "12c-12f"), ("12g", "12c-12f"), ("5", "20-5"), ("11", "10a-12c"),
      ("5", "0-9223372036854775807"),
    ])
  func others(typed: String, house: String) {
    #expect(HouseNumber(typed).match(house) == nil)
  }

  @Test("one of more digits than any house has is no number to compare, but itself")
  func tooLong() {
    for (text, value) in [("999999999", 999_999_999), ("9000000000000000000", nil)] {
      #expect(HouseNumber.value(of: text) == value)
      #expect(HouseNumber(text).match(text) == .same)
    }
  }
}
