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
    "feet up to a thousand, then miles",
    arguments: [
      (0, "0 ft"), (30.48, "100 ft"), (304.6, "999 ft"), (304.8, "0.2 mi"), (1609.344, "1.0 mi"),
    ] as [(Double, String)])
  func customary(metres: Double, wording: String) {
    #expect(Units.customary.wording(of: Distance(metres: metres)) == wording)
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

  @Test(
    "a rule's distance has one decimal, and uses the larger unit only if that is as exact",
    arguments: [
      (Units.metric, 50, "50 m"), (.metric, 999, "999 m"), (.metric, 1500, "1.5 km"),
      (.metric, 30_000, "30 km"),
      (.metric, 1520, "1520 m"), (.imperial, 8046.72, "5 mi"), (.metric, 182.88, "182.9 m"),
      (.imperial, 50, "54.7 yd"), (.customary, 50, "164 ft"), (.nautical, 50.04, "50 m"),
    ] as [(Units, Double, String)])
  func exact(units: Units, metres: Double, wording: String) {
    #expect(units.exactWording(of: Distance(metres: metres)) == wording)
  }

  @Test(
    "speeds in each system of units",
    arguments: [
      (Units.metric, "5.0 km/h"), (.imperial, "3.1 mph"), (.customary, "3.1 mph"), (.nautical, "2.7 kn"),
    ])
  func speed(units: Units, wording: String) {
    #expect(units.wording(ofSpeed: 1.4) == wording)
  }

  @Test(
    "imperial units and the default follow the territory",
    arguments: [
      ("US", Units.customary, UnitSystem.imperial), ("MM", .customary, .imperial),
      ("GB", .imperial, .imperial),
      ("FI", .imperial, .metric), (nil, .imperial, .metric),
    ] as [(String?, Units, UnitSystem)])
  func territories(territory: String?, imperial: Units, usual: UnitSystem) {
    #expect(UnitSystem.imperial.units(in: territory) == imperial)
    #expect(UnitSystem.usual(in: territory) == usual)
    #expect(UnitSystem.metric.units(in: territory) == .metric)
  }

  @Test("a distance beyond all measure is a large number", arguments: Units.allCases)
  func beyondMeasure(units: Units) {
    #expect(units.wording(of: Distance(metres: 1e300)).hasPrefix("9223372036854775807 "))
  }
}
