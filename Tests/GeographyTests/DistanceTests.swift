import Testing

@testable import Geography

@Suite struct DistanceTests {
  @Test(
    "reads a number with or without a unit",
    arguments: [
      ("800", 800), ("800m", 800), ("800 m", 800), ("0", 0), (".5km", 500), ("1.5km", 1500),
      ("0.5mi", 804.672), ("2nmi", 3704), ("100yd", 91.44), ("10ft", 3.048),
    ] as [(String, Double)])
  func parses(text: String, metres: Double) throws {
    #expect(abs(try Distance(parsing: text).metres - metres) < 1e-9)
  }

  @Test(
    "refuses text that is not a distance, and quotes it",
    arguments: [
      "", " ", "m", "km", "-5", "+5", "1.2.3", "1,5km", "5 parsecs", "5m5", "1e3", "0x10", "nan", "inf", "５",
      String(repeating: "9", count: 400), String(repeating: "9", count: 308) + "km",
    ])
  func refuses(text: String) {
    #expect(throws: Distance.ParsingError(text: text)) { try Distance(parsing: text) }
  }

  @Test("the message says what to write instead")
  func message() {
    #expect(
      Distance.ParsingError(text: "far").description
        == "'far' is not a distance; use 800, 800m, 1.5km, 0.5mi or 2nmi"
    )
  }

  @Test("distances compare by length")
  func order() {
    #expect(Distance.zero < Distance(metres: 1))
    #expect(!(Distance(metres: 1) < Distance(metres: 1)))
  }
}
