import Geography
import Testing

@Suite struct UnitsTests {
  @Test(
    "metres up to a thousand, then kilometres",
    arguments: [
      (0, "0 m"), (0.4, "0 m"), (45.2, "45 m"), (999.4, "999 m"), (999.5, "1.0 km"), (1000, "1.0 km"),
      (1240, "1.2 km"), (9940, "9.9 km"), (9960, "10 km"), (14_400, "14 km"), (20_003_931, "20004 km"),
    ] as [(Double, String)])
  func metric(metres: Double, wording: String) {
    #expect(Units.metric.wording(of: Distance(metres: metres)) == wording)
  }

  @Test(
    "yards up to a thousand, then miles",
    arguments: [
      (0, "0 yd"), (91.44, "100 yd"), (913.8, "999 yd"), (914.4, "0.6 mi"), (1609.344, "1.0 mi"),
      (15_997, "9.9 mi"), (16_030, "10 mi"),
    ] as [(Double, String)])
  func imperial(metres: Double, wording: String) {
    #expect(Units.imperial.wording(of: Distance(metres: metres)) == wording)
  }

  @Test(
    "metres up to a fifth of a nautical mile, then nautical miles",
    arguments: [
      (0, "0 m"), (370, "370 m"), (371, "0.2 nmi"), (1852, "1.0 nmi"), (18_409, "9.9 nmi"),
      (18_447, "10 nmi"),
    ] as [(Double, String)])
  func nautical(metres: Double, wording: String) {
    #expect(Units.nautical.wording(of: Distance(metres: metres)) == wording)
  }

  @Test("a length beyond all measure is a large number", arguments: Units.allCases)
  func beyondMeasure(units: Units) {
    #expect(units.wording(of: Distance(metres: 1e300)).hasPrefix("9223372036854775807 "))
  }
}
