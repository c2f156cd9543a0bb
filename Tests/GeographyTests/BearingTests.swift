import Geography
import Testing

@Suite struct BearingTests {
  @Test(
    "brings an angle into 0..<360",
    arguments: [(-90, 270), (360, 0), (725, 5), (-1e-20, 0), (0, 0)] as [(Double, Double)])
  func normalises(angle: Double, degrees: Double) {
    #expect(Bearing(degrees: angle).degrees == degrees)
  }

  @Test(
    "the nearest compass point and arrow",
    arguments: [
      (0, "N", "↑"), (11, "N", "↑"), (12, "NNE", "↑"), (23, "NNE", "↗"), (90, "E", "→"), (350, "N", "↑"),
      (225, "SW", "↙"),
    ] as [(Double, String, Character)])
  func words(degrees: Double, point: String, arrow: Character) {
    #expect(Bearing(degrees: degrees).compassPoint == point)
    #expect(Bearing(degrees: degrees).arrow == arrow)
  }
}
