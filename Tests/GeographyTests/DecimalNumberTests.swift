import TestSupport
import Testing

@testable import Geography

@Suite struct DecimalNumberTests {
  @Test(
    "a decimal number is read",
    arguments: [
      ("60.17", 60.17), ("-1e3", -1000), ("+.5", 0.5), ("007", 7), (".5", 0.5), ("-5.", -5), ("-0.25", -0.25),
      ("52.5635202", 52.5635202), ("0.000001234567890", 0.00000123456789),
      ("1000000000000000000", 1e18),
    ] as [(String, Double)])
  func number(text: String, value: Double) {
    #expect(Double.decimal(text) == value)
  }

  @Test("short and long numbers alike are those that Swift reads")
  func same() {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<20_000 {
      let whole = Int.random(in: -999...999, using: &generator)
      let decimals = Int.random(in: 1...16, using: &generator)
      let digits = (0..<decimals).map { _ in String(Int.random(in: 0...9, using: &generator)) }.joined()
      let text = "\(whole).\(digits)"
      #expect(Double.decimal(text) == Double(text), "\(text)")
      #expect(Double.decimal("\(digits)") == Double(digits), "\(digits)")
    }
  }

  @Test("no number at all is none", arguments: [".", "-", "-.", "1.2.3", "1-2", "--1"])
  func malformed(text: String) {
    #expect(Double.decimal(text) == nil)
  }

  @Test(
    "whatever else Swift takes for a number is none",
    arguments: ["", "0x3c", "0x1p3", "nan", "inf", "-infinity", "1e999", " 1", "1_000", "١"])
  func none(text: String) {
    #expect(Double.decimal(text) == nil)
  }
}
