import Geography
import Testing

/// Against GeographicLib 2.1, which is exact to nanometres.
@Suite struct WGS84Tests {
  /// A geodesic: metres, and degrees clockwise from north at its start.
  struct Geodesic: Sendable, CustomTestStringConvertible {
    let name: String
    let start: Coordinate
    let end: Coordinate
    let metres: Double
    let bearing: Double

    init(
      _ name: String, _ start: (Double, Double), _ end: (Double, Double), _ metres: Double, _ bearing: Double
    ) {
      self.name = name
      self.start = Coordinate(latitude: start.0, longitude: start.1)
      self.end = Coordinate(latitude: end.0, longitude: end.1)
      self.metres = metres
      self.bearing = bearing
    }

    var testDescription: String { name }
  }

  static let ordinary = [
    Geodesic("one metre north", (60, 25), (60.000008975, 25), 0.999925, 0),
    Geodesic("one metre east", (0, 0), (0, 0.000008983), 0.999983, 90),
    Geodesic("within Helsinki", (60.1719, 24.9414), (60.1695, 24.9525), 671.704249, 113.4538003),
    Geodesic("Helsinki to Tallinn", (60.1699, 24.9384), (59.437, 24.7536), 82307.766198, 187.3199372),
    Geodesic("Paris to New York", (48.8566, 2.3522), (40.7128, -74.006), 5852935.291767, 291.8260832),
    Geodesic("Sydney to Santiago", (-33.8688, 151.2093), (-33.4489, -70.6693), 11368984.480281, 145.3344889),
    Geodesic(
      "Reykjavik to Cape Town", (64.1466, -21.9426), (-33.9249, 18.4241), 11433597.089439, 146.4265301),
    Geodesic("London to Patagonia", (51.4778, -0.0015), (-33.8, -59), 11061571.149518, 226.4166464),
    Geodesic("eastwards over the date line", (-17, 179.9), (-17, -179.9), 21297.165228, 90.0292372),
    Geodesic("westwards over the date line", (65.8, -168.9), (66, 169), 1002403.740159, 281.3600742),
    Geodesic("180 and -180 are one meridian", (10, 180), (11, -180), 110611.186562, 0),
    Geodesic("far over the date line", (78, 179), (-5, -170), 9239274.534997, 168.9515),
    Geodesic("a degree of the equator", (0, 0), (0, 1), 111319.490793, 90),
    Geodesic("a quarter of the equator", (0, 10), (0, 100), 10018754.171395, 90),
    Geodesic("a degree of a meridian", (0, 0), (1, 0), 110574.388558, 0),
    Geodesic("from the equator to the pole", (0, 30), (90, 30), 10001965.729313, 0),
    Geodesic("from the north pole", (90, 0), (89, 45), 111693.864914, 135),
    Geodesic("to the south pole", (-60, -20), (-90, 0), 3347892.909822, 180),
    Geodesic("over the north pole", (80, 0), (80, 180), 2233651.714752, 0),
    Geodesic("around the south pole", (-89.9, 0), (-89.9, 90), 15795.909901, 134.9999564),
    Geodesic("10,000 km", (45, 0), (-30, 60), 10287045.03185, 131.1754192),
    Geodesic("19,000 km", (30, 0), (-25, 170), 18891636.166953, 61.8266992),
    Geodesic("19,900 km", (10, 0), (-10, 179), 19926862.679588, 90.0352175),
  ]

  static let near = [
    Geodesic("across a street", (52.5, 13.4), (52.4999114, 13.3998906), 12.3449659, 217.00004961),
    Geodesic("a kilometre", (-33.9, 18.4), (-33.895491913, 18.390637337), 1000.0000301, 299.99999786),
    Geodesic(
      "nine kilometres over the date line", (0.01, 179.98), (0.024133776, -179.940379887), 8999.9999729,
      79.99999978),
    Geodesic("nine kilometres by the pole", (89.97, 10), (89.936959565, 125.336139967), 9000.0000015, 45),
    Geodesic("ten kilometres and a bit", (47, 10), (46.915040936, 9.954877127), 10049.999966, 200.00000016),
  ]

  @Test("distances are right to a micrometre up to ten kilometres, and to 0.1 mm beyond", arguments: near)
  func nearby(geodesic: Geodesic) throws {
    let (distance, bearing) = WGS84.inverse(from: geodesic.start, to: geodesic.end)
    #expect(abs(distance.metres - geodesic.metres) < (geodesic.metres < 10_000 ? 1e-6 : 1e-4))
    #expect(difference(try #require(bearing).degrees, geodesic.bearing) < 2e-7)
    let vicinity = WGS84.Vicinity(of: geodesic.start)
    let point = WGS84.cartesian(geodesic.end)
    #expect(vicinity.metres(to: point, at: geodesic.end) == distance.metres)
    let seen = vicinity.inverse(to: point, at: geodesic.end)
    #expect(seen.distance == distance && seen.bearing == bearing)
  }

  @Test("distances are right to a millimetre", arguments: ordinary)
  func distance(geodesic: Geodesic) {
    let metres = WGS84.inverse(from: geodesic.start, to: geodesic.end).distance.metres
    #expect(abs(metres - geodesic.metres) < 0.001)
  }

  @Test("bearings are right to a millionth of a degree", arguments: ordinary)
  func bearing(geodesic: Geodesic) throws {
    let bearing = try #require(WGS84.inverse(from: geodesic.start, to: geodesic.end).bearing)
    #expect(difference(bearing.degrees, geodesic.bearing) < 1e-6)
  }

  static let antipodal = [
    Geodesic("0,0 to 0.5,179.7", (0, 0), (0.5, 179.7), 19944127.42075, 15.5568828),
    Geodesic("30,0 to -30,179.9", (30, 0), (-30, 179.9), 20003008.421509, 11.0302965),
    Geodesic("0,0 to 0,179.5", (0, 0), (0, 179.5), 19980861.908891, 55.9664951),
    Geodesic("0,0 to 0,179.4", (0, 0), (0, 179.4), 19970715.516596, 83.8262905),
    Geodesic("-30,0 to 29.9,179.8", (-30, 0), (29.9, 179.8), 19989832.82761, 161.8905247),
    Geodesic("10,-90 to -10,89.95", (10, -90), (-10, 89.95), 20003700.697353, 4.8293887),
    Geodesic("60,20 to -60.001,-160.02", (60, 20), (-60.001, -160.02), 20003783.366999, 176.2310551),
    Geodesic("0,0 to 0.1,180", (0, 0), (0.1, 180), 19992874.030931, 0),
    Geodesic("89.9,0 to -89.9,179.9", (89.9, 0), (-89.9, 179.9), 20003912.067288, 90.0494719),
  ]
  static let opposite = [
    Geodesic("on the equator", (0, 0), (0, 180), 20003931.458625, 0),
    Geodesic("at middle latitudes", (45, 10), (-45, -170), 20003931.458625, 0),
    Geodesic("pole to pole", (-90, 0), (90, 0), 20003931.458625, 0),
  ]

  @Test("distances are right to a millimetre where Vincenty's method fails", arguments: antipodal + opposite)
  func antipodalDistance(geodesic: Geodesic) {
    let metres = WGS84.inverse(from: geodesic.start, to: geodesic.end).distance.metres
    #expect(abs(metres - geodesic.metres) < 0.001)
  }

  @Test(
    "bearings are right to a hundredth of a degree where Vincenty's method fails", arguments: antipodal)
  func antipodalBearing(geodesic: Geodesic) throws {
    let bearing = try #require(WGS84.inverse(from: geodesic.start, to: geodesic.end).bearing)
    // Between opposite latitudes a second way, mirrored at the equator, is as short.
    let bearings =
      geodesic.start.latitude == -geodesic.end.latitude
      ? [geodesic.bearing, 180 - geodesic.bearing] : [geodesic.bearing]
    #expect(bearings.contains { difference(bearing.degrees, $0) < 0.01 })
  }

  @Test(
    "coincident points have no bearing",
    arguments: [(60, 25, 60, 25), (0, 0, 0, 0), (10, 180, 10, -180), (90, 0, 90, 120)]
      as [(Double, Double, Double, Double)])
  func coincident(latitude: Double, longitude: Double, otherLatitude: Double, otherLongitude: Double) {
    let (distance, bearing) = WGS84.inverse(
      from: Coordinate(latitude: latitude, longitude: longitude),
      to: Coordinate(latitude: otherLatitude, longitude: otherLongitude))
    #expect(distance == .zero)
    #expect(bearing == nil)
  }

  @Test("the straight line is never longer than the geodesic", arguments: ordinary + antipodal)
  func chord(geodesic: Geodesic) {
    let chord = WGS84.cartesian(geodesic.start) - WGS84.cartesian(geodesic.end)
    // The coordinates are rounded to nanometres.
    #expect((chord * chord).sum().squareRoot() <= geodesic.metres + 1e-6)
  }

  @Test(
    "the axes point at 0 N 0 E, 0 N 90 E and the pole",
    arguments: [
      (Coordinate(latitude: 0, longitude: 0), SIMD3(6_378_137, 0, 0)),
      (Coordinate(latitude: 0, longitude: 90), SIMD3(0, 6_378_137, 0)),
      (Coordinate(latitude: -90, longitude: 0), SIMD3(0, 0, -6_356_752.314245)),
    ])
  func axes(coordinate: Coordinate, expected: SIMD3<Double>) {
    let difference = WGS84.cartesian(coordinate) - expected
    #expect((difference * difference).sum().squareRoot() < 1e-6)
  }

  /// Degrees between two directions, across north if that is nearer.
  private func difference(_ degrees: Double, _ other: Double) -> Double {
    let turn = abs(degrees - other)
    return min(turn, 360 - turn)
  }
}
