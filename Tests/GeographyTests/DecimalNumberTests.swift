import TestSupport
import Testing

@testable import Geography

@Suite struct DecimalNumberTests {
  @Test(
    "reads a decimal number",
    arguments: [
      ("60.17", 60.17), ("-1e3", -1000), ("+.5", 0.5), ("007", 7), (".5", 0.5), ("-5.", -5), ("-0.25", -0.25),
      ("52.5635202", 52.5635202), ("0.000001234567890", 0.00000123456789),
      ("1000000000000000000", 1e18),
    ] as [(String, Double)])
  func number(text: String, value: Double) {
    #expect(Double.decimal(text) == value)
  }

  @Test("reads short and long numbers as Swift does")
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

  @Test(
    "a number becomes the nearest integer towards zero that there is",
    arguments: [
      (1.9, 1), (-1.9, -1), (-0.0, 0), (.leastNonzeroMagnitude, 0), (1e15 + 0.5, 1_000_000_000_000_000),
      (9_223_372_036_854_774_784, 9_223_372_036_854_774_784), (0x1p63, .max), (1e20, .max), (1e308, .max),
      (.infinity, .max), (-0x1p63, .min), (-1e20, .min), (-.infinity, .min), (.nan, 0),
    ] as [(Double, Int)])
  func integer(number: Double, integer: Int) {
    #expect(Int(clamping: number) == integer)
  }

  @Test("refuses text that is not a number", arguments: [".", "-", "-.", "1.2.3", "1-2", "--1"])
  func malformed(text: String) {
    #expect(Double.decimal(text) == nil)
  }

  @Test(
    "refuses what only Swift takes for a number",
    arguments: ["", "0x3c", "0x1p3", "nan", "inf", "-infinity", "1e999", " 1", "1_000", "١"])
  func none(text: String) {
    #expect(Double.decimal(text) == nil)
  }

  @Test(
    "writes no needless decimals in a sentence",
    arguments: [(1, "1"), (1.5, "1.5"), (0.1 + 0.2, "0.3"), (-0.0004, "0"), (1e300, "1e+300")]
      as [(Double, String)])
  func sentence(number: Double, text: String) {
    #expect(number.shortText == text)
  }
}
