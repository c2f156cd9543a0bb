import Testing

@testable import Geography

@Suite struct DecimalNumberTests {
  @Test(
    "a decimal number is read",
    arguments: [("60.17", 60.17), ("-1e3", -1000), ("+.5", 0.5), ("007", 7)] as [(String, Double)])
  func number(text: String, value: Double) {
    #expect(Double.decimal(text) == value)
  }

  @Test(
    "whatever else Swift takes for a number is none",
    arguments: ["", "0x3c", "0x1p3", "nan", "inf", "-infinity", "1e999", " 1", "1_000", "١"])
  func none(text: String) {
    #expect(Double.decimal(text) == nil)
  }

  @Test(
    "a number in a sentence has no needless decimals",
    arguments: [(1, "1"), (1.5, "1.5"), (0.1 + 0.2, "0.3"), (-0.0004, "0"), (1e300, "1e+300")]
      as [(Double, String)])
  func sentence(number: Double, text: String) {
    #expect(number.shortText == text)
  }
}
