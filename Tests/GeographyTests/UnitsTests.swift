import Geography
import Testing

@Suite struct UnitsTests {
  @Test(
    "a distance as a person would say it",
    arguments: [
      (.metric, 45.4, "45 m"), (.metric, 999.4, "999 m"), (.metric, 999.5, "1.0 km"),
      (.metric, 9949, "9.9 km"),
      (.metric, 9950, "10 km"), (.imperial, 45.4, "50 yd"), (.imperial, 1609.344, "1.0 mi"),
      (.nautical, 300, "300 m"), (.nautical, 1852, "1.0 nmi"), (.metric, 0, "0 m"),
    ] as [(Units, Double, String)])
  func wording(units: Units, metres: Double, words: String) {
    #expect(units.wording(of: Distance(metres: metres)) == words)
  }

  @Test("a length beyond all measure is a large number", arguments: Units.allCases)
  func beyondMeasure(units: Units) {
    #expect(units.wording(of: Distance(metres: 1e300)).hasPrefix("9223372036854775807 "))
  }
}
